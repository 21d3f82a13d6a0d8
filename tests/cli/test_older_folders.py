"""Folders that an earlier Leadline wrote: `older/0.1.0.tar.gz` holds a crawl and a harvest of the built-in web.

Both were stopped by their budget, by the program as it was before store and rooms were rebuilt.
"""

import json
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

OLDER = sorted((Path(__file__).parent / "older").glob("*.tar.gz"))


@pytest.fixture(params=OLDER, ids=lambda file: file.name.removesuffix(".tar.gz"))
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    with tarfile.open(request.param) as packed:
        if hasattr(tarfile, "data_filter"):  # since 3.11.4; Debian's Python is older
            packed.extraction_filter = tarfile.data_filter
        packed.extractall(tmp_path)  # a file of our own
    return tmp_path


def test_status_tells_what_was_found(older: Path, leadline: Run) -> None:
    """What a crawl and a harvest of before hold is told as it was told then."""
    located = leadline("status", "located", "--json", cwd=older)
    assert located.returncode == 0, located.stderr
    assert json.loads(located.stdout)["pages"] == 5
    harvested = leadline("status", "harvested", cwd=older)
    assert harvested.returncode == 0, harvested.stderr
    assert "20" in harvested.stdout


@pytest.mark.parametrize(("folder", "what", "lines"), [("located", "forms", 1), ("harvested", "records", 20)])
def test_export_writes_what_is_there(older: Path, leadline: Run, folder: str, what: str, lines: int) -> None:
    """Forms and records come out whole, in every line a document."""
    done = leadline("export", folder, what, cwd=older)
    assert done.returncode == 0, done.stderr
    assert len([json.loads(line) for line in done.stdout.splitlines()]) == lines


def test_a_harvest_goes_on(older: Path, leadline: Run, builtin_web: str) -> None:
    """Resumed, it asks for the page it had planned and ends with all records, those of before among them."""
    before = {json.loads(line)["id"] for line in (older / "harvested/records.jsonl").read_text().splitlines()}
    words = ["--connect-to", builtin_web, "--delay", "0.01", "--option", "harvest.max_requests=100", "--json"]
    done = leadline("resume", "harvested", *words, cwd=older)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["records"] == 26
    after = [json.loads(line)["id"] for line in (older / "harvested/records.jsonl").read_text().splitlines()]
    assert before < set(after)
    assert len(after) == len(set(after)) == 26


def test_a_harvest_is_refreshed(older: Path, leadline: Run, builtin_web: str) -> None:
    """What the older one brought comes again by the query that is known to have brought it; it had not come to
    its end, so there is more."""
    words = ["--connect-to", builtin_web, "--delay", "0.01", "--max-requests", "100", "--json"]
    done = leadline("refresh", "harvested", *words, cwd=older)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["new"], report["changed"], report["gone"], report["same"]) == (6, 0, 0, 20)


def test_records_are_cut_anew(older: Path, leadline: Run) -> None:
    """`recut` reads the archive of before: the same records, those of the first query by the same identities."""
    before = [json.loads(line) for line in (older / "harvested/records.jsonl").read_text().splitlines()]
    done = leadline("recut", "harvested", "--json", cwd=older)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["records_before"], report["records"], report["kept"]) == (20, 20, 20)
    after = [json.loads(line) for line in (older / "harvested/records.jsonl").read_text().splitlines()]
    assert [record["id"] for record in after] == [record["id"] for record in before]
    refused = leadline("recut", "located", cwd=older)
    assert refused.returncode == 3
    assert len(refused.stderr.splitlines()) == 1


def test_a_crawl_goes_on(older: Path, leadline: Run, builtin_web: str) -> None:
    """Resumed with more pages, it goes on from its frontier and keeps the form it had found."""
    words = ["--connect-to", builtin_web, "--delay", "0.01", "--option", "locate.pages=40", "--json"]
    done = leadline("resume", "located", *words, cwd=older)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["pages"] > 5
    assert report["relevant_forms"] > 1


def test_the_life_of_a_page_is_told(older: Path, leadline: Run) -> None:
    """What is kept of links only since then is missing, and nothing else is."""
    page = json.loads(leadline("export", "located", "pages", cwd=older).stdout.splitlines()[-1])
    told = leadline("status", "located", "--why", page["url"], "--json", cwd=older)
    assert told.returncode == 0, told.stderr
    assert (json.loads(told.stdout)["state"], json.loads(told.stdout)["weights"]) == ("fetched", [])
    assert leadline("export", "located", "learned", cwd=older).returncode == 0


def test_a_setting_that_is_no_more_is_no_obstacle(crawled: Path, tmp_path: Path, leadline: Run) -> None:
    """A folder's configuration holds every setting of its time."""
    folder = Path(shutil.copytree(crawled / "harvested", tmp_path / "harvested"))
    text = (folder / "config.toml").read_text()
    assert "[harvest.cascade]\n" in text
    (folder / "config.toml").write_text(text.replace("[harvest.cascade]\n", "[harvest.cascade]\nchecks = 24\n"))
    done = leadline("recut", str(folder))
    assert done.returncode == 0, done.stderr
