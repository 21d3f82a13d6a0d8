"""`leadline status` and `leadline export` on folders that `locate` and `harvest` made."""

import csv
import gzip
import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from leadline.cli.app import app
from leadline.cli.running import run
from leadline.store.sqlite.database import Database

Run = Callable[..., subprocess.CompletedProcess[str]]

MEMBERS = "http://motoring.example/members/"


def test_status_of_a_crawl(leadline: Run, crawled: Path) -> None:
    """A few lines say what was found, what waits and what failed."""
    done = leadline("status", "located", cwd=crawled)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "locate in located",
        "16 pages of 6 sites, 9 on the topic; 26 requests",
        "2 relevant forms among 7 forms",
        "0 links wait; 0 sites were left; 4 pages set aside",
        "  2 × robots",
    ]


def test_status_of_a_harvest(leadline: Run, crawled: Path) -> None:
    """A harvest is told in records and queries."""
    done = leadline("status", "harvested", cwd=crawled)
    head, told, *_ = done.stdout.splitlines()
    assert head == "harvest in harvested"
    assert re.fullmatch(r"26 records from \d+ pages of \d+ queries; \d+ requests", told)


def test_status_for_programs(leadline: Run, crawled: Path) -> None:
    """--json has the same figures, with a word for each kind of failure."""
    located = json.loads(leadline("status", "located", "--json", cwd=crawled).stdout)
    harvested = json.loads(leadline("status", "harvested", "--json", cwd=crawled).stdout)
    assert (located["kind"], located["pages"], located["failures"]) == ("locate", 16, {"robots": 2})
    assert (harvested["kind"], harvested["records"]) == ("harvest", 26)
    assert harvested["queries"] >= 1


@pytest.mark.parametrize(
    ("url", "says"),
    [
        (
            "http://cars.example/finance.html",
            [
                "http://cars.example/finance.html was fetched.",
                "It was linked from http://cars.example/ as “Finance”.",
                "It was linked from http://motoring.example/ as “Wheel & Deal”.",
            ],
        ),
        (
            MEMBERS,
            [
                f"{MEMBERS} was asked for and brought no page.",
                "It was linked from http://motoring.example/ as “Members”.",
            ],
        ),
        ("http://autohaus.example/prices.html", ["Its links were not followed: soft 404."]),
        ("http://nowhere.example/", ["http://nowhere.example/ was never met."]),
    ],
)
def test_the_life_of_one_url(leadline: Run, crawled: Path, url: str, says: list[str]) -> None:
    """--why tells what became of a URL, and by which links it was reached."""
    done = leadline("status", "located", "--why", url, cwd=crawled)
    assert done.returncode == 0
    told = done.stdout.splitlines()
    assert [sentence for sentence in says if sentence not in told] == []


def test_the_life_of_one_url_for_programs(leadline: Run, crawled: Path) -> None:
    """--why --json has the same as one document."""
    life = json.loads(leadline("status", "located", "--why", MEMBERS, "--json", cwd=crawled).stdout)
    assert (life["state"], life["failure"], life["depth"]) == ("failed", "robots", 1)
    assert life["way"] == [["http://motoring.example/", "Members"]]


@pytest.mark.parametrize(
    ("folder", "what", "rows", "holds"),
    [
        ("located", "pages", 18, {"url": "http://motoring.example/", "status": 200, "depth": 0}),
        ("located", "forms", 2, {"page_url": "http://autohaus.example/search.html", "site": "autohaus.example"}),
        ("located", "log", 18, {"number": 0, "kind": "outcome"}),
        ("harvested", "records", 26, {"url": "http://cars.example/cgi-bin/car.cgi?id=101"}),
        ("harvested", "queries", None, {"source": "http://cars.example/", "records": 26, "pages": 3}),
    ],
)
def test_exports(
    leadline: Run,
    crawled: Path,
    tmp_path: Path,
    folder: str,
    what: str,
    rows: int | None,
    holds: dict[str, object],
) -> None:
    """Lines of JSON on standard output and a table in a file hold the same rows."""
    lines = leadline("export", folder, what, cwd=crawled)
    first, *others = (json.loads(line) for line in lines.stdout.splitlines())
    assert lines.returncode == 0
    rows = rows or len(others) + 1  # how many questions a planner asks is its own affair
    assert len(others) + 1 == rows
    assert {key: first[key] for key in holds} == holds

    file = tmp_path / "table.csv"
    table = leadline("export", folder, what, "--format", "csv", "-o", str(file), cwd=crawled)
    assert (table.returncode, table.stdout) == (0, "")
    cells = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"), newline="")))
    assert len(cells) == rows
    assert {key: cells[0][key] for key in holds} == {key: str(value) for key, value in holds.items()}


