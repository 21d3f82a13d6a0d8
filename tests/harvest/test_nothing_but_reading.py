"""A harvest does nothing on a site but look things up: what the server saw, whatever the site offers.

Real servers that write down every request; default settings, so that records' own pages are read as well.
"""

from pathlib import Path

import pytest
from catalogue_server import Catalogue, catalogue
from deed_sites import NAMES, SEARCH, Answer, is_reading, listing, site
from test_harvest_plans import harvest, records

ENOUGH = ("--max-requests", "40", "--planner", "once")
"""One query and its pages: what planners ask is another matter."""


def names(out: Path) -> list[str]:
    return sorted(record["fields"]["Name"] for record in records(out))


def deeds(served: Catalogue) -> list[tuple[str, str]]:
    """Requests that do something."""
    return [(method, path) for method, path, _ in served.asked if not is_reading(path)]


def harvested(answer: Answer, out: Path, *more: str) -> tuple[Catalogue, int, str]:
    """What a site was asked, the exit code and what was said."""
    with catalogue(answer) as served:
        done = harvest(served.url("/"), out, *ENOUGH, *more)
    return served, done.returncode, done.stderr


# ── in every row ──────────────────────────────────────────────────────────────────────────────────────────

CONTROLS = {
    "delete": '<a href="/item/{n}/delete">Delete</a>',
    "delete told by its text alone": '<a href="/x/{n}">Delete</a>',
    "delete told by its address alone": '<a href="/admin/delete?id={n}">✕</a>',
    "basket": '<a href="/basket/add?id={n}">Add to basket</a>',
    "basket with the name in it": '<a href="/basket?add={n}">Add {name} to basket</a>',
    "buy": '<a href="/buy?id={n}">Buy</a>',
    "vote": '<a href="/vote/{n}">Vote</a>',
    "reserve": '<a href="/reserve?thing={n}" rel="nofollow">Reserve</a>',
    "a word nobody knows": '<a href="/x/{n}">Impeach</a>',
    "a method": '<a href="/x/{n}" data-method="delete" title="About {name}">About {name}</a>',
    "a question": '<a href="/x/{n}" onclick="return confirm(\'Sure?\')">About {name}</a>',
    "a word for many ends": '<a href="/list.php?action=trash&amp;id={n}">About {name}</a>',
}


@pytest.mark.parametrize("control", CONTROLS.values(), ids=CONTROLS)
@pytest.mark.parametrize("title", ["{name}", '<a href="/item/{n}">{name}</a>'], ids=["plain", "linked"])
def test_controls_beside_records_are_never_asked_for(control: str, title: str, tmp_path: Path) -> None:
    """A control in each row is no record's own page, beside a title with a link and without; no record is lost."""
    served, code, err = harvested(site(listing(control, title)), tmp_path / "out")
    assert deeds(served) == []
    assert code in (0, 4), err
    assert names(tmp_path / "out") == sorted(NAMES)
    read = any(path.startswith("/item/") for _, path, _ in served.asked)
    assert read is ("/item/" in title)


@pytest.mark.parametrize(
    "control",
    [
        '<a href="/item/{n}">Details</a> <em><a href="/x/{n}">Delete</a></em>',
        '<a href="/item/{n}">Details</a></td><td><a href="/x/{n}">Delete</a>',
    ],
    ids=["told apart", "alike"],
)
def test_a_control_that_shows_the_record_is_asked_for(control: str, tmp_path: Path) -> None:
    """What says the same in every row is a record's own page if it says that it shows one: view, details."""
    served, code, err = harvested(site(listing(control)), tmp_path / "out")
    assert (code in (0, 4), deeds(served)) == (True, []), err
    weights = [record["fields"].get("Weight") for record in records(tmp_path / "out")]
    assert weights == [f"{number + 3} kg" for number in range(1, 13)]


# ── behind "next" ─────────────────────────────────────────────────────────────────────────────────────────

