"""Where no form of a page may be sent, the list that it shows is read to its end; what is no such list is left."""

import json
from pathlib import Path

import pytest
import register_site as site
from catalogue_server import catalogue
from test_harvest_command import _in_this_process
from test_harvest_plans import NO_DETAILS, POLITE_ENOUGH, harvest, records


def test_a_register_whose_form_may_not_be_sent_is_read(tmp_path: Path) -> None:
    """Everything comes, page after page, although the arrow skips ten of them; nothing is posted, what speaks
    against the form is said, and that the list is all of the register is not claimed."""
    with catalogue(site.answer) as served:
        done = harvest(served.url("/register"), tmp_path / "out", "--json", *NO_DETAILS)
    assert done.returncode == 4, done.stderr
    named = sorted(record["fields"]["Name"] for record in records(tmp_path / "out"))
    assert named == sorted(map(site.name, range(site.ENTRIES)))
    assert {method for method, _, _ in served.asked} == {"GET"}
    assert "that list is read to its end instead" in done.stderr
    assert json.loads(done.stdout)["stopped_by"] == "exhausted"
    assert sum(path == "/register" for _, path, _ in served.asked) <= site.PAGES + 2


@pytest.mark.parametrize("address", ["/menu", "/chapter"])
def test_a_menu_is_no_such_list(tmp_path: Path, address: str) -> None:
    """A list that does not lead on, or leads to another chapter, is not harvested: the form is refused."""
    with catalogue(site.answer) as served:
        done = harvest(served.url(address), tmp_path / "out")
    assert done.returncode == 3
    assert [path for _, path, _ in served.asked if path != "/robots.txt"] == [address]


def test_a_rehearsal_says_what_is_read(tmp_path: Path) -> None:
    """What will be read, and why no form is sent, is said before anything else is asked."""
    with catalogue(site.answer) as served:
        done = harvest(served.url("/register"), tmp_path / "out", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "lists 10 records and leads on" in done.stdout
    assert [pairs for _, path, pairs in served.asked if path == "/register"] == [[]]


def test_a_list_that_was_begun_is_gone_on_with(tmp_path: Path) -> None:
    """What a limit of requests stopped goes on where it was, to the end of the list."""
    out = tmp_path / "out"
    with catalogue(site.answer) as served:
        done = harvest(served.url("/register"), out, "--max-requests", "6", *NO_DETAILS)
        assert done.returncode == 4, done.stderr
        while done.returncode == 4 and "max-requests" in done.stdout:  # each may spend as much again
            done = _in_this_process("resume", str(out), *POLITE_ENOUGH)
    assert "exhausted" in done.stdout, done.stdout + done.stderr
    assert len(records(out)) == site.ENTRIES