def test_the_fields_of_records_are_columns(leadline: Run, crawled: Path) -> None:
    """A spreadsheet gets one column for each field of the harvested records."""
    done = leadline("export", "harvested", "records", "--format", "csv", cwd=crawled)
    first = next(csv.DictReader(io.StringIO(done.stdout)))
    assert list(first)[:6] == ["Car", "Price", "Price_currency", "Price_text", "Gearbox", "Miles"]
    assert (first["Car"], first["Price"], first["Miles"]) == ("1972 Alfa Romeo Giulia Super", "6900", "71200")
    assert (first["Price_currency"], first["Price_text"], first["Miles_text"]) == ("$", "$6,900", "71,200")
    assert "id" not in first


def test_a_table_as_it_is_wanted(leadline: Run, crawled: Path) -> None:
    """Columns by name and in order, under other names, marked for Excel; bookkeeping, raw texts and JSON too."""
    words = ["export", "harvested", "records", "--format", "csv"]
    chosen = leadline(*words, "--columns", 'price,"Car"', "--rename", "Price=in=dollars", "--bom", cwd=crawled)
    assert chosen.returncode == 3  # the last sign parts the names
    assert "'Price=in' is no column" in chosen.stderr
    chosen = leadline(*words, "--columns", 'price,"Car"', "--rename", "Price=dollars", "--bom", cwd=crawled)
    assert chosen.stdout.splitlines()[:2] == ["\ufeffdollars,Car", "6900,1972 Alfa Romeo Giulia Super"]
    raw = next(csv.DictReader(io.StringIO(leadline(*words, "--raw", "--provenance", cwd=crawled).stdout)))
    assert (raw["Price"], raw["Miles"], raw["source"]) == ("$6,900", "71,200", "http://cars.example/")
    line = json.loads(leadline(*words[:3], cwd=crawled).stdout.splitlines()[0])
    assert (line["fields"]["Price"], line["values"]["Price"]) == ("$6,900", 6900)


def test_the_archive_is_exported_as_one_file(leadline: Run, crawled: Path, tmp_path: Path) -> None:
    """--format warc into a .gz file gives an archive that can be replayed."""
    file = tmp_path / "all.warc.gz"
    assert leadline("export", "located", "pages", "--format", "warc", "-o", str(file), cwd=crawled).returncode == 0
    assert gzip.decompress(file.read_bytes()).startswith(b"WARC/1.1\r\n")
    assert "Wheel & Deal" in leadline("inspect", "http://cars.example/", "--replay", str(file)).stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["status", "nothing"], "nothing is no folder of a crawl"),
        (["resume", "nothing"], "nothing is no folder of a crawl"),
        (["export", "nothing", "pages"], "nothing is no folder of a crawl"),
        (["export", "located", "treasure"], "choose from pages, forms, records, history, queries, log, events"),
        (["export", "located", "pages", "--format", "xls"], "choose from jsonl, csv, parquet, sqlite, warc"),
        (["export", "located", "pages", "-o", "no/such/folder.csv"], "cannot write to"),
        (
            ["export", "harvested", "records", "--columns", "Cars"],
            "no column of these records; there are Car, Price",
        ),
        (
            ["export", "harvested", "records", "--rename", "Cars=x"],
            "no column of these records; there are Car, Price",
        ),
        (["export", "harvested", "records", "--rename", "Car"], "write --rename OLD=NEW"),
        (["export", "harvested", "records", "--columns", ","], "write --columns NAME,NAME"),
        (["export", "located", "pages", "--provenance"], "--provenance is for records"),
        (["export", "harvested", "records", "--bom"], "--bom is for --format csv"),
        (["status", "located", "--why", "cars"], "write it in full, http://… or https://…"),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(
    crawled: Path,
    words: list[str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit code 3, and the sentence names what there is to choose from."""
    monkeypatch.chdir(crawled)
    assert run(app, words) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert says in printed.err


def test_a_finished_crawl_is_resumed_without_a_request(
    leadline: Run, crawled: Path, tmp_path: Path, builtin_web: str
) -> None:
    """There is nothing left to do, and that is said with the same figures."""
    shutil.copytree(crawled / "harvested", tmp_path / "copy")
    done = leadline("resume", "copy", "--json", "--connect-to", builtin_web, "--delay", "0.01")
    assert done.returncode == 0, done.stderr
    store = Database(crawled / "harvested" / "leadline.db")
    try:
        (requests,) = store.one("SELECT sum(requests) FROM host")
    finally:
        store.close()
    assert (json.loads(done.stdout)["records"], json.loads(done.stdout)["requests"]) == (26, requests)
