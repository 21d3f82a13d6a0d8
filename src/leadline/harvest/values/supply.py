"""The values for one text field, out of everything there is: given, in the table, from sources, by its type.

Data sources are asked by label (type 1) or by example (type 2): HiWE section 5.5.
"""

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from leadline.harvest.values.table import LvsTable, key_of
from leadline.learn.text import normalise
from leadline.model.field import PARTS_OF_DATES, TYPED, Field, FieldType
from leadline.model.form import Form
from leadline.model.query import Answer
from leadline.parse.controls import sanitised
from leadline.protocols import ValueSource


@dataclass(frozen=True, slots=True)
class Supplies:
    """What there is to fill text fields with. A planner works on a copy of the table, so a run can be repeated."""

    table: LvsTable = dataclasses.field(default_factory=LvsTable)
    """Explicit entries, built-in categories, experience of earlier crawls."""
    sources: Sequence[ValueSource] = ()  # asked where the table has no row, in this order
    given: Mapping[str, Sequence[str]] = dataclasses.field(default_factory=dict)
    """Values the user gave for one field, by its name."""
    words: Sequence[tuple[str, float]] = ()
    """Words of the form's page and of the topic with weights in 0–1, for boxes that take any word."""
    openers: Sequence[str] = ()  # words that open a database in the language of the page
    orders: Sequence[Field] = ()  # fields that choose the order of results: no values, but another way to ask
    within: tuple[str, ...] = ()  # names of what stands chosen on the page, and no query asks otherwise
    elements: int = 0  # how many elements the form has in all (HiWE's n); 0: those handed to the planner


def elements_of(form: Form) -> int:
    """Elements of a form as HiWE counts them for α: radios of one name, and checkboxes, are one question."""
    alike = ("radio", "checkbox")
    return len({(one.kind, one.name) if one.kind in alike else one.place for one in form.fields})


def learn_form(table: LvsTable, fields: Iterable[Field]) -> None:
    """Take the choices of a form in, whether it is submitted or not (crawl experience).

    A list that is only called "from" is left alone: under that label its numbers would go into every range. So is
    that of the days of a date, which stands under the label of the whole."""
    for field in fields:
        part = field.type in PARTS_OF_DATES and len(field.composite) > 1
        if field.finite and len(field.choices) > 1 and not part and (field.called or not field.end):
            chosen = [choice.label for choice in field.choices if choice.value not in ("", field.anything)]
            table.integrate(field.called, chosen)


def learn_results(table: LvsTable, answer: Answer, weight: float) -> None:
    """Take values seen in results in: each with the name of its field in the record."""
    found: dict[str, list[str]] = {}
    for name, value in answer.sample:
        if 0 < len(value) <= _LONGEST_VALUE:
            found.setdefault(name, []).append(value)
    for name, values in found.items():
        table.learn(name, values, weight)


_LONGEST_VALUE = 60  # letters of a value that fits a text field; longer ones are descriptions


_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_PART = re.compile(r"[a-z]+")
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_LONGEST_PATTERN = 120
_NUMERIC = frozenset({FieldType.NUMBER, FieldType.PRICE, FieldType.YEAR, FieldType.DAY})


def fits(field: Field, value: str) -> bool:
    """Judged by what the markup demands, and by digits where a number is wanted."""
    demands = field.constraints
    longest, shortest = demands.get("maxlength"), demands.get("minlength")
    if not value or (isinstance(longest, int) and len(value) > longest):
        return False
    if isinstance(shortest, int) and len(value) < shortest:
        return False
    if field.control in TYPED and sanitised(field.control, value, dict(field.first.attributes)) != value:
        return False  # no browser sends it
    if field.type in _NUMERIC:
        return _NUMBER.fullmatch(value) is not None and _within(float(value.replace(",", ".")), field)
    if field.type is FieldType.DATE and _NUMBER.fullmatch(value):
        return False  # the day alone, from a list beside those of months and years
    pattern = demands.get("pattern")
    expression = _compiled(pattern) if isinstance(pattern, str) else None
    return expression is None or expression.fullmatch(value) is not None


