"""`leadline refresh`: a source harvested again, and what is new, changed and gone in it."""

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from catalogue_server import Catalogue, catalogue
from renewed_site import RenewedSite, Thing
from test_harvest_command import _in_this_process
from warcio.archiveiterator import ArchiveIterator  # type: ignore[import-untyped]  # warcio has no types

from leadline.app.folders import Folder
from leadline.app.recut import recut
from prepared_program import started

POLITE_ENOUGH = ("--allow-private", "--delay", "0")


@pytest.fixture
def site() -> RenewedSite:
    return RenewedSite()


@pytest.fixture
def shop(site: RenewedSite) -> Iterator[Catalogue]:
    with catalogue(site.answer) as served:
        yield served


def harvest(shop: Catalogue, out: Path, *more: str) -> dict[str, Any]:
    done = _in_this_process("harvest", shop.url("/"), "--out", str(out), "--json", *POLITE_ENOUGH, *more)
    assert done.returncode in (0, 4), done.stderr  # on what grounds it ends is tested elsewhere
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def refresh(out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return _in_this_process("refresh", str(out), *POLITE_ENOUGH, *more)


def refreshed(out: Path, *more: str, code: int = 0) -> dict[str, Any]:
    done = refresh(out, "--json", *more)
    assert done.returncode == code, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def counts(told: dict[str, Any]) -> tuple[int, int, int, int]:
    return told["new"], told["changed"], told["gone"], told["same"]


def titles(out: Path) -> set[str]:
    return {record["fields"]["title"] for record in Folder(out).records}


def history(out: Path, title: str) -> list[tuple[str, str]]:
    """State and price of each version."""
    rows = [json.loads(line) for line in _exported(out, "history").splitlines()]
    return [(row["state"], row["fields"]["Price"]) for row in rows if row["fields"]["title"] == title]


def _exported(out: Path, what: str) -> str:
    file = out.parent / f"{what}.jsonl"
    Folder(out).export(what, "jsonl", file)
    return file.read_text(encoding="utf-8")


def test_an_unchanged_source_costs_little_and_nothing_changed(
    shop: Catalogue, site: RenewedSite, tmp_path: Path
) -> None:
    """Lists alone are asked for, no record's own page; --quiet has nothing to say, and neither has the archive
    anything to store twice."""
    told = harvest(shop, tmp_path / "out")
    assert (told["records"], told["own_pages_read"]) == (60, 60)
    before = len(shop.asked)
    again = refreshed(tmp_path / "out")
    assert counts(again) == (0, 0, 0, 60)
    assert again["requests"] <= told["requests"] / 5
    assert not any(path.startswith("/thing/") for _, path, _ in shop.asked[before:])
    quiet = refresh(tmp_path / "out", "--quiet")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
    assert titles(tmp_path / "out") == {thing.name for thing in site.things.values()}


def test_new_changed_and_gone_are_told_apart(shop: Catalogue, site: RenewedSite, tmp_path: Path) -> None:
    """Each with what it was and is: own pages of the new and the changed are read, what was there before is
    history, and what comes back is not new."""
    out = tmp_path / "out"
    harvest(shop, out)
    site.things[60] = Thing("Blue thing 0060", "Blue", 5, 99)
    site.things[7].price, site.things[7].weight = 1000, 77
    taken_out = site.things.pop(20)
    before = len(shop.asked)
    told = refreshed(out)
    assert counts(told) == (1, 1, 1, 58)
    assert told["changed_fields"] == {"Price": 1}
    read = [path for _, path, _ in shop.asked[before:] if path.startswith("/thing/")]
    assert sorted(read) == ["/thing/60", "/thing/7"]
    found = {record["fields"]["title"]: record["fields"] for record in Folder(out).records}
    assert (found["Blue thing 0060"]["Weight"], found[site.things[7].name]["Weight"]) == ("99 kg", "77 kg")
    assert taken_out.name not in found
    assert history(out, site.things[7].name) == [("superseded", "17 EUR"), ("current", "1000 EUR")]
    assert history(out, taken_out.name) == [("gone", "30 EUR")]
    site.things[20] = taken_out
    told = refreshed(out)
    assert (counts(told), told["returned"]) == ((0, 0, 0, 60), 1)
    assert history(out, taken_out.name) == [("gone", "30 EUR"), ("current", "30 EUR")]


def test_one_line_says_it(shop: Catalogue, site: RenewedSite, tmp_path: Path) -> None:
    """One summary line, also in the log, with a time."""
    out, log = tmp_path / "out", tmp_path / "refresh.log"
    harvest(shop, out)
    del site.things[20]
    done = refresh(out, "--quiet", "--log-file", str(log))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    assert done.stdout.startswith("59 records: 0 new, 0 changed, 1 gone, 59 as before (")
    lines = log.read_text(encoding="utf-8").splitlines()
    assert lines[-1].split(" ", 1)[1] == f"{done.stdout.strip()} Exit code 0."
    assert lines[-1].startswith("20")


def test_nothing_is_gone_before_the_refresh_is_through(shop: Catalogue, site: RenewedSite, tmp_path: Path) -> None:
    """A limit of requests ends it without a word about what is gone; the next one goes on where it was, asks
    nothing twice, and tells."""
    out = tmp_path / "out"
    harvest(shop, out)
    del site.things[3], site.things[55]
    before = len(shop.asked)
    told = refreshed(out, "--max-requests", "4", code=4)
    assert (told["gone"], told["unconfirmed"], told["stopped_by"]) == (None, None, "max-requests")
    assert len(titles(out)) == 60
    done = _in_this_process("resume", str(out), "--json", *POLITE_ENOUGH)
    assert (done.returncode, counts(json.loads(done.stdout))) == (0, (0, 0, 2, 58))
    lists = [tuple(pairs) for _, path, pairs in shop.asked[before:] if path == "/find"]
    assert len(lists) == len(set(lists))


def test_who_is_missed_by_one_query_is_asked_for_by_the_others(
    shop: Catalogue, site: RenewedSite, tmp_path: Path
) -> None:
    """A record that is of another colour now did not go: the choice that had brought it comes without it, another
    one with it."""
    site.lists_all = False
    out = tmp_path / "out"
    harvest(shop, out, "--planner", "liddle", "--option", "harvest.details=never")
    assert len(titles(out)) == 60
    site.things[4].colour = "White"  # was red
    told = refreshed(out)
    assert counts(told) == (0, 1, 0, 59)
    assert told["changed_fields"] == {"Colour": 1}


def test_a_missing_answer_proves_nothing(shop: Catalogue, site: RenewedSite, tmp_path: Path) -> None:
    """What a query brings that is not answered this time is neither there nor gone."""
    site.lists_all = False
    out = tmp_path / "out"
    harvest(shop, out, "--planner", "liddle", "--option", "harvest.details=never")

    def silent(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
        return (500, "broken") if dict(pairs).get("colour") == "green" else site.answer(path, pairs)

    del site.things[1], site.things[2]  # a green and a blue one
    with catalogue(silent) as ill:
        ill_at = ("--connect-to", ill.address, "--option", "web.retries=0")
        told = refreshed(out, *ill_at)
    assert (told["gone"], told["unconfirmed"]) == (1, 15)


def test_alarms(shop: Catalogue, site: RenewedSite, tmp_path: Path) -> None:
    """A search that broke makes no record go; a form with other choices, and a list of another making, are told.
    Each is one sentence and exit code 6."""
    out = tmp_path / "out"
    harvest(shop, out, "--option", "harvest.details=never")
    site.broken = True
    done = refresh(out, "--quiet")
    assert done.returncode == 6, done.stderr
    assert "alarm (yield): 60 of 60 known records did not come" in done.stderr
    assert len(titles(out)) == 60
    site.broken, site.colours = False, ("Red", "Green", "Blue", "White", "Black")
    told = refreshed(out, code=6)
    assert counts(told) == (0, 0, 0, 60)
    (alarm,) = told["alarms"]
    assert (alarm["kind"], "black" in alarm["why"]) == ("form", True)
    assert refreshed(out)["alarms"] == []  # what was told is told once
    site.row = "<table class=row><tr><td><a href='/thing/{0}'>{1}</a><td>{2}<td>Costs: {3} EUR</p></table>"
    told = refreshed(out, code=6)
    assert "layout" in {alarm["kind"] for alarm in told["alarms"]}
    assert told["gone"] == 0


def test_a_full_refresh_finds_what_no_known_query_brings(
    shop: Catalogue, site: RenewedSite, tmp_path: Path
) -> None:
    """Things of a new colour come only where everything is asked anew; what was known is told as ever."""
    site.lists_all = False
    out = tmp_path / "out"
    harvest(shop, out, "--planner", "liddle", "--option", "harvest.details=never")
    site.colours = (*site.colours, "Black")
    site.things[60] = Thing("Black thing 0060", "Black", 5, 99)
    del site.things[8]
    told = refreshed(out, code=6)
    assert counts(told) == (0, 0, 1, 59)
    told = refreshed(out, "--full")
    assert counts(told) == (1, 0, 0, 59)
    site.colours = site.colours[1:]  # no more red ones in the list; who knows the address finds them
    assert counts(refreshed(out, code=6)) == (0, 0, 0, 60)


def test_a_form_that_is_gone_ends_it(shop: Catalogue, site: RenewedSite, tmp_path: Path) -> None:
    """Nothing is asked of a page that has another form, and no round is begun."""
    out = tmp_path / "out"
    harvest(shop, out, "--option", "harvest.details=never")
    with catalogue(lambda *_: (200, "<title>Shop</title><p>We have moved.")) as moved:
        done = refresh(out, "--connect-to", moved.address)
        assert [path for _, path, _ in moved.asked] == ["/"]
    assert done.returncode == 6
    assert "has the form no more that was harvested" in done.stderr
    assert counts(refreshed(out)) == (0, 0, 0, 60)
    assert site.things


def test_what_every_look_changes_changes_no_record(shop: Catalogue, site: RenewedSite, tmp_path: Path) -> None:
    """A counter in each row makes no record a changed one, and has no own page read again; a price beside it
    does."""
    site.counts_visits = True
    out = tmp_path / "out"
    harvest(shop, out)
    site.things[5].price = 4000
    before = len(shop.asked)
    told = refreshed(out)
    assert counts(told) == (0, 1, 0, 59)
    assert told["volatile"] == ["Visits"]
    assert [path for _, path, _ in shop.asked[before:] if path.startswith("/thing/")] == ["/thing/5"]


@pytest.mark.parametrize("versions", [True, False])
def test_what_has_not_changed_is_not_stored_again(
    shop: Catalogue, site: RenewedSite, tmp_path: Path, versions: bool
) -> None:
    """Where the server knows versions it is asked "only if changed", elsewhere the bytes are compared: the archive
    gets revisits, which warcio and our own readers understand."""
    shop.versions = versions
    out = tmp_path / "out"
    harvest(shop, out, "--option", "harvest.details=never")
    site.things[59].price = 1
    told = refreshed(out)
    assert counts(told) == (0, 1, 0, 59)
    assert (shop.unsent, told["not_modified"]) == ((6, 6) if versions else (0, 0))
    with (out / "warc" / "leadline-00000.warc.gz").open("rb") as file:
        kinds = [record.rec_type for record in ArchiveIterator(file)]
    assert kinds.count("revisit") == 6
    assert '"warc/revisit"' in (out / "index.cdxj").read_text(encoding="utf-8")
    before = {record["id"]: record["text"] for record in Folder(out).records}
    asyncio.run(recut(out))
    assert {record["id"]: record["text"] for record in Folder(out).records} == before
    assert history(out, site.things[59].name) == [("superseded", "69 EUR"), ("current", "1 EUR")]
    again = refreshed(out)
    assert counts(again) == (0, 0, 0, 60)


def test_killed_again_and_again_it_tells_the_same(site: RenewedSite, tmp_path: Path) -> None:
    """Killed at every second request, a refresh goes on where it was: nothing lost, nothing told twice, and no
    list asked for more than once more a kill."""
    out = tmp_path / "out"
    with catalogue(site.answer) as shop:
        harvest(shop, out)
        site.things[60] = Thing("Blue thing 0060", "Blue", 5, 99)
        site.things[7].price = 1000
        del site.things[20]
        before = len(shop.asked)
        for _ in range(5):
            now = len(shop.asked)
            process = started("refresh", str(out), *POLITE_ENOUGH)
            while process.poll() is None and len(shop.asked) < now + 3:
                shop.arrived.acquire(timeout=0.2)
            process.kill()
            process.wait(30)
        told = refreshed(out)
        lists = [tuple(pairs) for _, path, pairs in shop.asked[before:] if path == "/find"]
    assert len(lists) - len(set(lists)) <= 5
    assert counts(told) in ((1, 1, 1, 58), (0, 0, 0, 60))  # the last kill may have come too late
    assert history(out, "White thing 0007") == [("superseded", "17 EUR"), ("current", "1000 EUR")]
    assert len(titles(out)) == 60
