"""A folder may come from anybody: what lies in it is looked at before any of it is opened.

Everything a crawl uses stands in its own place in the folder. A link, a device or a second name of a file would
have us read or write somewhere else, so a folder that holds one is refused as a whole, with nothing changed.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from leadline.errors import ArchiveError, BadTarget

DATABASE = "leadline.db"
LOCK = "leadline.lock"
WARC = "warc"
_IN_PLACE = frozenset({LOCK, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"})
"""Written where they are, not by putting a new file in their place."""
_JOURNAL = f"{DATABASE}-journal"
"""Ours has a write-ahead log instead. SQLite would obey a journal, and one may name any file to be deleted."""


def check_inside(folder: Path) -> None:
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
    if entry.name == _JOURNAL:
        return "is a journal that no Leadline wrote"
    if entry.name in _IN_PLACE and found.st_nlink > 1 and stat.S_ISREG(found.st_mode):
        return "has a second name somewhere else (a hard link)"
    return None
