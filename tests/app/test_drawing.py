"""The picture of forms: well-formed whatever the page holds, each field tied to the label it was given."""

import asyncio
import io
from xml.etree import ElementTree as ET

from leadline.app.drawing import drawing
from leadline.app.inspect import Inspected, inspect_targets
from leadline.app.settings import Settings

SVG = "{http://www.w3.org/2000/svg}"


def _drawn(*pages: str) -> ET.Element:
    found: list[Inspected] = []
    for page in pages:
        (result,) = asyncio.run(inspect_targets(["-"], Settings(), stdin=io.BytesIO(page.encode())))
        assert isinstance(result, Inspected)
        found.append(result)
    return ET.fromstring(drawing(found))


def _texts(picture: ET.Element) -> list[str]:
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


def test_every_field_is_tied_to_its_label() -> None:
    """One line a visible label, boxes for fields and buttons, and what each field takes."""
    picture = _drawn(
        "<title>Books</title><form action=/search><table><tr><td>Author<td><input name=a><tr><td>Year"
        "<td><input name=y></table><input type=search name=q aria-label=Words><button>Search</button></form>"
    )
    assert len(list(picture.iter(f"{SVG}line"))) == 2
    boxes = [element.get("class") for element in picture.iter(f"{SVG}rect") if element.get("class")]
    assert boxes == ["own", "own", "own", "button"]
    assert {"Books · -", "Author", "Year", "name", "year", "Words · keyword", "Search"} <= set(_texts(picture))


def test_a_field_without_a_label_stands_out() -> None:
    """Nothing is tied to it, and it has a colour of its own."""
    picture = _drawn("<form action=/x><input name=zq></form>")
    assert [e.get("class") for e in picture.iter(f"{SVG}rect") if e.get("class")] == ["none"]
    assert list(picture.iter(f"{SVG}line")) == []


def test_values_are_tied_to_their_words() -> None:
    """Each radio button has a line to what it stands for, the field one to its label."""
    picture = _drawn(
        "<form action=/x>Gearbox: <input type=radio name=g value=1> manual "
        "<input type=radio name=g value=2> automatic</form>"
    )
    assert len(list(picture.iter(f"{SVG}line"))) == 3


def test_hostile_pages_make_well_formed_pictures() -> None:
    """Markup, control characters and half characters of a page are text in the picture, or are left out."""
    picture = _drawn(
        "<title>a &lt;script&gt;alert(1)&lt;/script&gt; \x07\ufffe b</title>"
        "<form action='javascript:alert(1)'><label>&lt;g onload=x&gt; &amp; <input name='\"/><x'></label></form>"
    )
    assert {element.tag.removeprefix(SVG) for element in picture.iter()} <= {
        "svg",
        "style",
        "rect",
        "g",
        "text",
        "line",
        "circle",
    }
    assert any("<script>" in text for text in _texts(picture))


def test_several_pages_stand_below_each_other() -> None:
    """One picture holds all pages; a page without forms says so."""
    picture = _drawn("<title>one</title><form><input name=q></form>", "<title>two</title><p>nothing")
    assert {"one · -", "two · -", "No form on this page."} <= set(_texts(picture))


def test_a_long_title_is_not_cut_off() -> None:
    """The picture is as wide as its heading."""
    title = "Find a used car, nearly new cars, and vans of all makes in our stock"
    picture = _drawn(f"<title>{title}</title><form action=/search><input type=search name=q></form>")
    assert float(picture.get("width") or 0) > 10 * len(title)
