"""A MariaDB server of an application's own, without a network port, for as long as it is served."""

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app_kit import Workshop

SERVER = "/usr/sbin/mariadbd"


@contextmanager
def database(workshop: Workshop, socket: Path, name: str) -> Iterator[None]:
    """An empty database that `root` may use through the socket."""
    data, user = workshop.folder / "db", f"--user={getpass.getuser()}"
    made = (f"--datadir={data}", "--auth-root-authentication-method=normal", "--skip-test-db", user)
    workshop.run("mariadb-install-db", "--no-defaults", *made)
    running = ("--no-defaults", f"--datadir={data}", f"--socket={socket}", "--skip-networking", user)
    with workshop.started(SERVER, *running) as process:
        workshop.until(socket.exists, process)
        asked(workshop, socket, f"CREATE DATABASE {name} CHARACTER SET utf8mb4")
        yield


def asked(workshop: Workshop, socket: Path, statement: str, name: str = "") -> str:
    """What a statement brings, as the command line prints it."""
    command = ("mariadb", "--no-defaults", f"--socket={socket}", "--user=root", "--default-character-set=utf8mb4")
    return workshop.run(*command, *((name,) if name else ()), given=statement).decode()
