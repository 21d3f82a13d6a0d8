"""The folder of `leadline run`: status, export and search take it as a whole."""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from foreign_folders import altered, called, one_sentence

import leadline


@pytest.fixture(scope="module")
def project(crawled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A crawl and two sources, the second of which says more of its records."""
    place = tmp_path_factory.mktemp("project") / "cars"
    shutil.copytree(crawled / "located", place / "located")
    for name in ("001-cars.example", "002-other.example"):
        shutil.copytree(crawled / "harvested", place / "harvested" / name)
    altered(
        place / "harvested" / "002-other.example",
        'UPDATE record SET body = replace(body, \'"source": "http://cars.\', \'"source": "http://other.\')',
        "UPDATE record SET body = replace(body, '\"Colour\":', '\"Paint\":')",
    )
    return place


def test_records_of_all_sources_are_one_table(project: Path) -> None:
    """Columns of one name are one column, and the source is told without being asked for."""
    done = called("export", str(project), "records", "--format", "csv")
    assert (done.returncode, done.stderr) == (0, "")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [row["source"] for row in rows] == ["http://cars.example/"] * 26 + ["http://other.example/"] * 26
    assert all(row["Car"] for row in rows)
    assert {bool(row["Colour"]) for row in rows[:26]} == {True}
    assert [(row["Colour"], bool(row["Paint"])) for row in rows[26:]] == [("", True)] * 26
    alone = called("export", str(project / "harvested" / "001-cars.example"), "records", "--format", "csv")
    assert "source" not in alone.stdout.splitlines()[0].split(",")


def test_other_rows_name_their_folder(project: Path) -> None:
    done = called("export", str(project), "pages", "--format", "csv")
    names = {row["folder"] for row in csv.DictReader(io.StringIO(done.stdout))}
    assert names == {"located", "001-cars.example", "002-other.example"}
    lines = called("export", str(project), "queries").stdout.splitlines()
    assert {json.loads(line)["folder"] for line in lines} == {"001-cars.example", "002-other.example"}


def test_archives_of_all_sources(project: Path, tmp_path: Path) -> None:
    """As one file, which a replay takes, or as files in folders."""
    archive, words = tmp_path / "a.warc.gz", ("export", str(project), "pages", "--format", "warc", "-o")
    assert called(*words, str(archive)).returncode == 0
    page = called("inspect", "http://cars.example/", "--replay", str(archive))
    assert (page.returncode, "Wheel & Deal" in page.stdout) == (0, True)
    assert called(*words, str(tmp_path / "all")).returncode == 0
    assert len(list((tmp_path / "all").glob("*/leadline-00000.warc.gz"))) == 3


def test_status_of_all(project: Path) -> None:
    told = json.loads(called("status", str(project), "--json").stdout)
    assert (told["kind"], told["records"]) == ("run", 52)
    assert [part["kind"] for part in told["sources"]] == ["locate", "harvest", "harvest"]
    lines = called("status", str(project)).stdout.splitlines()
    assert lines[:2] == [f"project in {project}", "52 records from 2 sources"]
    assert "was fetched" in called("status", str(project), "--why", "http://cars.example/finance.html").stdout


def test_from_python(project: Path) -> None:
    found = leadline.open(project)
    assert (found.kind, len(found.records), len(found.sources)) == ("run", 52, 3)
    assert found.search("mustang kind:record").total == 2


def test_what_is_for_one_folder_says_so(project: Path, tmp_path: Path) -> None:
    done = called("export", str(project), "records", "--format", "sqlite", "-o", str(tmp_path / "x.db"))
    assert done.returncode == 3
    assert "one folder at a time" in one_sentence(done)


def test_a_link_out_of_the_project_is_refused(project: Path, tmp_path: Path) -> None:
    """Searching would write an index there."""
    copy = shutil.copytree(project, tmp_path / "copy")
    away = shutil.move(copy / "harvested" / "001-cars.example", tmp_path / "away")
    (copy / "harvested" / "001-cars.example").symlink_to(away)
    done = called("search", str(copy), "ford")
    assert done.returncode == 3
    assert "is a link to another place" in one_sentence(done)
