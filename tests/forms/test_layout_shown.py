"""Boxes noted in a page take the place of the rough layout; notes that do not fit the page are left alone."""

import json

import pytest

from leadline.forms.layout.boxes import Rectangle
from leadline.forms.layout.rendered import in_reading_order
from leadline.forms.layout.source import Scene, Source, scene_of
from leadline.parse.document import Document
from leadline.web.geometry import MARK

PAGE = "<body><form><input name=a><p>Label</p><p>Note</p></form>{}</body>"
CONTROLS = [[10, 40, 100, 20]]
TEXTS = [[10, 10, 50, 20], [10, 400, 50, 20]]


def scene(note: object) -> Scene:
    written = note if isinstance(note, str) else json.dumps(note)
    html = PAGE.format(f'<script type="application/json" id="{MARK}">{written}</script>')
    document = Document(html, "http://example.org/")
    page = document.page
    return scene_of(Source(document), page.forms[0])


def test_noted_boxes_are_the_places_of_texts_and_widgets() -> None:
    """Texts and widgets stand where the note says and are read in that order."""
    found = scene({"controls": CONTROLS, "texts": TEXTS})
    label, field, note = found.texts[0], found.widgets[0], found.texts[1]
    assert [(i.left, i.top, i.width, i.height) for i in (field, label)] == [(10, 40, 100, 20), (10, 10, 50, 20)]
    assert label.rank < field.rank < note.rank
    assert (found.sketch.top, found.sketch.bottom) == (10, 420)


@pytest.mark.parametrize(
    "note",
    [
        "",
        "[" * 100_000,
        "null",
        "[1, 2]",
        {"controls": CONTROLS},
        {"controls": [], "texts": TEXTS},
        {"controls": CONTROLS, "texts": TEXTS[:1]},
        {"controls": [None], "texts": TEXTS},
        {"controls": [["a", 1, 1, 1]], "texts": TEXTS},
        {"controls": [[10, 40, 0, 20]], "texts": TEXTS},
        '{"controls": [[NaN, 1, 1, 1]], "texts": [null, null]}',
        '{"controls": [[1e999, 1, 1, 1]], "texts": [null, null]}',
        '{"controls": [[true, 1, 1, 1]], "texts": [null, null]}',
    ],
)
def test_a_note_that_does_not_fit_is_no_note(note: object) -> None:
    """Broken, cut and made-up notes leave the rough layout as it is without them."""
    assert [(w.left, w.top, w.rank) for w in scene(note).widgets] == [(0.0, 0.0, 0)]
    assert [text.words for text in scene(note).texts] == ["Label", "Note"]


def test_columns_are_read_as_the_source_has_them() -> None:
    """Where neither above nor left decides, two columns of a label over a field each stay columns."""
    columns = [Rectangle(x, y, 80, 20) for x in (0, 100) for y in (0, 30)]
    assert in_reading_order(columns) == [0, 1, 2, 3]
    rows = [Rectangle(x, y, 80, 20) for y in (30, 0) for x in (100, 0)]
    assert in_reading_order(rows) == [3, 1, 2, 0]


def test_rectangles_that_lie_in_one_another_end_in_some_order() -> None:
    """However boxes overlap, each is read once."""
    piled = [Rectangle(n % 7, n % 5, 30 - n, 20 + n) for n in range(29)]
    assert sorted(in_reading_order(piled)) == list(range(29))
