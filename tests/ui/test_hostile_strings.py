"""Two hundred hostile strings, harvested from a site: no export is broken by them, no terminal, no report."""

import csv
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from selectolax.lexbor import LexborHTMLParser

from conftest import run_in
from hostile_site import HOSTILE, harvest, is_harmless, serving

Export = Callable[[str], Path]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    harvest(folder, "hostile")
    return folder


@pytest.fixture
def export(place: Path) -> Export:
    """Records in a format, as a file."""

    def made(form: str) -> Path:
        out = place / f"out.{form}"
        if not out.exists():
            done = run_in(place, "export", "hostile", "records", "--format", form, "--out", str(out))
            assert done.returncode == 0, done.stderr
        return out

    return made


def test_all_of_them_came(place: Path) -> None:
    """As texts of records, with what makes them hostile; steering characters may be gone."""
    rows = [json.loads(line) for line in (place / "hostile" / "records.jsonl").read_text("utf-8").splitlines()]
    said = {row["fields"]["title"] for row in rows}
    assert len(rows) == len(set(HOSTILE)) == 200
    assert sum(text in said for text in HOSTILE) > 150
    assert all(row["url"].startswith("http://hostile.example/") for row in rows)


def test_a_spreadsheet_runs_none(export: Export) -> None:
    """As many rows as records, each with all columns, and no cell that begins a formula."""
    with export("csv").open(encoding="utf-8", newline="") as file:
        head, *rows = list(csv.reader(file))
    assert len(rows) == 200
    assert {len(row) for row in rows} == {len(head)}
    cells = [cell for row in (head, *rows) for cell in row]
    assert [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r")] == []


def test_programs_read_every_format(export: Export) -> None:
    """JSON lines, SQLite, Parquet: 200 rows that say what the records say."""
    lines = [json.loads(line) for line in export("jsonl").read_text("utf-8").splitlines()]
    with closing(sqlite3.connect(export("sqlite"))) as database:
        counted = database.execute("SELECT count(*) FROM record").fetchone()[0]
    assert (len(lines), counted) == (200, 200)
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(export("parquet")).num_rows == 200


@pytest.mark.parametrize(
    "words",
    [
        ("status", "hostile"),
        ("status", "hostile", "--json"),
        ("search", "hostile", "script"),
        ("search", "hostile", "script", "--json"),
        ("status", "hostile", "--why", "http://hostile.example/"),
        ("status", "nothing\x1b[2J\u202e"),
    ],
)
def test_no_terminal_is_steered(place: Path, words: tuple[str, ...]) -> None:
    """Whatever is printed about it, for people and for programs."""
    done: CompletedProcess[str] = run_in(place, *words)
    assert done.stdout + done.stderr
    assert is_harmless(done.stdout + done.stderr)


def test_looking_at_the_site_is_harmless_too(place: Path) -> None:
    """`inspect` shows titles, labels, names and choices."""
    with serving() as address:
        done = run_in(place, "inspect", "http://hostile.example/", "--connect-to", address)
    assert done.returncode == 0
    assert "onload" in done.stdout
    assert is_harmless(done.stdout + done.stderr)


def test_nothing_runs_in_a_report(place: Path) -> None:
    """No script, no handler, no frame, and no link but to the web."""
    assert run_in(place, "report", "hostile").returncode == 0
    page = LexborHTMLParser((place / "hostile" / "report.html").read_text("utf-8"))
    assert page.css("script, iframe, object, base, img, math, details") == []
    assert len(page.css("style")) == 1
    assert [name for node in page.css("*") for name in node.attributes if name.startswith("on")] == []
    links = [node.attributes["href"] or "" for node in page.css("[href]")]
    assert links
    assert all(link.startswith(("#", "http://", "https://")) for link in links)
