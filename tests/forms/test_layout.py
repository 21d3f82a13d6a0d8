"""Forms laid out without a browser: what stands left of, above or inside what."""

import pytest

from leadline.forms.layout.boxes import Placed, Text, Widget
from leadline.forms.layout.source import Scene, Source, scene_of
from leadline.parse.document import Document

URL = "http://example.org/"


def scene(html: str, form: int = 0) -> Scene:
    document = Document(html, URL)
    page = document.page
    return scene_of(Source(document), page.forms[form])


def text(found: Scene, words: str) -> Text:
    return next(t for t in found.texts if t.words == words)


def widget(found: Scene, number: int) -> Widget:
    return found.widgets[number]


def same_line(one: Placed, other: Placed) -> bool:
    return min(one.bottom, other.bottom) - max(one.top, other.top) > 5


def test_inline_text_and_widgets_stand_on_one_line() -> None:
    """Text, field and text of one line lie side by side in their order."""
    found = scene("<form>From <input name=a> to <input name=b></form>")
    left, first, to, second = text(found, "From"), widget(found, 0), text(found, "to"), widget(found, 1)
    assert left.right <= first.left < first.right <= to.left < to.right <= second.left
    assert same_line(left, second)


@pytest.mark.parametrize("between", ["<br>", "</p><p>", "<div></div><hr>", "</div><div>"])
def test_a_break_or_block_starts_a_new_line(between: str) -> None:
    """What follows a line break or a block lies below, at the left edge again."""
    found = scene(f"<form><div><p>Name{between}<input></form>")
    name, box = text(found, "Name"), widget(found, 0)
    assert box.top >= name.bottom
    assert box.left == name.left


def test_cells_of_a_row_share_a_line_and_columns_an_edge() -> None:
    """A table's columns are aligned, its rows follow one another."""
    found = scene("<form><table><tr><td>A<td><input><td>C<tr><td>A longer label<td><input><td>D</table></form>")
    first, second = widget(found, 0), widget(found, 1)
    assert first.left == second.left
    assert first.left > text(found, "A longer label").right
    assert same_line(text(found, "A"), first)
    assert second.top >= first.bottom


def test_a_cell_over_two_columns_reaches_over_both() -> None:
    """What stands below a cell with colspan lies within its width; the next cell lies beyond."""
    found = scene(
        "<form><table><tr><td colspan=2>Both<td>Third<tr><td><input><td><input><td><input></table></form>"
    )
    both, third = text(found, "Both"), text(found, "Third")
    assert widget(found, 1).left < third.left
    assert both.left <= widget(found, 0).left
    assert third.left == widget(found, 2).left


def test_a_cell_over_two_rows_stands_in_their_middle() -> None:
    """Rows beside a cell with rowspan start in the next column; the cell is centred beside them."""
    found = scene("<form><table><tr><td rowspan=2>Price<td><input><tr><td><input></table></form>")
    price, first, second = text(found, "Price"), widget(found, 0), widget(found, 1)
    assert first.left == second.left > price.right
    assert first.top < price.top < second.top


def test_long_lines_wrap() -> None:
    """A page is not endlessly wide: what does not fit goes to the next line."""
    found = scene("<form>" + "field <input> " * 20 + "</form>")
    assert widget(found, 19).top > widget(found, 0).top
    assert max(w.right for w in found.widgets) < 1_200


def test_floats_and_flex_children_stand_side_by_side() -> None:
    """An element's own style may put blocks beside one another."""
    for html in (
        "<form><div style='float:left'>Name</div><div style='float: left'><input></div></form>",
        "<form><div style='display:flex'><div>Name</div><div><input></div></div></form>",
        "<form><div style='display:inline-block'>Name</div><input></form>",
    ):
        found = scene(html)
        assert same_line(text(found, "Name"), widget(found, 0)), html


def test_pieces_of_text() -> None:
    """Formatting does not cut a text, elements and line breaks do, punctuation goes with its neighbour."""
    found = scene(
        "<form><b>Pr</b>ice <i>(EUR)</i> <span>min</span> <em>*</em> <a href=x>help</a><br>next <input></form>"
    )
    assert [t.words for t in found.texts] == ["Price (EUR)", "min *", "help", "next"]


def test_a_sentence_with_links_is_one_text() -> None:
    """Terms to be agreed to are read to their end."""
    found = scene("<form><input type=checkbox> I agree to the <a href=x>terms of use</a> and more</form>")
    assert [t.words for t in found.texts] == ["I agree to the terms of use and more"]


def test_unseen_things_take_no_place() -> None:
    """Hidden elements, hidden inputs, scripts, options and icons by name are not laid out."""
    found = scene(
        "<form><p hidden>no</p><div style='display:none'>no <input></div><input type=hidden><script>no</script>"
        "<i class=material-icons>visibility</i><select><option>no</select><textarea>no</textarea>yes</form>"
    )
    assert [t.words for t in found.texts] == ["yes"]
    assert [w.kind for w in found.widgets] == ["select-one", "textarea"]


def test_the_table_around_a_form_is_laid_out_with_it() -> None:
    """Text outside of the form tag is there, left of the field it names."""
    found = scene("<table><tr><td>Search:<td><form><input name=q></form></table>")
    assert text(found, "Search:").right < widget(found, 0).left


def test_controls_elsewhere_in_the_page_are_laid_out() -> None:
    """Controls owned through form= and through a form split by a table are part of the layout."""
    found = scene("<form id=f></form><div>City <input form=f name=c></div>")
    assert text(found, "City").right < widget(found, 0).left
    found = scene("<table><form><tr><td>Year<td><input name=y></form></table>")
    assert text(found, "Year").right < widget(found, 0).left


def test_widgets_carry_the_place_of_their_control() -> None:
    """Every visible control of a form is found again in its layout, whatever stands before it on the page."""
    html = (
        "<input name=loose><form><input name=a></form><form><input type=hidden><p>x<select name=b></select></form>"
    )
    document = Document(html, URL)
    page = document.page
    found = scene_of(Source(document), page.forms[1])
    places = {c.name: c.place for c in page.forms[1].controls}
    assert places["b"] in {w.place for w in found.widgets}


def test_an_invisible_form_has_nothing_to_lay_out() -> None:
    """A form of hidden inputs gives an empty scene."""
    found = scene("<form><input type=hidden name=a></form>")
    assert not found.texts
    assert not found.widgets
