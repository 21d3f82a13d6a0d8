"""The same record met twice is one; two records are two; near ones are reported."""

from urllib.parse import quote

import pytest

from leadline.answers.document import read
from leadline.answers.records.cut import cut_records
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import Document

HERE = "http://list.example/results"


def _document(body: str, here: str = HERE) -> Document:
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return read(
        Response(
            Request(here, permit=TARGET), here, 200, headers, f"<html><body>{body}</body></html>".encode(), 0.0
        )
    )


def _ids(body: str, *asked: str) -> list[str]:
    return [cut.id for cut in cut_records(_document(body), asked=asked).cuts]


def _list(rows: list[str]) -> str:
    return f"<ul class=results>{''.join(f'<li>{row}</li>' for row in rows)}</ul>"


def test_highlighted_words_do_not_make_another_record() -> None:
    """Marked words, even parts of words, leave text identity as it is, for records without an address as well."""
    plain = [f"<i>Record {n}</i> about seawhales and their songs, part {n}" for n in range(5)]
    marked = [row.replace("whales", "<b>whales</b>") for row in plain]
    assert _ids(_list(plain)) == _ids(_list(marked), "whales")


def test_what_was_asked_for_is_no_part_of_an_address() -> None:
    """A parameter of any name that repeats the query, a place in the list and a session do not count."""
    rows = [f"<a href='/show?rec={n}&mot=whale&pos={n}&sid=a{n}'>Title number {n}</a> words" for n in range(1, 6)]
    others = [f"<a href='/show?mot=sea&pos={9 - n}&sid=b&rec={n}'>Title number {n}</a> other" for n in range(1, 6)]
    assert _ids(_list(rows), "whale") == _ids(_list(others), "sea")


def test_the_list_a_record_was_met_in_is_no_part_of_its_address() -> None:
    """Galleries write the list at the end of a picture's address, with a key of its own for every search."""

    def met(search: str, page: str) -> list[str]:
        rows = [f"<a href='/picture.php?/{n}/search/{search}'>Title number {n}</a> words" for n in range(1, 6)]
        here = f"http://list.example/index.php?/search/{search}{page}"
        return [cut.id for cut in cut_records(_document(_list(rows), here)).cuts]

    assert met("psk-81", "") == met("psk-93", "/start-15")
    assert len(set(met("psk-81", ""))) == 5


@pytest.mark.parametrize(
    ("link", "query"),
    [
        ("/card/?no={n}&url=/stock/?{back}", "page={page}&word={word}"),
        ("/card/{n}/edit?next=http%3A%2F%2Flist.example%2Fstock%2F%3F{back}", "word={word}&page={page}"),
        ("/card/{n}/change/?_list={back}", "word={word}&page={page}"),
    ],
)
def test_the_way_back_to_the_list_is_no_part_of_an_address(link: str, query: str) -> None:
    """Administration pages hand the list's address, or its query alone, on to every record, under any name."""

    def met(word: str, page: int) -> list[str]:
        asked = query.format(word=word, page=page)
        addresses = [link.format(n=n, back=quote(asked, safe="")) for n in range(1, 6)]
        rows = [f"<a href='{address}'>Title number {n}</a> words" for n, address in enumerate(addresses)]
        return [cut.id for cut in cut_records(_document(_list(rows), f"http://list.example/stock/?{asked}")).cuts]

    assert met("brass", 1) == met("iron", 2)
    assert len(set(met("brass", 1))) == 5


def test_an_address_that_is_the_record_stays() -> None:
    """A catalogue of pages elsewhere names each by its address: that is its key, not the way back."""
    rows = [f"<a href='/about?url=http://shop{n}.example/results'>Shop {n}</a> sells things" for n in range(5)]
    elsewhere = [f"<a href='/about?url=/results/{n}'>Part {n}</a> of the list" for n in range(5)]
    assert len(set(_ids(_list(rows)))) == len(set(_ids(_list(elsewhere)))) == 5


def test_a_query_parameter_that_is_the_key_stays() -> None:
    """`query=` names the record on some sites: where nothing else tells records apart, it counts."""
    rows = [f"<a href='/man.cgi?query=tool{n}&section=1'>tool{n}</a> does its work" for n in range(5)]
    assert len(set(_ids(_list(rows), "tool"))) == 5


def test_same_words_other_address_are_two() -> None:
    """Records that say the same and lead elsewhere are different ones."""
    rows = [f"<a href='/show?id={n}'>Untitled</a> no description given here" for n in range(5)]
    assert len(set(_ids(_list(rows)))) == 5


@pytest.mark.parametrize("stripes", [("light", "dark"), ("oddline", "evenline"), ("plain", "")])
@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("<ul>{}</ul>", "<li><div class='{stripe}'><h3>{link}</h3><p>{words}</p></div></li>"),
        (
            "<table>{}</table>",
            "<tbody><tr class='{stripe}'><td>{link}<td>Kim</tr><tr class='{stripe}'><td>{words}<td>new</tr>",
        ),
        ("<table>{}</table>", "<tr><td class='{stripe}'>{link}<td class='{stripe}'>{words}</tr>"),
    ],
)
def test_stripes_inside_rows_do_not_make_another_record(table: str, row: str, stripes: tuple[str, str]) -> None:
    """Whatever stripes are called and whichever part of a row has them, a record goes by its own page."""

    def met(numbers: range, words: str) -> list[str]:
        rows = [
            row.format(
                stripe=stripes[place % 2],
                link=f"<a href='/show?id={n}'>Title number {n}</a>",
                words=f"{words} in number {n}",
            )
            for place, n in enumerate(numbers)
        ]
        return _ids(table.format("".join(rows)))

    assert met(range(1, 9), "the words found here")[3:] == met(range(4, 12), "other words found there")[:5]


