"""Forms and controls, feature by feature; owners and default values are in test_forms_awkward."""

import pytest

from leadline.model.form import Control, Form, Invisible
from leadline.parse.document import parse_html

URL = "http://example.org/dir/page.html"


def form(html: str) -> Form:
    (found,) = parse_html(html, URL).forms
    return found


def named(html: str) -> dict[str, Control]:
    return {control.name: control for control in form(f"<form>{html}</form>").controls}


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ("", URL),
        ("action=''", URL),
        ("action=' s?a=b#c '", "http://example.org/dir/s?a=b"),
        ("action=javascript:go()", ""),
        ("action=//other.example/x", "http://other.example/x"),
    ],
)
def test_action(written: str, action: str) -> None:
    """The action is canonical, the page's own address by default, and empty where nothing can be fetched."""
    assert form(f"<form {written}>").action == action


@pytest.mark.parametrize(
    ("written", "method", "enctype"),
    [
        ("", "get", "application/x-www-form-urlencoded"),
        ("method=POST enctype=Multipart/Form-Data", "post", "multipart/form-data"),
        ("method=put enctype=x", "get", "application/x-www-form-urlencoded"),
        ("method=dialog enctype=text/plain", "dialog", "text/plain"),
    ],
)
def test_method_and_enctype(written: str, method: str, enctype: str) -> None:
    """Method and encoding are what browsers make of what is written."""
    found = form(f"<form {written} role=search data-x>")
    assert (found.method, found.enctype, found.role) == (method, enctype, "search")
    assert ("data-x", "") in found.attributes


def test_text_before_and_after() -> None:
    """A control's strings reach to its visible neighbours and not beyond its form; options are not among them."""
    found = named(
        "Title <input type=hidden name=h>of book <input name=a> or <select name=b><option>x y</select> then"
        "<input name=c> end"
    )
    page = parse_html("before <form>in <input name=a> out</form> behind", URL)
    assert (found["a"].before, found["a"].after) == ("Title of book", "or")
    assert (found["b"].before, found["b"].after) == ("or", "then")
    assert found["c"].after == "end"
    assert (found["h"].before, found["h"].after) == ("", "")
    assert (page.forms[0].controls[0].before, page.forms[0].controls[0].after) == ("in", "out")


def test_form_text_leaves_options_out() -> None:
    """The text of a form is what a reader reads there, no option and no default of a text area."""
    found = form(
        "<form>Find <select><option>x</select> <textarea>y</textarea> now <button>Go</button><i hidden>z</i>"
    )
    assert found.text == "Find now Go"


def test_a_form_split_by_a_table_has_its_texts() -> None:
    """A form whose controls stand outside of it in the tree still knows what stands around them."""
    page = parse_html("<table><form><tr><td>Title:</td><td><input name=a></td></tr></form></table>", URL)
    assert page.forms[0].controls[0].before == "Title:"
    assert page.forms[0].text == "Title:"
    assert all("leadline" not in name for name, _ in page.forms[0].attributes)
    assert page.forms[0].controls[0].attributes == (("name", "a"),)


def test_labels() -> None:
    """Labels by for and around are found; one around names the first control, one for another names that."""
    found = named(
        "<label for=i>By <b>id</b></label><input id=i name=a><label>Around <select name=b><option>x</select>"
        "<input name=c></label><label for=i>Second</label><label for=none><input name=d>Lost</label>"
        "<label>Skip<input type=hidden name=e><input name=f></label>"
    )
    assert found["a"].labels == ("By id", "Second")
    assert found["b"].labels == ("Around",)
    assert found["c"].labels == found["d"].labels == found["e"].labels == ()
    assert found["f"].labels == ("Skip",)


def test_a_hidden_label_still_names_its_control() -> None:
    """A label kept from sight is the author's word all the same."""
    assert named("<label for=i hidden>Name</label><input id=i name=a>")["a"].labels == ("Name",)


def test_legends() -> None:
    """Legends are given outermost first; one that is no child of its fieldset is none."""
    found = named(
        "<fieldset><legend>Out</legend><fieldset><legend>In <b>side</b></legend><input name=a></fieldset>"
        "<input name=b></fieldset><fieldset><div><legend>No</legend></div><input name=c></fieldset>"
    )
    assert (found["a"].legends, found["b"].legends, found["c"].legends) == (("Out", "In side"), ("Out",), ())


