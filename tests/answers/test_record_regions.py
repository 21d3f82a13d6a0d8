"""Which part of a page holds the records, whatever stands beside them; and how long it takes to say so."""

import time
from collections.abc import Callable

import pytest
from software_pages import items, koha, wordpress

from leadline.answers.document import read
from leadline.answers.records.cut import cut_records
from leadline.answers.records.shape import Shape
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import Document

HERE = "http://list.example/results"


def _response(body: str) -> Response:
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return Response(
        Request(HERE, permit=TARGET), HERE, 200, headers, f"<html><body>{body}</body></html>".encode(), 0.0
    )


def _document(body: str) -> Document:
    return read(_response(body))


ROWS = "".join(f"<li><a href=/item/{n}>Item {n} of wood</a> <i>Maker {n}</i>" for n in range(5))
TEASERS = "".join(
    f"<div class=teaser><a href=/news/{n}>News of the house, number {n}</a><p>A long text that goes on about the "
    f"house and all who live in it, with the number {n} in its middle.</p></div>"
    for n in range(6)
)


def test_what_answers_to_nonsense_have_is_no_record() -> None:
    """A region of the empty answer is never taken, also if it is the only one left."""
    template = _document(f"<div>{TEASERS}</div>").page.text
    both = _document(f"<div>{TEASERS}</div><ul>{ROWS}</ul>")
    assert [cut.url for cut in cut_records(both, template=template).cuts] == [
        f"http://list.example/item/{n}" for n in range(5)
    ]
    assert cut_records(_document(f"<div>{TEASERS}</div>"), template=template).cuts == ()


def test_the_query_in_the_records_speaks_for_them() -> None:
    """Of two regions of about equal weight the one that repeats the query has the records."""
    other = "".join(f"<p><a href=/tip/{n}>Hint {n} of ours</a> <i>Advice {n}!</i></p>" for n in range(5))
    document = _document(f"<div>{other}</div><ul>{ROWS}</ul>")
    assert "Item" in cut_records(document, asked=("wood",)).cuts[0].text
    assert "Hint" in cut_records(document, asked=("hint",)).cuts[0].text


def test_a_catalogue_that_shows_its_first_page_beside_the_form() -> None:
    """Where all rows stand on the form's page as well, they are records all the same."""
    known = _document(f"<ul>{ROWS}</ul>").page.text
    assert len(cut_records(_document(f"<ul>{ROWS}</ul>"), known).cuts) == 5


@pytest.mark.parametrize(
    "one",
    [
        "<ol><li><b><a href=/item/7>Item 7</a></b><br>Maker: Lee<br>Year: 1990</ol>",
        "<section><article><h3><a href=/item/7>Item 7</a></h3><p>Lee<p>1990<p>Oak</article></section>",
        "<table><tr><td><a href=/item/7>Item 7</a><td>Lee<td>1990<td>Oak</table>",
        "<table><tr><th>Name<th>Maker<th>Year<tr><td><a href=/item/7>Item 7</a><td>Lee<td>1990</table>",
        "<dl><dt><a href=/item/7>Item 7</a><dd>Made by Lee<dd>1990</dl>",
        "<table><tr><th colspan=2><a href=/item/7>Item 7</a><tr><td>Maker<td>Lee<tr><td>Year<td>1990</table>",
    ],
)
def test_a_single_record(one: str) -> None:
    """One record, whose own lines repeat, is one record with its address, not its lines."""
    form = (
        "<h1>Our items</h1><form><input name=q></form><ul><li><a href=/>Start</a><li><a href=/help>Help</a></ul>"
    )
    known = _document(form).page.text
    cuts = cut_records(_document(f"{form}<p>1 item found</p>{one}"), known, asked=("item",)).cuts
    assert [(cut.url, "Lee" in cut.text) for cut in cuts] == [("http://list.example/item/7", True)]


