"""Buttons that add a criterion instead of searching: found out by what comes, and pressed no more."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from catalogue_server import Catalogue, catalogue
from test_harvest_command import _in_this_process
from test_harvest_plans import NO_DETAILS, POLITE_ENOUGH, harvest, names

Answers = Callable[[str, list[tuple[str, str]]], tuple[int, str]]
SHIPS = [
    f"{name} of {port} {n}"
    for n, (name, port) in enumerate(
        (name, port)
        for name in ("Aurora", "Brigantia", "Courage", "Dauntless", "Endeavour")
        for port in ("Hull", "Whitby", "Lynn", "Harwich", "Dover", "Poole", "Fowey", "Barry")
    )
]
TWO = "<button name=row value=more>More search fields</button> <button name=go value=1>Search</button>"
ONE = "<button name=row value=more>+ Filter</button>"
DELETES = "<button name=row value=more>More search fields</button> <button name=go value=1>Delete ships</button>"


def _rows(count: int) -> str:
    one = (
        "<p><label>Field {0} <select name=f{0}><option value=any>Anywhere<option value=name>Name of ship"
        "<option value=port>Home port</select></label> <label>holds {0} <input name=v{0}></label>"
    )
    return "".join(one.format(n) for n in range(1, count + 1))


def register(buttons: str, method: str = "get") -> Answers:
    """A register of ships. Whoever presses the button named `row` gets the form with one more row."""

    def answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
        given = dict(pairs)
        rows = sum(name.startswith("v") for name in given) or 1
        grows = "row" in given

        def page(rest: str) -> tuple[int, str]:
            form = f"<form action=/ships role=search method={method}>{_rows(rows + grows)}{buttons}</form>"
            return 200, f"<title>Ships</title><h1>Register of ships</h1>{form}{rest}<p>Harbour office"

        if path != "/ships" or grows:
            return page("")
        words = [value.lower() for name, value in pairs if name.startswith("v") and value.strip()]
        found = [n for n, ship in enumerate(SHIPS) if all(word in ship.lower().split() for word in words)]
        lines = "".join(
            f'<li><a href="/ship/{n}">{SHIPS[n]}</a>, built {1800 + n}, {n * 7 + 40} tons' for n in found
        )
        return page(f"<ul>{lines}</ul>" if found else "<p>No ship was found.")

    return answer


def _presses(served: Catalogue) -> int:
    return sum("row" in dict(pairs) for _, _, pairs in served.asked)


@pytest.mark.parametrize(("buttons", "method"), [(TWO, "get"), (TWO, "post"), (ONE, "get")])
def test_a_button_that_only_adds_a_criterion_is_pressed_no_more(buttons: str, method: str, tmp_path: Path) -> None:
    """The form comes back longer and with no record, again and again: the same query goes with the other button,
    or with none, and every later one too."""
    with catalogue(register(buttons, method)) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--json", *NO_DETAILS)
        assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
        assert names(tmp_path / "out") == sorted(SHIPS)
        assert _presses(served) <= 3
        assert json.loads(done.stdout)["requests"] < 60


@pytest.mark.parametrize(("buttons", "method"), [(ONE, "post"), (DELETES, "get")])
def test_no_button_is_pressed_instead_that_the_gate_refuses(buttons: str, method: str, tmp_path: Path) -> None:
    """Where the other button is a deed, or a POST has no other, nothing is pressed in its place: the work ends."""
    with catalogue(register(buttons, method)) as served:
        done = harvest(served.url("/"), tmp_path / "out", *NO_DETAILS)
    assert not any("go" in dict(pairs) for _, _, pairs in served.asked)
    assert _presses(served) <= 3
    assert (done.returncode, "only makes the form longer" in done.stderr) == (5, True)


def test_what_a_button_does_is_known_after_a_resume(tmp_path: Path) -> None:
    """A harvest that goes on does not try the button again."""
    out = tmp_path / "out"
    with catalogue(register(TWO)) as served:
        harvest(served.url("/"), out, "--max-requests", "7", *NO_DETAILS)
        pressed = _presses(served)
        assert 0 < pressed <= 3
        done = _in_this_process(
            "resume", str(out), *POLITE_ENOUGH, "--option", "harvest.max_requests=90", "--json"
        )
        assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
        assert names(out) == sorted(SHIPS)
        assert _presses(served) == pressed


def test_a_search_that_asks_twice_keeps_its_button(tmp_path: Path) -> None:
    """A form that comes back with one more choice and then brings records is no form that only grows."""

    def answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
        given = dict(pairs)
        port = "<p><label>Port <select name=port><option>Hull<option>Dover</select></label>"
        form = (
            "<title>Ships</title><form action=/ships role=search><label>Ship <input name=ship></label>"
            f"{port if path == '/ships' else ''}<button name=go value=1>Search</button></form>"
        )
        if "port" not in given:
            return 200, f"{form}<p>Harbour office"
        found = [n for n, ship in enumerate(SHIPS) if given["port"] in ship]
        lines = "".join(
            f'<li><a href="/ship/{n}">{SHIPS[n]}</a>, built {1800 + n}, {n * 7 + 40} tons' for n in found
        )
        return 200, f"{form}<ul>{lines}</ul><p>Harbour office"

    with catalogue(answer) as served:
        harvest(served.url("/"), tmp_path / "out", "--planner", "once", *NO_DETAILS)
        assert all("go" in dict(pairs) for _, path, pairs in served.asked if path == "/ships")
    assert names(tmp_path / "out") == sorted(ship for ship in SHIPS if "Hull" in ship)
