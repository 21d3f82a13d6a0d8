"""One `<input>`, `<select>`, `<textarea>` or `<button>`: kind, default value and options as browsers see them.

What is longer than the bounds here is the work of a generator. Everything later stages read about controls is cut
before any pattern sees it: names, labels, attributes, options. What is *sent* stays whole: the value of a hidden
field may be a view state of a megabyte.

>>> cut({"name": "n" * 5_000, "value": "v" * 5_000})["name"] == "n" * LONGEST_NAME
True
>>> len(cut({"value": "v" * 5_000})["value"])
5000
"""

import math
import re
from calendar import monthrange

from selectolax.lexbor import LexborNode

from leadline.model.form import Option

Attributes = dict[str, str | None]

LONGEST_NAME = 1_000
"""Characters of a control's name or id. Frameworks that write whole paths into names stay below 400."""
LONGEST_TEXT = 1_000
"""Characters of a label, of what stands beside a control or on a button, of what an option says."""
LONGEST_LEGENDS = 300
"""Characters of the legends around one control, together: every control of a fieldset repeats them."""
LONGEST_ATTRIBUTE = 4_000  # characters of any other attribute but `value`
LONGEST_OPTION = 8_000
"""Characters of an option's value. A longer one is left out: half of it would ask for something else."""
MOST_REPEATED = 500_000
"""Characters of suggestions (`<datalist>`) that are handed out again to further inputs of the same list."""
_WHOLE = frozenset({"value", "action", "formaction"})
_NAMES = frozenset({"name", "id", "for", "form", "list"})
_INPUT_KINDS = frozenset(
    {"hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time"}
    | {"datetime-local", "number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset"}
    | {"button"}
)
_BUTTON_KINDS = frozenset({"submit", "reset", "button"})
MOST_OPTIONS = 20_000  # options kept of one list


def markup_of(tag: str, node: LexborNode, attributes: Attributes) -> tuple[str, str, tuple[Option, ...], bool]:
    """What a control's own markup says: kind, value, options, and whether it is checked. The options of a datalist
    are added by whoever knows the whole page."""
    kind = (attributes.get("type") or "").lower()
    if tag == "input":
        kind = kind if kind in _INPUT_KINDS else "text"
        written = attributes.get("value") or ""
        if kind in ("checkbox", "radio"):
            return kind, written if "value" in attributes else "on", (), "checked" in attributes
        return kind, "" if kind == "file" else sanitised(kind, written, attributes), (), False
    if tag == "select":
        kind = "select-multiple" if "multiple" in attributes else "select-one"
        options = _selected(options_of(node), kind, attributes.get("size"))
        return kind, next((option.value for option in options if option.selected), ""), options, False
    if tag == "textarea":
        return "textarea", node.text(), (), False
    return kind if kind in _BUTTON_KINDS else "submit", attributes.get("value") or "", (), False


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


def _option(node: LexborNode, attributes: Attributes, group: str | None, *, off: bool) -> Option:
    text = node.text()
    value = (attributes["value"] or "") if "value" in attributes else None
    if value is not None or len(text) > LONGEST_OPTION:
        text = text[: LONGEST_OPTION + 1]
    if not text.isalnum():  # one word, as most are, needs no folding
        text = " ".join(text.split())
    written = (attributes.get("label") or "")[: 2 * LONGEST_TEXT]
    label = " ".join(written.split()) or text
    chosen, disabled = "selected" in attributes, off or "disabled" in attributes
    return Option(text if value is None else value, label[:LONGEST_TEXT], chosen, disabled, group)


def _selected(options: tuple[Option, ...], kind: str, size: str | None) -> tuple[Option, ...]:
    """The selectedness rules of HTML 4.10.7: one at most, the last that asks for it; the first if none does."""
    asking = [place for place, option in enumerate(options) if option.selected]
    if kind == "select-multiple" or len(asking) == 1:
        return options
    if not asking and _rows(size) == 1:
        asking = [next((place for place, option in enumerate(options) if not option.disabled), -1)]
    chosen = asking[-1] if asking else -1
    settled = [option._replace(selected=False) if option.selected else option for option in options]
    if chosen >= 0:
        settled[chosen] = options[chosen]._replace(selected=True)
    return tuple(settled)


