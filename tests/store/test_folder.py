"""The folder of a crawl: made once, written by one, its derived files always whole."""

import json
import multiprocessing
import os
import sqlite3
from contextlib import closing
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest
from store_samples import batch, finding, form, outcome, response

from leadline.errors import ArchiveError, BadTarget
from leadline.gate.targets import TARGET
from leadline.model.page import Request
from leadline.model.query import Query, Record
from leadline.protocols import Advice
from leadline.store.archive import Archive
from leadline.store.batch import Batch, PlannedQuery, SourcePage, SubmissionResult
from leadline.store.folder import CrawlFolder
from leadline.store.sqlite.database import Database
from leadline.store.sqlite.store import SqliteStore


def test_a_folder_says_what_it_is(tmp_path: Path) -> None:
    """Kind and configuration are there when a folder is opened again."""
    with CrawlFolder.create(tmp_path / "new" / "crawl", "[web]\ndelay = 2\n", "locate") as made:
        assert made.kind == "locate"
    with CrawlFolder.open(tmp_path / "new" / "crawl") as opened:
        assert opened.kind == "locate"
        assert opened.config.read_text() == "[web]\ndelay = 2\n"
        assert opened.warc.is_dir()


def test_a_foreign_folder_is_refused(tmp_path: Path) -> None:
    """Somebody's files are neither written over nor joined."""
    (tmp_path / "thesis.doc").touch()
    with pytest.raises(BadTarget, match=r"is not empty and holds no crawl \(there is 'thesis.doc'\); give a new"):
        CrawlFolder.create(tmp_path, "", "locate")
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.doc"]
    with pytest.raises(BadTarget, match=r"is no folder of a crawl: there is no leadline\.db in it"):
        CrawlFolder.open(tmp_path)


def test_a_crawl_is_not_begun_twice(tmp_path: Path) -> None:
    """A folder that holds a crawl is resumed, not made."""
    CrawlFolder.create(tmp_path, "", "locate").close()
    with pytest.raises(BadTarget, match="holds a crawl already; go on with 'leadline resume"):
        CrawlFolder.create(tmp_path, "", "locate")


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    """A file in the place of the folder is a sentence."""
    (tmp_path / "x").touch()
    with pytest.raises(BadTarget, match="cannot be the folder of a crawl"):
        CrawlFolder.create(tmp_path / "x", "", "locate")


def test_an_interrupted_beginning_is_begun_again(tmp_path: Path) -> None:
    """What a crash in the middle of making a folder leaves can be made again, and cannot be resumed."""
    (tmp_path / "leadline.lock").touch()
    (tmp_path / "config.toml").touch()
    (tmp_path / "leadline.db").touch()
    with pytest.raises(BadTarget, match="was interrupted before its crawl began; run the command again"):
        CrawlFolder.open(tmp_path)
    with CrawlFolder.create(tmp_path, "x = 1", "harvest") as folder:
        assert folder.kind == "harvest"


def test_a_foreign_database_is_refused(tmp_path: Path) -> None:
    """A leadline.db that is none of ours is a sentence."""
    (tmp_path / "leadline.db").write_text("This is a letter, not a database. " * 50)
    with pytest.raises(ArchiveError, match="cannot be opened as a Leadline database"):
        CrawlFolder.open(tmp_path)


def hold(path: str, held: Event, end: Event) -> None:
    with CrawlFolder.open(Path(path)):
        held.set()
        end.wait(30)


def test_one_process_writes(tmp_path: Path) -> None:
    """A second writer is told who the first is; readers are let in; the end of a process ends its lock."""
    CrawlFolder.create(tmp_path, "", "locate").close()
    context = multiprocessing.get_context("spawn")
    held, end = context.Event(), context.Event()
    holder = context.Process(target=hold, args=(str(tmp_path), held, end))
    holder.start()
    assert held.wait(30)
    with pytest.raises(BadTarget, match=f"is in use: process {holder.pid} writes there"):
        CrawlFolder.open(tmp_path)
    with CrawlFolder.open(tmp_path, writing=False) as reading:
        assert reading.kind == "locate"
    holder.kill()
    holder.join()
    with CrawlFolder.open(tmp_path):
        assert (tmp_path / "leadline.lock").read_text() == f"{os.getpid()}\n"


