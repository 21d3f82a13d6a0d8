"""Labels that are told by looking at several fields or texts at once: ranges, prompts, headings, sentences."""

import pytest

from leadline.forms.labels.rules import labels_of
from leadline.forms.layout.source import Source
from leadline.model.field import Field, LabelSource
from leadline.parse.document import Document


def read(html: str) -> tuple[Field, ...]:
    document = Document(html, "http://example.org/")
    page = document.page
    return labels_of(page.forms[0], Source(document))


def labels(html: str) -> list[str]:
    return [field.label for field in read(html)]


@pytest.mark.parametrize(
    "names", [("price_a", "price_b"), ("minprice", "maxprice"), ("f1", "f2")], ids=["letters", "words", "numbers"]
)
def test_ends_have_their_own_words_and_the_line_the_other(names: tuple[str, str]) -> None:
    """The text of a line is the group's, what stands right at a field its own, whatever the fields are called."""
    low, high = names
    found = read(
        f"<form><table><tr><td>Title<td><input name=t><tr><td>Room rate<td>at least <input name={low} size=6> "
        f"at most <input name={high} size=6></table></form>"
    )
    assert [field.label for field in found] == ["Title", "at least", "at most"]
    group = found[1].group
    assert group is not None
    assert (group, group.label) == (found[2].group, "Room rate")


def test_ends_that_say_everything_keep_it() -> None:
    """Where each end is named in full nothing is left for the group to take away."""
    html = (
        "<form><p>Persons min.<br><select name=p1><option>Select one<option>2<option>4<option>6</select>"
        "<p>Persons max.<br><select name=p2><option>Select one<option>2<option>4<option>6</select></form>"
    )
    assert labels(html) == ["Persons min.", "Persons max."]


def test_two_towns_are_no_range() -> None:
    """From and to are ends of a journey: each is called by its word and no range is made of them."""
    found = read("<form>From <input name=origin> To <input name=destination> <button>Find flights</button></form>")
    assert [field.label for field in found] == ["From", "To"]
    assert all(field.group is None or field.group.kind != "range" for field in found)


def test_a_first_option_that_sends_nothing_names_its_select() -> None:
    """What it says is the label, unless it says nothing but that one is to choose."""

    def select(first: str) -> str:
        return f"<form><p><select name=x><option value=''>{first}<option>red<option>blue</select></form>"

    assert [labels(select(first)) for first in ("Color", "Select a color")] == [["Color"], ["Select a color"]]
    assert [labels(select(first)) for first in ("Select one", "Please choose", "---")] == [[""]] * 3
    (found,) = read(select("Color"))
    assert found.label_source is LabelSource.OPTION


def test_the_only_heading_within_a_select_names_it() -> None:
    """One `<optgroup>` around all options is a heading; several only sort the options."""
    one = "<form><p><select name=x><optgroup label=Color><option>red<option>blue</optgroup></select></form>"
    two = one.replace("</optgroup>", "</optgroup><optgroup label=Size><option>large</optgroup>")
    assert (labels(one), labels(two)) == (["Color"], [""])


def test_a_group_does_not_take_the_text_of_its_own_radio() -> None:
    """What names one radio is the text of that value, never the label of all of them."""
    html = (
        "<form><p><label><input type=radio name=f value=1> petrol</label> "
        "<label><input type=radio name=f value=2> diesel</label></form>"
    )
    (found,) = read(html)
    assert found.value_labels == ("petrol", "diesel")
    assert found.label not in found.value_labels


def test_a_heading_in_the_line_is_no_part_of_the_first_label() -> None:
    """Bold words before plain ones that begin anew are another piece; bold words that go on are not."""
    assert labels("<form><b>My account</b> Member name: <input name=u> Code: <input name=c></form>") == [
        "Member name",
        "Code",
    ]
    assert labels("<form><b>Price</b> (EUR): <input name=p></form>") == ["Price (EUR)"]


@pytest.mark.parametrize(
    "html",
    [
        "<form>Show me <input name=author> author <input name=title> title <input name=year> year</form>",
        "<form>Show me: <input name=x1> author, <input name=x2> title, <input name=x3> year</form>",
        "<form>Author <input name=x1>, title <input name=x2>, year <input name=x3></form>",
        "<form>Author <input name=author> title <input name=title> year <input name=year>, please</form>",
    ],
    ids=["after, by names", "after, by commas", "before, by commas", "before, by names"],
)
def test_sentences_are_read_by_names_and_commas(html: str) -> None:
    """Where text stands on both sides of every field, names and commas of all of them say which one it is."""
    assert [label.lower() for label in labels(html)] == ["author", "title", "year"]


def test_prose_is_no_label() -> None:
    """A paragraph above a box does not become its name."""
    prose = "It was the best of times and the worst of times for those who had to fill in such forms. " * 4
    assert labels(f"<form><p>{prose}</p><input name=q><button>Search</button></form>") == [""]
