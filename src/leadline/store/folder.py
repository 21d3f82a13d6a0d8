"""One crawl = one folder.

::

    leadline.db      the truth
    warc/            what servers answered, as WARC
    config.toml      the configuration in effect
    topic.toml …     what else a command keeps for `resume`
    forms.jsonl      derived: one line a distinct finding
    records.jsonl    derived: one line a distinct record
    index.cdxj       derived: where each archived URL lies
    report.html      derived: for people
    leadline.lock    who writes here

Derived files are rewritten from the database, whole or not at all, so losing one loses nothing.
"""

import fcntl
import os
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Self

from leadline.errors import ArchiveError, BadTarget
from leadline.store.cdxj import write_cdxj
from leadline.store.contents import lines_of
from leadline.store.crawl import CrawlStore
from leadline.store.database import Database
from leadline.store.inside import DATABASE, LOCK, WARC, check_inside
from leadline.store.replacing import replacing

_LOGS = (f"{DATABASE}-wal", f"{DATABASE}-shm")
_KEPT = ("config.toml", "topic.toml", "topic.weights.json", "seeds.txt")
_DERIVED = ("forms.jsonl", "records.jsonl", "index.cdxj")
_BEGUN = frozenset({LOCK, DATABASE, *_LOGS, WARC, *_KEPT, *_DERIVED})
"""What may lie in a folder whose making was interrupted."""
KIND = "kind"
"""Where a database says which command made it; where it says nothing, nothing was begun."""
_MAKING = f".{DATABASE}.new"


class CrawlFolder:
    """Use it as a context; where it was opened for writing, nobody else writes until the context ends."""

    def __init__(self, path: Path, lock: int | None) -> None:
        self.path = path
        self.database = path / DATABASE
        self.warc = path / WARC
        self.config = path / "config.toml"
        self.forms = path / "forms.jsonl"
        self.records = path / "records.jsonl"
        self.cdxj = path / "index.cdxj"
        self.report = path / "report.html"
        self.kind = ""
        """`locate`, `harvest` or `run`: which command made it, and can resume it."""
        self._lock = lock

    @classmethod
    def create(
        cls,
        path: Path,
        config_text: str,
        kind: str,
        beside: Callable[[Path], object] = lambda _: None,
        *,
        begun: bool = True,
    ) -> "CrawlFolder":
        """A new crawl in a new or empty folder, locked for us. `beside` writes what else `resume` needs.

        Where that is not known yet (`begun=False`), the caller stores the kind with it, by `KIND`.
        """
        try:
            path.mkdir(parents=True, exist_ok=True)
            found = strangers(path)
        except OSError as error:
            raise BadTarget(f"{path} cannot be the folder of a crawl: {error.strerror}") from error
        if found and not (path / DATABASE).is_file():
            raise BadTarget(
                f"{path} is not empty and holds no crawl (there is '{min(found)}'); give a new or empty folder"
            )
        check_inside(path)
        folder = cls(path, _locked(path))
        try:
            folder._make(config_text, kind if begun else "", beside)
        except OSError as error:
            folder.close()
            raise _unwritable(path, error) from error
        except BaseException:
            folder.close()
            raise
        folder.kind = kind
        return folder

    @classmethod
    def open(cls, path: Path, *, writing: bool = True) -> "CrawlFolder":
        """The folder of a crawl that exists; whoever only reads needs no lock. It may come from anybody."""
        if not (path / DATABASE).is_file():
            raise BadTarget(f"{path} is no folder of a crawl: there is no {DATABASE} in it")
        check_inside(path)
        folder = cls(path, _locked(path) if writing else None)
        try:
            folder._recognise()
        except BaseException:
            folder.close()
            raise
        return folder

    def _make(self, config_text: str, kind: str, beside: Callable[[Path], object]) -> None:
        if self.database.exists() and _kind(self.database):
            raise BadTarget(
                f"{self.path} holds a crawl already; go on with 'leadline resume {self.path}', "
                "or give another folder"
            )
        self.warc.mkdir(exist_ok=True)
        with replacing(self.config) as out:
            out.write(config_text.encode())
        beside(self.path)
        # Last, and at once: where there is a database, the crawl can be resumed.
        fresh = self.path / _MAKING
        for left in (fresh, *(self.path / f"{_MAKING}{end}" for end in ("-wal", "-shm", "-journal"))):
            left.unlink(missing_ok=True)
        store = CrawlStore(fresh)
        try:
            if kind:
                store.set_meta(KIND, kind)
            store.db.settle()
        finally:
            store.close()
        for name in _LOGS:  # of a database without a crawl, which the new one must not take for its own
            (self.path / name).unlink(missing_ok=True)
        fresh.replace(self.database)

    def _recognise(self) -> None:
        self.kind = _kind(self.database, whole=True) or ""
        if not self.kind:
            raise BadTarget(f"{self.path} was interrupted before its crawl began; run the command again")

    def derive(self, store: CrawlStore) -> None:
        """Write the derived files anew."""
        try:
            self._derive(store)
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def _derive(self, store: CrawlStore) -> None:
        for what, path, kind in (("forms", self.forms, "locate"), ("records", self.records, "harvest")):
            lines = lines_of(what, store.db)
            first = next(lines, None)
            if first is None and self.kind != kind and not path.exists():
                continue
            with replacing(path) as out:
                out.writelines(line.encode() + b"\n" for line in chain([first] if first else [], lines))
        with replacing(self.cdxj) as out:
            write_cdxj(store.db, out)

    def owns(self, path: Path) -> bool:
        """Whether a path is one of the crawl's own files or leads into its archive."""
        place = path.resolve()
        home = self.path.resolve()
        return home / WARC in (place, *place.parents) or (place.parent == home and place.name in _BEGUN)

    def close(self) -> None:
        """Let others write."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def is_free(path: Path) -> bool:
    """Whether a crawl may begin here: nothing is there, or what a beginning left that was interrupted."""
    if not path.exists():
        return True
    return path.is_dir() and not strangers(path) and not ((path / DATABASE).exists() and _kind(path / DATABASE))


def strangers(path: Path) -> set[str]:
    """What lies in a folder that no beginning of a crawl leaves there."""
    return {found.name for found in path.iterdir() if not found.name.startswith(".")} - _BEGUN


def _unwritable(path: Path, error: OSError) -> ArchiveError:
    return ArchiveError(
        f"{error.filename or path} cannot be written: {error.strerror or error}; what the crawl holds is safe, "
        "so see to that and run the same command again, or 'leadline resume'"
    )


def _kind(database: Path, *, whole: bool = False) -> str | None:
    opened = Database(database, writing=False)
    try:
        if whole:
            opened.check_values()
        row = opened.maybe("SELECT value FROM meta WHERE key = ?", (KIND,))
        return None if row is None else str(row[0])
    finally:
        opened.close()


def _locked(path: Path) -> int:
    """The lock ends with the process that holds it, however that ends: nothing is to be cleaned up."""
    try:
        lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
    except OSError as error:
        raise ArchiveError(f"{path} cannot be written: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        owner = os.read(lock, 20).decode(errors="replace").strip() or "unknown"
        os.close(lock)
        raise BadTarget(f"{path} is in use: process {owner} writes there; wait for it, or stop it first") from None
    try:
        os.truncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    except OSError as error:
        os.close(lock)
        raise ArchiveError(f"{path} cannot be written: {error.strerror}") from error
    return lock
