"""What one field cannot tell about its label, the others of the form do: side, look, values, notes."""

from leadline.forms.labels.rules import labels_of
from leadline.forms.layout.source import Source
from leadline.parse.document import Document


def labels(html: str) -> list[str]:
    document = Document(html, "http://example.org/")
    page = document.page
    return [found.label for found in labels_of(page.forms[0], Source(document))]


def values(html: str) -> list[tuple[str, ...]]:
    document = Document(html, "http://example.org/")
    page = document.page
    return [found.value_labels for found in labels_of(page.forms[0], Source(document))]


def test_labels_below_are_told_by_the_heading_that_looks_different() -> None:
    """Texts stand before and after every field; the heading above the first is no label, so labels stand below."""
    names = {"your_name": "Full name", "town": "Town", "text": "Question"}
    rows = "".join(
        f"<tr><td><input name={key}></tr><tr><td class=c><b>{name}</b></tr>" for key, name in names.items()
    )
    found = labels(f"<form><table><tr><td class=head><b>Contact us</b></tr>{rows}</table></form>")
    assert found[:2] == ["Full name", "Town"]


def test_labels_above_stay_above_though_a_text_follows_the_last() -> None:
    """The same form with labels above its fields, and a note after the last one."""
    names = ("Full name", "Town", "Question")
    rows = "".join(
        f"<tr><td class=c><b>{name}</b></tr><tr><td><input name=f{n}></tr>" for n, name in enumerate(names)
    )
    html = f"<form><table>{rows}<tr><td class=foot><b>Answers take a week</b></tr></table></form>"
    assert labels(html) == list(names)


def test_parts_of_an_address_have_their_labels_below_in_a_form_with_labels_above() -> None:
    """Fields of one element are asked first: there all texts after fields look alike, those before do not."""
    parts = "".join(
        f"<span><input name=a{n}><span class=sub>{name}</span></span>"
        for n, name in enumerate(("Street Address", "City", "Zip Code"))
    )
    html = (
        "<form><ul><li><div class=top>Name</div><div><input name=n></div></li>"
        f"<li><div class=top>Address</div><div>{parts}</div></li>"
        "<li><div class=top>E-mail</div><div><input name=e></div></li></ul></form>"
    )
    assert labels(html) == ["Name", "Street Address", "City", "Zip Code", "E-mail"]


def test_a_single_checkbox_is_named_as_the_fields_are() -> None:
    """Its text stands to the right of a checkbox by habit; where all labels stand above, its own does too."""
    html = (
        "<form><table><tr><td><span class=l>Login</span></tr><tr><td><input name=u></tr>"
        "<tr><td><span class=l>Password</span></tr><tr><td><input type=password name=p></tr>"
        "<tr><td><span class=l>Stay logged in</span></tr><tr><td><input type=checkbox name=x value=1></tr></table>"
        "<p><a href=/lost>Lost your password?</a></form>"
    )
    assert labels(html) == ["Login", "Password", "Stay logged in"]


def test_a_button_ends_a_row_of_radios() -> None:
    """Each radio but the last is preceded and followed by a text: what comes after the button is none of them."""
    rows = "".join(f"{word} <input type=radio name=a value={word.lower()}> " for word in ("Yes", "No", "Perhaps"))
    html = f"<form>Vote<br>{rows}<input type=submit></form><p>Results of last week</p>"
    assert values(f"<div>{html}</div>") == [("Yes", "No", "Perhaps")]


def test_a_note_after_a_field_does_not_push_its_label_out() -> None:
    """A note in the same element as the field is nearer than the label in the one before, and still a note."""
    rows = "".join(
        f"<p class=left>{name}</p><p class=right><input name=f{n}> <span class=info>({note})</span></p>"
        for n, (name, note) in enumerate(
            (("Postcode:", "e.g. 75000"), ("Video:", "optional"), ("Phone:", "optional"))
        )
    )
    assert labels(f"<form>{rows}</form>") == ["Postcode", "Video", "Phone"]


def test_a_form_for_browsers_without_scripts_is_laid_out() -> None:
    """A form in a noscript element is parsed as one, so its labels are read, too."""
    html = "<noscript><form>Keyword: <input name=x7><input type=submit value=Go></form></noscript>"
    assert labels(html) == ["Keyword"]


def test_a_select_is_not_named_by_its_drawn_option() -> None:
    """Scripts draw a select as text with the chosen option, and an asterisk for what is required."""
    html = (
        "<form><div><div>Job title</div><div>Choose one *</div>"
        "<select name=s><option>Choose one<option>Cook<option>Baker</select></div></form>"
    )
    assert labels(html) in (["Job title"], [""])
