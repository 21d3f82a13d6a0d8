"""Exports: everything is there, in the format asked for, and nothing in it acts by itself."""

import csv
import io
import json
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from store_samples import finding, form, outcome, response
from warcio_reading import problems

from leadline.errors import BadTarget, MissingExtra
from leadline.gate.targets import TARGET
from leadline.model.events import Failure
from leadline.model.page import Request
from leadline.model.query import Query, Record
from leadline.protocols import Advice, Rerank
from leadline.store.archive import Archive
from leadline.store.batch import Batch, PlannedQuery, SourcePage, SubmissionResult
from leadline.store.export import FORMATS, WHAT, export
from leadline.store.folder import CrawlFolder
from leadline.store.sqlite.database import Database
from leadline.store.sqlite.store import SqliteStore
from leadline.store.table import TableOptions

HOSTILE = '=HYPERLINK("http://evil.example/","win")'


def _crawl(folder: CrawlFolder) -> None:
    """Three pages in two archive files, two forms, two records of one query, one happening, one learning step."""
    store, archive = SqliteStore(folder.database), Archive(folder.warc, roll_bytes=1)
    for number in range(2):
        answer = response(f"http://a.example/{number}")
        found = (finding(f"a.example#f{number}"),)
        event = outcome(number, answer.url, found=found, on_topic=0.25)
        capture = archive.append(answer)
        store.commit(Batch(event, Advice(), capture=capture, forms=(form(f"f{number}"),)))
    failed = outcome(2, "http://c.example/", status=None, final_url="", failure=Failure("dns", HOSTILE))
    archive.append(response("http://never.committed.example/"))
    archive.close()
    query = Query("f0", (("q", "="),))
    records = (
        Record("1", (("title", HOSTILE), ("+price", "-5")), "@text", "http://a/", query, "http://a/", 1.0),
        Record("2", (("title", "plain"), ("year", "1999")), "  = 1", "http://b/", None, "http://a/", 2.0, "w#1"),
    )
    request = Request("http://a/?q=%3D", permit=TARGET)
    store.commit(Batch(planned=PlannedQuery(query, (("q", "="),), SourcePage("http://a/", ""), request)))
    submission = store.queries.open()
    assert submission is not None
    store.commit(Batch(failed, recorded=(submission, SubmissionResult(records))))
    store.note(5.0, "started", pages=3)
    step = Rerank(1, '{"features":{"1":{"anchor":["=cmd"]}}}')
    store.commit(Batch(advice=Advice(commands=(step,))), lambda waiting: [(group, 0.0) for group, _ in waiting])
    store.close()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[CrawlFolder]:
    with CrawlFolder.create(tmp_path / "crawl", "", "locate") as made:
        _crawl(made)
        yield made


def table(folder: CrawlFolder, what: str, options: TableOptions = TableOptions()) -> list[dict[str, str]]:  # noqa: B008
    out = io.BytesIO()
    export(folder, what, "csv", out, options)
    return list(csv.DictReader(io.StringIO(out.getvalue().decode(), newline="")))


COUNTS = {"pages": 3, "forms": 2, "records": 2, "history": 2, "queries": 1, "log": 3, "events": 1, "learned": 1}


@pytest.mark.parametrize("what", WHAT)
def test_all_rows_are_there(folder: CrawlFolder, what: str) -> None:
    """JSON lines and CSV hold every row, and say how many; CSV has a value for every column of a row."""
    out = io.BytesIO()
    assert export(folder, what, "jsonl", out) == COUNTS[what]
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(rows) == len(table(folder, what)) == COUNTS[what]
    assert all(None not in row for row in table(folder, what))


def test_pages_have_their_capture(folder: CrawlFolder) -> None:
    """A page is its outcome and where it lies; a failure has neither status nor place."""
    first, _, failed = table(folder, "pages")
    assert (first["url"], first["status"], first["on_topic"]) == ("http://a.example/0", "200", "0.25")
    assert (first["warc"], first["media_type"], first["address"]) == (
        "leadline-00000.warc.gz",
        "text/html",
        "192.0.2.7",
    )
    assert (failed["url"], failed["status"], failed["failure"], failed["warc"]) == (
        "http://c.example/",
        "",
        "dns",
        "",
    )


def test_the_log_is_exported_byte_for_byte(folder: CrawlFolder) -> None:
    """The lines of the log are the log's own."""
    out = io.BytesIO()
    export(folder, "log", "jsonl", out)
    store = SqliteStore(folder.database)
    assert out.getvalue().decode() == "".join(f"{line}\n" for line in store.pages.lines("log"))
    store.close()


