"""The database file: ours or nobody's, of our schema or a sentence about it."""

import sqlite3
from pathlib import Path

import pytest

from leadline.errors import ArchiveError
from leadline.store.sqlite.database import Database


def foreign(path: Path, *statements: str) -> bytes:
    """A database of somebody else's; its bytes."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return path.read_bytes()


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    """A file without content is what an interrupted creation leaves: it is begun anew."""
    (tmp_path / "x.db").touch()
    Database(tmp_path / "x.db").close()
    opened = Database(tmp_path / "x.db")
    assert opened.one("SELECT count(*) FROM log") == (0,)
    opened.close()


@pytest.mark.parametrize(
    "statement",
    ["CREATE TABLE recipes (name TEXT)", "PRAGMA user_version = 7", "PRAGMA application_id = 12345"],
)
def test_a_foreign_database_is_left_alone(tmp_path: Path, statement: str) -> None:
    """Somebody else's database is refused in a sentence, and not a byte of it changes."""
    before = foreign(tmp_path / "x.db", statement)
    with pytest.raises(ArchiveError, match=r"x\.db is a database of another program"):
        Database(tmp_path / "x.db")
    assert (tmp_path / "x.db").read_bytes() == before


def test_a_newer_database_asks_for_an_upgrade(tmp_path: Path) -> None:
    """A schema we do not know is not guessed at."""
    Database(tmp_path / "x.db").close()
    foreign(tmp_path / "x.db", "PRAGMA user_version = 99")
    with pytest.raises(ArchiveError, match=r"newer Leadline \(schema 99, this one knows \d+\); upgrade"):
        Database(tmp_path / "x.db")


def test_what_is_no_database_is_said_to_be_none(tmp_path: Path) -> None:
    """A text file, and a folder that does not exist, are errors in a sentence."""
    (tmp_path / "x.db").write_text("to be or not to be, " * 100)
    with pytest.raises(ArchiveError, match=r"x\.db cannot be opened as a Leadline database: file is not"):
        Database(tmp_path / "x.db")
    with pytest.raises(ArchiveError, match="cannot be opened"):
        Database(tmp_path / "missing" / "x.db")


def test_all_or_nothing(tmp_path: Path) -> None:
    """A transaction that fails leaves no row; one that ends is seen by others at once."""
    one, other = Database(tmp_path / "x.db"), Database(tmp_path / "x.db")
    insert = "INSERT INTO meta (key, value) VALUES (?, ?)"
    with pytest.raises(ArchiveError, match="UNIQUE constraint failed"), one.transaction():
        one.run_many(insert, [("a", "1"), ("a", "2")])
    assert other.maybe("SELECT * FROM meta") is None
    with one.transaction():
        one.run(insert, ("a", "3"))
    assert other.all("SELECT * FROM meta") == [("a", "3")]
    one.close()
    other.close()
