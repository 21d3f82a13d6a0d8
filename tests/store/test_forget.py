"""`leadline forget`: a record is deleted on request, archive included, and stays deleted."""

import gzip
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import killed_forget
import pytest
from warcio_reading import problems

from conftest import Run
from forked import PROCESSES
from leadline.app.folders import Folder
from postgres_server import reason_to_skip, shared

URL = "http://cars.example/cgi-bin/car.cgi?id=101"
SAID = (b"Giulia", b"71,200", b"Stock number 101", b"id=101")
"""What the record says and no other does, and the end of its address."""
RECORDS = 26


@pytest.fixture
def cars(crawled: Path, tmp_path: Path) -> Path:
    shutil.copytree(crawled / "harvested", tmp_path / "cars")
    return tmp_path / "cars"


def held(folder: Path, words: tuple[bytes, ...] = SAID) -> set[str]:
    """Files of a folder that hold one of these, packed or not."""
    return {file.name for file in folder.rglob("*") if file.is_file() and _holds(file, words)}


def _holds(file: Path, words: tuple[bytes, ...]) -> bool:
    data = file.read_bytes()
    data += gzip.decompress(data) if file.suffix == ".gz" else b""
    return any(word in data for word in words)


def forgotten(leadline: Run, *words: str, **variables: str) -> dict[str, Any]:
    done = leadline("forget", *words, "--yes", "--json", **variables)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def texts(folder: Path) -> dict[str, str]:
    return {str(record["url"]): json.dumps(record["fields"]) for record in Folder(folder).records}


def test_no_byte_of_it_is_left(leadline: Run, cars: Path) -> None:
    """After it was indexed and reported, `grep` over the folder finds nothing; all others are as they were."""
    assert leadline("search", "cars", "Giulia").stdout
    assert leadline("report", "cars").returncode == 0
    before = texts(cars)
    assert held(cars) >= {"leadline.db", "search.db", "report.html", "records.jsonl", "leadline-00000.warc.gz"}
    told = forgotten(leadline, "cars", URL)
    assert (told["records"], told["done"], told["elsewhere"]) == (1, True, [])
    assert told["pages"] >= 1
    assert told["others"] > 1
    assert held(cars) == set()
    assert texts(cars) == {url: said for url, said in before.items() if url != URL}
    assert (
        "Nothing found"
        in leadline("search", "cars", "Giulia").stdout + leadline("search", "cars", "Giulia").stderr
    )
    assert leadline("search", "cars", "GTV").stdout
    assert "25 records" in (cars / "report.html").read_text()
    assert problems(cars / "warc") == 0
    assert leadline("db", "check", "cars").returncode == 0
    for what in ("pages", "queries", "log", "events", "history"):
        assert "Giulia" not in leadline("export", "cars", what).stdout


def test_it_stays_deleted(leadline: Run, cars: Path, builtin_web: str) -> None:
    """Neither cutting anew, nor going on, nor asking the site again brings it back, nor any byte of it."""
    forgotten(leadline, "cars", URL)
    left = texts(cars)
    web = ("--connect-to", builtin_web, "--delay", "0.01")
    for words in (("recut", "cars"), ("refresh", "cars", *web), ("resume", "cars", *web), ("recut", "cars")):
        done = leadline(*words)
        assert done.returncode == 0, done.stderr
        assert texts(cars) == left
        assert held(cars) == set()
    assert problems(cars / "warc") == 0
    again = leadline("refresh", "cars", *web, "--json")
    told = json.loads(again.stdout)
    assert (told["new"], told["gone"], told["same"]) == (0, 0, RECORDS - 1)


def test_what_is_lost_is_said_before(leadline: Run, cars: Path) -> None:
    """Without a person to agree, and without --yes, nothing is deleted."""
    before = {file: file.read_bytes() for file in cars.rglob("*.warc.gz")}
    done = leadline("forget", "cars", URL)
    assert done.returncode == 3
    assert "1 record will be deleted" in done.stderr
    assert "other records" in done.stderr
    assert "--yes" in done.stderr
    assert {file: file.read_bytes() for file in cars.rglob("*.warc.gz")} == before
    assert URL in texts(cars)


