"""Folders on media that cannot be written: what only reads works, what writes says so."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from foreign_folders import called, contents, copy_of, one_sentence

from small_disk import read_only


def _killed(folder: Path, spare: Path) -> None:
    """As kill -9 leaves it: the last commits are in the log beside the database, and nowhere else."""
    with closing(sqlite3.connect(folder / "leadline.db", isolation_level=None)) as database:
        database.execute("PRAGMA wal_autocheckpoint = 0")
        database.execute("INSERT INTO happening (at, kind, body) VALUES (0, 'late', '{}')")
        shutil.copytree(folder, spare)
    shutil.rmtree(folder)
    spare.rename(folder)
    (folder / "leadline.db-shm").unlink()
    assert (folder / "leadline.db-wal").stat().st_size


@pytest.mark.parametrize("ended", ["well", "killed"])
@pytest.mark.parametrize("kind", ["located", "harvested"])
def test_a_crawl_on_a_cd(crawled: Path, tmp_path: Path, builtin_web: str, kind: str, ended: str) -> None:
    """Status and export say of it what they say of the same crawl on a disk; resume is a sentence and exit 5."""
    folder = copy_of(crawled, kind, tmp_path)
    if ended == "killed":
        _killed(folder, tmp_path / "spare")
    questions = [
        ["status", str(folder), "--json"],
        ["export", str(folder), "events"],
        ["export", str(folder), "log"],
        ["export", str(folder), "pages", "--format", "csv"],
        ["export", str(folder), "pages", "--format", "warc"],
    ]
    held = contents(folder)
    with read_only(folder) as mounted:
        if not mounted:
            pytest.skip("nothing may be mounted here")
        found = [called(*words) for words in questions]
        resumed = called("resume", str(folder), "--connect-to", builtin_web, "--delay", "0.01")
    assert [(done.returncode, done.stderr) for done in found] == [(0, "")] * len(found)
    assert ('"late"' in found[1].stdout) == (ended == "killed")
    assert resumed.returncode == 5
    assert "cannot be written: Read-only file system" in one_sentence(resumed)
    assert contents(folder) == held
    assert [called(*words).stdout for words in questions] == [done.stdout for done in found]
