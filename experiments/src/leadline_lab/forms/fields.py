"""How a form asks about one attribute of its source: the fields, their controls, names and labels."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import Literal, NamedTuple

from leadline_lab.anatomy import Choice, Input
from leadline_lab.forms.choices import ANY_NUMBERS, ANY_VALUES, any_choice, bands, coded, numbers, thresholds
from leadline_lab.forms.labels import said
from leadline_lab.forms.manner import Pen
from leadline_lab.randomness import running
from leadline_lab.sources.model import Attribute, Source
from leadline_lab.sources.writing import DAY_ZERO
from leadline_lab.spec import Role
from leadline_lab.words import attributes

End = Literal["", "low", "high"]

_TYPED = 0.17
"""Share of forms with nothing but boxes to type into, as library catalogues have them."""
MOST_OPTIONS = 100
"""Above this a select would be no help and the site lets people type."""
_ENDS: tuple[tuple[str, str], ...] = (
    ("min {}", "max {}"), ("{} min", "{} max"), ("{} from", "{} to"), ("{}1", "{}2"), ("lo {}", "hi {}"),
    ("{}_a", "{}_b"),
)  # fmt: skip
_CATEGORY = ("select", "radio", "checkbox", "select-multiple", "text"), running((0.66, 0.1, 0.11, 0.05, 0.08))
_RANGE = ("texts", "selects", "bands", "low", "high"), running((0.38, 0.34, 0.1, 0.08, 0.1))
_DATE = ("text", "date", "split"), running((0.42, 0.22, 0.36))
_DAYS = tuple(Choice(str(n), str(n)) for n in range(1, 32))


class Part(NamedTuple):
    """Which part of an attribute a field asks about, if not the whole."""

    label: str = ""
    end: End = ""
    pattern: str = "{}"
    """How its HTML name is made of the attribute's."""
    group: str = ""
    type: str = ""


WHOLE = Part()


@lru_cache(maxsize=512)
def _html_names(domain: str, language: str, role: Role) -> dict[str, tuple[str, ...]]:
    return {words.name: words.names for words in attributes(domain, language, role)}


