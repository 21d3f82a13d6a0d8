"""Intervals of a range: rank-shrink (Sheng et al. 2012), peeled from below.

Rank-shrink halves an interval whose answer was cut at the median of what it showed, which takes 2.8 to 3.1 queries
for every full answer (ALGORITHMS: C5). What was shown also tells how dense records are: with the number that the
site states, or that the pieces before had, the next piece is made so wide that it is just not cut. Half of the
queries of rank-shrink only find out that an interval is too large; these are saved. A piece that is cut all the
same is an interval of its own, with what it showed as its sample. One value that is cut by itself needs another
field.
"""

from bisect import bisect_right
from collections.abc import Sequence

from leadline.harvest.planners.cascade.dimensions import UNTRIED, Dimension, Split
from leadline.harvest.planners.cascade.intervals import RangeSplit
from leadline.harvest.planners.cascade.scale import NUMERIC, YEARS, Scale
from leadline.harvest.planners.cascade.survey import SEVERAL, Survey
from leadline.harvest.values.block_distance import similarity
from leadline.learn.text import normalise
from leadline.model.field import ORDERED, Field, FieldType
from leadline.model.query import Choice

_QUERIES = 2.0  # queries for every full answer


class End:
    """One end of a range: a box for any number, or a list of some."""

    def __init__(self, field: Field, scale: Scale) -> None:
        self.field, self._scale = field, scale
        pairs = ((scale.read(choice.label) or scale.read(choice.value), choice.value) for choice in field.choices)
        listed = {number: value for number, value in pairs if number is not None and value != field.anything}
        self.listed = sorted(listed) if field.finite else []
        self._values = listed if field.finite else {}

    @property
    def works(self) -> bool:
        return not self.field.finite or len(self.listed) > 1

    def at_most(self, number: float) -> float | None:
        """The greatest number it can be set to that is not above this one."""
        if not self.field.finite:
            return number
        place = bisect_right(self.listed, number)
        return self.listed[place - 1] if place else None

    def value(self, number: float) -> str:
        return self._values[number] if self.field.finite else self._scale.write(number)


def range_pairs(fields: Sequence[Field]) -> list[tuple[Field, Field]]:
    """Fields that are the two ends of one range."""
    pairs: list[tuple[Field, Field]] = []
    lows = [field for field in fields if field.end == "low" and field.type in ORDERED]
    taken: set[str] = set()
    for low in lows:
        highs = [f for f in fields if f.end == "high" and f.type is low.type and f.name not in taken]
        mates = [high for high in highs if low.name in high.composite] or highs[:1]
        if mates and low.type not in (FieldType.DAY, FieldType.MONTH):
            pairs.append((low, mates[0]))
            taken.add(mates[0].name)
    return pairs


class RangeDimension(Dimension):
    def __init__(self, low: Field, high: Field) -> None:
        super().__init__((low.name, high.name))
        self.scale = Scale(low)
        self.low, self.high = End(low, self.scale), End(high, self.scale)
        self._column: str | None = None
        self._looked_at = 0
        self.outside = 0  # records that came although they lie outside of what was asked for

    @property
    def is_dead(self) -> bool:
        return super().is_dead or (self.outside >= SEVERAL and self._column is not None and not self.new)

    def is_free(self, base: Choice, survey: Survey) -> bool:
        chosen = dict(base)
        free = all(not chosen.get(name) or survey.is_open(name, chosen[name]) for name in self.template)
        usable = self.low.works and self.high.works and (self.column(survey) is not None or not self.scale.is_date)
        return free and usable and not self.is_dead

    def queries(self, base: Choice, survey: Survey) -> float:
        full = survey.size(base) / (survey.room or survey.page)
        column = self.column(survey)
        values = len(survey.known.columns[column].values) if column is not None else 0
        doubt = (1.0 if self.works else UNTRIED) * (1.0 if column is not None else 2.0)
        coarse = 1.0 if not column or values >= 2 * full else 2.0
        return max(2.0, _QUERIES * full) * doubt * coarse

    def split(self, base: Choice, survey: Survey) -> Split:
        return RangeSplit(base, self, survey)

    def checks(self, base: Choice, survey: Survey) -> list[Choice]:
        """Its two halves."""
        split = RangeSplit(base, self, survey)
        return split.halves(survey) if self.is_free(base, survey) else []

    def column(self, survey: Survey) -> str | None:
        """The column that the range is about: numbers, and called most like it."""
        if survey.known.read > 1.5 * self._looked_at:
            self._looked_at = survey.known.read
            self._column = self._likest(survey)
        return self._column

    def _likest(self, survey: Survey) -> str | None:
        field = self.low.field
        label = normalise(field.group_label or field.called or field.label)
        best: tuple[float, str] | None = None
        for name, column in survey.known.columns.items():
            texts = list(column.written.values())[:200]
            numbers = [number for text in texts if (number := self._within(text)) is not None]
            if len(numbers) < max(2, NUMERIC * len(texts)) or column.rows < survey.known.read / 2:
                continue
            alike = similarity(normalise(name), label) if label and name else 0.0
            typed = field.type is FieldType.YEAR and all(YEARS[0] - 500 <= n <= YEARS[1] + 100 for n in numbers)
            score = alike + 0.5 * typed + 0.01 * min(1.0, len(set(numbers)) / len(numbers))
            if best is None or score > best[0]:
                best = score, name
        return best[1] if best is not None and best[0] >= 0.3 else None

    def _within(self, text: str) -> float | None:
        number = self.scale.read(text)
        return number if number is not None and len(text) <= 40 else None

    def value(self, number: int, survey: Survey) -> float | None:
        said = survey.known.says(number, self._column) if self._column is not None else None
        return self.scale.read(said) if said is not None else None
