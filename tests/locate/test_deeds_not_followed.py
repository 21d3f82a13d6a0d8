"""A crawl that meets links that do something: none of them is asked for, as the server saw it."""

from pathlib import Path

import pytest
from little_server import serving
from little_web import LittleWeb
from test_resting_hosts import leadline, locate

from leadline.store.crawl import CrawlStore

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


@pytest.mark.parametrize("url", ["http://site1.example/logout", "http://site1.example/list?action=trash&id=2"])
def test_a_deed_that_a_folder_holds_is_not_asked_for(url: str, tmp_path: Path) -> None:
    """A frontier may be written by somebody else: its addresses are judged before they are asked for."""
    with serving(LittleWeb(3, 6)) as seen:
        locate(tmp_path / "c", seen, "--pages", "3")
        store = CrawlStore(tmp_path / "c" / "leadline.db")
        with store.db.transaction():
            changed = store.db.run("UPDATE frontier SET url = ? WHERE parent IS NOT NULL", (url,))
            changed += store.db.run("UPDATE arrived SET url = ? WHERE parent IS NOT NULL", (url,))
        store.close()
        assert changed
        before = len(seen.arrivals)
        words = ("--connect-to", f"127.0.0.1:{seen.port}", "--delay", "0.01", "--option", "locate.pages=30")
        code, _, err = leadline("resume", str(tmp_path / "c"), *words)
        assert code in (0, 4), err
    asked = [path for _, _, path in seen.arrivals[before:]]
    assert not [path for path in asked if path.startswith(("/logout", "/list"))], asked
