"""One crawl = one folder.

::

    leadline.db      the truth; database.txt instead where that is on a PostgreSQL server (`store/place.py`)
    warc/            what servers answered, as WARC
    config.toml      the configuration in effect
    topic.toml …     what else a command keeps for `resume`: seeds.txt, prior.jsonl (what earlier crawls found)
    forms.jsonl      derived: one line a distinct finding
    records.jsonl    derived: one line a distinct record
    index.cdxj       derived: where each archived URL lies
    search.db        derived, when somebody searches: the full-text index
    report.html      derived: for people
    leadline.lock    who writes here

Derived files are rewritten from the database, whole or not at all, so losing one loses nothing.

A folder may come from anybody: what lies in it is looked at before any of it is opened. Everything a crawl uses
stands in its own place in the folder. A link, a device or a second name of a file would have us read or write
somewhere else, so a folder that holds one is refused as a whole, with nothing changed.
"""

import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Self

from leadline.errors import ArchiveError, BadTarget
from leadline.store.archive import Archive
from leadline.store.atomic import atomic_write
from leadline.store.cdxj import write_cdxj
from leadline.store.fulltext import SEARCH
from leadline.store.place import DATABASE, POINTER, has_database, make_on, open_database, server
from leadline.store.protocols import Store
from leadline.store.sqlite.store import SqliteStore