def test_no_cell_is_a_formula(folder: CrawlFolder) -> None:
    """No cell or column name of any table begins with what a spreadsheet runs; nothing else is lost."""
    for what in WHAT:
        out = io.BytesIO()
        is_raw = what == "records"  # a number that was read as one is none, whatever its sign
        export(folder, what, "csv", out, TableOptions(provenance=is_raw, raw=is_raw))
        for row in csv.reader(io.StringIO(out.getvalue().decode(), newline="")):
            assert [cell for cell in row if cell.lstrip(" ")[:1] in tuple("=+-@\t\r")] == []
    first, second = table(folder, "records", TableOptions(provenance=True, raw=True))
    assert (first["title"], first["'+price"], first["text"]) == (f"'{HOSTILE}", "'-5", "'@text")
    assert (second["title"], second["year"], second["text"]) == ("plain", "1999", "'  = 1")


def test_a_file_takes_its_place_whole(folder: CrawlFolder, tmp_path: Path) -> None:
    """An export to a file replaces it; one that cannot be written is a sentence."""
    target = tmp_path / "pages.jsonl"
    target.write_text("old")
    export(folder, "pages", "jsonl", target)
    assert len(target.read_text().splitlines()) == 3
    with pytest.raises(BadTarget, match=r"cannot write to .*missing"):
        export(folder, "pages", "csv", tmp_path / "missing" / "pages.csv")


def test_sqlite_is_a_consistent_copy(folder: CrawlFolder, tmp_path: Path) -> None:
    """The copy opens as a database with all that was committed, while a writer has the original open."""
    writer = Database(folder.database)
    with writer.transaction():
        writer.run("INSERT INTO meta (key, value) VALUES ('half', 'done')")
        export(folder, "pages", "sqlite", tmp_path / "copy.db")
    writer.close()
    copy = sqlite3.connect(tmp_path / "copy.db")
    assert copy.execute("SELECT count(*) FROM log").fetchone() == (3,)
    assert copy.execute("SELECT count(*) FROM meta WHERE key = 'half'").fetchone() == (0,)
    copy.close()


def test_warc_is_what_was_committed(folder: CrawlFolder, tmp_path: Path) -> None:
    """Into a folder file by file, into a file or stream behind one another; never what nobody committed."""
    assert export(folder, "pages", "warc", tmp_path / "out") == 2
    names = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert names == ["leadline-00000.warc.gz", "leadline-00001.warc.gz"]
    assert problems(tmp_path / "out") == 0
    one, stream = tmp_path / "one" / "all.warc.gz", io.BytesIO()
    one.parent.mkdir()
    export(folder, "pages", "warc", one)
    export(folder, "pages", "warc", stream)
    assert problems(one.parent) == 0
    assert (
        one.read_bytes() == stream.getvalue() == b"".join((tmp_path / "out" / name).read_bytes() for name in names)
    )


def test_a_growing_file_is_not_shared(folder: CrawlFolder, tmp_path: Path) -> None:
    """An exported archive does not change when the crawl goes on."""
    store = SqliteStore(folder.database)
    archive = Archive(folder.warc)
    archive.recover(store.pages.archive_ends())
    export(folder, "pages", "warc", tmp_path / "out")
    before = (tmp_path / "out" / "leadline-00001.warc.gz").read_bytes()
    archive.append(response("http://d.example/"))
    archive.close()
    store.close()
    assert (tmp_path / "out" / "leadline-00001.warc.gz").read_bytes() == before


def test_parquet_names_its_extra(folder: CrawlFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra, the message has the line that installs it."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"pip install 'leadline\[parquet\]'"):
        export(folder, "pages", "parquet", io.BytesIO())


@pytest.mark.parametrize("what", WHAT)
def test_parquet_has_types(folder: CrawlFolder, what: str) -> None:
    """Numbers are numbers, and every row is there."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra 'parquet' is not installed")
    out = io.BytesIO()
    assert export(folder, what, "parquet", out) == COUNTS[what]
    read = parquet.read_table(io.BytesIO(out.getvalue())).to_pylist()
    assert len(read) == COUNTS[what]
    if what == "pages":
        assert [row["status"] for row in read] == [200, 200, None]


def test_unknown_words_list_the_known(folder: CrawlFolder) -> None:
    """A wrong word is answered with the right ones."""
    with pytest.raises(BadTarget, match="'cats' is nothing a crawl holds; choose from pages, forms"):
        export(folder, "cats", "csv", io.BytesIO())
    with pytest.raises(BadTarget, match="'xls' is no format to export; choose from jsonl, csv"):
        export(folder, "pages", "xls", io.BytesIO())
    assert FORMATS == ("jsonl", "csv", "parquet", "sqlite", "warc", "wacz")
