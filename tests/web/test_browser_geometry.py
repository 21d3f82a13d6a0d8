"""Labels by real geometry: style sheets put texts elsewhere than the source has them, in a real Chromium.

Each page is understood twice, with the boxes that the browser noted and without them, so that no test passes
because the rough layout would have been right as well.
"""

import asyncio
from collections.abc import Iterator

import pytest
from script_pages import Site, serving

from leadline.forms.labels.rules import labels_of
from leadline.forms.layout.source import Scene, Source, scene_of
from leadline.gate.targets import TARGET
from leadline.model.page import Request
from leadline.parse.document import Document, parse, parse_html
from leadline.web.door import chromium, open_door
from leadline.web.geometry import MARK
from leadline.web.settings import WebSettings

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.skipif(chromium(WebSettings()) is None, reason="no Playwright or no Chromium here"),
]

FORM = "<!doctype html><title>t</title><style>{}</style><form action=/s>{}<button>Search</button></form>"
PAGES = {
    "/grid": FORM.format(
        "form {display: grid; grid-template-columns: 120px 200px; gap: 8px}"
        "#la {grid-area: 1/1} #a {grid-area: 1/2} #lb {grid-area: 2/1} #b {grid-area: 2/2}",
        "<input id=a name=x1><input id=b name=x2><span id=lb>Title</span><span id=la>Author</span>",
    ),
    "/above": FORM.format(
        "form {position: relative; padding-top: 100px} form * {position: absolute}"
        "#a {left: 0; top: 30px} #b {left: 250px; top: 30px} #la {left: 0; top: 5px} #lb {left: 250px; top: 5px}",
        "<input id=a name=x1><input id=b name=x2><span id=lb>Arrival</span><span id=la>Departure</span>",
    ),
    "/two-lists": FORM.format(
        "#both {display: flex; flex-direction: row-reverse; justify-content: flex-end; gap: 10px}"
        "#both div div {height: 30px}",
        "<div id=both><div><div><input name=x1></div><div><input name=x2></div><div><input name=x3></div></div>"
        "<div><div>Make</div><div>Model</div><div>Year</div></div></div>",
    ),
    "/errors": FORM.format(
        ".wrong {display: none}",
        "<div>City <b class=wrong>Enter a city</b> <input name=x1></div>"
        "<div>Street <b class=wrong>Enter a street</b> <input name=x2></div>",
    ),
    "/component": "<!doctype html><title>t</title><div id=host></div><script>"
    "document.getElementById('host').attachShadow({mode: 'open'}).innerHTML ="
    "'<style>form {display: flex; flex-direction: column-reverse}</style>"
    "<form action=/s><div><input name=x1></div><div>Composer</div></form>';</script>",
    "/folded": FORM.format(
        "#more {display: none}",
        "<div>Word <input name=x1></div><div id=more><div>Publisher <input name=x2></div></div>",
    ),
}


@pytest.fixture(scope="module")
def bodies() -> Iterator[dict[str, str]]:
    """Every page as the browser wrote it."""
    answers = {path: (200, "text/html; charset=utf-8", html) for path, html in PAGES.items()}

    async def go(site: Site) -> dict[str, str]:
        settings = WebSettings(delay=0.01, retries=0, render="always", connect_to=site.address)
        async with open_door(settings, read=parse) as fetcher:
            fetched = [
                await fetcher.fetch(Request(f"http://boxes.example{path}", permit=TARGET)) for path in PAGES
            ]
        return {path: response.body.decode() for path, response in zip(PAGES, fetched, strict=True)}

    with serving(answers) as site:
        yield asyncio.run(go(site))


def labels(html: str) -> list[str]:
    document = Document(html, "http://boxes.example/")
    page = document.page
    return [found.label for found in labels_of(page.forms[0], Source(document))]


def scene(html: str) -> Scene:
    document = Document(html, "http://boxes.example/")
    page = document.page
    return scene_of(Source(document), page.forms[0])


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/grid", ["Author", "Title"]),
        ("/above", ["Departure", "Arrival"]),
        ("/two-lists", ["Make", "Model", "Year"]),
    ],
)
def test_labels_are_where_style_sheets_put_them(bodies: dict[str, str], path: str, expected: list[str]) -> None:
    """A text that a style sheet puts beside or above a field is its label, whatever the order of the source."""
    assert labels(bodies[path]) == expected
    assert labels(bodies[path].replace(MARK, "no-boxes")) != expected


def test_texts_that_are_not_shown_are_no_labels(bodies: dict[str, str]) -> None:
    """What a style sheet hides is not part of the scene."""
    assert [text.words for text in scene(bodies["/errors"]).texts] == ["City", "Street"]
    assert labels(bodies["/errors"]) == ["City", "Street"]
    assert labels(PAGES["/errors"]) != ["City", "Street"]


def test_boxes_of_a_web_component(bodies: dict[str, str]) -> None:
    """A form drawn in a shadow tree has its boxes too, though it stands elsewhere in what is written."""
    found = scene(bodies["/component"])
    assert found.texts[0].bottom <= found.widgets[0].top
    assert found.texts[0].rank < found.widgets[0].rank
    assert labels(bodies["/component"]) == ["Composer"]


def test_what_is_folded_away_keeps_its_labels(bodies: dict[str, str]) -> None:
    """Fields that are shown only on a click are laid out roughly, apart from what is shown."""
    assert labels(bodies["/folded"]) == ["Word", "Publisher"]
    word, publisher = scene(bodies["/folded"]).widgets[:2]
    assert publisher.top > word.bottom + 1_000


def test_forms_are_the_same_with_boxes_and_without(bodies: dict[str, str]) -> None:
    """The note changes neither the text of a page nor the signature of its forms."""
    noted = parse_html(bodies["/grid"], "http://boxes.example/")
    plain = parse_html(bodies["/grid"].partition(f'<script type="application/json" id="{MARK}"')[0], noted.url)
    assert MARK in bodies["/grid"]
    assert (noted.text, noted.forms[0].signature) == (plain.text, plain.forms[0].signature)