POSTED = '<form action="/find" method="post"><input type="hidden" name="q" value="">'
PAGE_2 = '<button name="page" value="2">Next page</button>'
STATE = "".join(f'<input type="hidden" name="__{name}" value="x">' for name in ("VIEWSTATE", "EVENTARGUMENT"))
ONWARD = {
    "log out": '<p class="pager"><a href="/logout?page=2">Next</a>',
    "a method": '<p class="pager"><a rel="next" href="/find?q=&amp;page=2" data-method="delete">Next</a>',
    "a deed beside the page": '<p class="pager"><a rel="next" href="/find?page=2&amp;action=delete">Next page</a>',
    "a subscription": '<button class="load-more" data-url="/newsletter/subscribe?page=2">Load more</button>',
    "a subscription by htmx": '<div hx-get="/subscribe?page=2" hx-trigger="revealed">Load more</div>',
    "a deletion named as next": '<button data-next-url="/account/delete?page=2">More results</button>',
    "a pager that deletes": f'{POSTED}<input type="hidden" name="action" value="delete">{PAGE_2}</form>',
    "a pager beside a deletion": f'{POSTED}{PAGE_2}<button name="wipe">Delete all</button></form>',
    "a pager elsewhere": f'<form action="/close" method="post">{PAGE_2}</form>',
    "a pager with a choice": f'{POSTED}<select name="mood"><option>good<option>bad</select>{PAGE_2}</form>',
    "a pager with a box": f'{POSTED}<input name="comment">{PAGE_2}</form>',
    "a script that deletes": f'<form action="/find" method="post">{STATE}</form>'
    "<a href=\"javascript:__doPostBack('grid','Delete$2')\">Next</a>",
}


@pytest.mark.parametrize("below", ONWARD.values(), ids=ONWARD)
def test_what_calls_itself_the_next_page_and_does_something_is_left(below: str, tmp_path: Path) -> None:
    """Neither a link nor a button nor a call of a script leads on where it would do something."""
    served, code, err = harvested(site(listing("", below=below)), tmp_path / "out")
    assert code in (0, 4), err
    assert deeds(served) == []
    asked = [dict(pairs) for _, _, pairs in served.asked]
    assert not any("page" in pairs or "__EVENTARGUMENT" in pairs for pairs in asked)
    assert {method for method, _, _ in served.asked} == {"GET"}
    assert names(tmp_path / "out") == sorted(NAMES)


# ── a second form ─────────────────────────────────────────────────────────────────────────────────────────

FIRST = (
    '<form action="/find" role="search"><label>Search by make <select name="make"><option value="saab" selected>'
    'Saab<option value="volvo">Volvo</select></label><button>Search</button></form>'
)
CARRIED = '<input type="hidden" name="make" value="saab">'
CHOICE = '<select name="{}"><option>1<option>2</select>'


def _step(action: str, name: str, button: str, more: str = "") -> str:
    chosen = CHOICE.format(name)
    return f'<form action="{action}" method="post">{CARRIED}{more}{chosen}<button>{button}</button></form>'


STEPS = {
    "a booking": _step("/reservation/finalize", "seat", "OK"),
    "an account closed": _step("/account/close", "reason", "Continue"),
    "no word of a deed": _step("/step2", "seat", "OK"),
    "a search that deletes": _step(
        "/step2", "model", "Search", '<input type="hidden" name="_method" value="DELETE">'
    ),
    "another site": _step("http://other.example/find", "model", "Search"),
}


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_a_second_form_that_is_no_search_is_never_sent(step: str, tmp_path: Path) -> None:
    """An answer without records that asks on: what passes as no search by itself is not sent."""
    answers = site(f"<title>Next step</title><p>One more step.</p>{step}", FIRST)
    served, code, err = harvested(answers, tmp_path / "out")
    assert code in (0, 4), err
    assert deeds(served) == [], err
    assert {method for method, _, _ in served.asked} == {"GET"}
    assert any(path == "/find" for _, path, _ in served.asked)


def test_a_form_that_comes_back_with_one_field_more_has_an_end(tmp_path: Path) -> None:
    """Two further steps are asked, whatever the third one offers."""

    def answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
        if path == "/":
            return 200, FIRST
        number = int(path.removeprefix("/find") or 0) + 1
        return 200, f"<title>One more</title>{_step(f'/find{number}', f'field{number}', 'Search')}"

    served, _, _ = harvested(answer, tmp_path / "out")
    assert len(served.submissions()) - 1 == 1 + 2


def test_a_second_form_that_searches_is_sent(tmp_path: Path) -> None:
    """The other way round: a search that asks twice is harvested."""
    step = _step("/models", "model", "Search")
    answers = site(f"<title>Next step</title><p>One more step.</p>{step}", FIRST, {"/models": listing("")})
    with catalogue(answers) as served:
        done = harvest(served.url("/"), tmp_path / "out", *ENOUGH)
    assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
    assert names(tmp_path / "out") == sorted(NAMES)
    assert ("POST", "/models") in deeds(served)


# ── forms that say "search" beside a deed ─────────────────────────────────────────────────────────────────

BOX = '<label>Search <input name="q"></label>'


def _button(word: str, lang: str = "en", method: str = "get") -> tuple[str, str]:
    return f'<form action="/find" role="search" method="{method}">{BOX}<button>{word}</button></form>', lang


