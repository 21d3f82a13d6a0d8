"""Labels of what is hidden until a script opens it: dialogs, drawers, folded sections; traps stay as they are."""

import pytest

from leadline.forms.labels.rules import labels_of
from leadline.forms.layout.source import Source
from leadline.forms.understand import understand, understand_loose
from leadline.model.field import Field
from leadline.parse.document import Document, parse_html

URL = "http://example.org/"
FIELDS = (
    "<table><tr><td>Author:<td><input name=a><tr><td>Title:<td><input name=b></table>"
    "<p>Year from <input name=y1> to <input name=y2></p><p><input type=radio name=o value=n> newest "
    "<input type=radio name=o value=o> oldest</p><button>Search</button>"
)
HIDING = ("style='display:none'", "hidden", "aria-hidden=true", "style='position:absolute; left:-9999px'")
TRAP = "<div style='display:none'>Your homepage <input name=homepage></div>"


def read(html: str, rule: str = "layout") -> list[Field]:
    document = Document(html, URL)
    page = document.page
    source = Source(document)
    return [field for form in page.forms for field in labels_of(form, source, rule)]


def told(html: str, rule: str = "layout") -> list[tuple[str, tuple[str, ...]]]:
    return [(field.label, field.value_labels) for field in read(html, rule)]


@pytest.mark.parametrize("rule", ["layout", "hiwe", "naive"])
@pytest.mark.parametrize("hiding", HIDING)
@pytest.mark.parametrize(
    "page",
    [
        "<p>Welcome</p><div {}><form>{}</form></div><p>Farewell</p>",
        "<p>Welcome</p><form {}>{}</form><p>Farewell</p>",
        "<form><p>Find books</p><div {}>{}</div></form><p>Farewell</p>",
        "<div {}><div hidden><form>{}</form></div></div>",
    ],
)
def test_a_hidden_form_is_read_as_if_it_were_shown(page: str, hiding: str, rule: str) -> None:
    """However a form is hidden as a whole, every rule calls its fields what it calls them in a visible one."""
    assert told(page.format(hiding, FIELDS), rule) == told(f"<form>{FIELDS}</form>", rule)


def test_labels_of_a_hidden_form_are_those_a_reader_finds_in_it() -> None:
    """The labels themselves, and the range as a group."""
    fields = read(f"<div hidden><form>{FIELDS}</form></div>")
    assert [field.label for field in fields[:4]] == ["Author", "Title", "Year from", "to"]
    assert fields[2].group == fields[3].group
    assert fields[2].group is not None
    assert fields[2].group.members == (2, 3)


@pytest.mark.parametrize("around", ["{}", "<div hidden>{}</div>", "<div aria-hidden=true>{}</div>"])
def test_a_trap_stays_without_a_label(around: str) -> None:
    """One hidden field beside others is nobody's to fill in, in a form that is shown and in one that is opened."""
    html = around.format(f"<form>Author <input name=a> Title <input name=b>{TRAP}</form>")
    assert [field.label for field in read(html)] == ["Author", "Title", ""]
    alone = around.format("<form>Author <input name=a><br>Homepage <input name=h style='opacity:0'></form>")
    assert [field.label for field in read(alone)] == ["Author", ""]


def test_a_folded_section_is_read_beside_what_is_shown() -> None:
    """Several fields folded away are named, their groups numbered in the whole form; the visible ones are named as
    they are without them."""
    shown = "Author <input name=a><br>Title <input name=b>"
    folded = "<div style='display:none'><p>Price from <input name=price_min> to <input name=price_max></div>"
    fields = read(f"<form>{shown}{TRAP}{folded}<br>Year <input name=y></form>")
    assert [field.label for field in fields] == ["Author", "Title", "", "Price from", "to", "Year"]
    assert fields[3].group == fields[4].group
    assert fields[3].group is not None
    assert fields[3].group.members == (3, 4)


def test_what_stands_outside_of_a_dialog_names_nothing_in_it() -> None:
    """A box in a dialog takes no text of the page behind it."""
    html = "<p>Imprint</p><div hidden><form><input name=x></form></div><p>Contact</p>"
    assert [field.label for field in read(html)] == [""]


def test_texts_of_a_dialog_name_nothing_outside_of_it() -> None:
    """A visible box beside a hidden form stays as it is without it."""
    html = "<form>Author <input name=a></form><form><span hidden>Price <input name=p></span></form>"
    assert [field.label for field in read(html)] == ["Author", "Price"]
    behind = "<form><div hidden>Author <input name=h> Title <input name=i></div><input name=x></form>"
    assert [field.label for field in read(behind)] == ["Author", "Title", ""]


def test_fields_of_no_form_are_named_in_a_dialog() -> None:
    """A dialog whose fields a script sends has labels too, each dialog its own."""
    html = (
        "<p>Author <input name=a></p><div hidden><p>Price <input name=p></p></div>"
        "<div role=dialog aria-hidden=true><p>Place <input name=c></p><p>Street <input name=s></p></div>"
    )
    assert [field.label for field in understand_loose(Document(html, URL))] == [
        "Author",
        "Price",
        "Place",
        "Street",
    ]


def test_words_before_and_after_a_field_of_a_hidden_form() -> None:
    """What stands beside the fields of a hidden form is known as for a visible one, traps passed over; nothing
    comes in from other hidden parts of the page."""
    form = f"<form>From <input name=a>{TRAP} to <input name=b> km</form>"
    for page in ("{}", "<p hidden>Elsewhere</p><div hidden>{}</div><p hidden>Elsewhere</p>"):
        controls = parse_html(page.format(form), URL).forms[0].controls
        assert [(c.before, c.after) for c in controls] == [("From", "to"), ("", ""), ("to", "km")]


def test_ends_of_a_range_in_a_hidden_form_are_told() -> None:
    """Types rest on the words beside a field, so a search in a dialog is understood like any other."""
    html = "<form action=/find hidden>Price from <input name=x1> to <input name=x2><button>Search</button></form>"
    document = Document(html, URL)
    page = document.page
    found = understand(page.forms[0], document)
    assert [(str(field.type), field.end) for field in found.fields] == [
        ("price", "low"),
        ("price", "high"),
    ]
