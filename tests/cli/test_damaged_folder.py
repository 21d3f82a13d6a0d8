"""Folders that a disk, a crash or a careless hand has damaged: one sentence, and nothing more is lost."""

import json
import os
import random
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest
from foreign_folders import altered, called, contents, copy_of, one_sentence

ARCHIVE = "warc/leadline-00000.warc.gz"
ROUNDS = int(os.environ.get("LEADLINE_DAMAGES", "3"))
"""Random damages of each kind of folder; `make kills` does a hundred."""
ENDINGS = {0, 3, 4, 5}
"""Any but 1, which is a fault of ours."""


@pytest.fixture
def web(builtin_web: str) -> list[str]:
    return ["--connect-to", builtin_web, "--delay", "0.01", "--option", "web.retries=0"]


def _try_all(folder: Path, web: list[str]) -> None:
    what = "records" if (folder / "records.jsonl").exists() else "pages"
    for words in (
        ["status", str(folder)],
        ["status", str(folder), "--why", "http://cars.example/finance.html"],
        ["export", str(folder), what],
        ["export", str(folder), "log", "--format", "csv"],
        ["export", str(folder), "forms"],
        ["export", str(folder), "queries"],
        ["resume", str(folder), *web],
    ):
        done = called(*words)
        assert done.returncode in ENDINGS, (words, done.stderr)
        if done.returncode in (3, 5) and words[0] != "resume":
            one_sentence(done)


@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("kind", ["located", "harvested"])
def test_bytes_of_the_database_are_lost(
    crawled: Path, tmp_path: Path, web: list[str], kind: str, seed: int
) -> None:
    """Wherever the database is overwritten or cut, every command ends with a documented code."""
    folder = copy_of(crawled, kind, tmp_path)
    chance = random.Random(seed)
    file = folder / "leadline.db"
    data = bytearray(file.read_bytes())
    for _ in range(chance.choice((1, 3, 20))):
        at = chance.randrange(100 if seed % 3 else 0, len(data))
        length = chance.choice((1, 16, 400, 5000))
        data[at : at + length] = chance.randbytes(len(data[at : at + length]))
    if seed % 4 == 3:
        del data[chance.randrange(len(data)) :]
    file.write_bytes(data)
    _try_all(folder, web)


def _columns(folder: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(folder / "leadline.db")) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [
            (table, column[1])
            for table in tables
            if database.execute(f"SELECT 1 FROM {table}").fetchone()
            for column in database.execute(f"PRAGMA table_info({table})").fetchall()
            if not column[5] and table != "happening"
        ]


@pytest.mark.parametrize("value", ["'{'", "'[[1]]'", "x'00ff41'", "-17.5"])
@pytest.mark.parametrize("kind", ["located", "harvested"])
def test_values_make_no_sense(crawled: Path, tmp_path: Path, web: list[str], kind: str, value: str) -> None:
    """Whatever stands in any column: a sentence, or it did not matter."""
    columns = _columns(crawled / kind)
    chosen = columns if "LEADLINE_DAMAGES" in os.environ else random.Random(value).sample(columns, 3)
    for number, (table, column) in enumerate(chosen):
        where = tmp_path / str(number)
        where.mkdir()
        folder = copy_of(crawled, kind, where)
        try:
            altered(folder, f"UPDATE {table} SET {column} = {value}")
        except sqlite3.IntegrityError:
            continue
        try:
            _try_all(folder, web)
        except AssertionError as error:
            raise AssertionError(f"{table}.{column} = {value}") from error


def test_a_lost_archive_is_missed(crawled: Path, tmp_path: Path, web: list[str]) -> None:
    """Where bytes of the archive are missing, resume says which and how many, and cuts nothing."""
    folder = copy_of(crawled, "located", tmp_path)
    whole = (folder / ARCHIVE).read_bytes()
    (folder / ARCHIVE).write_bytes(whole[:1000])
    before = contents(folder)
    done = called("resume", str(folder), *web)
    assert done.returncode == 5
    assert "has 1,000 bytes, but the database knows of" in one_sentence(done)
    assert contents(folder) == before
    (folder / ARCHIVE).write_bytes(whole)
    assert called("resume", str(folder), *web).returncode == 0


@pytest.mark.parametrize("kind", ["located", "harvested"])
def test_derived_files_are_made_again(crawled: Path, tmp_path: Path, web: list[str], kind: str) -> None:
    """Derived files that are gone or damaged are as they were after `resume`."""
    folder = copy_of(crawled, kind, tmp_path)
    derived = [name for name in ("forms.jsonl", "records.jsonl", "index.cdxj") if (folder / name).exists()]
    before = {name: (folder / name).read_bytes() for name in derived}
    (folder / derived[0]).unlink()
    (folder / derived[1]).write_bytes(b"\x00rubbish")
    assert called("resume", str(folder), *web).returncode == 0
    assert {name: (folder / name).read_bytes() for name in derived} == before


def test_links_that_unpack_without_end_are_refused(crawled: Path, tmp_path: Path) -> None:
    """A few bytes that would fill the memory are damage like any other."""
    packing, zeros = zlib.compressobj(1), bytes(2**20)
    bomb = b"".join([*(packing.compress(zeros) for _ in range(300)), packing.flush()])
    folder = altered(
        copy_of(crawled, "located", tmp_path), f"UPDATE log SET links = x'{bomb.hex()}' WHERE number < 2"
    )
    done = called("export", str(folder), "log")
    assert done.returncode == 5
    assert "it unpacks to more than any page has" in one_sentence(done)


def test_the_log_is_exported_as_it_is(crawled: Path) -> None:
    """What is written for programs is still JSON, line by line."""
    done = called("export", str(crawled / "located"), "log")
    assert [json.loads(line)["number"] for line in done.stdout.splitlines()][:3] == [0, 1, 2]
