"""Habits of wikis, trackers and CGI search engines: lists that hand on their state, grow, or stand twice."""

from urllib.parse import parse_qsl

from leadline.answers.document import read
from leadline.answers.paging.next_page import find_next_page
from leadline.answers.paging.safe import NextPage
from leadline.answers.records.cut import Records, cut_records
from leadline.gate.targets import TARGET
from leadline.model.form import Form
from leadline.model.page import Request, Response
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document, parse_html

SITE = "http://tools.example"
ENGINE = "<form action=/find><input name=q value='{}'><input type=submit value=Go>{}</form>"
SEARCH = parse_html(ENGINE.format("", ""), f"{SITE}/").forms[0]


def _document(body: str, url: str) -> Document:
    kind = (("Content-Type", "text/html; charset=utf-8"),)
    return read(
        Response(Request(url, permit=TARGET), url, 200, kind, f"<html><body>{body}</body></html>".encode(), 0.0)
    )


def _ids(body: str, query: str) -> list[str]:
    return [cut.id for cut in cut_records(_document(body, f"{SITE}/log?{query}")).cuts]


def _changes(first: int, last: int, state: str = "") -> str:
    rows = (
        f"<tr><td><a href='/rev/ab{n}{state}'>Change {n} of the parser</a></td><td>Kim {n}</td></tr>"
        for n in range(first, last)
    )
    return f"<table>{''.join(rows)}</table>"


def _following(body: str, asked: str, form: Form = SEARCH) -> NextPage | None:
    return find_next_page(_document(body, asked), Request(asked, permit=TARGET), form)


# ── whose state a parameter is ────────────────────────────────────────────────────────────────────────────


def test_the_length_of_a_list_is_no_part_of_a_record() -> None:
    """A parameter that the list was asked with and hands on to its links does not make another record."""
    short = _ids(_changes(1, 6), "word=x")
    assert _ids(_changes(1, 11, "?length=10"), "word=x&length=10")[:5] == short


def test_a_choice_may_belong_to_the_record() -> None:
    """A parameter that the form lets one choose stays: in a mixed list the record has it as well."""
    form = "<form action=/log><select name=kind><option>map<option>book</select></form>"
    asked_for = form + _changes(1, 6, "?kind=map")
    mixed = form + _changes(1, 6, "?kind=map").replace("ab5?kind=map", "ab5?kind=book")
    assert _ids(asked_for, "kind=map")[:4] == _ids(mixed, "kind=")[:4]


def test_a_record_keeps_what_alone_tells_it_apart() -> None:
    """Where nothing else would be left of an address, a parameter stays though the list was asked with it."""
    rows = "".join(f"<li><a href='/show.cgi?id={n}'>Entry number {n}</a> some words</li>" for n in range(5))
    assert len(set(_ids(f"<ul>{rows}</ul>", "id=3"))) == 5


def test_semicolons_divide_parameters() -> None:
    """Addresses that write `;` between parameters are compared like those that write `&`."""
    assert page_key(f"{SITE}/?p=a;pg=2;sid=81") == page_key(f"{SITE}/?pg=2&p=a")
    body = f"<a href='/log?p=a;word=x;pg=1'>prev</a> <a href='/log?p=a;word=x;pg=3'>next</a>{_changes(1, 6)}"
    found = _following(body, f"{SITE}/log?p=a;word=x;pg=2")
    assert found is not None
    assert found.request.url.endswith("pg=3")


# ── paging ────────────────────────────────────────────────────────────────────────────────────────────────


def test_more_of_the_same_list() -> None:
    """ "More" that asks for the same list at twice its length leads on, however long it is; "less" does not."""
    body = "<a href='/log?word=x&length=20'>less</a> <a href='/log?word=x&length=80'>more</a>" + _changes(1, 41)
    found = _following(body, f"{SITE}/log?word=x&length=40")
    assert found is not None
    assert found.request.url.endswith("length=80")


def test_a_row_of_numbers_counts_by_a_parameter_of_any_name() -> None:
    """On the second page of a row of numbers the third follows, though nobody knows the offset's name."""
    row = " ".join(
        "<strong>[2]</strong>" if n == 2 else f"<a href='/find?q=owl&whence={n * 20 - 20}'>[{n}]</a>"
        for n in range(1, 6)
    )
    found = _following(f"{_changes(1, 21)}<p>{row}</p>", f"{SITE}/find?q=owl&whence=20")
    assert found is not None
    assert found.request.url.endswith("whence=40")


