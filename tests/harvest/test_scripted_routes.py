"""Programs that have many pages at one address, and what stops them short of their records."""

import asyncio
from base64 import b64encode
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from script_browser import NEEDS_CHROMIUM, Browsing
from script_site import BOX, GENRES, SCRIPTS, Library, books, page_of, serving

from leadline.errors import InputError

pytestmark = NEEDS_CHROMIUM


@pytest.fixture(scope="module")
def browsing() -> Iterator[Browsing]:
    with asyncio.Runner() as runner:
        found = Browsing(runner, {}, AsyncExitStack())
        yield found
        runner.run(found.stack.aclose())


ROUTED = """
let mark = null;
const ask = async () => {
  const p = new URLSearchParams({q: $('words').value}); if (mark) p.set('page_token', mark);
  const d = await (await fetch('/api/marked?' + p)).json(); mark = d.next_page_token; show(d.books); };
$('go').onclick = () => { mark = null; ask(); };
$('more').onclick = ask;
if (location.hash === '#/books') ask(); else $('root').innerHTML = '<a href="#/books">Books</a> Welcome!';
"""


def test_a_program_begins_where_the_address_says(browsing: Browsing, tmp_path: Path) -> None:
    """What stands behind `#` names one of its pages, and no server sees it. Its list goes on by a mark that every
    answer has for the next, under a name that sounds like a secret."""
    with serving(Library("none", books(137), page_of(script=ROUTED))) as site:
        report = browsing.harvested(f"{site.url}#/books", tmp_path / "out", planner="once")
        asked = [path for _, path, _ in site.asked]
    assert report.records == 137
    assert report.scripts is not None
    assert "/api/marked" in report.scripts["call"]
    assert [path for path in asked if "#" in path] == []


# ── short of the records, and why ──────────────────────────────────────────────────────────────────────────

MENU = "".join(f"<li><a href='#/{name}'>All {name}</a>" for name in ("books", "maps", "letters", "coins"))


def test_a_list_that_comes_over_a_web_socket_is_not_its_menu(browsing: Browsing) -> None:
    """The page has a menu, a box that no server reads and words do not move, and never its list: said at once."""
    box = f"<ul>{MENU}</ul><form><input placeholder='Search the catalogue'></form><p>Loading</p>"
    page = page_of(script="new WebSocket('ws://' + location.host + '/news');", box=box)
    with serving(Library("none", books(30), page)) as site:
        with pytest.raises(InputError, match=r"no field of its search has a name.*web sockets.*ws://.*/news"):
            browsing.prepared(site.url)
        assert site.writes == []


def test_a_list_that_is_asked_for_by_post_is_named(browsing: Browsing) -> None:
    """Nothing shows that it only asks: it is not sent, and the message says what the page wanted."""
    script = "fetch('/api/paginate', {method: 'POST', body: '{\"page\": 1}'}).then(r => r.json()).then(show);"
    with serving(Library("none", books(30), page_of(script=script, box="", noise=False))) as site:
        with pytest.raises(InputError, match=r"by POST, which is sent for searches alone: .*/api/paginate"):
            browsing.prepared(site.url)
        assert [path for method, path, _ in site.asked if method == "POST"] == []


def test_a_box_beside_a_button_that_clears_it_is_typed_into(browsing: Browsing, tmp_path: Path) -> None:
    """The Enter key would press that button, which says a deed: so words are typed, and the form is never sent."""
    box = BOX.replace("<button id=go>Search</button>", "<button id=go>Delete</button>")
    form = f"<form id=f action='javascript:void(0)'>{box}</form>"
    script = SCRIPTS["pages"].removesuffix("ask();") + (
        "$('words').oninput = () => { page = 1; ask(); }; $('f').onsubmit = () => { fetch('/basket/empty'); };"
    )
    with serving(Library("none", books(60), page_of(script=script, box=form))) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
        assert site.writes == []
    assert report.records == 60


HIDDEN = b64encode("|".join(book["title"] for book in books(30)).encode()).decode()
BY_ITSELF = f"""
const titles = atob('{HIDDEN}').split('|');
$('words').oninput = () => {{ const at = $('words').value.length;
  const found = titles.slice(at, at + 2).map(t => `<li><a href="/parts/${{t.length}}">${{t}}</a>`);
  $('list').innerHTML = found.join(''); }};
"""


def test_a_page_that_answers_by_itself_says_so(browsing: Browsing) -> None:
    """Words bring links to the screen, nothing that came holds a list of what they lead to, and it may be opened
    no more to be asked there."""
    said = r"answer words by themselves, from data that cannot be read as a list \(harvest.openings"
    page = page_of(script=BY_ITSELF)
    with serving(Library("none", books(30), page)) as site, pytest.raises(InputError, match=said):
        browsing.prepared(site.url, openings=2)


def test_what_a_page_has_ticked_of_several_is_not_everything(browsing: Browsing, tmp_path: Path) -> None:
    """It shows two genres of five from the beginning, by boxes whose form leads elsewhere: all of these come, and
    nobody says that this is all."""
    ticks = "".join(
        f"<label><input type=checkbox name=genre {'checked' * (n < 2)}>{g}</label>" for n, g in enumerate(GENRES)
    )
    script = SCRIPTS["pages"].replace("&genre=${genre()}", "&genre=Crime")
    with serving(Library("none", books(60), page_of(script=script, box=BOX + ticks))) as site:
        report = browsing.harvested(site.url, tmp_path / "out")
    assert report.records == 12
    assert (report.stopped_by, report.high, report.coverage_low) == ("exhausted", None, None)
    assert "what the page has chosen by genre" in (report.why or "")


def test_a_form_with_a_button_of_a_deed_is_never_sent(browsing: Browsing) -> None:
    """Typing brings nothing there, and what sending it would call is never called."""
    form = f"<form id=f action='javascript:void(0)'>{BOX.replace('>Search<', '>Delete<')}</form>"
    script = "$('f').onsubmit = () => { fetch('/api/books?sent=1'); };"
    with serving(Library("none", books(30), page_of(script=script, box=form))) as site:
        with pytest.raises(InputError):
            browsing.prepared(site.url)
        assert [path for _, path, _ in site.asked if "sent" in path] == []
