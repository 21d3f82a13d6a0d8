"""Ways to a SQLite file: to write into it, and to read it wherever it lies."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from urllib.parse import quote


def connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, timeout=30.0)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection for reading, wherever the file lies: beside a writer, in a copy of a folder, on a CD.

    SQLite wants to write beside a database even where it is only read, so what can be done depends on the place.
    """
    if os.access(path.parent, os.W_OK):
        # Not `mode=ro`: such a connection leaves SQLite's two files beside the database behind.
        return _opened(path, "mode=rw")
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        try:
            return _tried(_opened(path, "mode=ro"))  # beside a writer of another user
        except sqlite3.OperationalError:
            return _copied(path, log)
    return _opened(path, "immutable=1")


def _opened(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"file:{quote(str(path.absolute()))}?{how}", uri=True, isolation_level=None, timeout=30.0
    )


def _tried(connection: sqlite3.Connection) -> sqlite3.Connection:
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _copied(path: Path, log: Path) -> sqlite3.Connection:
    """What a killed crawl left in its log has to be put in order first, which a copy of it allows."""
    with tempfile.TemporaryDirectory(prefix="leadline-look-") as workshop:
        for file in (path, log):
            shutil.copyfile(file, Path(workshop) / file.name)
        with closing(_opened(Path(workshop) / path.name, "mode=rw")) as whole:
            return in_memory(whole)


def in_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A copy that nobody else sees; SQLite moves it to a temporary file of its own as it grows."""
    copy = sqlite3.connect("", isolation_level=None)
    connection.backup(copy)
    return copy