def test_forms_are_derived(tmp_path: Path) -> None:
    """forms.jsonl has a line a distinct finding, in the order they were found, with the form where it is known."""
    with CrawlFolder.create(tmp_path, "", "locate") as folder:
        store = SqliteStore(folder.database)
        store.commit(batch(outcome(0)))
        event = outcome(1, found=(finding("a.example#f1"), finding("a.example#unknown", 0.5)))
        store.commit(Batch(event, Advice(), forms=(form("f1"),)))
        folder.derive(store)
        first = folder.forms.read_bytes()
        folder.derive(store)
        store.close()
        assert folder.forms.read_bytes() == first
        lines = [json.loads(line) for line in first.splitlines()]
        described = lines[0].pop("form")
        assert lines[0] == {
            "url": "http://a.example/search?a.example#f1",
            "page_url": "http://a.example/",
            "site": "a.example",
            "score": 0.9,
            "scope": "",
            "found_at_page": 2,
            "identity": "a.example#f1",
        }
        assert described["controls"][0]["options"][1]["label"] == "Škoda"
        assert (lines[1]["identity"], lines[1]["form"]) == ("a.example#unknown", None)
        assert not folder.records.exists()
        assert [file for file in tmp_path.iterdir() if file.name.startswith(".")] == []


def test_an_empty_crawl_has_empty_files(tmp_path: Path) -> None:
    """A crawl that found nothing says so with files, not by their absence."""
    for kind in ("locate", "harvest"):
        with CrawlFolder.create(tmp_path / kind, "", kind) as folder:
            store = SqliteStore(folder.database)
            folder.derive(store)
            store.close()
            assert (folder.forms.exists(), folder.records.exists()) == (kind == "locate", kind == "harvest")
            assert folder.cdxj.read_bytes() == b""


def test_records_and_index_are_derived(tmp_path: Path) -> None:
    """records.jsonl has the stored lines in their order; index.cdxj lists what was archived."""
    with CrawlFolder.create(tmp_path, "", "harvest") as folder:
        store, archive = SqliteStore(folder.database), Archive(folder.warc)
        answer = response()
        query = Query("f1", (("q", "ü"),))
        found = [
            Record(str(n), (("title", f"No. {n}"),), "text", "http://a/", query, "http://a/", 1.0) for n in (2, 1)
        ]
        request = Request("http://a/?q=1", permit=TARGET)
        store.commit(Batch(planned=PlannedQuery(query, (("q", "ü"),), SourcePage("http://a/", "text"), request)))
        submission = store.queries.open()
        assert submission is not None
        capture = archive.append(answer)
        store.commit(Batch(outcome(0), capture=capture, recorded=(submission, SubmissionResult(found))))
        folder.derive(store)
        archive.close()
        store.close()
        assert [json.loads(line)["id"] for line in folder.records.read_text().splitlines()] == ["2", "1"]
        assert folder.cdxj.read_text().startswith("example,a)/ 20231114221320 {")


def test_a_derived_file_is_whole_or_old(tmp_path: Path) -> None:
    """If writing fails in the middle, the file that was there stays, and nothing half is left."""
    with CrawlFolder.create(tmp_path, "", "locate") as folder:
        database = Database(folder.database)
        store = SqliteStore(database)
        folder.derive(store)
        folder.forms.write_text("old\n")
        store.commit(batch(outcome(0, found=(finding("a.example#f1"),))))
        store.commit(batch(outcome(1, found=(finding("a.example#f2"),))))
        database.run("INSERT INTO form VALUES ('a.example', 'f2', 's', 1, 'http://a.example/', 'no json')")
        with pytest.raises(ArchiveError, match="is damaged"):
            folder.derive(store)
        store.close()
        assert folder.forms.read_text() == "old\n"
        assert [file for file in tmp_path.iterdir() if file.name.startswith(".")] == []


def test_a_file_that_was_looked_through_is_so_again_once_it_has_changed(tmp_path: Path) -> None:
    """Opened twice by one process, as a dashboard does: what was put in between is refused the second time."""
    with CrawlFolder.create(tmp_path / "out", "", "locate") as folder:
        SqliteStore(Database(folder.database)).close()
    for _ in range(2):
        CrawlFolder.open(tmp_path / "out", writing=False).close()
    with closing(sqlite3.connect(tmp_path / "out" / "leadline.db")) as stranger, stranger:
        stranger.execute("INSERT INTO left_site VALUES ('a.example', 1, x'00')")
    with pytest.raises(ArchiveError, match="no Leadline wrote"):
        CrawlFolder.open(tmp_path / "out", writing=False)


def test_a_page_may_hold_any_number_of_records(tmp_path: Path) -> None:
    """More identities than a statement of SQLite has places for are looked up all the same."""
    store = SqliteStore(tmp_path / "leadline.db")
    try:
        assert store.queries.known([str(number) for number in range(40_000)]) == set()
    finally:
        store.close()
