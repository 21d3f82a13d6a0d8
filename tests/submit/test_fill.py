"""Filling a form: defaults, what the user sets, and what the form insists on."""

import pytest

from leadline.errors import BadTarget, MissingValue
from leadline.model.form import Form
from leadline.parse.document import parse_html
from leadline.submit.fill import button_for, default_query

SEARCH = (
    "<form action=/s><label>Title <input name=q></label>"
    "<select name=kind><option value=1>Books<option value=2>Films</select>"
    "<input type=radio name=r value=a checked><input type=radio name=r value=b>"
    "<label><input type=checkbox name=c value=x> Used</label><input type=hidden name=h value=9>"
    "<button name=go value=1>Search</button><button name=more value=1>More</button></form>"
)


def _form(html: str) -> Form:
    return parse_html(html, "http://forms.example/").forms[0]


def test_the_default_query_is_the_page_as_it_is() -> None:
    """Nothing is changed, hidden constants are kept, the first button is pressed."""
    query = default_query(_form(SEARCH))
    assert query.assignment == (("q", ""), ("kind", "1"), ("r", "a"), ("h", "9"), ("go", "1"))


@pytest.mark.parametrize(
    ("name", "value", "pair"),
    [
        ("q", "whales", ("q", "whales")),
        ("kind", "2", ("kind", "2")),
        ("kind", "films", ("kind", "2")),
        ("r", "b", ("r", "b")),
        ("c", "x", ("c", "x")),
        ("c", "Used", ("c", "x")),
        ("h", "0", ("h", "0")),
    ],
)
def test_a_value_can_be_set_by_what_is_sent_or_seen(name: str, value: str, pair: tuple[str, str]) -> None:
    """Fields are set by name; choices by their value or by the words beside them."""
    assignment = default_query(_form(SEARCH), {name: value}).assignment
    assert [found for found in assignment if found[0] == name] == [pair]


def test_a_button_can_be_named() -> None:
    """Setting the name of a button presses that one."""
    form = _form(SEARCH)
    button = button_for(form, {"more": "1"})
    assert button is not None
    assert button.text == "More"
    assert default_query(form, {"more": "1"}).assignment[-1] == ("more", "1")


@pytest.mark.parametrize(
    ("sets", "says"),
    [({"title": "x"}, "it has: q, kind, r"), ({"kind": "7"}, "Books, Films"), ({"r": "z"}, "a, b")],
)
def test_what_the_form_does_not_have_is_said(sets: dict[str, str], says: str) -> None:
    """A wrong name or choice ends with what there is instead."""
    with pytest.raises(BadTarget, match=says):
        default_query(_form(SEARCH), sets)


@pytest.mark.parametrize(
    ("field", "label"),
    [
        ("<label>Town <input name=x required></label>", "Town"),
        ("Town: <input name=x required>", "Town:"),
        ("<input name=x required placeholder='Your town'>", "Your town"),
        ("<select name=x required><option value=''>choose<option>a</select>", "x"),
        ("<label><input type=radio name=x value=1 required> One</label>", "One"),
        ("<input type=checkbox name=x required aria-label=Sure>", "Sure"),
    ],
)
def test_a_required_field_without_value_asks(field: str, label: str) -> None:
    """The problem carries the name to set it by and the label people know it by."""
    with pytest.raises(MissingValue) as caught:
        default_query(_form(f"<form action=/s>{field}<button>Go</button></form>"))
    assert (caught.value.name, caught.value.label, caught.value.exit_code) == ("x", label, 4)


@pytest.mark.parametrize(
    "html",
    [
        "<form action=/s novalidate><input name=x required></form>",
        "<form action=/s><input name=x required><button formnovalidate>Go</button></form>",
        "<form action=/s><input name=x required value=1></form>",
        "<form action=/s><input name=x required readonly></form>",
        "<form action=/s><input name=x required disabled></form>",
        "<form action=/s><div style='display:none'><input name=x required></div></form>",
    ],
)
def test_what_a_browser_lets_pass_passes(html: str) -> None:
    """Nothing is asked for where a browser would not ask, nor for a field nobody sees."""
    default_query(_form(html))


def test_a_set_value_fills_a_required_field() -> None:
    """What the user gives is what was missing."""
    form = _form("<form action=/s><input name=x required></form>")
    assert default_query(form, {"x": "1"}).assignment == (("x", "1"),)


def test_fields_nobody_sees_stay_untouched() -> None:
    """A trap for robots is sent exactly as the page has it, and templates are not sent at all."""
    form = _form(
        "<form action=/s><input name=q><div style='display:none'><input name=trap value=v></div>"
        "<template><input name=t value=1></template></form>"
    )
    assert default_query(form, {"q": "x"}).assignment == (("q", "x"), ("trap", "v"))