def test_button_texts() -> None:
    """What stands on a button, whichever way it is made."""
    found = named(
        "<button name=a>Go <b>now</b></button><input type=submit name=b value='Find  it'>"
        "<input type=image name=c alt=Img>"
        "<button name=d aria-label=Search></button><button name=e><img alt=Look></button><input name=f value=x>"
    )
    assert [found[name].text for name in "abcdef"] == ["Go now", "Find it", "Img", "Search", "Look", ""]


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<input name=a type=HIDDEN>", Invisible.HIDDEN_TYPE),
        ("<input name=a hidden>", Invisible.HIDDEN_ATTRIBUTE),
        ("<p hidden><b><input name=a></b></p>", Invisible.HIDDEN_ATTRIBUTE),
        ("<input name=a style='display:none!important'>", Invisible.STYLE),
        ("<div style='visibility: hidden'><input name=a></div>", Invisible.STYLE),
        ("<div style='position:absolute; left: -5000px'><input name=a></div>", Invisible.STYLE),
        ("<div style='text-indent:-999px'><input name=a></div>", Invisible.STYLE),
        ("<input name=a style='width:0;height:0px'>", Invisible.STYLE),
        ("<div style='width:0px'><input name=a></div>", Invisible.STYLE),
        ("<div style='overflow: visible; width: 0px;'><input name=a></div>", None),
        ("<input name=a style='opacity: 0.0'>", Invisible.STYLE),
        ("<div aria-hidden=true><input name=a></div>", Invisible.ARIA),
        ("<input name=a style='opacity:.5; width:10px; left:-1px; display:block'>", None),
        ("<div aria-hidden=false><input name=a></div>", None),
        ("<noscript><input name=a></noscript>", None),
    ],
)
def test_invisible(html: str, reason: Invisible | None) -> None:
    """A trap is recognised by its own markup or that of anything around it."""
    assert named(html)["a"].invisible == reason


def test_invisible_form() -> None:
    """A form that is hidden says so, and so do its controls."""
    found = form("<form style='display:none'><input name=a></form>")
    assert found.invisible == found.controls[0].invisible == Invisible.STYLE


def test_options() -> None:
    """Options have value, label, group and flags; those of a datalist belong to the inputs that name it."""
    found = named(
        "<select name=a><optgroup label=' G  1 '><option value=1 disabled>one<option label=two>2"
        "</optgroup><option>x</select>"
        "<input name=b list=d><input name=c list=d><datalist id=d><option value=v>V</option></datalist>"
    )
    options = [(o.value, o.label, o.group, o.disabled, o.selected) for o in found["a"].options]
    assert options == [
        ("1", "one", "G 1", True, False),
        ("2", "two", "G 1", False, True),
        ("x", "x", None, False, False),
    ]
    assert [(o.value, o.label) for o in found["b"].options] == [("v", "V")]
    assert found["c"].options == found["b"].options


def test_flags_and_attributes() -> None:
    """Every attribute is kept in order; required, read-only and disabled are said plainly."""
    control = named("<input name=a required READONLY disabled placeholder='Find me' data-x>")["a"]
    assert (control.required, control.readonly, control.disabled) == (True, True, True)
    assert control.attributes[-2:] == (("placeholder", "Find me"), ("data-x", ""))
    assert control.attribute("placeholder") == "Find me"
    assert control.tag_path == "html/body/form/input"


def test_loose_controls() -> None:
    """Controls of no form are kept apart, with their texts, and make no form."""
    page = parse_html("<div>Search <input name=q placeholder=x></div><form><input name=a></form>", URL)
    assert [c.name for c in page.loose_controls] == ["q"]
    assert page.loose_controls[0].before == "Search"
    assert len(page.forms) == 1


def test_forms_are_numbered_in_document_order() -> None:
    """The index counts form elements, also empty ones, from 0."""
    page = parse_html(
        "<form id=a></form><form id=b><input></form><template><form></form></template><form id=c>", URL
    )
    assert [(f.index, dict(f.attributes)["id"]) for f in page.forms] == [(0, "a"), (1, "b"), (2, "c")]


def test_a_form_in_a_form_is_none_where_the_tree_is_broken() -> None:
    """A form that a table closes too early owns what is met until its end tag; a second start tag opens none."""
    html = (
        "<table><form action=/outer><tr><td><input name=a></td></tr><tr><td><form action=/inner><input name=b>"
        "</td></tr><tr><td><input name=c></form></td></tr></table><input name=d>"
    )
    page = parse_html(html, "http://a.example/")
    (form,) = page.forms
    assert form.action == "http://a.example/outer"
    assert [control.name for control in form.controls] == ["a", "b", "c"]
    assert [control.name for control in page.loose_controls] == ["d"]