def written(field: Field, value: str) -> str:
    """A date as the field wants it ("dd/mm/yyyy", "jj.mm.aaaa"), other values as they are.

    >>> from leadline.model.form import Control
    >>> box = Control("text", "d", "", ())
    >>> starts = Field((box,), "Start", type=FieldType.DATE, constraints={"format": "dd.mm.yyyy"})
    >>> written(starts, "2026-03-01"), written(starts, "soon")
    ('01.03.2026', 'soon')
    """
    wanted = field.constraints.get("format")
    found = _ISO.fullmatch(value)
    if field.type is not FieldType.DATE or not isinstance(wanted, str) or found is None:
        return value
    year, month, day = found.groups()
    return _PART.sub(lambda part: _part(part[0], year, month, day, wanted), wanted)


def _part(part: str, year: str, month: str, day: str, wanted: str) -> str:
    """Letters of a format: m is the month; y, or four letters, the year; d, t, and j beside aaaa, the day."""
    if part[0] == "m":
        return month
    if part[0] == "y" or len(part) == 4 or (part[0] == "a" and "y" not in wanted):
        return year[-len(part) :] if len(part) == 2 else year
    return day


def _within(number: float, field: Field) -> bool:
    low, high = field.constraints.get("min"), field.constraints.get("max")
    above = not isinstance(low, int | float) or number >= low
    return above and (not isinstance(high, int | float) or number <= high)


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> "re.Pattern[str] | None":
    """None for an expression in a browser's dialect, and for one that could keep the machine busy: groups that
    repeat, many repetitions in a row. It demands nothing then."""
    if len(pattern) > _LONGEST_PATTERN or "(" in pattern or pattern.count("*") + pattern.count("+") > 2:
        return None
    try:
        return re.compile(pattern)
    except re.error:
        return None


_KINDS = PARTS_OF_DATES | {FieldType.COUNTRY, FieldType.REGION, FieldType.LANGUAGE, FieldType.DATE}
"""Types that say by themselves which values are wanted."""
_FEW = 50  # a set of fewer values is enlarged by sources that know more of their kind
_GUESSED = 0.5


def fuzzy_set(field: Field, table: LvsTable, values: Supplies) -> list[tuple[str, float]]:
    """Values with weights, in the order they were found; the user's own alone if there are any."""
    given = values.given.get(field.name)
    if given:
        return [(value, 1.0) for value in dict.fromkeys(given)]
    found: dict[str, tuple[str, float]] = {}
    for value, weight in _known(field, table, values):
        adapted = written(field, value)
        if fits(field, adapted):
            found.setdefault(key_of(adapted), (adapted, weight))
    return list(found.values())


def _known(field: Field, table: LvsTable, values: Supplies) -> Iterator[tuple[str, float]]:
    yield from ((choice.value, 1.0) for choice in field.choices)
    # By its label, or by its very name: a user's file may name either. Names are no words, and the two ends of a
    # range are called nearly the same ("price from", "price to"): there, what is only near is something else.
    row = table.named(field.called) if field.end else table.match(field.called)
    row = row or table.named(field.name)
    if row is None:
        yield from _asked(field, values)
        return
    yield from row.values
    if len(row.values) < _FEW:
        examples = [value for value, _ in row.values]
        for source in values.sources:
            yield from source.more_like(examples)


def _asked(field: Field, values: Supplies) -> list[tuple[str, float]]:
    """What the first source that knows the label says, else, trusted by half, the first that knows the kind of
    field: "Where" may be for regions, and may not."""
    kind = str(field.type) if field.type in _KINDS else ""
    for label, trust in ((normalise(field.called), 1.0), (kind, _GUESSED)):
        for source in values.sources:
            if label and (found := list(source.values_for(label))):
                return [(value, weight * trust) for value, weight in found]
    return []