def _with(more: str = "", button: str = "<button>Search</button>", action: str = "/find") -> tuple[str, str]:
    return f'<form action="{action}" role="search">{BOX}{more}{button}</form>', "en"


PLANTED: dict[str, tuple[str, str]] = {
    "Ban": _button("Ban"),
    "Reboot": _button("Reboot"),
    "Cancel booking": _button("Cancel booking"),
    "Search and ban": _button("Search and ban", method="post"),
    "Kündigen": _button("Kündigen", "de"),
    "Abbestellen": _button("Abbestellen", "de"),
    "Annuler le rendez-vous": _button("Annuler le rendez-vous", "fr"),
    "Darse de baja": _button("Darse de baja", "es"),
    "削除": _button("削除", "ja"),
    "Оплатить": _button("Оплатить", "ru"),
    "删除": _button("删除", "zh"),
    "a language nobody told": _button("Kündigen", ""),
    "a word nobody knows": _button("Impeach"),
    "_method=DELETE": _with('<input type="hidden" name="_method" value="DELETE">'),
    "mode=remove": _with('<input type="hidden" name="mode" value="remove">'),
    "formaction": _with(button='<button formaction="/delete">Search</button>'),
    "bulk=delete": _with('<select name="bulk"><option>-<option value="delete" selected>Delete</select>'),
    "a ticked box": _with('<input type="checkbox" name="delete" value="1" checked>'),
    "an image of a bin": _with(button='<input type="image" src="/img/delete.png" name="go">'),
    "an image that says so": _with(button='<input type="image" src="/a.png" alt="Delete">'),
    "a button named so": _with(button='<input type="submit" name="btnDelete" value="Search">'),
    "a title on it": _with(button='<button title="Delete">Search</button>'),
    "an action": _with(action="/account/delete"),
}


@pytest.mark.parametrize(("form", "lang"), PLANTED.values(), ids=PLANTED)
def test_a_search_word_beside_a_deed_lifts_nothing(form: str, lang: str, tmp_path: Path) -> None:
    """A form that says "search" everywhere but names a deed where it is sent is refused, and nothing leaves."""
    served, code, err = harvested(site(listing(""), form, lang=lang), tmp_path / "out")
    assert [path for _, path, _ in served.asked] == ["/"]
    assert code == 3
    assert "no form on this page may be submitted" in err


def test_of_several_buttons_the_one_that_searches_is_pressed(tmp_path: Path) -> None:
    """[Wipe][Search] presses Search, and nothing is sent for Wipe."""
    form = (
        f'<form action="/find" role="search">{BOX}<button name="do" value="w">Wipe</button>'
        '<button name="do" value="s">Search</button></form>'
    )
    served, code, err = harvested(site(listing(""), form), tmp_path / "out")
    assert code in (0, 4), err
    assert {dict(pairs)["do"] for _, path, pairs in served.asked if path == "/find"} == {"s"}


ADMINISTRATION = (
    f'<form action="/find">{BOX}<label>Bulk actions <select name="action"><option value="-1" selected>Bulk actions'
    '<option value="edit">Edit<option value="trash">Move to Trash</select></label>'
    '<label>State <select name="state">'
    '<option value="">All<option value="new">New<option value="old">Old</select></label>'
    "[box]<button>Filter</button></form>"
)
DELETES = '<label><input type="checkbox" name="delete" value="1"> Old ones</label>'
SAYS_SO = '<label><input type="checkbox" name="old" value="1"> Delete</label>'
DELETES_ALL = '<label><input type="checkbox" name="delete_all" value="1"> Delete all</label>'


@pytest.mark.parametrize("planner", ["auto", "liddle", "hiwe"])
@pytest.mark.parametrize(
    "box",
    [
        DELETES,
        SAYS_SO,
        DELETES_ALL,
    ],
    ids=["named so", "says so", "a deed and more"],
)
def test_choices_that_carry_deeds_are_never_planned(planner: str, box: str, tmp_path: Path) -> None:
    """In an administration's list the planner varies the search, and leaves bulk actions as they are."""
    form = ADMINISTRATION.replace("[box]", box)
    more = ("--planner", planner, "--option", "harvest.hiwe.alpha=1", "--option", "harvest.hiwe.partial=true")
    served, code, err = harvested(site(listing("").replace(SEARCH, form), form), tmp_path / "out", *more)
    assert code in (0, 4), err
    asked = [dict(pairs) for _, path, pairs in served.asked if path == "/find"]
    assert {pairs.get("action") for pairs in asked} == {"-1"}
    assert not any(name.startswith(("delete", "old")) for pairs in asked for name in pairs)
    assert {pairs.get("state") for pairs in asked} >= {"", "new"}
