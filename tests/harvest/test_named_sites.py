"""A harvest stays on the site the user named: forms, records and cookies that lead to others."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from catalogue_server import catalogue
from deed_sites import NAMES, SEARCH, Answer, listing, site
from test_harvest_plans import harvest
from test_nothing_but_reading import ENOUGH, names


def _elsewhere(method: str) -> Answer:
    return site(listing(""), SEARCH.replace('action="/find"', f'action="http://bank.test/find" method="{method}"'))


def _jar(folder: Path) -> Path:
    lines = ["# Netscape HTTP Cookie File"]
    lines += [f"{host}\tFALSE\t/\tFALSE\t0\tid\t{host}" for host in ("shop.test", "bank.test", "third.test")]
    (folder / "jar.txt").write_text("\n".join(lines) + "\n")
    return folder / "jar.txt"


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_form_for_another_site_is_refused_unless_that_is_named(method: str, tmp_path: Path) -> None:
    """The refusal names the site and the option; with it the form is sent, and cookies go to named sites only."""
    with catalogue(_elsewhere(method)) as served:
        words = ("--connect-to", served.address, "--cookies", str(_jar(tmp_path)), *ENOUGH)
        done = harvest("http://shop.test/", tmp_path / "refused", *words)
        assert done.returncode == 3
        assert "--allow-site bank.test" in done.stderr
        assert served.visits == [("shop.test", "GET", "/", "id=shop.test")]
        done = harvest("http://shop.test/", tmp_path / "sent", *words, "--allow-site", "bank.test")
        assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
    assert names(tmp_path / "sent") == sorted(NAMES)
    sent = {(host, cookie) for host, _, _, cookie in served.visits}
    assert sent == {("shop.test", "id=shop.test"), ("bank.test", "id=bank.test")}
    assert any(visit[:3] == ("bank.test", method.upper(), "/find") for visit in served.visits)


def test_cookies_of_sites_nobody_named_stay_at_home(tmp_path: Path) -> None:
    """A redirect to another site is followed without the cookie that the user has for it."""
    with catalogue(site(listing(""))) as served:
        served.moved["/find"] = "http://bank.test/list"
        words = ("--connect-to", served.address, "--cookies", str(_jar(tmp_path)), *ENOUGH)
        harvest("http://shop.test/", tmp_path / "out", *words)
    assert ("bank.test", "GET", "/list", "") in served.visits
    assert {cookie for host, _, _, cookie in served.visits if host == "bank.test"} == {""}


@pytest.mark.parametrize("away", [range(1, 13), (3, 11)], ids=["all", "some"])
def test_records_of_other_sites_are_not_asked_for(away: Sequence[int], tmp_path: Path) -> None:
    """A directory's records lead to other sites; their pages are not this harvest's business."""
    rows = listing("", '<a href="/item/{n}">{name}</a>')
    for number in away:
        rows = rows.replace(f'"/item/{number}"', f'"http://third.test/item/{number}"')
    with catalogue(site(rows)) as served:
        done = harvest("http://shop.test/", tmp_path / "out", "--connect-to", served.address, *ENOUGH)
    assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
    assert names(tmp_path / "out") == sorted(NAMES)
    assert {host for host, *_ in served.visits} == {"shop.test"}
    assert sum(path.startswith("/item/") for _, path, _ in served.asked) == 12 - len(away)
