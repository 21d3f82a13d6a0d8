"""`leadline search`: what was brought up is found again by its words, fields and whereabouts."""

import json
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from foreign_folders import altered, called, copy_of, one_sentence

from leadline.app.search import search
from leadline.store.fulltext import END, HIT, FullText, SearchDocument
from leadline.store.search_query import parsed
from prepared_program import started
from small_disk import read_only


def found(folder: Path, query: str, *words: str) -> Any:
    done = called("search", str(folder), query, "--json", *words)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def titles(folder: Path, query: str, *words: str) -> set[str]:
    return {hit["title"] for hit in found(folder, query, "--limit", "100", *words)["hits"]}


@pytest.fixture(scope="module")
def stock(crawled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that stays as it is; `cars` is one of one's own."""
    return copy_of(crawled, "harvested", tmp_path_factory.mktemp("stock"))


@pytest.fixture
def cars(crawled: Path, tmp_path: Path) -> Path:
    return copy_of(crawled, "harvested", tmp_path)


@pytest.mark.parametrize(
    ("query", "is_there"),
    [
        ("kind:record giulia", {"1972 Alfa Romeo Giulia Super"}),
        ('kind:record "romeo alfa"', set()),
        ("kind:record giuli*", {"1972 Alfa Romeo Giulia Super"}),
        ("kind:record giuli", set()),
        ("kind:record taurus OR giulia", {"1972 Alfa Romeo Giulia Super", "1995 Ford Taurus"}),
        ('kind:record "dark green"', {"1974 Alfa Romeo GTV 2000"}),
        ('kind:record "dark green" -gtv', set()),
        ("kind:record Citroen xm", {"1993 Citroën XM"}),
        ("gearbox:automatic colour:red", {"1995 Volvo 850 GLT"}),
        ("miles:62,200", {"1995 Volvo 850 GLT"}),
        ("colour:automatic", set()),
        ("site:nowhere.example giulia", set()),
        ("kind:record after:2999-01-01 giulia", set()),
        ("kind:page hidden:no", {"Wheel & Deal Used Cars - Search our lot"}),
    ],
)
def test_words_phrases_fields_and_filters(stock: Path, query: str, is_there: set[str]) -> None:
    assert titles(stock, query) == is_there


def test_a_hit_tells_where_it_is_from(stock: Path) -> None:
    """A hidden page says with which values the form brings it, and what was looked for is marked."""
    record, *_ = found(stock, "kind:record giulia")["hits"]
    assert record["fields"]["Colour"] == "red"
    assert record["query"]["price"] == "99999"
    assert (record["hidden"], record["site"], record["source"]) == (True, "cars.example", "http://cars.example/")
    assert "[Giulia]" in record["snippet"]
    pages = found(stock, "kind:page hidden:yes source:cars.example")["hits"]
    asked = [
        json.loads(line)["assignment"] for line in called("export", str(stock), "queries").stdout.splitlines()
    ]
    assert pages
    for page in pages:
        assert any(set(page["query"].items()) <= set(map(tuple, values)) for values in asked)


def test_answers_without_records_are_no_documents(cars: Path) -> None:
    with closing(sqlite3.connect(cars / "leadline.db")) as database:
        asked = database.execute("SELECT count(*) FROM query WHERE role = 'probe'").fetchone()
    assert asked[0] > 0
    assert found(cars, '"No cars found"')["total"] == 0


def test_several_folders_and_a_project(crawled: Path, tmp_path: Path) -> None:
    """A project's folder is searched as a whole, further folders are named."""
    harvested, located = (shutil.copytree(crawled / name, tmp_path / name) for name in ("harvested", "located"))
    alone, other = titles(harvested, "ford OR autohaus"), titles(located, "ford OR autohaus")
    assert other - alone
    assert alone - other
    project = tmp_path / "project"
    shutil.copytree(crawled / "located", project / "located")
    shutil.copytree(crawled / "harvested", project / "harvested" / "001-cars.example")
    assert titles(project, "ford OR autohaus") == alone | other
    assert titles(harvested, "ford OR autohaus", "--also", str(located)) == alone | other


def test_pages_of_hits(stock: Path) -> None:
    whole = [hit["url"] for hit in found(stock, "ford", "--limit", "9")["hits"]]
    parts = [found(stock, "ford", "--limit", "3", "--skip", str(skip))["hits"] for skip in (0, 3, 6)]
    assert [hit["url"] for part in parts for hit in part] == whole


def test_what_changed_is_found_as_it_is_now(cars: Path) -> None:
    """A record that says something else, and one that is no longer there."""
    assert titles(cars, "giulia kind:record")
    altered(
        cars,
        "UPDATE record SET body = replace(body, 'Giulia', 'Montreal') WHERE body LIKE '%Giulia%'",
        "DELETE FROM record WHERE body LIKE '%Taurus%'",
    )
    assert titles(cars, "giulia kind:record") == set()
    assert titles(cars, "montreal kind:record") == {"1972 Alfa Romeo Montreal Super"}
    assert titles(cars, "taurus kind:record") == set()


def test_records_are_compared_only_where_something_was_written(cars: Path) -> None:
    """A question on a folder that stayed as it is costs a fraction of what one costs that has to look."""
    altered(
        cars,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO record "
        "(id, source, position, body) SELECT 'n' || i, source, 100 + i, "
        "replace(replace(body, 'Giulia', 'n' || i), id, 'n' || i) "
        "FROM n, (SELECT id, source, body FROM record WHERE body LIKE '%Giulia%')",
    )
    assert search([cars], "n2999").total
    looking, asking = list[float](), list[float]()
    for _ in range(3):
        os.utime(cars / "leadline.db")
        for spent in (looking, asking):
            began = time.process_time()
            assert search([cars], "n2999").total
            spent.append(time.process_time() - began)
    assert min(asking) < 0.4 * min(looking)


def _strange_trigger(index: Path) -> None:
    with closing(sqlite3.connect(index)) as database:
        database.execute("CREATE TRIGGER t AFTER UPDATE ON indexed BEGIN DELETE FROM document; END")


@pytest.mark.parametrize("spoil", [_strange_trigger, lambda index: index.write_bytes(b"no database" * 500)])
def test_an_index_that_is_not_ours_is_made_anew(cars: Path, spoil: object) -> None:
    before = found(cars, "ford")
    spoil(cars / "search.db")  # type: ignore[operator]
    assert found(cars, "ford") == before
    with closing(sqlite3.connect(cars / "search.db")) as database:
        assert database.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'").fetchone() == (0,)


def test_an_index_with_a_second_name_is_refused(cars: Path, tmp_path: Path) -> None:
    """Nothing is written through a hard link that somebody put there."""
    mine = tmp_path / "mine"
    mine.write_bytes(b"")
    (cars / "search.db").hardlink_to(mine)
    done = called("search", str(cars), "ford")
    assert done.returncode == 3
    assert "hard link" in one_sentence(done)
    assert mine.read_bytes() == b""


def test_where_nothing_can_be_written(cars: Path) -> None:
    before = found(cars, "ford")
    (cars / "search.db").unlink()
    with read_only(cars) as mounted:
        if not mounted:
            pytest.skip("nothing may be mounted here")
        assert found(cars, "ford") == before
    assert not (cars / "search.db").exists()


def test_killed_while_indexing(cars: Path) -> None:
    """The folder stays what it was, and the next search finds everything."""
    before = found(cars, "ford")
    for moment in range(6):
        (cars / "search.db").unlink(missing_ok=True)
        process = started("search", str(cars), "ford")
        while not (cars / "search.db").exists() and process.poll() is None:
            time.sleep(0.001)
        time.sleep(0.003 * moment)
        process.kill()
        process.wait(20)
        assert called("status", str(cars)).returncode == 0
        assert found(cars, "ford") == before


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("!!!", "names no word to look for"),
        ("-ford", "says only what is not wanted"),
        ("before:yesterday ford", "write before:2026-12-01"),
        ("hidden:perhaps ford", "write hidden:yes or hidden:no"),
    ],
)
def test_what_cannot_be_looked_for_is_told(stock: Path, query: str, says: str) -> None:
    done = called("search", str(stock), "--", query)
    assert done.returncode == 3
    assert says in one_sentence(done)


