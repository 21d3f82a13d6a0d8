"""One field or button as HTML: the control alone, without its label.

- A select whose label stands `inside` has it as its first option; where the choices do not say it, they stand
  in an `<optgroup>` that does, so that the options stay as the form has them.
- A checkbox without choices is one box that is checked if `default` is not empty; it sends `on`.
"""

import re
from collections.abc import Iterator

from leadline_lab.anatomy import Button, Choice, Input
from leadline_lab.render.skins import Skin
from leadline_lab.render.templates import FormTemplate
from leadline_lab.render.writing import Attribute, text_of

_NO_WORD = re.compile(r"\W+")
LISTS = frozenset({"radio", "checkbox"})
_PLACEHOLDERS = frozenset({"text", "search", "email", "tel", "number", "date", "password", "url", "textarea"})
_SIZED = _PLACEHOLDERS - {"date", "number"}


class Ids:
    """Ids already given on a page: no two elements may share one."""

    __slots__ = ("_given", "_habit")

    def __init__(self, skin: Skin) -> None:
        self._habit = skin.habits.ids
        self._given: dict[str, int] = {}

    def new(self, name: str) -> str:
        word = _NO_WORD.sub("_", name).strip("_") or "field"
        if self._habit == "prefixed":
            word = f"id_{word}"
        elif self._habit == "dashed":
            word = f"{word.replace('_', '-')}-field"
        elif self._habit == "camel":
            word = f"fld{word[:1].upper()}{word[1:]}"
        times = self._given[word] = self._given.get(word, 0) + 1
        return word if times == 1 else self.new(f"{name}{times}")


def shows_inside(field: Input) -> bool:
    """Whether its label can stand within the control."""
    return field.control in _PLACEHOLDERS or field.control in ("select", "select-multiple")


def alone(field: Input) -> bool:
    """One box whose text is the label itself."""
    if field.control != "checkbox" or len(field.choices) > 1:
        return False
    return not field.choices or not field.label or field.choices[0].label in ("", field.label)


def control(field: Input, skin: Skin, ids: str, aria: str) -> str:
    """`ids` is the control's id, `aria` its name for assistive technology; either may be empty."""
    given: list[Attribute] = [("name", field.name)]
    if ids:
        given.append(("id", ids))
    if aria:
        given.append(("aria-label", aria))
    if field.required and skin.habits.says_required:
        given.append(("required", None))
    if field.title:
        given.append(("title", field.title))
    if field.control in ("select", "select-multiple"):
        return _select(field, skin, given)
    inside = field.placement == "inside" and field.control in _PLACEHOLDERS
    if inside:
        given.append(("placeholder", field.label))
    if field.control == "textarea":
        rows = ("rows", str(4 + len(field.label) % 4)), ("cols", str(field.size or 40))
        start = skin.hand.tag("textarea", (*given, *rows), skin.names.attribute("input"))
        # The first line break after the tag is dropped by every reader (HTML 13.2.6.4.7).
        kept = "\n" if field.default.startswith("\n") else ""
        return f"{start}{kept}{text_of(field.default)}{skin.hand.end('textarea')}"
    return _input(field, skin, given)


def _input(field: Input, skin: Skin, given: list[Attribute]) -> str:
    if field.control != "text" or skin.family.era or skin.hand.capitals:
        given.insert(0, ("type", field.control))
    if field.default and field.control != "file":
        given.append(("value", field.default))
    if field.size and field.control in _SIZED:
        given.append(("size", str(field.size)))
    return skin.hand.tag("input", given, skin.names.attribute("input"))


def _select(field: Input, skin: Skin, given: list[Attribute]) -> str:
    hand = skin.hand
    if field.control == "select-multiple":
        given += [("multiple", None), ("size", str(field.size or min(5, max(2, len(field.choices)))))]
    options = "".join(_options(field, skin))
    if field.placement == "inside" and field.label and not _first_says(field):
        start = hand.tag("optgroup", (("label", field.label),))
        options = f"{start}{options}{hand.end('optgroup')}"
    start = hand.tag("select", given, skin.names.attribute("input"))
    return f"{start}{options}{hand.end('select')}"


def _first_says(field: Input) -> bool:
    return bool(field.choices) and field.label.lower() in field.choices[0].label.lower()


def _options(field: Input, skin: Skin) -> Iterator[str]:
    hand = skin.hand
    end = hand.end("option") if hand.closes else "\n"
    waiting = field.control == "select" or bool(field.default)
    for choice in field.choices:
        given: list[Attribute] = []
        if hand.closes or choice.value != " ".join(choice.label.split()):
            given.append(("value", choice.value))
        if waiting and choice.value == field.default:
            given.append(("selected", None))
            waiting = False
        yield f"{hand.tag('option', given)}{text_of(choice.label)}{end}"


def box(field: Input, choice: Choice | None, skin: Skin, ids: str, *, checked: bool) -> str:
    """One radio or checkbox."""
    given: list[Attribute] = [("type", field.control), ("name", field.name)]
    if choice is not None:
        given.append(("value", choice.value))
    if ids:
        given.append(("id", ids))
    if field.title:
        given.append(("title", field.title))
    if checked:
        given.append(("checked", None))
    return skin.hand.tag("input", given)


def boxes(field: Input, skin: Skin, form: FormTemplate, ids: Ids) -> str:
    """All radios or checkboxes of a name, each with its text."""
    shown: list[str] = []
    waiting = field.control == "radio" or bool(field.default)
    for choice in field.choices:
        checked = waiting and choice.value == field.default
        waiting = waiting and not checked
        shown.append(form.choice.replace("{}", _boxed(field, choice, skin, ids, checked=checked)))
    between = form.choice_between if len(shown) >= skin.habits.multi_break else " "
    return form.choices.replace("{}", between.join(shown))


def _boxed(field: Input, choice: Choice, skin: Skin, ids: Ids, *, checked: bool) -> str:
    tied, text = field.linked and bool(choice.label), text_of(choice.label)
    by_id = tied and skin.habits.tie == "for"
    own = ids.new(f"{field.name}_{choice.value}") if by_id else ""
    written = box(field, choice, skin, own, checked=checked)
    if by_id:
        text = skin.hand.tag("label", (("for", own),)) + text + skin.hand.end("label")
    both = f"{text} {written}" if skin.habits.text_first else f"{written} {text}"
    if tied and not by_id:
        return skin.hand.tag("label", (), skin.names.attribute("choice")) + both + skin.hand.end("label")
    return both


def hidden(field_name: str, value: str, skin: Skin) -> str:
    return skin.hand.tag("input", (("type", "hidden"), ("name", field_name), ("value", value)))


def button(given: Button, skin: Skin) -> str:
    extra, hand = skin.names.attribute("button"), skin.hand
    named: list[Attribute] = [("name", given.name)] if given.name else []
    if given.control == "button":
        if given.value:
            named.append(("value", given.value))
        kind: list[Attribute] = [("type", "submit")] if skin.habits.says_get else []
        return hand.tag("button", kind + named, extra) + text_of(given.text) + hand.end("button")
    if given.control == "image":
        source = skin.habits.icon.replace("arrow", "go")
        return hand.tag("input", [("type", "image"), ("src", source), ("alt", given.text), *named], extra)
    text = given.text or given.value
    shown: list[Attribute] = [("value", text)] if text else []
    return hand.tag("input", [("type", "submit"), *named, *shown], extra)
