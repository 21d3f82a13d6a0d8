"""Which fields of a form a planner may fill, and with what: read from HTML, as on a page."""

from small_database import end as price_end

from leadline.forms.understand import understand
from leadline.harvest.source import fillable_fields
from leadline.model.field import End, Field, FieldType
from leadline.model.form import Option
from leadline.parse.document import Document, parse_html
from leadline.submit.fill import default_query


def fields(html: str, fixed: tuple[str, ...] = ()) -> dict[str, Field]:
    document = Document(html, "http://example.org/")
    found = fillable_fields(understand(document.page.forms[0], document), fixed)
    return {field.name: field for field in found}


def form(inside: str) -> str:
    return f"<form action=/search>{inside}<button>Search</button></form>"


def test_what_is_not_asked_for_is_left_alone() -> None:
    """Hidden and invisible fields, orders, page sizes, sliders, private fields, disabled and nameless ones."""
    found = fields(
        form("""
        <label>Keywords <input name=q></label>
        <input type=hidden name=lang value=en>
        <input name=website style="display:none">
        <label>Sort by <select name=order><option>Newest first<option>Oldest first<option>Relevance</select>
        </label>
        <label>Results per page <select name=size><option>10<option>20<option>50</select></label>
        <label>Radius <input type=range name=r min=1 max=9></label>
        <label>Your e-mail <input name=email type=email></label>
        <label>Old <input name=old disabled></label> <label>Fixed <input name=fixed readonly></label>
        <input>""")
    )
    assert list(found) == ["q"]


def test_choices_are_what_is_sent_with_what_is_seen() -> None:
    """Values and labels of a list, disabled options and doubles left out; the first one stands for anything."""
    field = fields(
        form("""<label>Genre <select name=g><option value="">Any genre<option value=c>Crime
        <option value=c>Crime again<option value=x disabled>Gone<option value=p>Poetry</select></label>""")
    )["g"]
    assert field.choices == (Option("", "Any genre"), Option("c", "Crime"), Option("p", "Poetry"))
    assert (field.label, field.finite, field.default, field.anything) == ("Genre", True, "", "")


def test_a_narrow_default_is_not_anything() -> None:
    """A list that comes with a choice made, and has an open one, tells both."""
    field = fields(
        form("<label>Country <select name=c><option value=all>All countries<option value=us selected>US</select>")
    )["c"]
    assert (field.default, field.anything) == ("us", "all")


def test_a_list_without_an_open_choice() -> None:
    """Every choice narrows: nothing stands for anything, and a 0 that is a number is a choice."""
    found = fields(
        form("""<label>State <select name=s><option>Utah<option>Texas</select></label>
        <label>Children <select name=n><option value=0>0<option value=1>1<option value=2>2</select></label>""")
    )
    assert found["s"].anything is None
    assert found["n"].anything is None


def test_checkboxes_can_be_left_unchecked() -> None:
    """One is a factor of two levels; several of one name are one field that takes none or one of them."""
    found = fields(
        form("""<input name=q> <label><input type=checkbox name=sold value=1> sold ones too</label>
        <label><input type=checkbox name=f value=cd> CD</label>
        <label><input type=checkbox name=f value=lp> LP</label>
        <label><input type=checkbox name=g value=a checked> A</label>
        <label><input type=checkbox name=g value=b checked> B</label>""")
    )
    assert (found["sold"].levels, found["sold"].default, found["sold"].multiple) == (("", "1"), "", False)
    assert (found["f"].levels, found["f"].multiple) == (("", "cd", "lp"), True)
    assert found["f"].choices[1].label == "CD"
    assert found["g"].default is None  # two at once are none of the choices


def test_radios_are_one_field() -> None:
    """With the checked one as default; None where none is."""
    found = fields(
        form("""<input name=q> <label><input type=radio name=t value=new checked> New</label>
        <label><input type=radio name=t value=used> Used</label>
        <label><input type=radio name=u value=a> A</label> <label><input type=radio name=u value=b> B</label>""")
    )
    assert (found["t"].levels, found["t"].default) == (("new", "used"), "new")
    assert found["u"].default is None


def test_suggestions_do_not_make_a_text_field_finite() -> None:
    """A datalist is a hint: the field takes other words, too."""
    field = fields(
        form("<label>City <input name=c list=l></label><datalist id=l><option>Rome<option>Oslo</datalist>")
    )["c"]
    assert (field.finite, field.levels, field.anything) == (False, (), "")
    assert [choice.value for choice in field.choices] == ["Rome", "Oslo"]


def test_ends_of_a_range_know_each_other() -> None:
    """Both ends are kept, each with its end and the names of both."""
    found = fields(form("Price from <input name=lo> to <input name=hi>"))
    assert (found["lo"].end, found["hi"].end) == ("low", "high")
    assert found["lo"].composite == found["hi"].composite == ("lo", "hi")
    assert found["lo"].type is FieldType.PRICE


def test_required_fields_that_come_empty_want_a_value() -> None:
    """A required list with a choice made wants nothing."""
    found = fields(
        form("""<label>Name <input name=n required></label>
        <label>State <select name=s required><option>Utah<option>Ohio</select></label>""")
    )
    assert found["n"].wanting
    assert not found["s"].wanting


def test_what_the_user_set_is_not_planned() -> None:
    """--set takes a field out of the planner's hands."""
    assert list(fields(form("<input name=q> <label>City <input name=c></label>"), fixed=("c",))) == ["q"]


def test_lists_that_share_a_name_are_left_alone() -> None:
    """Setting one by its name would set the other: three lists of one date are not filled with one value."""
    found = fields(
        form("<input name=q><select name=d><option>1<option>2</select><select name=d><option>May</select>")
    )
    assert list(found) == ["q"]


def test_every_level_can_be_sent() -> None:
    """Each choice of each field is accepted by what fills the form in."""
    html = form("""<label>G <select name=g><option value="">Any<option>Crime</select></label>
        <label><input type=checkbox name=sold value=1> sold</label>
        <label><input type=radio name=t value=a> A</label>
        <label><input type=radio name=t value=b checked> B</label>""")
    page = parse_html(html, "http://example.org/")
    for field in fields(html).values():
        for level in field.levels:
            sent = dict(default_query(page.forms[0], {field.name: level}).assignment).get(field.name)
            assert (sent or "") == level


def test_an_end_is_called_after_what_it_ends() -> None:
    """ "at least" after "Price" is the least price; a label of its own stays; a bare end says nothing."""

    def called(label: str, group: str = "", end: End = "low") -> str:
        return price_end("x", end, label, of=group).called

    assert called("at least", "Price") == "Price at least"
    assert called("Price from", "Price from") == "Price from"
    assert called("to", end="high") == ""
    assert called("at least") == ""
    assert called("From", end="") == "From"


def test_an_empty_line_of_a_list_asks_for_nothing() -> None:
    """Whatever value it sends."""
    field = fields(form("<label>Fuel <select name=f><option value=0><option value=1>Gas</select></label>"))["f"]
    assert (field.anything, field.narrowing) == ("0", ("1",))