def test_no_folder(tmp_path: Path) -> None:
    done = called("search", str(tmp_path), "ford")
    assert done.returncode == 3
    assert "is no folder of a crawl" in one_sentence(done)


@pytest.mark.parametrize(
    "query",
    ['"unclosed', 'a" OR "b', "NEAR(a b)", "title : x", "a AND", "http://x.example/", "*", "{x} : y", "a^b"],
)
def test_nothing_typed_is_an_expression_of_the_index(stock: Path, query: str) -> None:
    """Any text is words: no syntax of SQLite's shows through."""
    done = called("search", str(stock), "--", query)
    assert done.returncode in (0, 3), done.stderr


def test_scripts_without_spaces(tmp_path: Path) -> None:
    """Any part of a Japanese text is found, and shown without the breaks that the index needs."""
    where = (
        "",
        "http://x.example/",
        "東京の図書館",
        "国立国会図書館は東京にあります",
        "x.example",
        "",
        "2026-11-18",
        True,
    )
    with FullText(tmp_path) as index:
        with index.updating():
            index.put(SearchDocument("page", "1", *where))
        total, hits = index.search(parsed("図書"), 5)
        assert (total, hits[0].title) == (1, "東京の図書館")
        assert hits[0].snippet.replace(HIT, "").replace(END, "") == "国立国会図書館は東京にあります"
        assert index.search(parsed("書図"), 5)[0] == 0


def test_a_page_cannot_steer_the_terminal(cars: Path) -> None:
    altered(cars, "UPDATE record SET body = replace(body, 'Giulia', '\\u001b[31mGiulia\\u202e')")
    done = called("search", str(cars), "kind:record giulia")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout
