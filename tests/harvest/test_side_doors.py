"""Side doors: found where the site names them, held against the form, taken where they have what it gives."""

import asyncio
import json
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from door_site import ENTRIES, SIZE, Entry, door_site
from test_harvest_command import _in_this_process
from test_harvest_plans import NO_DETAILS, harvest, records

from leadline.app.recut import recut
from leadline_lab.doors.kinds import KINDS, LEADS_ON

BULK = [kind for kind in KINDS if kind not in LEADS_ON]


@pytest.mark.parametrize("kind", BULK)
def test_every_kind_of_door_is_read_to_its_end(kind: str, tmp_path: Path) -> None:
    """Every record comes as one record, and nothing is asked for twice."""
    with door_site(kind) as site:
        done = harvest(site.url(), tmp_path / "out", "--json", "--doors", "only", *NO_DETAILS)
    report = json.loads(done.stdout)
    assert [door["used"] for door in report["doors"]] == [True], report["doors"]
    said = Counter(_title(one["fields"]) for one in records(tmp_path / "out"))
    assert said == Counter(entry.title for entry in ENTRIES)
    assert max(Counter(site.asked).values()) == 1


@pytest.mark.parametrize("kind", ["csv", "oai-pmh"])
def test_a_complete_door_is_taken_and_counted_in_the_estimate(kind: str, tmp_path: Path) -> None:
    """Queries of the form show that it has what the form gives: it is taken, for a fraction of the requests, and
    the interval says how sure that is."""
    with door_site(kind) as site:
        done = harvest(site.url(), tmp_path / "out", "--json", *NO_DETAILS)
    assert done.returncode == 0, done.stderr + done.stdout
    report = json.loads(done.stdout)
    (door,) = report["doors"]
    assert door["used"]
    assert door["found"] == door["rows"] >= 80
    assert (report["records"], report["method"]) == (SIZE, "door")
    assert report["coverage_low"] >= 0.95
    assert max(Counter(site.asked).values()) == 1


def _title(fields: dict[str, str]) -> str:
    return fields.get("title") or fields["title rendered"]


@pytest.mark.parametrize("kind", ["sitemap", "robots"])
def test_a_sitemap_of_detail_pages_is_a_harvest_of_its_own(kind: str, tmp_path: Path) -> None:
    """Its index is followed, what is no record is left out, and the records' own pages tell what they are."""
    with door_site(kind) as site:
        done = harvest(site.url(), tmp_path / "out", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["records"], report["own_pages_read"]) == (0, SIZE, SIZE), done.stderr
    told = {str(one["url"]): one["fields"] for one in records(tmp_path / "out")}
    assert set(told) == {site.url(entry.path) for entry in ENTRIES}
    # Of most: what the page that others are compared with says as well is taken for furniture.
    for name in ("title", "place"):
        right = (getattr(entry, name) in told[site.url(entry.path)].values() for entry in ENTRIES)
        assert sum(right) > 0.85 * SIZE, name
    assert "/about" not in site.asked
    assert max(Counter(site.asked).values()) == 1


STRANGERS = [Entry(n + 5_000) for n in range(SIZE)]


@pytest.mark.parametrize(
    ("kind", "lists"), [("sitemap", "a tenth"), ("sitemap", "most"), ("csv", "others"), ("feed", "a tenth")]
)
def test_a_door_that_lacks_what_the_form_gives_is_not_trusted(kind: str, lists: str, tmp_path: Path) -> None:
    """A list of a tenth of the records, one as long as the register of other things, and one that lacks an eighth
    are left alone, with the reason, and the form is harvested."""
    entries = {"a tenth": ENTRIES[::10], "others": STRANGERS, "most": [e for e in ENTRIES if e.number % 8]}[lists]
    with door_site(kind, entries) as site:
        done = harvest(site.url(), tmp_path / "out", "--json", "--max-requests", "120", *NO_DETAILS)
    report = json.loads(done.stdout)
    (door,) = report["doors"]
    assert not door["used"]
    assert door["found"] < door["rows"]
    assert "only" in door["why"]
    assert report["method"] != "door"
    assert report["records"] > 200
    finds = [path for path in site.asked if path.startswith("/find")]
    # What was asked to judge the door is not asked again, but to go on with an answer that was left.
    again = [path for path, times in Counter(finds).items() if times > 1]
    assert [path for path in again if f"{path}&start=10" not in finds] == []


