"""Labels of fields in layouts of every sort, the links of their authors, groups and values."""

import pytest

from leadline.errors import BadConfiguration
from leadline.forms.labels.rules import labels_of
from leadline.forms.layout.source import Source
from leadline.model.field import Field, LabelSource
from leadline.parse.document import Document

URL = "http://example.org/"


def read(html: str, rule: str = "layout", form: int = 0) -> tuple[Field, ...]:
    document = Document(html, URL)
    page = document.page
    return labels_of(page.forms[form], Source(document), rule)


def labels(html: str, rule: str = "layout") -> list[str]:
    return [field.label for field in read(html, rule)]


LAYOUTS = {
    "label left in a table": (
        "<table><tr><td>Author:<td><input name=a><tr><td>Title:<td><input name=b>"
        "<tr><td>Year:<td><input name=c></table>"
    ),
    "label above in the same cell": (
        "<table><tr><td>Author<br><input name=a><td>Title<br><input name=b><td>Year<br><input name=c></table>"
    ),
    "labels in the row above": (
        "<table><tr><th>Author<th>Title<th>Year<tr><td><input name=a><td><input name=b><td><input name=c></table>"
    ),
    "labels in the row above, wide cells": (
        "<table><tr><td colspan=2>Author<td>Title<td>Year"
        "<tr><td><input name=a><td><td><input name=b><td><input name=c></table>"
    ),
    "two columns of pairs": (
        "<table><tr><td>Author<td><input name=a><td>Title<td><input name=b>"
        "<tr><td>Year<td colspan=3><input name=c></table>"
    ),
    "blocks above": (
        "<div>Author</div><div><input name=a></div><div>Title</div><div><input name=b></div>"
        "<div>Year</div><div><input name=c></div>"
    ),
    "one block a pair": (
        "<div><span>Author</span><input name=a></div><div><span>Title</span><input name=b></div>"
        "<div><span>Year</span><input name=c></div>"
    ),
    "floating labels after the field": (
        "<div><input name=a><span>Author</span></div><div><input name=b><span>Title</span></div>"
        "<div><input name=c><span>Year</span></div>"
    ),
    "inline with line breaks": "Author: <input name=a><br>Title: <input name=b><br>Year: <input name=c>",
    "all on one line": "Author <input name=a> Title <input name=b> Year <input name=c>",
    "definition list": (
        "<dl><dt>Author<dd><input name=a><dt>Title<dd><input name=b>"
        "<dt>Year<dd><select name=c><option>1</select></dl>"
    ),
    "paragraphs with bold labels": (
        "<p><b>Author</b><br><input name=a></p><p><b>Title</b><br><input name=b></p>"
        "<p><b>Year</b><br><input name=c>"
    ),
    "list items": "<ul><li>Author <input name=a><li>Title <input name=b><li>Year <input name=c></ul>",
    "hints after the field": (
        "<table><tr><td>Author<td><input name=a> (last name)<tr><td>Title<td><input name=b> (optional)"
        "<tr><td>Year<td><input name=c> e.g. 1999</table>"
    ),
    "rows over two rows": (
        "<table><tr><td rowspan=2>Book<td>Author<td><input name=a><tr><td>Title<td><input name=b>"
        "<tr><td>Year<td colspan=2><input name=c></table>"
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_labels_in_every_layout(layout: str) -> None:
    """Three fields get their three labels, wherever those stand."""
    html = f"<h1>Find books</h1><form>{LAYOUTS[layout]}<input type=submit></form>"
    assert labels(html) == ["Author", "Title", "Year"]


def test_sources_say_on_which_side_a_label_stands() -> None:
    """Left, above and right are told apart."""
    html = "<form>Author <input name=a><div>Title</div><input name=b><br><input type=checkbox name=c> New</form>"
    assert [str(f.label_source) for f in read(html)] == ["text-left", "text-above", "text-right"]


def test_the_accessible_name_comes_first() -> None:
    """aria-labelledby beats aria-label beats label beats title beats placeholder; text beats nothing of these."""
    given = [
        "aria-labelledby=x aria-label=ARIA title=TITLE placeholder=HOLDER",
        "aria-label=ARIA title=TITLE placeholder=HOLDER",
        "id=i title=TITLE placeholder=HOLDER",
        "title=TITLE placeholder=HOLDER",
        "placeholder=HOLDER",
        "",
    ]
    fields = "".join(f"<p>Text <input name=n{n} {attributes}></p>" for n, attributes in enumerate(given))
    found = read(f"<b id=x>By id</b><form><label for=i>LABEL</label>{fields}</form>")
    assert [f.label for f in found] == ["By id", "ARIA", "LABEL", "TITLE", "HOLDER", "Text"]
    assert [str(f.label_source) for f in found[:5]] == [
        "aria-labelledby",
        "aria-label",
        "label",
        "title",
        "placeholder",
    ]


def test_a_placeholder_that_is_an_example_is_no_label() -> None:
    """The text beside the field names it where the placeholder only shows what to type."""
    assert labels("<form>Post code <input name=z placeholder='e.g. 90210'></form>") == ["Post code"]


def test_two_fields_never_claim_one_text() -> None:
    """The nearer field gets the text, the other goes without or shares it openly as a group."""
    found = read("<form><div>Name <input name=a></div><div><select name=b><option>1</select></div></form>")
    assert found[0].label == "Name"
    assert found[1].label == ""


def test_a_text_linked_to_another_field_is_taken() -> None:
    """What a label element names is no candidate for its neighbour."""
    found = read("<form><label for=i>Name</label><input name=z><input id=i name=a></form>")
    assert [(f.label, f.label_source) for f in found][1] == ("Name", LabelSource.LABEL)
    assert found[0].label != "Name" or found[0].label_source is LabelSource.GROUP


@pytest.mark.parametrize(
    "row",
    [
        "<input type=radio name=r value=1> Used <input type=radio name=r value=2> New",
        "<label><input type=radio name=r value=1> Used</label><label><input type=radio name=r value=2>New</label>",
        "<ul><li><input type=radio name=r value=1>Used<li><input type=radio name=r value=2>New</ul>",
        "<table><tr><td><input type=radio name=r><td>Used<tr><td><input type=radio name=r value=2><td>New</table>",
        "Used <input type=radio name=r value=1><br>New <input type=radio name=r value=2>",
    ],
)
def test_values_of_radios_have_their_visible_text(row: str) -> None:
    """Whether the text stands after, before or in the next cell."""
    assert read(f"<form>{row}</form>")[0].value_labels == ("Used", "New")


def test_radios_have_a_label_of_their_own() -> None:
    """The text before a row of radios names the field, not its first value."""
    html = (
        "<form><table><tr><td>Condition:<td><input type=radio name=r value=1> Used "
        "<input type=radio name=r value=2> New<tr><td>City<td><input name=c></table></form>"
    )
    field = read(html)[0]
    assert (field.label, field.value_labels) == ("Condition", ("Used", "New"))


def test_a_legend_names_the_radios_in_its_fieldset() -> None:
    """A fieldset around one field is that field's label, and a group for several."""
    html = (
        "<form><fieldset><legend>Condition</legend><input type=checkbox name=c value=1> Used"
        "<input type=checkbox name=c value=2> New</fieldset>"
        "<fieldset><legend>Address</legend>City <input name=a> Street <input name=b></fieldset></form>"
    )
    condition, city, street = read(html)
    assert (condition.label, condition.label_source) == ("Condition", LabelSource.LEGEND)
    assert city.group == street.group
    assert city.group is not None
    assert (city.group.kind, city.group.label, city.group.members) == ("fieldset", "Address", (1, 2))


def test_options_of_a_select_are_its_values() -> None:
    """What a reader sees of each option, in order."""
    field = read("<form>Make <select name=m><option value=1>Alfa<option value=2>BMW</select></form>")[0]
    assert (field.label, field.value_labels) == ("Make", ("Alfa", "BMW"))


@pytest.mark.parametrize(
    "row",
    [
        "Price: <input name=price_min> to <input name=price_max>",
        "<table><tr><td>Price<td>from <input name=pfrom><td>to <input name=pto></table>",
        "<div>Price</div><div>min <input name=minprice> max <input name=maxprice></div>",
    ],
)
def test_ranges_are_pairs_with_a_label(row: str) -> None:
    """Both ends know that they are one range, and what it is called."""
    low, high = read(f"<form>{row}</form>")
    assert low.group == high.group
    assert low.group is not None
    assert (low.group.kind, low.group.label, low.group.members) == ("range", "Price", (0, 1))


def test_split_dates_share_their_label() -> None:
    """Day, month and year without texts of their own are called what the date is called."""
    days = "".join(f"<option>{n}" for n in range(1, 32))
    months = "".join(f"<option value={n}>m{n}" for n in range(1, 13))
    years = "".join(f"<option>{n}" for n in range(1990, 2020))
    html = (
        f"<form><table><tr><td>Departure:<td><select name=x>{days}</select><select name=y>{months}</select>"
        f"<select name=z>{years}</select><tr><td>Name<td><input name=n></table></form>"
    )
    found = read(html)
    assert [f.label for f in found] == ["Departure", "Departure", "Departure", "Name"]
    assert found[0].group is not None
    assert (found[0].group.kind, found[0].group.members) == ("date", (0, 1, 2))


def test_a_number_in_three_boxes_is_one_thing() -> None:
    """Fields that go on in the same line with no text between share the label of the first."""
    boxes = "<input name=p1 size=3><input name=p2 size=3><input name=p3 size=4>"
    found = read(f"<form>Phone {boxes}<br>Fax <input name=f></form>")
    assert [f.label for f in found] == ["Phone", "Phone", "Phone", "Fax"]
    assert found[2].label_source is LabelSource.GROUP
    assert found[2].label_confidence < found[0].label_confidence


def test_prompts_are_a_last_resort() -> None:
    """An option that asks for a choice names a select that nothing else names; a text beats it."""
    options = "<option value=''>- Select make -<option>Alfa<option>BMW"
    alone = read(f"<form><select name=m>{options}</select></form>")[0]
    assert (alone.label, alone.label_source) == ("Select make", LabelSource.OPTION)
    assert labels(f"<form>Brand: <select name=m>{options}</select></form>") == ["Brand"]


def test_text_outside_of_the_form_tag_names_its_field() -> None:
    """In the table around the form, and where the form is split by one."""
    assert labels("<table><tr><td>Keywords:<td><form><input name=k></form></table>") == ["Keywords"]
    assert labels("<table><form><tr><td>Keywords:<td><input name=k></tr></form></table>") == ["Keywords"]


def test_labels_are_never_internal_names() -> None:
    """Without any text there is no label, and we say so."""
    field = read("<form><input name=keyword></form>")[0]
    assert (field.label, field.label_source) == ("", LabelSource.NONE)


def test_confidence_is_a_probability_and_higher_for_plain_cases() -> None:
    """A label right beside its field is surer than a heading far above it."""
    plain = read("<form><table><tr><td>Author:<td><input name=author></table></form>")[0]
    vague = read("<h2>News</h2><p>Read this today</p><form><input name=x></form>")[0]
    assert 0.9 < plain.label_confidence <= 1
    assert vague.label == "" or vague.label_confidence < plain.label_confidence


def test_there_is_one_answer_a_field_in_order() -> None:
    """Radios of one name are one field; answers name the controls they are about."""
    html = (
        "<form>a <input name=a><input type=radio name=r value=1>x b <input name=b>"
        "<input type=radio name=r value=2>y</form>"
    )
    document = Document(html, URL)
    page = document.page
    found = labels_of(page.forms[0], Source(document))
    assert [len(f.places) for f in found] == [1, 2, 1]
    assert sorted(p for f in found for p in f.places) == [c.place for c in page.forms[0].controls]


def test_an_unknown_rule_is_named_with_the_known_ones() -> None:
    """A wrong forms.labels says which rules there are."""
    with pytest.raises(BadConfiguration, match="layout, hiwe, naive"):
        read("<form><input></form>", "nearest")


# HiWE's own rule (section 5.1), in the shape of its Figure 2: labels in the first column, widgets in the second.
FIGURE = (
    "<form><table><tr><td>Document Type<td><select name=what><option>Articles<option>Press Releases</select>"
    "<tr><td>Company Name<td><input name=org><tr><td>Sector<td><input type=radio name=s value=1> Automobile "
    "<input type=radio name=s value=2> Entertainment</table></form>"
)


def test_hiwe_on_its_own_example() -> None:
    """Labels left of the widgets, texts of the radios beside them."""
    found = read(FIGURE, "hiwe")
    assert [f.label for f in found] == ["Document Type", "Company Name", "Sector"]
    assert found[0].value_labels == ("Articles", "Press Releases")
    assert found[2].value_labels == ("Automobile", "Entertainment")


@pytest.mark.parametrize(
    ("html", "label"),
    [
        ("Left <input> right", "Left"),
        ("<div>Above</div><div><input> right</div>", "Above"),
        ("<div>Above</div>Left <input>", "Left"),
        ("<div><b>Above</b></div>Left <input>", "Above"),
        ("<div><input> right</div>", "right"),
        ("<div><input></div><div>below</div>", "below"),
        ("one two three four five six seven <input>", ""),
    ],
)
def test_hiwe_step_by_step(html: str, label: str) -> None:
    """Left and above drop right and below; bold breaks the tie, then nearness; more than six words are ignored."""
    assert labels(f"<form>{html}</form>", "hiwe") == [label]


def test_the_naive_rule_takes_the_text_before() -> None:
    """Whatever it is, and whoever else has it."""
    assert labels("<form>One <input><input> two</form>", "naive") == ["One", "One"]
