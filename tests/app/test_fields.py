"""Controls → fields: what people count as one, with its values, default and constraints."""

from leadline.app.describe import constraints_of, default_of, values_of
from leadline.gate.targets import TARGET
from leadline.model.field import Field, fields_of
from leadline.model.page import Request, Response
from leadline.parse.document import parse


def _fields(markup: str) -> dict[str, Field]:
    url = "http://example.com/"
    body = f"<title>t</title><form>{markup}</form>".encode()
    response = Response(
        Request(url, permit=TARGET), url, 200, (("Content-Type", "text/html; charset=utf-8"),), body, 0.0
    )
    (form,) = parse(response).forms
    return {field.name: field for field in fields_of(form)}


def test_radios_of_one_name_are_one_field() -> None:
    """Radios of one name are one field whose default is the checked one."""
    fields = _fields(
        "<label><input type=radio name=g value=m>manual</label>"
        "<input name=between>"
        "<label><input type=radio name=g value=a checked>automatic</label>"
    )
    assert list(fields) == ["g", "between"]
    assert [(v.value, v.label) for v in values_of(fields["g"])] == [("m", "manual"), ("a", "automatic")]
    assert default_of(fields["g"]) == "a"


def test_no_radio_checked_sends_nothing() -> None:
    """Radios of which none is checked have no default."""
    assert default_of(_fields("<input type=radio name=g value=1><input type=radio name=g value=2>")["g"]) is None


def test_checkboxes_of_one_name_can_be_chosen_together() -> None:
    """A group of checkboxes has a list as its default and says that several can be chosen."""
    field = _fields(
        "<input type=checkbox name=k value=1 checked>one<input type=checkbox name=k value=2>two"
        "<input type=checkbox name=k value=3 checked>three"
    )["k"]
    assert default_of(field) == ["1", "3"]
    assert constraints_of(field)["multiple"] is True
    assert [v.label for v in values_of(field)] == ["one", "two", "three"]


def test_a_single_checkbox_is_on_or_off() -> None:
    """One checkbox sends its value or nothing."""
    fields = _fields("<input type=checkbox name=a value=yes checked><input type=checkbox name=b>")
    assert (default_of(fields["a"]), default_of(fields["b"])) == ("yes", None)
    assert [v.value for v in values_of(fields["b"])] == ["on"]


def test_controls_without_a_name_stay_apart() -> None:
    """Nameless radios are not one field: nothing ties them together."""
    url = "http://example.com/"
    body = b"<form><input type=radio value=1><input type=radio value=2></form>"
    page = parse(Response(Request(url, permit=TARGET), url, 200, (), body, 0.0))
    assert len(fields_of(page.forms[0])) == 2


def test_select_default_is_what_a_browser_sends() -> None:
    """A select sends its selected option, the first one where none is."""
    fields = _fields(
        "<select name=a><option value=1>one<option value=2 selected>two</select>"
        "<select name=b><option value=1>one<option value=2>two</select>"
        "<select name=c multiple><option value=1 selected>one<option value=2 selected>two<option>3</select>"
    )
    assert (default_of(fields["a"]), default_of(fields["b"]), default_of(fields["c"])) == ("2", "1", ["1", "2"])


def test_constraints_are_what_the_markup_says() -> None:
    """Constraints hold the attributes that limit a value, lengths as numbers, and no others."""
    field = _fields(
        '<input name=a maxlength=10 minlength="x" pattern="[0-9]+" size=4 class=c data-x=1 inputmode=numeric>'
    )["a"]
    assert constraints_of(field) == {
        "maxlength": 10,
        "minlength": "x",
        "pattern": "[0-9]+",
        "size": 4,
        "inputmode": "numeric",
    }


def test_a_number_with_foreign_digits_is_left_as_written() -> None:
    """Digits other than 0–9 are no length to a browser, and no number to us."""
    assert constraints_of(_fields("<input name=a maxlength=²>")["a"]) == {"maxlength": "²"}


def test_required_holds_for_the_group() -> None:
    """One required radio makes the field required."""
    assert _fields("<input type=radio name=g value=1><input type=radio name=g value=2 required>")["g"].required