def test_a_pager_may_be_an_icon_without_a_word() -> None:
    """A link whose only content is the icon of an arrow to the right leads on, one to the left does not."""
    icon = "<a href='/find?q=owl&page={}'><i class='fa fa-{}-circle-{}'></i></a>"
    for sign in ("arrow", "chevron"):
        row = f"<span>2 / 9</span> {icon.format(1, sign, 'left')} {icon.format(3, sign, 'right')}"
        found = _following(f"{_changes(1, 21)}<p class=paging>{row}</p>", f"{SITE}/find?q=owl&page=2")
        assert found is not None
        assert found.request.url.endswith("page=3")


def test_pages_are_buttons_of_the_search_itself() -> None:
    """The search form around the results pages by its buttons, whatever boxes stand beside the records."""
    inside = (
        "<p><input type=checkbox name=mark value=4> <a href=/4>Four</a> <p><input type=checkbox name=mark value=5>"
        "<a href=/5>Five</a><input type=hidden name=was value=owl><input type=submit name='[' value=1 disabled>"
        "<input type=submit name='[' value=2><input type=submit name='>' value=Next>"
    )
    found = _following(ENGINE.format("owl", inside), f"{SITE}/find?q=owl")
    assert found is not None
    assert dict(parse_qsl(found.request.url.partition("?")[2])) == {"q": "owl", "was": "owl", ">": "Next"}


def test_boxes_in_a_form_that_is_not_the_search_are_not_sent() -> None:
    """A form that only shares the address, with boxes to tick and without the search's field, turns no page."""
    other = (
        "<form action=/find><input type=checkbox name=mark value=4><input type=submit name=go value=Next></form>"
    )
    assert _following(other, f"{SITE}/find?q=owl") is None


def test_a_menu_of_tools_is_no_pager() -> None:
    """A list of tools with a button ">" is no next page, though its field is one that the search sends hidden."""
    hidden = "<form action=/wiki><input type=hidden name=do value=find><input name=q><button>Find</button></form>"
    search = parse_html(hidden, f"{SITE}/").forms[0]
    tools = (
        "<form action=/wiki><select name=do><option value=''>Do<option>map</select><button>&gt;</button></form>"
    )
    assert _following(tools + _changes(1, 6), f"{SITE}/wiki?do=find&q=owl", search) is None


# ── cutting ───────────────────────────────────────────────────────────────────────────────────────────────


def _cut(body: str) -> Records:
    return cut_records(_document(body, f"{SITE}/find?q=owl"), "Search our catalogue", asked=("owl",))


def _hits(first: int, last: int, snippet: str) -> str:
    rows = (
        f"<li><a href='/w/Page_{n}'>Page {n}</a><div>{snippet} {n} of it</div></li>" for n in range(first, last)
    )
    return f"<ul class=hits>{''.join(rows)}</ul>"


def test_a_record_in_two_lists_goes_by_its_address() -> None:
    """Matches in titles and matches in texts name the same pages: each is one record, whatever is quoted."""
    both = f"<h2>In titles</h2>{_hits(1, 6, 'an owl')}<h2>In texts</h2>{_hits(1, 7, 'some owl')}"
    other = _hits(1, 7, "quite another passage")
    ids = {cut.id for cut in _cut(both).cuts}
    assert ids == {cut.id for cut in _cut(other).cuts}


def test_parts_of_the_only_record_are_no_records() -> None:
    """Passages that all lead to places on one page are parts of the record which that page is."""
    inner = "".join(
        f"<dl><dt><a href='/pkg/owl#{part}'>{part}</a></dt><dd><b>ow</b>ls at night</dd></dl>"
        for part in ("summary", "description")
    )
    cuts = _cut(f"<dl><dt><a href='/pkg/owl'>owl-1.0</a></dt><dd><i>/pkg/owl</i>{inner}</dd></dl>").cuts
    assert len(cuts) == 1
    assert cuts[0].url.endswith("/pkg/owl")
    assert "owls at night" in cuts[0].text


def test_descriptions_of_one_term_are_one_record() -> None:
    """One `dt` and all the `dd` after it are a single record, called by its link without number and score."""
    cuts = _cut(
        "<dl><dt>1. <b><a href='/p/7'>Owls of the north</a></b> (score: 26)</dt><dd><b>Author</b>: <i>Kim</i></dd>"
        f"<dd><b>Date</b>: <i>Monday</i></dd><dd>{'Owls nest in the cold. ' * 12}</dd></dl>"
    ).cuts
    assert [(cut.title, cut.url) for cut in cuts] == [("Owls of the north", f"{SITE}/p/7")]
    assert not any(name.strip(".").isdigit() for name, _ in cuts[0].fields)


