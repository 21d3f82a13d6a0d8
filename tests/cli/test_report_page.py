"""`leadline report` and `export --format wacz`: what is passed on to people who have no Leadline."""

import gzip
import hashlib
import json
import re
import shutil
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

import pytest
from foreign_folders import altered, called, one_sentence
from warcio.archiveiterator import ArchiveIterator  # type: ignore[import-untyped]  # warcio has no types

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"' {{ 7*7 }}"


@pytest.fixture(scope="module")
def project(crawled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("reported") / "cars"
    shutil.copytree(crawled / "located", place / "located")
    shutil.copytree(crawled / "harvested", place / "harvested" / "001-cars.example")
    problem = {"page_url": f"javascript:{HOSTILE}", "problem": f"not submitted: {HOSTILE}"}
    (place / "problems.jsonl").write_text(f"{json.dumps(problem)}\nno line of ours\n")
    return place


def test_a_report_tells_what_was_found_how_complete_it_is_and_what_is_missing(project: Path) -> None:
    done = called("report", str(project))
    assert (done.returncode, str(project / "report.html") in done.stderr) == (0, True)
    page = (project / "report.html").read_text("utf-8")
    for told in (
        "<strong>26 records</strong> from 1 source.",
        "About 26 records are there in all",
        "100% (100% to 100%)",
        "1972 Alfa Romeo Giulia Super",
        "2 relevant forms among 7, on 16 pages of 6 sites.",
        "2 addresses: robots.txt asks crawlers to stay away",
        "not submitted: ",
    ):
        assert told in page
    assert page.count("<svg") == 3  # the bar and two curves


def test_a_report_runs_and_loads_nothing(project: Path, tmp_path: Path) -> None:
    """Whatever was harvested, and whatever stands in the folder."""
    copy = shutil.copytree(project, tmp_path / "copy")
    quoted = HOSTILE.replace('"', '\\"').replace("'", "''")
    altered(
        copy / "harvested" / "001-cars.example",
        f"UPDATE record SET body = replace(body, '1972 Alfa Romeo Giulia Super', '{quoted}')",
    )
    page = called("report", str(copy), "-o", "-").stdout
    assert "alert(1)" in page  # it is told,
    assert not re.search(r"<(?:script|img|iframe|link|object)\b", page, re.IGNORECASE)  # and stays text
    assert "{{ 7*7 }}" in page
    assert 'href="javascript' not in page
    assert re.findall(r'\ssrc="|url\(|@import', page) == []
    assert "default-src 'none'" in page


def test_a_report_that_cannot_be_written_is_one_sentence(project: Path, tmp_path: Path) -> None:
    done = called("report", str(project), "-o", str(tmp_path / "nowhere" / "r.html"))
    assert (done.returncode, "cannot write the report" in one_sentence(done)) == (3, True)


@pytest.mark.parametrize("several", [False, True])
def test_an_archive_as_wacz_is_what_its_package_says(project: Path, tmp_path: Path, several: bool) -> None:
    """Every file has the digest that is told, and every line of the index leads to the record it names."""
    source = project if several else project / "harvested" / "001-cars.example"
    file = tmp_path / "cars.wacz"
    assert called("export", str(source), "pages", "--format", "wacz", "-o", str(file)).returncode == 0
    with ZipFile(file) as packed:
        package = json.loads(packed.read("datapackage.json"))
        told = json.loads(packed.read("datapackage-digest.json"))
        assert told["hash"] == f"sha256:{hashlib.sha256(packed.read('datapackage.json')).hexdigest()}"
        names = {one["path"] for one in package["resources"]}
        assert names == set(packed.namelist()) - {"datapackage.json", "datapackage-digest.json"}
        for one in package["resources"]:
            data = packed.read(one["path"])
            assert (one["hash"], one["bytes"]) == (f"sha256:{hashlib.sha256(data).hexdigest()}", len(data))
        archives = {name for name in names if name.startswith("archive/")}
        assert len(archives) == (2 if several else 1)
        assert all(packed.getinfo(name).compress_type == ZIP_STORED for name in archives)
        lines = packed.read("indexes/index.cdx").splitlines()
        assert lines == sorted(lines)
        for line in lines:
            place = json.loads(line.split(b" ", 2)[2])
            start, length = int(place["offset"]), int(place["length"])
            member = packed.read(f"archive/{place['filename']}")[start : start + length]
            (record,) = ArchiveIterator(BytesIO(member))
            assert record.rec_headers["WARC-Target-URI"] == place["url"]
            assert gzip.decompress(member)
        head, *pages = (json.loads(line) for line in packed.read("pages/pages.jsonl").splitlines())
        assert head["format"] == "json-pages-1.0"
        assert "http://cars.example/" in {page["url"] for page in pages}