@pytest.mark.parametrize(("tag", "cell"), [("tr", "td"), ("div", "span"), ("li", "p")])
@pytest.mark.parametrize("count", [2, 3, 9])
def test_every_second_row_has_other_classes(tag: str, cell: str, count: int) -> None:
    """Rows and cells whose classes take turns are rows of one list."""
    rows = "".join(
        f"<{tag} class={'ab'[n % 2] * 3}><{cell} class={'cd'[n % 2] * 3}>"
        f"<a href=/i/{n}>Thing {n} of tin</a></{cell}>"
        f"<{cell} class={'ef'[n % 2] * 3}>Maker {n}</{cell}></{tag}>"
        for n in range(count)
    )
    body = f"<table>{rows}</table>" if tag == "tr" else f"<div>{rows}</div>"
    assert [cut.title for cut in cut_records(_document(body)).cuts] == [f"Thing {n} of tin" for n in range(count)]


@pytest.mark.parametrize("classes", [("", ""), ("hit", ""), ("", "hit"), ("hit", "hit2"), ("row", "alt")])
@pytest.mark.parametrize("cells", [1, 4])
@pytest.mark.parametrize("count", [2, 12])
def test_rows_with_heads_of_their_own(count: int, cells: int, classes: tuple[str, str]) -> None:
    """`<th scope=row>` holds a record's title, not a label, and no heads of columns, striped or not."""
    heads = "".join(f"<th scope=col>Head {n}" for n in range(cells + 1))
    rows = "".join(
        f"<tr class='{classes[n % 2]}'><th scope=row><a href=/i/{n}>Thing {n} of tin</a>"
        + "".join(f"<td>{n}{c}kg" for c in range(cells))
        for n in range(count)
    )
    cuts = cut_records(_document(f"<h2>Results</h2><table><tr>{heads}{rows}</table>")).cuts
    assert [dict(cut.fields)["Head 0"] for cut in cuts] == [f"Thing {n} of tin" for n in range(count)]
    assert dict(cuts[-1].fields)["Head 1"] == f"{count - 1}0kg"


def test_labels_without_colons_between_elements() -> None:
    """Texts that come again before values name them, also where some records lack one."""
    rows = "".join(
        f"<p><b><a href=/i/{n}>Thing {n} of tin</a></b> &middot; Made by <i>Maker {n * 7 % 5}</i>"
        + (f" &middot; In year <i>{1990 + n}</i>" if n % 3 else "")
        + f" &middot; Kind <i>{'ab'[n % 2]}x</i></p>"
        for n in range(8)
    )
    cuts = cut_records(_document(f"<h2>Results</h2><div>{rows}</div>")).cuts
    assert cuts[6].fields == (("title", "Thing 6 of tin"), ("Made by", "Maker 2"), ("Kind", "ax"))
    assert dict(cuts[7].fields)["In year"] == "1997"


def test_the_usual_shape_is_looked_for_first() -> None:
    """With the shape of other answers a single record is found without the form's page, and has the same id."""
    records = cut_records(_document(f"<ul class=hits>{ROWS}</ul>"))
    assert records.shape is not None
    usual = Shape.read(str(records.shape))
    single = _document(f"<ul class=hits>{ROWS[: ROWS.index('<li>', 4)]}</ul><div>{TEASERS}</div>")
    cuts = cut_records(single, usual=usual).cuts
    assert [cut.id for cut in cuts] == [records.cuts[0].id]
    assert len(cut_records(_document(f"<div>{TEASERS}</div>"), usual=usual).cuts) == 6


def _many(kind: str, count: int) -> str:
    rows: dict[str, Callable[[int], str]] = {
        "rows": lambda n: f"<tr><td><a href=/i/{n}>Item {n}</a><td>{n} pieces<td>Maker {n}</tr>",
        "runs": lambda n: f"<h3><a href=/i/{n}>Item {n}</a></h3><p>Text {n}<p>More {n}",
        "lines": lambda n: f"<a href=/i/{n}>Item {n}</a> is {n}<br>",
        "classes": lambda n: f"<div class='c{n}x y{n}z'><a href=/i/{n}>Item {n}</a> is {n}</div>",
        "labels": lambda n: f"<p>Name: Item {n}<p>Size: {n}",
        "nested": lambda n: f"<div><span>Item {n}" if n % 2 else "</span></div>text",
        "spans": lambda n: f"<span class=k{n}>word{n}</span>",
    }
    body = "".join(map(rows[kind], range(count)))
    return f"<table>{body}</table>" if kind == "rows" else f"<div>{body}</div>"


