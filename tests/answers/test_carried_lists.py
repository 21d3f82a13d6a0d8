"""Lists that data holds for scripts, whatever stands among them or beside them."""

import json

import pytest

from leadline.answers.document import read
from leadline.answers.json_table import as_table, longest_list
from leadline.answers.records.cut import cut_records
from leadline.answers.state import state_of
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import Document

URL = "http://notes.example/"
NOTES = [{"title": f"Note {n} on owls", "text": f"Heard near mill {n}", "year": str(1900 + n)} for n in range(40)]
TOOLS = [{"name": f"tool-{n}", "version": "5.3", "code": "x" * 60, "plugin": "yes"} for n in range(4)]
CODE = "var tools = {}, seen = []; function find(q) { return seen = [] } " + "/* and so on and on */" * 4


def _page(*scripts: str) -> str:
    return f"<html><body><div id=app></div>{''.join(scripts)}</body></html>"


def _data(held: object) -> str:
    return f'<script type="application/json">{json.dumps(held)}</script>'


def test_a_few_things_of_another_kind_do_not_hide_a_list() -> None:
    """Of a mixed list the largest family of things with like names is the list, and its place is that of all."""
    mixed = [*TOOLS[:2], *NOTES[:20], {"title": "Start"}, *NOTES[20:], *TOOLS[2:]]
    found = state_of(_page(_data(mixed)), "")
    assert found is not None
    assert found.things == NOTES
    again = state_of(_page(_data(mixed)), "", found.place)
    assert again is not None
    assert again.things == NOTES


def test_things_that_lack_a_name_are_of_the_same_kind() -> None:
    """Records differ in what they have: no name has to be shared by all of them."""
    notes: list[dict[str, str]] = [{**note, f"by{n % 3}": "Kim", "seen": "x"} for n, note in enumerate(NOTES)]
    for n in range(0, 40, 5):
        del notes[n]["title" if n % 2 else "text"]
    found = state_of(_page(_data(notes)), "")
    assert found is not None
    assert len(found.things) == 40


def test_many_kinds_of_things_are_no_list() -> None:
    """Where no kind is most of a list, it is the parts of a program."""
    parts = [{f"{n}-{part}": "words of it" for part in range(4)} for n in range(6)]
    assert state_of(_page(_data(parts)), "") is None


@pytest.mark.parametrize(
    "code",
    [CODE, CODE + "rows = [];", CODE + 'window.S = {"rows": [], "more": {}};', CODE + "x = [[], []];"],
)
def test_an_empty_list_in_program_code_says_nothing(code: str) -> None:
    """Programs begin with lists that are empty; that is no word about what a search found."""
    assert state_of(_page(f"<script>{code}</script>"), "") is None


@pytest.mark.parametrize(
    "script",
    [
        _data({"page": {"query": "no such words anywhere", "results": []}}),
        f"<script>window.__STATE__ = {json.dumps({'query': 'no such words anywhere', 'results': []})}</script>",
        f"<script>{CODE}; S = JSON.parse('{json.dumps({'query': 'none', 'results': []})}')</script>",
    ],
)
def test_an_empty_list_in_data_says_that_nothing_was_found(script: str) -> None:
    """Beside other values, in a script of data or in a text that is read as such, it does."""
    found = state_of(_page(script), "")
    assert found is not None
    assert found.things == []


def _by_name(count: int) -> dict[str, dict[str, object]]:
    return {
        f"task_{n}_a9{n}f": {"state": "RUNNING", "params": {"day": f"Day {n}"}, "deps": []} for n in range(count)
    }


def test_an_object_with_its_things_by_name_is_a_list() -> None:
    """In an answer in JSON: each is a record, and its key one of its values."""
    table = as_table({"response": _by_name(5)})
    assert table is not None
    cuts = cut_records(_answer({"response": _by_name(5)})).cuts
    assert [dict(cut.fields)["params day"] for cut in cuts] == [f"Day {n}" for n in range(5)]
    assert [dict(cut.fields)["key"] for cut in cuts] == list(_by_name(5))


def _answer(held: object) -> Document:
    kind = (("Content-Type", "application/json"),)
    return read(Response(Request(URL, permit=TARGET), URL, 200, kind, json.dumps(held).encode(), 0.0))


def test_things_by_name_where_the_place_is_known() -> None:
    """One alone is a record there, and none is an answer without any."""
    counts = [state_of(_page(_data({"menu": TOOLS, "tasks": _by_name(n)})), "", ("tasks",)) for n in range(3)]
    assert [found and len(found.things) for found in counts] == [0, 1, 2]
    assert counts[1] is not None
    assert counts[1].things[0]["key"] == "task_0_a90f"


@pytest.mark.parametrize(
    "held",
    [
        {
            "hits": [],
            "facets": {name: {"label": f"By {name}", "open": True} for name in ("kind", "year", "place")},
        },
        {name: {"nodes": [], "total": 0} for name in ("books", "authors", "shops")},
        {"found": {"hits": []}, "sums": {name: {"label": f"By {name}"} for name in ("kind", "year", "place")}},
    ],
)
def test_parts_of_an_empty_answer_are_no_things(held: object) -> None:
    """What stands beside a list, be it empty, and what lists stand in, is not what was asked for."""
    assert not longest_list(held)


def test_a_store_of_things_by_name_in_a_page() -> None:
    """Things that say their own names come before a smaller list; texts of the program by name do not."""
    store = {note["title"]: note for note in NOTES}
    menu = [{"label": "Start", "path": "/"}, {"label": "About us", "path": "/about"}]
    found = state_of(_page(_data({"menu": menu, "notes": {"byId": store}})), "")
    assert found is not None
    assert found.things == NOTES
    assert found.place == ("notes", "byId")
    texts = {f"error.{n}": {"one": f"One error {n}", "other": f"Errors {n}"} for n in range(90)}
    found = state_of(_page(_data({"texts": texts, "notes": NOTES})), "")
    assert found is not None
    assert found.things == NOTES
    found = state_of(_page(_data({"texts": texts, "notes": []})), "")
    assert found is not None
    assert found.things == []
