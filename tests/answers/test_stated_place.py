"""Where a page says it stands, and what counts on from there: no word of a language is needed."""

import pytest

from leadline.answers.document import read
from leadline.answers.paging.next_page import find_next_page
from leadline.answers.places import Place, places_in
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import parse_html

HERE = "http://list.example/lista?tk=7&q=x"
SEARCH = parse_html("<form action=/lista><input type=hidden name=tk value=7><input name=q></form>", HERE).forms[0]


def _next(html: str, url: str = HERE, rows: int = 0, *, is_answer: bool = True) -> str | None:
    asked = Request(url, permit=TARGET)
    document = read(Response(asked, url, 200, (), html.encode(), 0.0))
    found = find_next_page(document, asked, SEARCH if is_answer else None, rows)
    return found.request.url.partition("?")[2] if found is not None else None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("(página 1 de 2) pág suc. ->", Place(1, 1, 2)),
        ("3/7", Place(3, 3, 7)),
        ("Leathanach 2 as 9", Place(2, 2, 9)),
        ("1 out of 12", Place(1, 1, 12)),
        ("(26 – 50) of 1,340", Place(26, 50, 1340, 25)),
        ("21-40/57", Place(21, 40, 57, 20)),
    ],
)
def test_a_place_is_read_without_words(text: str, place: Place) -> None:
    assert next(places_in(text)) == place


@pytest.mark.parametrize("text", ["1 2 3", "3/5/2026", "9 of 7", "1.5 of 7", "10:15 to 11:45", "0 of 7", "1 | 2"])
def test_other_numbers_state_no_place(text: str) -> None:
    assert not list(places_in(text))


@pytest.mark.parametrize(
    ("pager", "asked", "wanted"),
    [
        # Counted from nought, from one, and with the words in between.
        ("(leathanach 1 as 7) <a href='?tk=7&q=x&lch_r=1'>ar agh</a>", "", "tk=7&q=x&lch_r=1"),
        ("(leathanach 1 as 7) <a href='?tk=7&q=x&lch_r=2'>ar agh</a>", "", "tk=7&q=x&lch_r=2"),
        # "To the first" is this page where the second is offered as well.
        ("<a href='?tk=7&q=x&lch_r=1'>tús</a> 1/7 <a href='?tk=7&q=x&lch_r=2'>ar agh</a>", "", "tk=7&q=x&lch_r=2"),
        # … unless it says that it is the second.
        ("1/7 <a href='?tk=7&q=x&lch_r=1'>2</a> <a href='?tk=7&q=x&lch_r=2'>…</a>", "", "tk=7&q=x&lch_r=1"),
        # Later pages: what the present address says tells how it is counted.
        (
            "<a href='?tk=7&q=x&lch_r=1'>siar</a> 3/7 <a href='?tk=7&q=x&lch_r=3'>ar agh</a>",
            "&lch_r=2",
            "tk=7&q=x&lch_r=3",
        ),
        (
            "<a href='?tk=7&q=x&lch_r=2'>siar</a> 3/7 <a href='?tk=7&q=x&lch_r=4'>ar agh</a>",
            "&lch_r=3",
            "tk=7&q=x&lch_r=4",
        ),
        # The parameter stood there without a value.
        ("1/7 <a href='?tk=7&q=x&lch_r=2'>ar agh</a>", "&lch_r=", "tk=7&q=x&lch_r=2"),
        # Records instead of pages.
        ("1–25 as 340 <a href='?tk=7&q=x&lch_r=25'>ar agh</a>", "", "tk=7&q=x&lch_r=25"),
        ("26–50 as 340 <a href='?tk=7&q=x&lch_r=51'>ar agh</a>", "&lch_r=26", "tk=7&q=x&lch_r=51"),
        ("26–50 as 340 <a href='?tk=7&q=x&lch_r=3'>ar agh</a>", "&lch_r=2", "tk=7&q=x&lch_r=3"),
        # The order, unsaid before, is said.
        ("1/7 <a href='?tk=7&q=x&ord=t&lch_r=2'>ar agh</a>", "", "tk=7&q=x&ord=t&lch_r=2"),
    ],
)
def test_a_link_that_counts_on_from_a_stated_place_is_the_next_page(pager: str, asked: str, wanted: str) -> None:
    page = f"<p>{'Harbours and gardens of the county, and much more. ' * 4}<div>{pager}</div>"
    assert _next(page, HERE + asked) == wanted


def test_the_records_of_the_page_tell_an_offset() -> None:
    html = "<div>2/7 <a href='?tk=7&q=x&lch_r=40'>ar agh</a></div>"
    assert _next(html, HERE + "&lch_r=20") is None
    assert _next(html, HERE + "&lch_r=20", rows=20) == "tk=7&q=x&lch_r=40"


@pytest.mark.parametrize(
    "pager",
    [
        "7/7 <a href='?tk=7&q=x&lch_r=8'>ar agh</a>",  # the last
        "1/7 <a href='?tk=7&q=x&lch_r=5'>ar agh</a>",  # another number
        "1/7 <a href='?tk=7&q=y&lch_r=2'>ar agh</a>",  # another question
        "1/7 <a href='?tk=7&lch_r=2'>ar agh</a>",  # less than was asked
        "1/7 <a href='?tk=7&q=x&lch_r=2&ab=3'>ar agh</a>",  # two numbers more
        "1/7 <a href='/eile?tk=7&q=x&lch_r=2'>ar agh</a>",  # another program
        "1/7 <a href='?tk=7&q=x&lch_r=2'>5</a>",  # it says which page it is
        "<a href='?tk=7&q=x&lch_r=2'>ar agh</a>",  # nothing is stated
        "1/7 <a href='?tk=7&q=x&lch_r=2'>&larr; siar</a>",  # an arrow back
        "1/7 <a href='?tk=7&q=x&delete=2'>ar agh</a>",  # a deed
        "1/7 <a href='?tk=7&q=x&lch_r=2'>Delete all</a>",
    ],
)
def test_what_does_not_count_on_is_no_next_page(pager: str) -> None:
    assert _next(f"<div>{pager}</div>") is None


def test_a_place_stands_beside_its_link() -> None:
    """Not somewhere on the page: "room 1 of 7" says nothing about a link in another part."""
    far = "Harbours and gardens of the county, and much more. " * 4
    assert _next(f"<div>1/7</div><div>{far}<a href='?tk=7&q=x&lch_r=2'>ar agh</a></div>") is None


def test_nobody_asked_for_a_list_that_states_its_place() -> None:
    """A picture of seven is no page of an answer."""
    assert _next("<div>1/7 <a href='?tk=7&q=x&lch_r=2'>ar agh</a></div>", is_answer=False) is None
