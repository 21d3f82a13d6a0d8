"""One crawl = one folder.

::

    leadline.db      the truth
    warc/            what servers answered, as WARC
    config.toml      the configuration in effect
    forms.jsonl      derived: one line a distinct finding
    records.jsonl    derived: one line a distinct record
    index.cdxj       derived: where each archived URL lies
    report.html      derived: for people
    leadline.lock    who writes here

Derived files are rewritten from the database, whole or not at all, so losing one loses nothing.
"""

import fcntl
import os
from itertools import chain
from pathlib import Path
from typing import Self

from leadline.errors import ArchiveError, BadTarget
from leadline.store.cdxj import write_cdxj
from leadline.store.contents import lines_of
from leadline.store.crawl import CrawlStore
from leadline.store.database import Database
from leadline.store.replacing import replacing

_LOCK = "leadline.lock"
_DATABASE = "leadline.db"
_BEGUN = frozenset({_LOCK, _DATABASE, f"{_DATABASE}-wal", f"{_DATABASE}-shm", "warc", "config.toml"})
"""What may lie in a folder whose making was interrupted."""


class CrawlFolder:
    """Use it as a context; where it was opened for writing, nobody else writes until the context ends."""

    def __init__(self, path: Path, lock: int | None) -> None:
        self.path = path
        self.database = path / _DATABASE
        self.warc = path / "warc"
        self.config = path / "config.toml"
        self.forms = path / "forms.jsonl"
        self.records = path / "records.jsonl"
        self.cdxj = path / "index.cdxj"
        self.report = path / "report.html"
        self.kind = ""
        """`locate`, `harvest` or `run`: which command made it, and can resume it."""
        self._lock = lock

    @classmethod
    def create(cls, path: Path, config_text: str, kind: str) -> "CrawlFolder":
        """A new crawl in a new or empty folder, locked for us."""
        try:
            path.mkdir(parents=True, exist_ok=True)
            strangers = {found.name for found in path.iterdir() if not found.name.startswith(".")} - _BEGUN
        except OSError as error:
            raise BadTarget(f"{path} cannot be the folder of a crawl: {error.strerror}") from error
        if strangers and not (path / _DATABASE).is_file():
            raise BadTarget(
                f"{path} is not empty and holds no crawl (there is '{min(strangers)}'); give a new or empty folder"
            )
        folder = cls(path, _locked(path))
        try:
            folder._make(config_text, kind)
        except BaseException:
            folder.close()
            raise
        return folder

    @classmethod
    def open(cls, path: Path, *, writing: bool = True) -> "CrawlFolder":
        """The folder of a crawl that exists; whoever only reads needs no lock."""
        if not (path / _DATABASE).is_file():
            raise BadTarget(f"{path} is no folder of a crawl: there is no {_DATABASE} in it")
        folder = cls(path, _locked(path) if writing else None)
        try:
            folder._recognise()
        except BaseException:
            folder.close()
            raise
        return folder

    def _make(self, config_text: str, kind: str) -> None:
        if self.database.exists() and _kind(self.database):
            raise BadTarget(
                f"{self.path} holds a crawl already; go on with 'leadline resume {self.path}', "
                "or give another folder"
            )
        self.warc.mkdir(exist_ok=True)
        with replacing(self.config) as out:
            out.write(config_text.encode())
        # Last: a folder whose database says what it is can be resumed.
        store = CrawlStore(self.database)
        try:
            store.set_meta("kind", kind)
        finally:
            store.close()
        self.kind = kind

    def _recognise(self) -> None:
        self.kind = _kind(self.database) or ""
        if not self.kind:
            raise BadTarget(f"{self.path} was interrupted before its crawl began; run the command again")

    def derive(self, store: CrawlStore) -> None:
        """Write the derived files anew."""
        for what, path, kind in (("forms", self.forms, "locate"), ("records", self.records, "harvest")):
            lines = lines_of(what, store.db)
            first = next(lines, None)
            if first is None and self.kind != kind and not path.exists():
                continue
            with replacing(path) as out:
                out.writelines(line.encode() + b"\n" for line in chain([first] if first else [], lines))
        with replacing(self.cdxj) as out:
            write_cdxj(store.db, out)

    def close(self) -> None:
        """Let others write."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _kind(database: Path) -> str | None:
    opened = Database(database)
    try:
        row = opened.maybe("SELECT value FROM meta WHERE key = 'kind'")
        return None if row is None else str(row[0])
    finally:
        opened.close()


def _locked(path: Path) -> int:
    """The lock ends with the process that holds it, however that ends: nothing is to be cleaned up."""
    try:
        lock = os.open(path / _LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise ArchiveError(f"{path} cannot be written: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        owner = os.read(lock, 20).decode(errors="replace").strip() or "unknown"
        os.close(lock)
        raise BadTarget(f"{path} is in use: process {owner} writes there; wait for it, or stop it first") from None
    os.truncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    return lock