LOCK = "leadline.lock"
WARC = "warc"
_IN_PLACE = frozenset(
    {LOCK, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", SEARCH, f"{SEARCH}-wal", f"{SEARCH}-shm"}
)
"""Written where they are, not by putting a new file in their place."""
_JOURNALS = (f"{DATABASE}-journal", f"{SEARCH}-journal")
"""Ours has a write-ahead log instead. SQLite would obey a journal, and one may name any file to be deleted."""

_LOGS = (f"{DATABASE}-wal", f"{DATABASE}-shm")
_KEPT = ("config.toml", "topic.toml", "topic.weights.json", "seeds.txt", "prior.jsonl")
_DERIVED = ("forms.jsonl", "records.jsonl", "index.cdxj", SEARCH)
_BEGUN = frozenset({LOCK, DATABASE, POINTER, *_LOGS, WARC, *_KEPT, *_DERIVED})
"""What may lie in a folder whose making was interrupted."""
KIND = "kind"  # where a database says which command made it; where it says nothing, nothing was begun
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

        Where that is not known yet (`begun=False`), the caller stores the kind with it, by `KIND`."""
        try:
            path.mkdir(parents=True, exist_ok=True)
            found = strangers(path)
        except OSError as error:
            raise BadTarget(f"{path} cannot be the folder of a crawl: {error.strerror}") from error
        if found and not has_database(path):
            raise BadTarget(
                f"{path} is not empty and holds no crawl (there is '{min(found)}'); give a new or empty folder"
            )
        _check_inside(path)
        with ExitStack() as undo:
            folder = undo.enter_context(cls(path, _locked(path)))
            with _writing(path):
                folder._make(config_text, kind if begun else "", beside)
            undo.pop_all()
        folder.kind = kind
        return folder

    @classmethod
    def open(cls, path: Path, *, writing: bool = True) -> "CrawlFolder":
        """The folder of a crawl that exists; whoever only reads needs no lock. It may come from anybody."""
        if not has_database(path):
            raise BadTarget(f"{path} is no folder of a crawl: there is no {DATABASE} in it")
        _check_inside(path)
        with ExitStack() as undo:
            folder = undo.enter_context(cls(path, _locked(path) if writing else None))
            folder.kind = _kind(path, whole=True) or ""
            if not folder.kind:
                raise BadTarget(f"{path} was interrupted before its crawl began; run the command again")
            undo.pop_all()
        return folder

    def _make(self, config_text: str, kind: str, beside: Callable[[Path], object]) -> None:
        if has_database(self.path) and _kind(self.path):
            raise BadTarget(
                f"{self.path} holds a crawl already; go on with 'leadline resume {self.path}', "
                "or give another folder"
            )
        self.warc.mkdir(exist_ok=True)
        with atomic_write(self.config) as out:
            out.write(config_text.encode())
        beside(self.path)
        if (url := server()) is not None:
            make_on(url, self.path, {KIND: kind} if kind else {})
            return
        # Last, and at once: where there is a database, the crawl can be resumed.
        fresh = self.path / _MAKING
        for left in (fresh, *(self.path / f"{_MAKING}{end}" for end in ("-wal", "-shm", "-journal"))):
            left.unlink(missing_ok=True)
        with closing(SqliteStore(fresh)) as store:
            if kind:
                store.decide(KIND, kind)
            store.database.settle()
        for name in _LOGS:  # of a database without a crawl, which the new one must not take for its own
            (self.path / name).unlink(missing_ok=True)
        fresh.replace(self.database)

    def open_store(self, *, levels: int = 3, writing: bool = True) -> Store:
        """The crawl's store; with `writing=False` it is only read, also where nothing can be written."""
        return SqliteStore(open_database(self.path, writing=writing), levels=levels)

    @contextmanager
    def working(self, *, levels: int = 3) -> Iterator[tuple[Store, Archive]]:
        """Store and archive while somebody works here: what nobody committed is cut off first; however the block
        ends, derived files are written anew."""
        with closing(self.open_store(levels=levels)) as store:
            archive = Archive(self.warc)
            archive.recover(store.pages.archive_ends())
            try:
                yield store, archive
            except BaseException:
                # What ended the work is told; derived files lose nothing, the next run writes them.
                with suppress(ArchiveError):
                    self.derive(store)
                    archive.close()
                raise
            self.derive(store)
            archive.close()

    def derive(self, store: Store) -> None:
        """Write the derived files anew."""
        for what, path, kind in (("forms", self.forms, "locate"), ("records", self.records, "harvest")):
            lines = store.pages.lines(what)
            first = next(lines, None)
            if first is None and self.kind != kind and not path.exists():
                continue
            with _writing(self.path), atomic_write(path) as out:
                out.writelines(line.encode() + b"\n" for line in chain([first] if first else [], lines))
        with _writing(self.path), atomic_write(self.cdxj) as out:
            write_cdxj(store, out)

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
    return path.is_dir() and not strangers(path) and not (has_database(path) and _kind(path))


def strangers(path: Path) -> set[str]:
    """What lies in a folder that no beginning of a crawl leaves there."""
    return {found.name for found in path.iterdir() if not found.name.startswith(".")} - _BEGUN


def in_use(path: Path) -> bool:
    """Whether a process writes in a folder. To ask for the lock would be in the way of whoever begins just then,
    so the system's list of locks is read; where there is none, nobody can say, and it is no."""
    try:
        lock, held = (path / LOCK).stat(), Path("/proc/locks").read_text("ascii", "replace")
    except OSError:
        return False
    device = f"{os.major(lock.st_dev):02x}:{os.minor(lock.st_dev):02x}:{lock.st_ino}"
    return any(" FLOCK " in line and device in line.split() for line in held.splitlines())


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ArchiveError(
            f"{error.filename or path} cannot be written: {error.strerror or error}; what the crawl holds is "
            "safe, so see to that and run the same command again, or 'leadline resume'"
        ) from error


def _kind(folder: Path, *, whole: bool = False) -> str | None:
    with closing(SqliteStore(open_database(folder, writing=False))) as store:
        if whole:
            store.database.check_values()
        return store.decisions.get(KIND)


def _locked(path: Path) -> int:
    """The lock ends with the process that holds it, however that ends: nothing is to be cleaned up."""
    with ExitStack() as undo:
        try:
            lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
            undo.callback(os.close, lock)
            _claim(lock, path)
            os.truncate(lock, 0)
            os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            raise ArchiveError(f"{path} cannot be written: {error.strerror}") from error
        undo.pop_all()
        return lock


def _claim(lock: int, path: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        owner = os.read(lock, 20).decode(errors="replace").strip() or "unknown"
        raise BadTarget(f"{path} is in use: process {owner} writes there; wait for it, or stop it first") from None


def _check_inside(folder: Path) -> None:
    """Raise if something in the folder leads out of it."""
    try:
        for entry in _entries(folder):
            if (wrong := _wrong(entry)) is not None:
                raise BadTarget(
                    f"{entry.path} {wrong}; what belongs to a crawl is in its folder, so nothing was read or "
                    "changed: put a plain copy in its place, or remove it"
                )
    except OSError as error:
        raise ArchiveError(f"{error.filename or folder} cannot be read: {error.strerror}") from error


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as found:
        entries = list(found)
    yield from entries
    for entry in entries:
        if entry.name == WARC and entry.is_dir(follow_symlinks=False):
            with os.scandir(entry.path) as archived:
                yield from archived


def _wrong(entry: os.DirEntry[str]) -> str | None:
    found = entry.stat(follow_symlinks=False)
    if stat.S_ISLNK(found.st_mode):
        return f"is a link to {Path(entry.path).readlink()}"
    if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
        return "is no file"
    if entry.name in _JOURNALS:
        return "is a journal that no Leadline wrote"
    if entry.name in _IN_PLACE and found.st_nlink > 1 and stat.S_ISREG(found.st_mode):
        return "has a second name somewhere else (a hard link)"
    return None
