"""The short text right above a form: which text it is, and that it counts."""

from dataclasses import replace

import pytest

from leadline.forms.domains.model import domains, form_terms
from leadline.parse.document import parse_html

BOX = "<form action=/go><input name=q><input type=submit value=Go></form>"
LONG = "<p>" + "many words about nothing in particular " * 5 + "</p>"


def above(html: str) -> list[str]:
    return [form.above for form in parse_html(html, "http://a.example/").forms]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("<h3>Search articles</h3>", "Search articles"),
        ("Search articles", "Search articles"),
        ("<h3>Search articles</h3><!-- box --><script>x()</script><br>", "Search articles"),
        (LONG, ""),
        (f"<div>{LONG}<h2>Find a hotel</h2></div>", "Find a hotel"),
        (f"<div><h2>Find a hotel</h2>{LONG}</div>", ""),
        ("<h3>Log in</h3><form><input name=user></form>", ""),
        ("<h3>Colour</h3><select><option>Red</select>", ""),
        ("", ""),
    ],
)
@pytest.mark.parametrize("around", ["{}", "<div><div>{}</div></div>", "<table><tr><td>{}</td></tr></table>"])
def test_it_is_the_short_text_before_the_form(before: str, expected: str, around: str) -> None:
    """A heading or a line of its own; no prose, nothing from before another control."""
    assert above(f"<body>{around.format(before + BOX)}</body>")[-1] == expected


def test_it_may_stand_before_what_is_around_the_form() -> None:
    """A heading before the element that holds the form is its heading; far out it is another thing's."""
    assert above(f"<h3>Search articles</h3><div><div>{BOX}</div></div>") == ["Search articles"]
    assert above(f"<h3>Search articles</h3>{'<div>' * 9}{BOX}{'</div>' * 9}") == [""]


def test_every_form_has_its_own() -> None:
    """Two boxes below one another, each with its heading; one without has none."""
    assert above(f"<h3>Hotels</h3>{BOX}<h3>Flights</h3>{BOX}{BOX}") == ["Hotels", "Flights", ""]


def test_it_tells_what_a_box_searches_on_a_page_about_something_else() -> None:
    """On a page about music, a box below "Search books" is a search for books."""
    prose = "<p>Albums, songs and artists: CDs, vinyl, concerts, bands and labels, rock and jazz.</p>"
    html = f"<title>Music</title>{prose}<h3>Search books</h3>{BOX}"
    page = parse_html(html, "http://a.example/")
    form = page.forms[0]
    assert "above:book" in form_terms(form)
    before, after = domains(replace(form, above=""), page), domains(form, page)
    assert after["book"] > before["book"]
    assert after["book"] > after["music"]
