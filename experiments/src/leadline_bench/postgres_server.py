"""A PostgreSQL server of our own: made in a folder, reached by a socket there, stopped and killed at will.

The server refuses to run as root; there another user of the system runs it.
"""

import contextlib
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path
from urllib.parse import quote

_PLACES = ("/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt")


@cache
def _binaries() -> Path | None:
    if found := shutil.which("initdb"):
        return Path(found).parent
    folders = (Path(place).glob("*/bin/initdb") for place in _PLACES if Path(place).is_dir())
    return max((found.parent for group in folders for found in group), default=None)


def reason_to_skip() -> str:
    """Why no server can be started here; empty if one can."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed (leadline[postgres])"
    if _binaries() is None:
        return "no PostgreSQL server is installed (Debian: postgresql)"
    if os.getuid() == 0 and _user() is None:
        return "root cannot run PostgreSQL, and there is no user postgres or nobody"
    return ""


def _user() -> str | None:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    return None


def new_folder() -> Path:
    """Where a server can be made: root hands it to another user, who has to get in from above."""
    within = Path(tempfile.gettempdir()).resolve()
    if os.getuid() == 0 and not all(folder.stat().st_mode & stat.S_IXOTH for folder in (within, *within.parents)):
        within = Path("/tmp")  # noqa: S108  # everybody's; the folder below it is the server's alone
    return Path(tempfile.mkdtemp(prefix="leadline-postgres-", dir=within))


class Server:
    """`url` names its database; `start`, `stop` and `kill` may be called again and again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.url = f"postgresql://leadline@/postgres?host={quote(str(folder), safe='')}"
        self._process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, str] = {}
        if os.getuid() == 0:
            user = _user()
            assert user is not None
            shutil.chown(folder, user)
            self._as = {"user": user, "group": pwd.getpwnam(user).pw_gid}  # type: ignore[dict-item]
        self._run("initdb", "-D", str(self.data), "-U", "leadline", "-A", "trust", "-E", "UTF8", "--no-sync")

    def _run(self, name: str, *words: str) -> None:
        binaries = _binaries()
        assert binaries is not None
        command = [str(binaries / name), *words]
        subprocess.run(  # noqa: S603  # its own programs
            command, check=True, capture_output=True, cwd=self.folder, extra_groups=self._groups, **self._as
        )  # type: ignore[call-overload]

    @property
    def _groups(self) -> list[int] | None:
        return [] if self._as else None

    def start(self) -> None:
        binaries = _binaries()
        assert binaries is not None
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "fsync": "off"}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # type: ignore[call-overload]  # noqa: S603
                [str(binaries / "postgres"), "-D", str(self.data), *words],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                extra_groups=self._groups,
                **self._as,
            )
        self.wait()

    @property
    def pid(self) -> int | None:
        """Of the process that all others of the server are started by."""
        return self._process.pid if self._process is not None else None

    def wait(self) -> None:
        import psycopg

        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.url).close()
                return
            except psycopg.OperationalError:
                assert self._process is not None
                assert self._process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.05)

    def stop(self) -> None:
        """At once: who is connected is thrown out, and what was committed is there when it is started again."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(30)
            self._process = None

    def throw_out(self) -> None:
        """End every connection there is."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                "AND backend_type = 'client backend'"
            )
