"""Crawls kept on a PostgreSQL server: the same commands, the same results, and a way there and back."""

import json
import shutil
from pathlib import Path

import pytest

from conftest import Run
from postgres_server import reason_to_skip, shared


@pytest.fixture(scope="module")
def server() -> str:
    if why := reason_to_skip():
        pytest.skip(why)
    return shared().url


def lines(leadline: Run, folder: str, what: str, **variables: str) -> str:
    done = leadline("export", folder, what, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_crawl_on_a_server_is_the_same_crawl(
    leadline: Run, tmp_path: Path, builtin_web: str, crawled: Path, server: str
) -> None:
    """locate, status --why, search and export on a server say what they say of a file, byte for byte."""
    (tmp_path / "seeds.txt").write_text("http://motoring.example/\n")
    web = ["--connect-to", builtin_web, "--delay", "0.01", "--option", "locate.open_groups=1"]
    told = leadline("locate", "--topic", "auto", "--seeds", "seeds.txt", "--out", "out", *web, "--db", server)
    assert told.returncode == 0, told.stderr
    assert not (tmp_path / "out" / "leadline.db").exists()
    assert "postgresql" not in (tmp_path / "out" / "database.txt").read_text()
    there = {"LEADLINE_DB": server}
    assert lines(leadline, "out", "log", **there) == lines(leadline, str(crawled / "located"), "log")
    assert (tmp_path / "out" / "forms.jsonl").read_text() == (crawled / "located" / "forms.jsonl").read_text()
    why = ("--why", "http://autohaus.example/search.html", "--json")
    on_server = json.loads(leadline("status", "out", *why, "--db", server).stdout)
    in_file = json.loads(leadline("status", str(crawled / "located"), *why).stdout)
    assert on_server == in_file
    assert leadline("search", "out", "cars", "--db", server).returncode == 0
    assert leadline("resume", "out", "--db", server, *web[:4]).returncode == 0
    sound = leadline("db", "check", "out", "--db", server)
    assert "sound" in sound.stdout


def test_a_harvest_on_a_server_brings_the_same_records(
    leadline: Run, tmp_path: Path, builtin_web: str, crawled: Path, server: str
) -> None:
    web = ["--connect-to", builtin_web, "--delay", "0.01"]
    done = leadline("harvest", "http://cars.example/", "--out", "out", *web, "--json", "--db", server)
    assert done.returncode == 0, done.stderr
    one, other = json.loads(done.stdout), json.loads((crawled / "harvest.json").read_text())
    assert one == other
    again = leadline("refresh", "out", *web, "--db", server, "--json")
    assert again.returncode == 0, again.stderr
    assert leadline("recut", "out", "--db", server).returncode == 0
    ids = [json.loads(line)["id"] for line in (tmp_path / "out" / "records.jsonl").read_text().splitlines()]
    known = (crawled / "harvested" / "records.jsonl").read_text().splitlines()
    assert ids == [json.loads(line)["id"] for line in known]


def test_there_and_back(leadline: Run, tmp_path: Path, crawled: Path, server: str) -> None:
    """A crawl that was copied to a server and back holds what it held, and goes on in either place."""
    for name in ("located", "harvested"):
        shutil.copytree(crawled / name, tmp_path / name)
        before = {what: lines(leadline, name, what) for what in ("pages", "forms", "records", "queries", "log")}
        there = leadline("db", "copy", name, "--db", server)
        assert there.returncode == 0, there.stderr
        assert not (tmp_path / name / "leadline.db").exists()
        assert {what: lines(leadline, name, what, LEADLINE_DB=server) for what in before} == before
        as_file = leadline(
            "export", name, "records", "--format", "sqlite", "--out", f"{name}.db", LEADLINE_DB=server
        )
        assert as_file.returncode == 0, as_file.stderr
        back = leadline("db", "copy", name, "--db", server)
        assert back.returncode == 0, back.stderr
        assert {what: lines(leadline, name, what) for what in before} == before
        assert leadline("db", "check", name).returncode == 0


def test_a_folder_cannot_name_a_server(leadline: Run, tmp_path: Path, crawled: Path, server: str) -> None:
    """Without --db its crawl is not reached, and a pointer to anything but a crawl is refused."""
    shutil.copytree(crawled / "located", tmp_path / "out")
    assert leadline("db", "copy", "out", "--db", server).returncode == 0
    silent = leadline("status", "out")
    assert silent.returncode == 3
    assert "--db postgresql://" in silent.stderr
    (tmp_path / "out" / "database.txt").write_text("public\n")
    refused = leadline("status", "out", "--db", server)
    assert refused.returncode == 3
    assert "names no crawl of ours" in refused.stderr
    assert leadline("status", "out", "--db", "mysql://x@y/z").returncode == 3


def test_the_server_is_prepared_and_looked_through(
    leadline: Run, crawled: Path, tmp_path: Path, server: str
) -> None:
    shutil.copytree(crawled / "located", tmp_path / "out")
    assert leadline("db", "copy", "out", "--db", server).returncode == 0
    made = leadline("db", "init", "--db", server, "--json")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "out" / "database.txt").read_text().strip() in json.loads(made.stdout)["crawls"]
    found = json.loads(leadline("db", "check", "--db", server, "--json").stdout)
    assert all(one["faults"] == [] for one in found)
    away = leadline("db", "init", "--db", "postgresql://nobody@127.0.0.1:9/none")
    assert away.returncode == 5
    assert "cannot be used" in away.stderr
