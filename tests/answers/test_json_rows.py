"""Records that come as JSON are read like those of a page."""

import json

import pytest

from leadline.answers.document import read, unwrapped
from leadline.answers.judge.counts import count_of
from leadline.answers.paging.next_page import find_next_page
from leadline.answers.records.cut import cut_records
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import Document

URL = "http://api.example/find?q=owl"
OWLS = [
    {
        "id": n,
        "title": f"The <em>owl</em> of garden {n}",
        "maker": {"name": f"Kim {n}", "city": "Ghent"},
        "tags": ["bird", f"night {n}"],
        "url": f"/owls/{n}",
    }
    for n in range(12)
]


def _answer(data: object) -> Document:
    kind = (("Content-Type", "application/json"),)
    return read(Response(Request(URL, permit=TARGET), URL, 200, kind, json.dumps(data).encode(), 0.0))


def test_each_object_of_the_list_is_a_record_with_its_names() -> None:
    """Objects become records: values by name, parts of parts too, highlighting gone, the own address kept."""
    cuts = cut_records(_answer({"took": 3, "hits": OWLS})).cuts
    assert len(cuts) == 12
    assert cuts[4].url == "http://api.example/owls/4"
    fields = dict(cuts[4].fields)
    assert fields["title"] == "The owl of garden 4"
    assert fields["maker city"] == "Ghent"
    assert fields["tags"] == "bird, night 4"


@pytest.mark.parametrize("data", [OWLS, {"data": {"items": OWLS}}, {"facets": ["a"] * 40, "docs": OWLS}])
def test_the_list_is_found_wherever_it_is(data: object) -> None:
    """A bare list, one two levels down, and one beside longer lists of words are all found."""
    assert len(cut_records(_answer(data)).cuts) == 12


def test_rows_without_names_are_records() -> None:
    """Lists of lists, as tables in scripts are fed, are rows."""
    data = [[f"Owl {n}", f"Kim {n}", f"garden {n}"] for n in range(9)]
    assert len(cut_records(_answer({"recordsTotal": 9, "data": data})).cuts) == 9


def test_count_and_next_page_are_read() -> None:
    """The number of all hits is a count, and the address of the next page is the next page."""
    answer = _answer({"count": 340, "next": "http://api.example/find?q=owl&page=2", "results": OWLS})
    counted = count_of(answer)
    assert counted is not None
    assert counted.total == 340
    on = find_next_page(answer, Request(URL, permit=TARGET))
    assert on is not None
    assert on.request.url.endswith("page=2")


@pytest.mark.parametrize("data", [{"total": 0, "hits": []}, []])
def test_an_empty_list_says_so(data: object) -> None:
    """A list with nothing in it is an answer that found nothing."""
    assert "No results found" in _answer(data).page.text
    assert cut_records(_answer(data)).cuts == ()


def test_markup_in_a_value_does_not_make_a_page_of_data() -> None:
    """Objects with titles stay data though a value of theirs is written in HTML; a list in HTML stays a page."""
    bodies = [owl | {"body": f"<p>Words <a href='/x{owl['id']}'>here</a></p>"} for owl in OWLS]
    assert len(cut_records(_answer({"hits": bodies})).cuts) == 12
    page = unwrapped(json.dumps({"html": "<ul><li>One</li></ul>", "ids": [1]}), "application/json")
    assert page is not None
    assert page.html == "<ul><li>One</li></ul>"


def test_data_without_a_list_is_no_answer() -> None:
    """An object without any list stays what it was: no page."""
    assert unwrapped('{"status": "ok"}', "application/json") is None