@pytest.mark.parametrize(
    ("kind", "count", "rounds"),
    [("rows", 700, 2), *((kind, 400, 2) for kind in ("runs", "lines", "classes", "labels", "nested", "spans"))],
)
def test_time_grows_with_the_page_and_not_faster(kind: str, count: int, rounds: int) -> None:
    """Four times the rows take about four times as long, by the thousand, whatever they are."""
    small, large = _document(_many(kind, count)), _document(_many(kind, 4 * count))
    times = {id(small): float("inf"), id(large): float("inf")}
    for document in (small, large) * rounds:
        begun = time.process_time()
        cut_records(document, "some words that are known", asked=("item",))
        times[id(document)] = min(times[id(document)], time.process_time() - begun)
    assert times[id(large)] < 10 * times[id(small)] + 0.1


@pytest.mark.parametrize("make", [wordpress, koha])
def test_cutting_costs_a_few_times_the_parse(make: Callable[..., str]) -> None:
    """A page of an ordinary answer is cut in less than ten times what parsing it twice and reading it takes.

    Twice, because that is what an answer cost when the bound was set; since then it is parsed once.
    """
    html = make(items(50), "whale")
    reading = cutting = float("inf")
    for _ in range(20):  # a busy machine spoils single rounds, the best ones tell
        response, again = _response(html), _response(html)  # what was read of an answer stays with it
        begun = time.process_time()
        read(again)
        document = read(response)
        document.page.whole()
        read_at = time.process_time()
        cut_records(document, asked=("whale",))
        reading = min(reading, read_at - begun)
        cutting = min(cutting, time.process_time() - read_at)
        if cutting < 8 * reading:
            break
    assert cutting < 10 * reading


def test_cells_that_say_much_and_little_in_turns_are_no_cards() -> None:
    """A name and a long text in each line, without headers, links or labels: lines are the records."""
    text = "experience representative finance interview workplace benefits"
    lines = "".join(f"<tr><td>Officer {n}<td>{' '.join([text] * (1 + n % 3))} {n}" for n in range(8))
    cuts = cut_records(_document(f"<table>{lines}</table>"), "some words that are known", asked=("finance",)).cuts
    assert [cut.text.partition(" experience")[0] for cut in cuts] == [f"Officer {n}" for n in range(8)]


def _entries(first: int, last: int) -> str:
    return ", ".join(f"<a href='?define=entry{n}'>entry {n} of the house</a>" for n in range(first, last))


def test_links_with_commas_between_them_are_rows() -> None:
    """Matches of a dictionary stand in one line for each of its volumes, the last of which has one alone."""
    form = "<form><input name=q></form>"
    volumes = [("letters", 0, 9), ("maps", 9, 17), ("plans", 17, 18)]
    lines = "".join(f"<li><span>{name}</span>: {_entries(*ends)}</li>" for name, *ends in volumes)
    page = _document(f"<h1>Words</h1>{form}<h3>Matches</h3><ul>{lines}</ul>")
    found = cut_records(page, _document(f"<h1>Words</h1>{form}").page.text, asked=("e",)).cuts
    assert [cut.text for cut in found] == [f"entry {n} of the house" for n in range(18)]


def test_links_with_commas_in_rows_are_no_rows() -> None:
    """Subjects of a book are a part of it."""
    subjects = [", ".join(f"<a href=/s/{n + k}>subject {n + k}</a>" for k in range(3)) for n in range(12)]
    rows = "".join(
        f"<li><a href=/book/{n}>Book {n} of wood</a> <i>Maker {n}</i> <p>{one}</p></li>"
        for n, one in enumerate(subjects)
    )
    found = cut_records(_document(f"<form><input name=q></form><ul>{rows}</ul>"), "Find", asked=("wood",)).cuts
    assert [cut.url for cut in found] == [f"http://list.example/book/{n}" for n in range(12)]