def test_which_records(leadline: Run, cars: Path) -> None:
    """By identity, by what the first field says, by a field; what is not there is said."""
    ids = {str(record["url"]): str(record["id"]) for record in Folder(cars).records}
    assert forgotten(leadline, "cars", ids[URL])["records"] == 1
    assert forgotten(leadline, "cars", ids[URL]) | {"forgotten_before": 1} == forgotten(leadline, "cars", URL)
    assert forgotten(leadline, "cars", "1974 alfa romeo GTV 2000")["records"] == 1
    red = [url for url, said in texts(cars).items() if '"Colour": "red"' in said]
    assert forgotten(leadline, "cars", "--where", "colour=Red")["records"] == len(red) > 1
    assert not set(red) & set(texts(cars))
    for words in (("cars", "no such car"), ("cars",), ("cars", "--where", "Colour"), ("nowhere", "x")):
        assert leadline("forget", *words, "--yes").returncode == 3


def test_what_was_asked_for_gives_it_away(leadline: Run, tmp_path: Path, builtin_web: str) -> None:
    """A query for a word that this record alone has is not to be known either; the folder still goes on."""
    web = ("--connect-to", builtin_web, "--delay", "0.01")
    asked = ("--set", "model=Giulia", "--planner", "once")
    assert leadline("harvest", "http://cars.example/", "--out", "cars", *asked, *web).returncode in (0, 4)
    assert "id=101" in (tmp_path / "cars" / "records.jsonl").read_text()
    assert forgotten(leadline, "cars", URL)["queries"] == 1
    assert held(tmp_path / "cars") == {"leadline.db"}
    with closing(sqlite3.connect(tmp_path / "cars" / "leadline.db")) as database:
        rows = [line for line in database.iterdump() if "Giulia" in line or "id=101" in line]
    assert len(rows) == 1  # what the user set is the user's
    assert "INTO \"meta\" VALUES('harvest'" in rows[0]
    assert leadline("recut", "cars").returncode == 0
    assert leadline("status", "cars").returncode == 0
    assert problems(tmp_path / "cars" / "warc") == 0


def test_an_export_that_lies_there_is_named(leadline: Run, cars: Path) -> None:
    """A file of the user's own is not touched, and not kept quiet about."""
    assert leadline("export", "cars", "records", "--format", "csv", "-o", "cars/mine.csv").returncode == 0
    assert [Path(file).name for file in forgotten(leadline, "cars", URL)["elsewhere"]] == ["mine.csv"]


@pytest.mark.parametrize("step", ["archive", "database", "derived files", "sweep"])
def test_killed_at_any_moment(step: str, leadline: Run, cars: Path) -> None:
    """It is to be repeated, or done: with the same words it ends the same, and no other record is hurt."""
    assert leadline("search", "cars", "Giulia").stdout
    before = texts(cars)
    said, saying = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=killed_forget.forget_until, args=(cars, URL, step, saying))
    process.start()
    saying.close()
    assert said.recv().startswith(step)
    process.kill()
    process.join()
    process.close()
    said.close()
    assert texts(cars).keys() >= before.keys() - {URL}
    assert leadline("recut", "cars").returncode == 0  # whoever goes on first loses nothing either
    forgotten(leadline, "cars", URL)
    assert held(cars) == set()
    assert texts(cars) == {url: said for url, said in before.items() if url != URL}
    assert problems(cars / "warc") == 0


@pytest.fixture
def server() -> str:
    if why := reason_to_skip():
        pytest.skip(why)
    return shared().url


def test_on_a_server(leadline: Run, cars: Path, server: str, builtin_web: str) -> None:
    """The same where the database is PostgreSQL."""
    assert leadline("db", "copy", "cars", "--db", server).returncode == 0
    there = {"LEADLINE_DB": server}
    assert forgotten(leadline, "cars", URL, **there)["records"] == 1
    assert held(cars) == set()
    web = ("--connect-to", builtin_web, "--delay", "0.01")
    assert leadline("refresh", "cars", *web, **there).returncode == 0
    assert leadline("recut", "cars", **there).returncode == 0
    for what in ("records", "pages", "log", "queries", "history"):
        assert "id=101" not in leadline("export", "cars", what, **there).stdout
    assert len(leadline("export", "cars", "records", **there).stdout.splitlines()) == RECORDS - 1
    assert held(cars) == set()