def _rows(size: str | None) -> int:
    digits = (size or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and 0 < len(digits) < 10 and int(digits) else 1


def cut(attributes: Attributes) -> Attributes:
    """The attributes of an element, each as far as it is read."""
    if all(value is None or len(value) <= LONGEST_NAME for value in attributes.values()):
        return attributes
    return {name: _cut(name, value) for name, value in attributes.items()}


def _cut(name: str, value: str | None) -> str | None:
    if value is None or name in _WHOLE:
        return value
    return value[: LONGEST_NAME if name in _NAMES else LONGEST_ATTRIBUTE]


# ── what a browser makes of a value (HTML standard, 4.10.5.1) ─────────────────────────────────────────────

_NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)
_DATE = re.compile(r"(\d{4,})-(\d\d)-(\d\d)", re.ASCII)
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?", re.ASCII)
_MONTH = re.compile(r"(\d{4,})-(0[1-9]|1[0-2])", re.ASCII)
_WEEK = re.compile(r"(\d{4,})-W(0[1-9]|[1-4]\d|5[0-3])", re.ASCII)
_COLOR = re.compile(r"#[0-9a-fA-F]{6}", re.ASCII)
_SPACE = " \t\n\f\r"


def sanitised(kind: str, value: str, attributes: Attributes) -> str:
    """The value an untouched input of this kind holds.

    >>> sanitised("number", " 12 ", {}), sanitised("number", "12", {}), sanitised("date", "2024-13-01", {})
    ('', '12', '')
    >>> sanitised("range", "", {"min": "10", "max": "20"}), sanitised("color", "Red", {})
    ('15', '#000000')
    """
    match kind:
        case "text" | "search" | "tel" | "password":
            return _line(value)
        case "email" if "multiple" in attributes:
            return ",".join(part.strip(_SPACE) for part in value.split(","))
        case "url" | "email":
            return _line(value).strip(_SPACE)
        case "number":
            return value if _finite(value) is not None else ""
        case "range":
            return _in_range(value, attributes)
        case "date":
            return value if _is_date(value) else ""
        case "datetime-local":
            return _local(value)
        # Each by its name, not out of a table: a test reads here that they see a text once, from its beginning.
        case "month":
            return value if _MONTH.fullmatch(value) else ""
        case "week":
            return value if _WEEK.fullmatch(value) else ""
        case "time":
            return value if _TIME.fullmatch(value) else ""
        case "color":
            return value.lower() if _COLOR.fullmatch(value) else "#000000"
    return value


def _line(value: str) -> str:
    return value.replace("\n", "").replace("\r", "") if "\n" in value or "\r" in value else value


def _finite(value: str | None, otherwise: float | None = None) -> float | None:
    if value is None or len(value) > 400 or not _NUMBER.fullmatch(value):
        return otherwise
    number = float(value)
    return number if math.isfinite(number) else otherwise


def _in_range(value: str, attributes: Attributes) -> str:
    """Always a number: the middle by default, within the bounds, on a step."""
    least, most = _finite(attributes.get("min"), 0.0) or 0.0, _finite(attributes.get("max"), 100.0) or 0.0
    number = _finite(value)
    if number is None:
        number = least if most < least else least + (most - least) / 2
    number = max(least, min(number, most)) if most >= least else least
    step = _finite(attributes.get("step"), 1.0) or 0.0
    step = step if step > 0 else 1.0
    if (attributes.get("step") or "").strip().lower() != "any" and abs(number - least) / step < 1e15:
        steps = math.floor((number - least) / step + 0.5)
        if least + steps * step > most >= least:
            steps = math.floor((most - least) / step)
        number = least + steps * step
    return f"{number:.12g}"


def _is_date(value: str) -> bool:
    match = _DATE.fullmatch(value[:32])
    if not match or len(value) > 32:
        return False
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    # The Gregorian calendar repeats every 400 years; `calendar` knows only the first 9999 of them.
    return year > 0 and 1 <= month <= 12 and 1 <= day <= monthrange(2000 + year % 400, month)[1]


def _local(value: str) -> str:
    """Date and time, the `T` between them and the time at its shortest."""
    date, _, time = value.replace(" ", "T", 1).partition("T")
    match = _TIME.fullmatch(time)
    if not _is_date(date) or not match:
        return ""
    shortest = (match[2] or ":00").startswith(":00") and not (match[3] or "").strip(".0")
    return f"{date}T{time[:5] if shortest else time}"
