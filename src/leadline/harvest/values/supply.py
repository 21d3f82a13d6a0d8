"""The values for one text field, out of everything there is: given, in the table, from sources, by its type."""

from collections.abc import Iterator

from leadline.harvest.values.fit import fits, written
from leadline.harvest.values.supplies import Supplies
from leadline.harvest.values.table import LvsTable, Row, key_of
from leadline.learn.text import normalise
from leadline.model.field import PARTS_OF_DATES, Field, FieldType

_KINDS = PARTS_OF_DATES | {FieldType.COUNTRY, FieldType.REGION, FieldType.LANGUAGE, FieldType.DATE}
"""Types that say by themselves which values are wanted."""
_FEW = 50
"""A set of fewer values is enlarged by sources that know more of their kind."""
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
    row = _row(field, table)
    if row is None:
        yield from _asked(field, values)
        return
    yield from row.values
    if len(row.values) < _FEW:
        examples = [value for value, _ in row.values]
        for source in values.sources:
            yield from source.more_like(examples)


def _row(field: Field, table: LvsTable) -> Row | None:
    """By its label, or by its very name: a user's file may name either.

    Names are no words, and the two ends of a range are called nearly the same ("price from", "price to"): there,
    what is only near is something else.
    """
    row = table.named(field.called) if field.end else table.match(field.called)
    return row or table.named(field.name)


def _asked(field: Field, values: Supplies) -> list[tuple[str, float]]:
    """What the first source that knows the label says, else, trusted by half, the first that knows the kind of
    field: "Where" may be for regions, and may not."""
    kind = str(field.type) if field.type in _KINDS else ""
    for label, trust in ((normalise(field.called), 1.0), (kind, _GUESSED)):
        for source in values.sources:
            if label and (found := list(source.values_for(label))):
                return [(value, weight * trust) for value, weight in found]
    return []
