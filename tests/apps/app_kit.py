"""What an application is made of, for the tests: what must be installed, how it is loaded and served.

Each `app_of_*.py` holds one `Application`. Its `serve` gets a `Workshop` (an empty folder, the records, the front)
and yields a `Served`: where the form is, and a snapshot of everything the application keeps.
"""

import hashlib
import http.client
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from app_front import Front
from app_oracle import Oracle
from app_records import Item, collection

STARTING = 180.0
"""Seconds a server may take until it answers."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where one application is set up."""

    folder: Path
    items: tuple[Item, ...]
    front: Front
    tools: Path
    """The folder of `app_install.py`: `bin/` of a virtual environment, unpacked packages below `debian/`."""

    @property
    def python(self) -> str:
        return str(self.tools / "bin/python")

    def python_of(self, environment: str) -> str:
        """The interpreter of another environment: applications that cannot live together have one each."""
        return str(self.tools / environment / "bin/python")

    @property
    def debian(self) -> Path:
        return self.tools / "debian"

    @property
    def npm(self) -> Path:
        return self.tools / "npm/node_modules"

    def run(
        self,
        *command: str | Path,
        given: str = "",
        cwd: Path | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> bytes:
        """Run a command of the set-up; what it says is shown if it fails."""
        done = subprocess.run(
            [str(part) for part in command],
            input=given.encode(),
            cwd=cwd or self.folder,
            env=self.environment(variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        if done.returncode:
            said = done.stdout.decode(errors="replace")[-2000:]
            raise RuntimeError(f"{command[0]} ended with {done.returncode} in the set-up:\n{said}")
        return done.stdout

    def environment(self, variables: Mapping[str, str] | None = None) -> dict[str, str]:
        """A clean environment: nothing of the user's own configuration of git, hg or fossil gets in."""
        return {
            "PATH": f"{self.tools / 'bin'}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.folder),
            "USER": "curator",
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            **(variables or {}),
        }

    @contextmanager
    def started(self, *command: str | Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
        """A program that runs until the block ends; what it says goes to a file of the workshop."""
        with (self.folder / f"{Path(command[0]).name}.log").open("wb") as log:
            process = subprocess.Popen(
                [str(part) for part in command],
                cwd=self.folder,
                env=self.environment(variables),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    @contextmanager
    def server(self, port: int, *command: str | Path, path: str = "/", **variables: str) -> Iterator[None]:
        """A web server of the application's own, ended with the block; entered as soon as it answers."""
        with self.started(*command, **variables) as process:
            self.until(lambda: _answers(port, path), process)
            yield

    def until(self, ready: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
        """Wait for a started program; if it ends or takes too long, what it said is the error."""
        deadline = time.monotonic() + STARTING
        while not ready():
            if process.poll() is not None or time.monotonic() > deadline:
                said = "\n".join(log.read_text(errors="replace")[-2000:] for log in self.folder.glob("*.log"))
                raise RuntimeError(f"{process.args!r} does not answer:\n{said}")
            time.sleep(0.1)


@dataclass(frozen=True, slots=True)
class Served:
    """A running, loaded application."""

    form: str
    """The path of the page with the search form."""
    state: Callable[[], str]
    """A fingerprint of all that visitors could change; searches leave it as it is."""
    arguments: tuple[str, ...] = ()
    """What a user would add to the command, `--form 1` for instance."""
    search_posts: tuple[str, ...] = ()
    """Paths to which the application's own search sends POST requests."""


@dataclass(frozen=True, slots=True)
class Application:
    """One application of others."""

    name: str
    kind: str
    size: int
    """How many records it is loaded with."""
    serve: Callable[[Workshop], AbstractContextManager[Served]]
    programs: tuple[str, ...] = ()
    """Commands that Debian packages bring; without them the application is reported as missing."""
    unpacked: tuple[str, ...] = ()
    """Folders of `debian/` that must be there."""
    modules: tuple[str, ...] = ()
    """Folders or files in the virtual environment's site-packages that must be there."""
    packages: tuple[str, ...] = ()
    """Folders of `npm/node_modules` that must be there."""
    environment: str = ""
    """Which virtual environment holds the modules: the folder itself, or one below it."""
    records: Callable[[int], tuple[Item, ...]] = collection
    """The records it is loaded with, by their number."""
    scripted: bool = False
    """Whether its list of records is the answer to a call that a script of its page makes."""
    oracle: Oracle | None = None
    """The fewest requests that bring up all of them, for somebody who knows them."""

    def missing(self, tools: Path) -> list[str]:
        """What of it is not installed."""
        packages = (
            tools / self.environment / f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
        )
        absent = [program for program in self.programs if shutil.which(program) is None]
        absent += [name for name in self.unpacked if not (tools / "debian" / name).exists()]
        absent += [name for name in self.packages if not (tools / "npm/node_modules" / name).exists()]
        return absent + [name for name in self.modules if not (packages / name).exists()]

    @property
    def items(self) -> tuple[Item, ...]:
        return self.records(self.size)


def free_port() -> int:
    """A port nobody listens on now: for servers that cannot be told to take any."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int, path: str) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=STARTING)
    try:
        connection.request("GET", path)
        connection.getresponse().read()
    except OSError:
        return False
    finally:
        connection.close()
    return True


def files_state(*folders: Path, passing: Iterable[str] = ()) -> str:
    """A fingerprint of every file below the folders, name and content, but the passing ones (logs of searches)."""
    total, left_out = hashlib.sha256(), set(passing)
    files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    for path in sorted(path for path in files if path.name not in left_out):
        total.update(f"{path}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def tables_state(database: Path, passing: Iterable[str] = ()) -> str:
    """Every table of an SQLite database with its rows counted, but the passing ones (sessions, caches)."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        names = [name for (name,) in rows if name not in set(passing)]
        counted = ((name, connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]) for name in names)
        return ", ".join(f"{name}: {count}" for name, count in counted)
