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
    """What is called by two names is one column, the source is told without being asked for, and a record that
    leads to the page of another is marked, not merged."""
    done = called("export", str(project), "records", "--format", "csv")
    assert (done.returncode, done.stderr) == (0, "")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [row["source"] for row in rows] == ["http://cars.example/"] * 26 + ["http://other.example/"] * 26
    assert all(row["Car"] for row in rows)
    assert {bool(row["Colour"]) for row in rows} == {True}
    assert "Paint" not in rows[0]
    assert [row["same_as"] for row in rows[:26]] == [row["id"] for row in rows[26:]]
    assert {(row["same_as_source"], row["same_as_probability"]) for row in rows[26:]} == {
        ("001-cars.example", "1.0")
    }
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


def test_fields_are_matched_as_people_say(project: Path, tmp_path: Path) -> None:
    """The file that `match` writes is edited, and `export` goes by it."""
    file = tmp_path / "columns.toml"
    done = called("match", str(project), "-o", str(file))
    assert (done.returncode, f"--mapping {file}" in done.stderr) == (0, True)
    assert called("match", str(project)).stdout == file.read_text("utf-8")
    taken_out = 'fields."002-other.example" = "Paint"\n'
    assert taken_out in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(taken_out, ""), "utf-8")
    done = called("export", str(project), "records", "--format", "csv", "--mapping", str(file))
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["Colour"], bool(row["Paint"])) for row in rows[26:]] == [("", True)] * 26


def test_several_folders_are_exported_as_a_project_is(project: Path) -> None:
    parts = [str(project / "harvested" / name) for name in ("001-cars.example", "002-other.example")]
    words = ("records", "--format", "csv")
    whole = called("export", str(project), *words).stdout
    assert called("export", parts[0], *words, "--also", parts[1]).stdout == whole
    line = json.loads(called("export", parts[0], "records", "--also", parts[1]).stdout.splitlines()[-1])
    assert (line["folder"], line["columns"]["same_as_probability"]) == ("002-other.example", 1.0)
    assert line["columns"]["Colour"] == line["fields"]["Paint"]


def test_one_source_has_nothing_to_match(project: Path, tmp_path: Path) -> None:
    alone = str(project / "harvested" / "001-cars.example")
    done = called("match", alone)
    assert (done.returncode, "is one source" in one_sentence(done)) == (3, True)
    (tmp_path / "m.toml").write_text("")
    done = called("export", alone, "records", "--mapping", str(tmp_path / "m.toml"))
    assert (done.returncode, "for records of several sources" in one_sentence(done)) == (3, True)


def test_what_is_for_one_folder_says_so(project: Path, tmp_path: Path) -> None:
    done = called("export", str(project), "pages", "--format", "sqlite", "-o", str(tmp_path / "x.db"))
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
