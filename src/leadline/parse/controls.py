"""One `<input>`, `<select>`, `<textarea>` or `<button>`: kind, default value and options as browsers see them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from leadline.model.form import Attributes, Option
from leadline.parse.bounds import LONGEST_OPTION, LONGEST_TEXT
from leadline.parse.values import sanitised

_INPUT_KINDS = frozenset(
    [
        "hidden",
        "text",
        "search",
        "tel",
        "url",
        "email",
        "password",
        "date",
        "month",
        "week",
        "time",
        "datetime-local",
        "number",
        "range",
        "color",
        "checkbox",
        "radio",
        "file",
        "submit",
        "image",
        "reset",
        "button",
    ]
)
_BUTTON_KINDS = frozenset({"submit", "reset", "button"})
MOST_OPTIONS = 20_000
"""Options kept of one list."""


@dataclass(frozen=True, slots=True)
class Markup:
    """What a control's own markup says, nothing about its surroundings."""

    kind: str
    value: str
    options: tuple[Option, ...]
    attributes: dict[str, str | None]
    checked: bool = False

    @property
    def kept(self) -> Attributes:
        """Attributes as the model has them."""
        return tuple([(name, value or "") for name, value in self.attributes.items()])


def markup_of(tag: str, node: LexborNode, attributes: dict[str, str | None]) -> Markup:
    """Read one control. The options of a datalist are added by whoever knows the whole page."""
    if tag == "input":
        kind = kind_of_input(attributes)
        written = attributes.get("value")
        if kind in ("checkbox", "radio"):
            value = (written or "") if "value" in attributes else "on"
            return Markup(kind, value, (), attributes, "checked" in attributes)
        value = "" if kind == "file" else sanitised(kind, written or "", attributes)
        return Markup(kind, value, (), attributes)
    if tag == "select":
        kind = "select-multiple" if "multiple" in attributes else "select-one"
        options = _selected(options_of(node), kind, attributes.get("size"))
        chosen = next((option.value for option in options if option.selected), "")
        return Markup(kind, chosen, options, attributes)
    if tag == "textarea":
        return Markup("textarea", node.text(), (), attributes)
    kind = (attributes.get("type") or "").lower()
    return Markup(kind if kind in _BUTTON_KINDS else "submit", attributes.get("value") or "", (), attributes)


def kind_of_input(attributes: Mapping[str, str | None]) -> str:
    kind = (attributes.get("type") or "").lower()
    return kind if kind in _INPUT_KINDS else "text"


def options_of(owner: LexborNode) -> tuple[Option, ...]:
    """The options of a select or datalist as written; which one a browser selects is another question."""
    options: list[Option] = []
    group: str | None = None
    group_end: int | None = None
    group_disabled = False
    for node in owner.css("option,optgroup"):
        attributes = node.attributes
        if node.tag == "optgroup":
            group = " ".join((attributes.get("label") or "")[:LONGEST_TEXT].split()) or None
            group_end, group_disabled = node.mem_id, "disabled" in attributes
            continue
        inside = group_end is not None and _is_under(node, group_end, owner.mem_id)
        option = _option(node, attributes, group if inside else None, off=inside and group_disabled)
        if len(option.value) <= LONGEST_OPTION:
            options.append(option)
        if len(options) == MOST_OPTIONS:
            break
    return tuple(options)


def _is_under(node: LexborNode, ancestor: int, stop: int) -> bool:
    """Options stand right under their group; the few steps are for markup between the two."""
    parent = node.parent
    for _ in range(8):
        if parent is None or parent.mem_id == stop:
            return False
        if parent.mem_id == ancestor:
            return True
        parent = parent.parent
    return False


def _option(node: LexborNode, attributes: dict[str, str | None], group: str | None, *, off: bool) -> Option:
    text = node.text()
    value = (attributes["value"] or "") if "value" in attributes else None
    if value is not None or len(text) > LONGEST_OPTION:
        text = text[: LONGEST_OPTION + 1]
    if not text.isalnum():  # one word, as most are, needs no folding
        text = " ".join(text.split())
    written = (attributes.get("label") or "")[: 2 * LONGEST_TEXT]
    label = " ".join(written.split()) or text
    return Option(
        text if value is None else value,
        label[:LONGEST_TEXT],
        "selected" in attributes,
        off or "disabled" in attributes,
        group,
    )


def _selected(options: tuple[Option, ...], kind: str, size: str | None) -> tuple[Option, ...]:
    """The selectedness rules of HTML 4.10.7: one at most, the last that asks for it; the first if none does."""
    if kind == "select-multiple" or not options:
        return options
    asking = [place for place, option in enumerate(options) if option.selected]
    if len(asking) == 1:
        return options
    if asking:
        return _only(options, asking[-1])
    if _rows(size) != 1:
        return options
    first = next((place for place, option in enumerate(options) if not option.disabled), None)
    return options if first is None else _only(options, first)


def _only(options: Sequence[Option], chosen: int) -> tuple[Option, ...]:
    settled = [option._replace(selected=False) if option.selected else option for option in options]
    settled[chosen] = options[chosen]._replace(selected=True)
    return tuple(settled)


def _rows(size: str | None) -> int:
    digits = (size or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and 0 < len(digits) < 10 and int(digits) else 1
