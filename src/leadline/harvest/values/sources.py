"""Data sources for the table, asked by label (type 1) or by example (type 2): HiWE section 5.5.

`TableSource` makes one of any table: of a CSV file, of the values seen in results, of the choices of other forms.

>>> source = TableSource.of_csv("State,Fuel\\nUtah,diesel\\nTexas,petrol\\nNevada,\\n")
>>> list(source.values_for("fuel")), list(source.more_like(["Utah", "Texas"]))
([('diesel', 1.0), ('petrol', 1.0)], [('Nevada', 1.0)])
"""

from collections.abc import Iterable, Sequence

from leadline.harvest.values import exchange
from leadline.harvest.values.table import LvsTable, key_of
from leadline.model.field import Field, FieldType
from leadline.model.query import Answer

MOST = 50
"""More values than these are not given for an example (the paper's wrapper: the top 50)."""
_PARTS = frozenset({FieldType.DAY, FieldType.MONTH, FieldType.YEAR})
_ALIKE = 0.5
"""Share of the examples a set has to hold."""


class TableSource:
    """A table as a source of values."""

    def __init__(self, table: LvsTable) -> None:
        self.table = table

    @classmethod
    def of_csv(cls, text: str) -> "TableSource":
        """The columns of a CSV file, or its label, value and weight."""
        return cls(exchange.from_csv(text))

    def values_for(self, label: str) -> Iterable[tuple[str, float]]:
        """FieldType 1."""
        return self.table.values(label)

    def more_like(self, values: Sequence[str]) -> Iterable[tuple[str, float]]:
        """FieldType 2: the rest of the set that holds most of the examples."""
        found = self.table.like(values)
        if found is None or found[1] < _ALIKE:
            return ()
        known = {key_of(value) for value in values}
        row, score = found
        return [(value, weight * score) for value, weight in row.values if key_of(value) not in known][:MOST]


def learn_form(table: LvsTable, fields: Iterable[Field]) -> None:
    """Take the choices of a form in, whether it is submitted or not (crawl experience).

    A list that is only called "from" is left alone: under that label its numbers would go into every range. So is
    that of the days of a date, which stands under the label of the whole.
    """
    for field in fields:
        part = field.type in _PARTS and len(field.composite) > 1
        if field.finite and len(field.choices) > 1 and not part and (field.called or not field.end):
            table.integrate(
                field.called, [c.label for c in field.choices if c.value and c.value != field.anything]
            )


def learn_results(table: LvsTable, answer: Answer, weight: float) -> None:
    """Take values seen in results in: each with the name of its field in the record."""
    found: dict[str, list[str]] = {}
    for name, value in answer.sample:
        if 0 < len(value) <= _LONGEST:
            found.setdefault(name, []).append(value)
    for name, values in found.items():
        table.learn(name, values, weight)


_LONGEST = 60
"""Letters of a value that fits a text field; longer ones are descriptions."""
