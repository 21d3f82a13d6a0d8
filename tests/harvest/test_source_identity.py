"""What records go by is decided for the whole source, held against every page, and mended from the archive."""

import io
import json
import shutil
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import killed_recut
import pytest
import shop_site
from catalogue_server import catalogue
from identity_sites import (
    BOOKS,
    KINDS,
    PAGE,
    Row,
    author_first,
    author_only,
    rank,
    session,
    shared_page,
    site,
    ticket,
    title,
)

from forked import PROCESSES
from leadline.cli.app import app
from leadline.cli.running import run
from leadline.store.sqlite.database import Database


def leadline(*words: str) -> subprocess.CompletedProcess[str]:
    said, told = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, encoding="utf-8", write_through=True) for stream in (said, told))
    with redirect_stdout(out), redirect_stderr(err):
        code = run(app, words)
    return subprocess.CompletedProcess(words, code, said.getvalue().decode(), told.getvalue().decode())


def harvested(row: Row, out: Path, *more: str) -> dict[str, object]:
    with catalogue(site(row)) as web:
        given = ("--allow-private", "--delay", "0", "--option", "harvest.details=never", "--json")
        done = leadline("harvest", web.url("/"), "--out", str(out), *given, *more)
        assert done.returncode in (0, 4), done.stderr
        report: dict[str, object] = json.loads(done.stdout)
        pages = [int(dict(pairs).get("page", "1")) for _, path, pairs in web.asked if path == "/find"]
        assert max(pages) == BOOKS // PAGE, "the list of all books was left before its end"
    return report


def texts(out: Path) -> list[str]:
    return [json.loads(line)["text"] for line in (out / "records.jsonl").read_text(encoding="utf-8").splitlines()]


ROWS = [author_first, author_only, shared_page, session, rank, ticket]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.__name__)
def test_every_book_is_one_record(row: Row, tmp_path: Path) -> None:
    """Whatever is linked before the title, and whatever visits and lists write into addresses: paged to the end,
    each book once, also where several queries show it."""
    report = harvested(row, tmp_path / "out", "--planner", "liddle")
    found = texts(tmp_path / "out")
    assert report["queries"] == 1 + len(KINDS)
    assert report["records"] == len(found) == BOOKS
    assert all(sum(title(n) in text for text in found) == 1 for n in range(BOOKS))
    assert (report["merged"], report["split"]) == (0, 0)
    assert int(str(report["doubles"])) >= PAGE * len(KINDS)


# ── leadline recut ────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A harvest whose records went by something else: half of them are gone, all have other identities."""
    folder = tmp_path_factory.mktemp("spoilt")
    harvested(author_only, folder / "out", "--planner", "liddle")
    shutil.copy(folder / "out/records.jsonl", folder / "right.jsonl")
    database = Database(folder / "out/leadline.db")
    with database.transaction():
        database.run("DELETE FROM record WHERE position % 2 = 1")
        database.run("UPDATE record SET id = 'old' || id, body = json_set(body, '$.id', 'old' || id)")
        database.run("UPDATE submission SET records = records / 2, fresh = 0")
        database.run("DELETE FROM meta WHERE key LIKE 'identity%'")
    database.close()
    return folder


@pytest.fixture
def folder(spoilt: Path, tmp_path: Path) -> Path:
    shutil.copytree(spoilt / "out", tmp_path / "out")
    return tmp_path / "out"


def test_recut_brings_back_what_the_archive_has(spoilt: Path, folder: Path) -> None:
    """Records, their identities and what queries brought are those that the harvest would have now, and whoever
    looks at the folder sees the counts."""
    done = leadline("recut", str(folder), "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["records_before"], report["records"], report["kept"]) == (BOOKS // 2, BOOKS, 0)
    assert (report["merged"], report["split"]) == (0, 0)
    assert report["recuts"] >= 1
    assert (folder / "records.jsonl").read_bytes() == (spoilt / "right.jsonl").read_bytes()
    queries = [json.loads(line) for line in leadline("export", str(folder), "queries").stdout.splitlines()]
    assert [one["new_records"] for one in queries if one["role"] == "planned"] == [BOOKS, 0, 0, 0]
    told = leadline("status", str(folder))
    assert f"{BOOKS} records" in told.stdout
    assert "met before" in told.stdout
    status = json.loads(leadline("status", str(folder), "--json").stdout)
    assert [status[name] for name in ("doubles", "merged", "split")] == [report["doubles"], 0, 0]


@pytest.mark.parametrize("page", [1, 9, 12, 17])
def test_kill_in_the_middle_of_a_recut_leaves_the_folder_as_it_was(spoilt: Path, folder: Path, page: int) -> None:
    """Killed while it decides, or while it replaces records: the old ones are there, and the next recut ends as
    one that was never killed."""
    before = leadline("export", str(folder), "records").stdout
    said, saying = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=killed_recut.recut_until, args=(folder, page, saying))
    process.start()
    saying.close()
    assert said.recv() == page
    process.kill()
    process.join()
    process.close()
    said.close()
    assert json.loads(leadline("status", str(folder), "--json").stdout)["records"] == BOOKS // 2
    assert leadline("export", str(folder), "records").stdout == before
    assert leadline("recut", str(folder)).returncode == 0
    assert (folder / "records.jsonl").read_bytes() == (spoilt / "right.jsonl").read_bytes()


def test_what_own_pages_told_survives_a_recut(tmp_path: Path) -> None:
    """Nothing is asked for again: fields that only a record's own page has stay with it."""
    given = ("--allow-private", "--delay", "0", "--set", "thing=lamp", "--planner", "once")
    with catalogue(shop_site.answer) as shop:
        assert leadline("harvest", shop.url("/"), "--out", str(tmp_path / "out"), *given).returncode in (0, 4)
        asked = len(shop.asked)
        before = _fields(tmp_path / "out")
        assert leadline("recut", str(tmp_path / "out")).returncode == 0
        assert len(shop.asked) == asked
    assert _fields(tmp_path / "out") == before
    assert all("Weight" in fields for fields in before.values())


def _fields(out: Path) -> dict[str, dict[str, str]]:
    lines = (out / "records.jsonl").read_text(encoding="utf-8").splitlines()
    return {(record := json.loads(line))["id"]: record["fields"] for line in lines}


def test_recut_of_a_folder_without_its_archive_says_so(folder: Path) -> None:
    """One sentence, and the records stay."""
    shutil.rmtree(folder / "warc")
    done = leadline("recut", str(folder))
    assert done.returncode == 5
    assert len(done.stderr.splitlines()) == 1
    assert json.loads(leadline("status", str(folder), "--json").stdout)["records"] == BOOKS // 2