def test_same_words_other_key_are_two() -> None:
    """Without addresses a field that is a key tells records apart, and finds them again among other words."""
    head = "<tr><th>Item no.</th><th>Text</th></tr>"
    one = "".join(f"<tr><td>K-{n}</td><td>Lamp with shade, seen {n + 3} times</td></tr>" for n in range(4))
    other = "".join(f"<tr><td>K-{n}</td><td>Lamp, quite another snippet</td></tr>" for n in range(4))
    ids = _ids(f"<table>{head}{one}</table>")
    assert len(set(ids)) == 4
    assert _ids(f"<table>{head}{other}</table>") == ids


def test_a_column_that_counts_is_no_part_of_a_record() -> None:
    """Rows numbered 1, 2, 3 here and 11, 12, 13 there are the same rows."""

    def table(start: int) -> str:
        rows = "".join(
            f"<tr><td>{start + n}</td><td>Lamp {n}</td><td>Made of brass {n}</td></tr>" for n in range(4)
        )
        return f"<table><tr><th>#</th><th>Name</th><th>Note</th></tr>{rows}</table>"

    assert _ids(table(1)) == _ids(table(11))


def test_hits_within_a_record_are_that_record() -> None:
    """A site that lists every line found, each under the name of its page, lists pages."""

    def found(word: str, lines: list[int]) -> str:
        hits = "".join(
            f"<dt><a href='/leaf/mill-{n}?mark={word}'>mill {n}</a><i>, line {line}</i></dt><dd>A {word}.</dd>"
            for n in range(6)
            for line in lines
        )
        return f"<dl class=found>{hits}</dl>"

    assert _ids(found("wheel", [3]), "wheel") == _ids(found("weir", [1, 4]), "weir")


def test_rows_within_a_row_are_no_records_of_a_second_page() -> None:
    """Rows that hold tables are records on the first page and on those that follow it."""

    def page(start: int) -> Document:
        rows = "".join(
            f"<tr><td><table><tr><td>name</td><td><a href=/r/{n}>Mill number {n}</a></td></tr>"
            f"<tr><td>keeper</td><td>Carr of parish {n}</td></tr><tr><td>notes</td><td>{n} sails</td></tr>"
            "</table></td></tr>"
            for n in range(start, start + 8)
        )
        return _document(f"<table>{rows}</table>")

    first = cut_records(page(0))
    assert len(first.cuts) == 8
    assert len(cut_records(page(8), usual=first.shape).cuts) == 8


@pytest.mark.parametrize("codes", [("A1", "A1", "B2", "B2"), ("A1", "A2", "", "A4")])
def test_a_code_that_some_share_or_lack_tells_nothing_apart(codes: tuple[str, ...]) -> None:
    """Only a field that is different in every record is a key; else records go by all they say."""
    rows = "".join(f"<tr><td>{code}</td><td>Lamp of kind {n}</td></tr>" for n, code in enumerate(codes))
    other = rows.replace("Lamp", "Chair")
    head = "<tr><th>Code</th><th>Text</th></tr>"
    ids, others = _ids(f"<table>{head}{rows}</table>"), _ids(f"<table>{head}{other}</table>")
    assert len({*ids, *others}) == 8


def test_numbers_of_rows_are_no_keys() -> None:
    """A column "No." that counts the rows of each page tells nothing about them, one that does not count does."""

    def table(numbers: list[int]) -> str:
        rows = "".join(f"<tr><td>{number}</td><td>Lamp of brass {n}</td></tr>" for n, number in enumerate(numbers))
        return f"<table><tr><th>No.</th><th>Text</th></tr>{rows}</table>"

    assert _ids(table([1, 2, 3, 4])) == _ids(table([11, 12, 13, 14]))
    assert not set(_ids(table([5, 9, 12, 40]))) & set(_ids(table([6, 10, 13, 41])))


OCTAL = (("Ø", r"\303\230"), ("ë", r"\303\253"), ("日", r"\346\227\245"))


def _spelled(name: str) -> str:
    """A name as programs that list files print it: in quotation marks, letters beyond ASCII in octal."""
    for letter, escaped in OCTAL:
        name = name.replace(letter, escaped)
    return f'"{name}.md"'


def _names(names: list[str]) -> str:
    rows = (f"<dt><a href='/wiki/{name}?hl=letter'>{name}</a><dd>a line of it with the letter" for name in names)
    return f"<dl>{''.join(rows)}</dl>"


def test_a_name_in_escapes_is_the_record_of_that_name() -> None:
    """One record under two addresses and two spellings comes out once, on one page and over two answers."""
    names = ["Øre to the council", "Zoë of the mill", "Letters about 日", "Emma and the sea", "Notes on a well"]
    special = names[:3]
    both = _ids(_names([*names, *map(_spelled, special)]), "letter")
    assert both == _ids(_names(names), "letter")
    assert _ids(_names([*map(_spelled, special), *names[3:]]), "letter") == both


def test_names_that_differ_in_more_than_their_escapes_stay_two() -> None:
    """Two endings are two files, quotation marks alone are a title's own, and numbers in a path are no letters."""
    endings = ["Øre.md", "Øre.txt", "Øre.pdf", "Emma.md", "Emma.txt"]
    quoted = ['"Emma"', "Emma", '"Zoë"', "Zoë", "Persuasion"]
    numbers = ["303/270", "303/271", "303/272", "øre/271", "øre/272"]
    for names in (endings, quoted, numbers):
        assert len(set(_ids(_names(names), "letter"))) == len(names)
    escaped = [r'"\303\230re.md"', r'"\303\230re.txt"', "Emma.md", "Emma.txt"]
    assert len(set(_ids(_names(escaped), "letter"))) == len(escaped)
