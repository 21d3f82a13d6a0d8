"""Answers cut into records: which part of a page, what fields, which are the same."""

from html import escape

import pytest

from leadline.answers.document import read
from leadline.answers.records.cut import cut_records
from leadline.answers.records.shape import Shape
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import Document

HERE = "http://list.example/results"
MENU = '<nav><ul><li><a href="/1">Home page of ours</a><li><a href="/2">About us and others</a></ul></nav>'
FOOTER = "<footer><ul><li>Terms and conditions apply<li>Privacy is important to us</ul></footer>"


def _document(html: str) -> Document:
    response = Response(
        Request(HERE, permit=TARGET),
        HERE,
        200,
        (("Content-Type", "text/html; charset=utf-8"),),
        html.encode(),
        0.0,
    )
    return read(response)


def _page(body: str) -> Document:
    return _document(f"<html><body>{MENU}<h1>Results</h1>{body}{FOOTER}</body></html>")


CARDS = "".join(
    f'<div class="card {"odd" if n % 2 else "even"}"><h3><a href="/item/{n}">Book {n}</a></h3>'
    f"<p>Author: Writer {n}</p><span class=price>{n}.00</span></div>"
    for n in range(4)
)
TABLE = "<table><tr><th>Title<th>Year</tr>" + "".join(
    f"<tr><td><a href='/item/{n}'>Book {n}</a><td>{1990 + n}</tr>" for n in range(4)
)
LIST = "".join(f"<dt><a href='/item/{n}'>Book {n}</a><dd>A story about the number {n}" for n in range(4))
RUNS = "".join(f"<h3><a href='/item/{n}'>Book {n}</a></h3><p>By Writer {n}</p><p>In stock</p>" for n in range(4))
ITEMS = "".join(
    f'<article itemscope><h2 itemprop="name"><a href="/item/{n}">Book {n}</a></h2>'
    f'<meta itemprop="isbn" content="97{n}"><dl><dt>Pages:<dd>{n}00</dl></article>'
    for n in range(4)
)


@pytest.mark.parametrize(
    ("body", "field", "value"),
    [
        (f"<div id=results>{CARDS}</div>", "Author", "Writer 2"),
        (f"<div id=results>{CARDS}</div>", "price", "2.00"),
        (TABLE + "</table>", "Year", "1992"),
        (f"<dl>{LIST}</dl>", "title", "Book 2"),
        (f"<div>{RUNS}</div>", "title", "Book 2"),
        (f"<main>{ITEMS}</main>", "isbn", "972"),
        (f"<main>{ITEMS}</main>", "Pages", "200"),
    ],
)
def test_records_of_many_layouts(body: str, field: str, value: str) -> None:
    """Cards, tables, definition lists, headings and microdata give one record each, with its link and fields."""
    cuts = cut_records(_page(body)).cuts
    assert [cut.url for cut in cuts] == [f"http://list.example/item/{n}" for n in range(4)]
    assert dict(cuts[2].fields)[field] == value
    assert "Book 2" in cuts[2].text


def test_navigation_and_code_are_no_records() -> None:
    """Menus, footers, scripts and hidden text never become records or parts of one."""
    hidden = "<script>var Book = 'never';</script><p style='display:none'>never seen</p>"
    cuts = cut_records(_page(f"<div id=results>{CARDS.replace('</div>', hidden + '</div>')}</div>")).cuts
    assert len(cuts) == 4
    assert not any("never" in cut.text for cut in cuts)


def test_what_stands_on_the_forms_page_is_furniture() -> None:
    """A longer list that the form's page has as well is passed over for the one that is new."""
    furniture = "".join(
        f"<p class=ad>A very long advertisement number {n}, which goes on and on" for n in range(9)
    )
    known = _page(f"<div>{furniture}</div>").page.text
    cuts = cut_records(_page(f"<div>{furniture}</div><div id=results>{CARDS}</div>"), known).cuts
    assert len(cuts) == 4


def test_one_record_on_a_last_page() -> None:
    """With the shape of the first page a single record is recognised, and none where there is none."""
    shape = cut_records(_page(f"<div id=results>{CARDS}</div>")).shape
    assert shape is not None
    again = Shape.read(str(shape))
    last = CARDS[: CARDS.index("</div>") + 6]
    assert [cut.text for cut in cut_records(_page(f"<div id=results>{last}</div>"), "", again).cuts] == [
        "Book 0 Author: Writer 0 0.00"
    ]
    assert cut_records(_page("<p>That was all there is</p>"), "", again).cuts == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "No results found.",
        "Ihre Suche ergab keine Treffer",
        "Aucun résultat",
        "Sin resultados",
        "Nenhum resultado",
    ],
)
def test_nothing_found_is_nothing(sentence: str) -> None:
    """A page that says there is nothing brings nothing, whatever else repeats on it."""
    tips = "".join(f"<li>Tip number {n}: try other words than these" for n in range(5))
    assert cut_records(_page(f"<p>{sentence}</p><ul>{tips}</ul>")).cuts == ()


def test_liddles_records_where_nothing_repeats() -> None:
    """Without a region the source is split at Liddle's tags, and what the form's page says is left out."""
    document = _document("<body>Our catalogue<hr>Moby Dick by Melville<p>Emma by Austen</body>")
    assert [cut.text for cut in cut_records(document, "Our catalogue").cuts] == [
        "Moby Dick by Melville",
        "Emma by Austen",
    ]


def _id_of(text: str, address: str = "") -> str:
    """The identity of a record in a list with two others."""
    rows = [(text, address), ("Emma, by Austen", "/b?id=1"), ("Walden, by Thoreau", "/b?id=2")]
    items = (f"<a href='{href}'>{escape(row)}</a>" if address else escape(row) for row, href in rows)
    listed = "".join(f"<li>{item}</li>" for item in items)
    return cut_records(_document(f"<ul class=results>{listed}</ul>")).cuts[0].id


def test_the_same_record_is_one() -> None:
    """Its number in the list, the query and the session in its link, and a snippet do not make another record."""
    one = _id_of("1. Moby  Dick … the white whale", "/b?id=7&q=whale&PHPSESSID=123")
    assert _id_of("17. moby dick … the sea", "/b?PHPSESSID=9&id=7") == one
    assert _id_of("moby dick", "/b?id=8") != one


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("3. Moby Dick", "12) MOBY DICK", True),
        ("Moby <b>Dick", "moby dick", False),
        ("Moby Dick (score: 0.83)", "Moby Dick (score: 0.11)", True),
        ("Moby Dick, 3 minutes ago", "Moby Dick, 2 hours ago", True),
        ("Moby Dick, vor 3 Minuten", "Moby Dick, vor 5 Tagen", True),
        ("Moby Dick, 3 days", "Moby Dick, 5 days", False),
        ("Moby Dick 1851", "Moby Dick 1852", False),
        ("1984", "1985", False),
        ("2001: A Space Odyssey", "2010: A Space Odyssey", False),
    ],
)
def test_records_without_an_address_go_by_their_text(one: str, other: str, same: bool) -> None:
    """Numbers in the list, scores and ages do not count; everything else does."""
    assert (_id_of(one) == _id_of(other)) is same


@pytest.mark.parametrize("body", ["", "<p>", "<table>", "<div>" * 2_000, "<ul>" + "<li>" * 20_000, "\x00<\x00a"])
def test_any_page_is_cut(body: str) -> None:
    """Empty, broken and overgrown pages give some answer, in time."""
    cut_records(_document(body))
