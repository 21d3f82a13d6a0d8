"""A crawl that meets links that do something: none of them is asked for, as the server saw it."""

import json
from pathlib import Path

import pytest
from little_server import serving
from little_web import LittleWeb
from test_resting_hosts import leadline, locate

from leadline.model.page import Request, Response
from leadline.model.url import parts_of
from leadline.store.sqlite.database import Database

DEEDS = (
    '<a href="/p2/delete">Delete</a>',
    '<a href="/x/2">Delete this entry</a>',
    '<a href="/logout">Log out</a>',
    '<a href="/bye?action=logout">Good night</a>',
    '<a href="/list?action=trash&amp;id=2">Second entry</a>',
    '<a href="/basket/add?id=2">Add to basket</a>',
    '<a href="/x/3" data-method="delete">Third entry</a>',
    '<a href="/x/4" onclick="return confirm(\'Sure?\')">Fourth entry</a>',
    '<a href="/x/5" rel="nofollow">Buy</a>',
    '<a href="/newsletter/unsubscribe">No more letters</a>',
    *(f'<a href="/lend/{number}">Lend</a>' for number in range(10, 15)),
    *(f'<a href="/y/{number}">Impeach</a>' for number in range(10, 15)),
)


class TemptingWeb(LittleWeb):
    """Every page offers deeds beside its links."""

    def _html(self, site: int, page: int) -> str:
        return super()._html(site, page) + f"<ul><li>{'<li>'.join(DEEDS)}</ul>"


def test_no_link_that_does_something_is_followed(tmp_path: Path) -> None:
    """Delete, log-out, basket, methods, questions and what stands beside every record: the crawl passes them by
    and visits all the pages there are."""
    with serving(TemptingWeb(3, 6)) as seen:
        code, _, err = locate(tmp_path / "c", seen)
    assert code == 0, err
    paths = {path for _, _, path in seen.arrivals}
    pages = {"/", *(f"/p{number}" for number in range(1, 6))}
    assert pages <= paths
    made_up = {path for path in paths if path.startswith("/p") and path[2:].isdigit()}
    assert paths - pages - made_up - {"/robots.txt"} == set()


class CalendarWeb(LittleWeb):
    """One site whose home page leads into a calendar: every day is nearly the same page, and has a week ahead."""

    async def fetch(self, request: Request) -> Response:
        path = parts_of(request.url).path
        if not path.startswith("/day/"):
            return await super().fetch(request)
        day = int(path.removeprefix("/day/"))
        said = " ".join(f"nothing is planned in room {room} on this day" for room in range(60))
        days = "".join(f"<a href=/day/{day + n}>To day number {day + n}</a> " for n in range(1, 9))
        body = f"<title>Calendar</title><p>{said}<p>{days}"
        headers = (("Content-Type", "text/html; charset=utf-8"),)
        return Response(request, request.url, 200, headers, body.encode(), fetched_at=0.0)

    def _html(self, site: int, page: int) -> str:
        return super()._html(site, page) + "<a href=/day/1>Our calendar</a>"


def test_a_calendar_without_an_end_is_left(tmp_path: Path) -> None:
    """Days that say nothing new are asked for twenty times, and then no more; the crawl comes to its end."""
    with serving(CalendarWeb(1, 3)) as seen:
        seeds = tmp_path / "seeds.txt"
        seeds.write_text("http://site0.example/\n")
        words = ["--topic", "auto", "--seeds", str(seeds), "--out", str(tmp_path / "c"), "--strategy", "random"]
        words += ["--find", "every-form", "--connect-to", f"127.0.0.1:{seen.port}", "--delay", "0.001"]
        code, out, err = leadline("locate", *words, "--pages", "80", "--json")
    assert (code, json.loads(out)["stopped_by"]) == (0, "frontier empty"), err
    days = [path for path in seen.paths("site0.example") if path.startswith("/day/")]
    assert len(days) == 20


@pytest.mark.parametrize("url", ["http://site1.example/logout", "http://site1.example/list?action=trash&id=2"])
def test_a_deed_that_a_folder_holds_is_not_asked_for(url: str, tmp_path: Path) -> None:
    """A frontier may be written by somebody else: its addresses are judged before they are asked for."""
    with serving(LittleWeb(3, 6)) as seen:
        locate(tmp_path / "c", seen, "--pages", "3")
        database = Database(tmp_path / "c" / "leadline.db")
        with database.transaction():
            changed = database.changed("UPDATE frontier SET url = ? WHERE parent IS NOT NULL", (url,))
            changed += database.changed("UPDATE arrived SET url = ? WHERE parent IS NOT NULL", (url,))
        database.close()
        assert changed
        before = len(seen.arrivals)
        words = ("--connect-to", f"127.0.0.1:{seen.port}", "--delay", "0.01", "--option", "locate.pages=30")
        code, _, err = leadline("resume", str(tmp_path / "c"), *words)
        assert code in (0, 4), err
    asked = [path for _, _, path in seen.arrivals[before:]]
    assert not [path for path in asked if path.startswith(("/logout", "/list"))], asked