def test_no_pieces_where_records_are_known() -> None:
    """A page without the records that the form is known to answer with is not cut into lines instead."""
    usual = cut_records(_document(_changes(1, 8), f"{SITE}/log?word=x")).shape
    bare = "<div>tools / <b>log</b></div><p>summary</p><p>Latest: change 12</p><table></table><p>all of it</p>"
    assert cut_records(_document(bare, f"{SITE}/log?word=y")).cuts
    assert cut_records(_document(bare, f"{SITE}/log?word=y"), usual=usual).cuts == ()


def test_a_column_alone_is_no_list_of_records() -> None:
    """Where records have pages of their own, rows that lead nowhere are none; a record's own page still is one."""
    usual = cut_records(_document(_changes(1, 8), f"{SITE}/log?word=x")).shape
    states = "".join(f"<tr><td>{state}</td></tr>" for state in ("unread", "chatting", "deferred", "closed"))
    table = f"<table><tr><th>Status</th></tr>{states}</table>"
    assert len(cut_records(_document(table, f"{SITE}/log?c=state")).cuts) == 4
    assert cut_records(_document(table, f"{SITE}/log?c=state"), usual=usual).cuts == ()


def test_many_short_links_are_records() -> None:
    """Forty and more links in a list are what was found by name, and not a menu beside the one passage found."""
    rows = "".join(f"<li><a href='/wiki?id=owl{n}'>owl{n}</a></li>" for n in range(60))
    one = "<div class=result><a href='/wiki?id=start'>start</a> All about owls, where they live and nest</div>"
    assert len(_cut(f"<h2>Names</h2><ul>{rows}</ul><h2>Texts</h2>{one}").cuts) >= 60


def test_an_address_in_angle_brackets_swallows_no_records() -> None:
    """Records behind a `<http://…>` or `<kim@…>` that somebody forgot to escape are records like those before."""
    for address in ("<https://docs.example/a/>", "<kim@tools.example>"):
        lines = "".join(
            f"<a href='/mod/{n}.html'>module{n}</a> - about thing {n}, see {address if n == 9 else 'there'}<br>"
            for n in range(30)
        )
        assert len(_ids(f"<table><tr><td>{lines}</td></tr></table>", "key=x")) == 30


def test_the_choices_of_a_form_are_no_record() -> None:
    """What can be chosen in a larger form that stands in place of an answer is no part of a record."""
    boxes = "".join(
        f"<td><label><input type=radio name={name} value=1> {name} one</label><br>"
        f"<label><input type=radio name={name} value=2> {name} two</label></td>"
        for name in ("Revisions", "Order", "Kinds", "Spaces")
    )
    body = f"<h1>Search</h1><form action=/find><input name=q value=x><table><tr>{boxes}</tr></table></form>"
    start = _document("<h1>Home</h1><form action=/find><input name=q></form>", f"{SITE}/")
    cuts = cut_records(_document(body, f"{SITE}/find?q=x"), start.page.text, asked=["x"]).cuts
    assert not any("one" in cut.text or "two" in cut.text for cut in cuts)


def _visited(*others: tuple[str, str, str, str]) -> str:
    rows = [
        (f"<a href='/page/{n}.html'>A page about well {n}</a>", str(90 - n), f"56{n} B", str(n)) for n in range(9)
    ]
    cells = "<td class=name>{}</td><td class=many>{}</td><td class=size><b>{}</b></td><td class=way><i>{}</i></td>"
    return f"<table>{''.join(f'<tr>{cells.format(*row)}</tr>' for row in (*rows, *others))}</table>"


def test_what_is_left_over_is_no_record() -> None:
    """A last row that leads nowhere and adds up what is not shown, in whatever words; with no larger figure than
    the others, or with more than figures, it is a record without a page."""
    left, small = ("Belko", "1 219", "567 B", "483"), ("Belko", "19", "520 B", "3")
    told = ("Belko", "1 219", "by hand", "483")
    found = [len(_ids(_visited(*rows), "q=well")) for rows in ((), (left,), (small,), (told,))]
    assert found == [9, 9, 10, 10]