class Asking:
    """Writes the fields of one search form on its source."""

    def __init__(self, pen: Pen, source: Source) -> None:
        self.pen, self.source = pen, source
        self.typed = pen.roll.chance(_TYPED)
        self._called: dict[str, str] = {}
        self.names = _html_names(source.domain, source.language, pen.spec.role)

    def inputs(self, attribute: Attribute) -> tuple[Input, ...]:
        """The fields that ask about an attribute: one, the two ends of a range, or the parts of a date."""
        if attribute.type == "date":
            return self._dates(attribute)
        if attribute.ask == "range":
            return self._range(attribute)
        if self.typed:
            return (self.text(attribute),)
        if attribute.ask == "equals" and attribute.numeric:
            return (self._number(attribute),)
        if attribute.values and (attribute.ask == "equals" or self.pen.roll.chance(0.3)):
            return (self.choice(attribute),)
        return (self.text(attribute),)

    def text(self, attribute: Attribute) -> Input:
        return self._field(attribute, "text", size=self.pen.roll.pick((0, 15, 20, 30, 40)))

    def choice(self, attribute: Attribute, control: str = "") -> Input:
        """One value or several out of the attribute's own."""
        roll, values = self.pen.roll, attribute.values
        control = control or roll.weighted(*_CATEGORY)
        if len(values) > MOST_OPTIONS or control == "text":
            return self.text(attribute)
        if (control == "radio" and len(values) > 7) or (control == "checkbox" and len(values) > 14):
            control = "select"
        listed = sorted(values) if roll.chance(0.75) else values
        choices = coded(listed, self.pen.manner.coding, roll.pick((1, 1, 1, 10, 101)))
        # Some selects begin with a value like others: who leaves them alone asks for that value.
        if control == "radio" or (control == "select" and not roll.chance(0.06)):
            choices = (any_choice(self.pen), *choices)
        return self._field(attribute, control, choices)

    def _number(self, attribute: Attribute) -> Input:
        steps = (attribute.high - attribute.low) // attribute.step
        if steps > 60 or self.pen.roll.chance(0.25):
            return self._field(attribute, self.pen.text(("text", "text", "number")), size=6)
        values = range(attribute.low, attribute.high + 1, attribute.step)
        return self._field(attribute, "select", self._with_any(numbers(attribute, values)))

    def _with_any(self, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        return (any_choice(self.pen, ANY_NUMBERS), *choices)

    def _range(self, attribute: Attribute) -> tuple[Input, ...]:
        style = "texts" if self.typed else self.pen.roll.weighted(*_RANGE)
        wanted = 140 if attribute.type == "year" else self.pen.roll.pick((6, 10, 12, 20, 80, 80, 100))
        choices = self._with_any(numbers(attribute, thresholds(attribute, wanted)))
        if style == "bands":
            edges = thresholds(attribute, self.pen.roll.pick((4, 6, 8)))
            if len(edges) > 1:
                return (self._field(attribute, "select", self._with_any(bands(attribute, edges))),)
        if style in ("low", "high"):
            return self._ends(attribute, "select", choices, ("low",) if style == "low" else ("high",))
        if style == "selects":
            return self._ends(attribute, "select", choices)
        return self._ends(attribute, self.pen.text(("text", "text", "text", "number")), ())

    def _ends(
        self,
        attribute: Attribute,
        control: str,
        choices: tuple[Choice, ...],
        ends: Sequence[Literal["low", "high"]] = ("low", "high"),
    ) -> tuple[Input, ...]:
        grouped = len(ends) == 2 and self.pen.roll.chance(0.7)
        (names, words), label = self._both_ends(between=grouped), self._label(attribute)
        made = []
        for end in ends:
            text, group = (words[end], label) if grouped else (f"{label} {words[end]}", "")
            part = Part(text, end, names[end], group)
            made.append(self._field(attribute, control, choices, part, 0 if choices else 8))
        return tuple(made)

    def _both_ends(self, *, between: bool) -> tuple[dict[str, str], dict[str, str]]:
        """Patterns of the HTML names and words for the two ends of a range."""
        labels = self.pen.words.labels
        said = self.pen.text((*labels["ends"], *labels["between"]) if between else labels["ends"])
        words = dict(zip(("low", "high"), said.split("/"), strict=True))
        return dict(zip(("low", "high"), self.pen.roll.pick(_ENDS), strict=True)), words

    def _dates(self, attribute: Attribute) -> tuple[Input, ...]:
        style, pair = self.pen.roll.weighted(*_DATE), self.pen.roll.chance(0.55)
        style = "text" if self.typed else style
        if attribute.ask != "range":
            if style == "split":
                return self._split(attribute, "", "{}", self._label(attribute))
            return (self._field(attribute, style, size=10),)
        ends: tuple[Literal["low", "high"], ...] = ("low", "high") if pair else ("low",)
        if style != "split":
            return self._ends(attribute, style, (), ends)
        (names, words), label = self._both_ends(between=False), self._label(attribute)
        split = [self._split(attribute, end, names[end], f"{label} {words[end]}") for end in ends]
        return tuple(field for fields in split for field in fields)

    def _split(self, attribute: Attribute, end: End, pattern: str, group: str) -> tuple[Input, ...]:
        """Day, month and year as three selects."""
        first, last = (DAY_ZERO + timedelta(days) for days in (attribute.low, attribute.high))
        months = tuple(Choice(str(n), name) for n, name in enumerate(self.pen.words.months, 1))
        years = tuple(Choice(str(n), str(n)) for n in range(first.year, last.year + 1))
        parts = {"day": _DAYS, "month": months, "year": years}
        order = ("month", "day", "year") if attribute.format == "mdy" else ("day", "month", "year")
        dash = self.pen.roll.chance(0.5)
        made = []
        for part in order:
            label = self.pen.label(part)
            choices = (Choice("", "-" if dash else label), *parts[part])
            made.append(
                self._field(attribute, "select", choices, Part(label, end, f"{pattern} {part}", group, part))
            )
        return tuple(made)

    def _label(self, attribute: Attribute) -> str:
        return self.pen.text(attribute.labels)

    def _field(
        self,
        attribute: Attribute,
        control: str,
        choices: tuple[Choice, ...] = (),
        part: Part = WHOLE,
        size: int = 0,
    ) -> Input:
        # All fields about one attribute are called after it in the same way: minPrice, maxPrice.
        base = self._called.setdefault(
            attribute.name, self.pen.text(self.names.get(attribute.name, (attribute.name,)))
        )
        opens = control == "select" and choices[0].value in ANY_VALUES
        text = said(self.pen, part.label or self._label(attribute), control if opens or not choices else "radio")
        if text.placement == "inside" and opens:
            choices = (replace(choices[0], label=text.label), *choices[1:])
        required = attribute.name in self.source.requires and part.end != "high"
        return Input(
            name=self.pen.name((part.pattern.format(base),), control),
            control=control,
            label=text.label,
            placement=text.placement,
            linked=text.linked,
            choices=choices,
            default=choices[0].value if choices and control in ("select", "radio") else "",
            required=required and self.pen.manner.marks_required,
            meaning=attribute.name,
            type=part.type or attribute.type,
            end=part.end,
            group=part.group,
            size=size,
            title=text.title,
        )