def test_a_rehearsal_offers_the_door_and_submits_nothing(tmp_path: Path) -> None:
    with door_site("csv") as site:
        done = harvest(site.url(), tmp_path / "out", "--dry-run")
        told = harvest(site.url(), tmp_path / "out", "--dry-run", "--json")
    assert "CSV file" in done.stdout
    assert "queries of the form decide" in done.stdout
    (door,) = json.loads(told.stdout)["doors"]
    assert (door["kind"], door["size"], door["used"]) == ("csv", SIZE, False)
    assert not [path for path in site.asked if path.startswith("/find")]


def test_doors_never_asks_for_none(tmp_path: Path) -> None:
    with door_site("csv") as site:
        harvest(site.url(), tmp_path / "out", "--doors", "never", "--max-requests", "60")
    assert "/all.csv" not in site.asked
    assert "/sitemap.xml" not in site.asked


def test_doors_only_asks_no_form_and_claims_no_coverage(tmp_path: Path) -> None:
    """Without a query of the form nobody knows what the list lacks: exit 4, and no interval."""
    with door_site("oai-pmh") as site:
        done = harvest(site.url(), tmp_path / "out", "--doors", "only", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["records"], report["stopped_by"]) == (4, SIZE, "exhausted")
    assert (report["coverage"], report["high"]) == (None, None)
    assert not [path for path in site.asked if path.startswith("/find")]


def test_doors_only_says_where_there_is_none(tmp_path: Path) -> None:
    with door_site("none") as site:
        done = harvest(site.url(), tmp_path / "out", "--doors", "only")
    assert done.returncode == 3
    assert "names a list of records" in done.stderr


def test_an_interrupted_door_goes_on_and_recut_and_refresh_know_it(tmp_path: Path) -> None:
    """`resume` reads on where the limit of requests ended it; `recut` reads the same records from the archive;
    `refresh` asks for the door again and finds nothing changed."""
    out = tmp_path / "out"
    with door_site("sitemap") as site:
        first = harvest(site.url(), out, "--json", "--max-requests", "120")
        assert (first.returncode, json.loads(first.stdout)["stopped_by"]) == (4, "max-requests")
        polite = ("--allow-private", "--delay", "0", "--json")
        more = ("--option", "harvest.max_requests=1000")
        again = _in_this_process("resume", str(out), *polite, *more)
        assert again.returncode == 0, again.stderr
        before = {one["id"]: one["fields"] for one in records(out)}
        assert len(before) == SIZE
        asyncio.run(recut(out))
        assert {one["id"]: one["fields"] for one in records(out)} == before
        fresh = _in_this_process("refresh", str(out), *polite)
        assert fresh.returncode == 0, fresh.stderr
        told = json.loads(fresh.stdout)
    assert (told["new"], told["changed"], told["gone"]) == (0, 0, 0)


def test_a_folder_cannot_lead_through_a_door_of_another_site(tmp_path: Path) -> None:
    """A folder is data: an address of a door that is not the page's site is refused before anything is sent."""
    out = tmp_path / "out"
    with door_site("csv") as site:
        harvest(site.url(), out, "--doors", "only")
        with sqlite3.connect(out / "leadline.db") as database:
            ((kept,),) = database.execute("SELECT value FROM meta WHERE key = 'harvest'").fetchall()
            changed = kept.replace(site.url("/all.csv"), "http://elsewhere.example/all.csv")
            assert changed != kept
            database.execute("UPDATE meta SET value = ? WHERE key = 'harvest'", (changed,))
        asked = len(site.asked)
        done = _in_this_process("resume", str(out), "--allow-private", "--delay", "0")
    assert done.returncode == 3
    assert "another site" in done.stderr
    assert len(site.asked) == asked
