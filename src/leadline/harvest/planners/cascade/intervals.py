"""The intervals of one query by one range: which piece is asked for next, and what remains."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from leadline.harvest.evidence import How
from leadline.harvest.planners.cascade.dimensions import Split
from leadline.harvest.planners.cascade.reach import IN_A_ROW
from leadline.harvest.planners.cascade.scale import NUMERIC, YEARS
from leadline.harvest.planners.cascade.survey import FULL, SEVERAL, Proposal, Survey, Taken
from leadline.model.field import FieldType
from leadline.model.query import Choice

if TYPE_CHECKING:
    from leadline.harvest.planners.cascade.ranges import RangeDimension

_BLIND = (0.0, 10_000.0)  # where the range is looked for if no record shows it
_FARTHEST = 1e9
_GROWS = 2.0  # how large a piece is taken to be that was cut and states no number, in full answers


@dataclass(frozen=True, slots=True)
class Interval:
    low: float | None  # None: open
    high: float | None
    size: float  # records in it, as far as can be told

    @property
    def is_point(self) -> bool:
        return self.low is not None and self.low == self.high


class RangeSplit(Split):
    dimension: "RangeDimension"

    def __init__(self, base: Choice, dimension: "RangeDimension", survey: Survey) -> None:
        super().__init__(base, dimension)
        self._points: dict[int, float] = {}
        """Records that are known to be in the base, and where."""
        self._open = [Interval(None, None, survey.size(base))]
        self._pending: dict[Choice, tuple[Interval, int]] = {}
        taken = survey.asked.get(base)
        if taken is not None:
            self._note(taken, survey)
            whole, shown = self._beyond_shown(self._open[0], taken, survey)
            left = max(self._open[0].size - len(taken.numbers) * shown, 1.0)
            self._open = [replace(whole, size=left)]
        if not base:  # everything known is in it
            self._note_all(survey)

    def _note_all(self, survey: Survey) -> None:
        column = survey.known.columns.get(self.dimension.column(survey) or "")
        for text, numbers in column.values.items() if column is not None else ():
            value = self.dimension.scale.read(text)
            if value is not None:
                self._points.update(dict.fromkeys(numbers, value))

    def _note(self, taken: Taken, survey: Survey) -> None:
        """Where its records are."""
        for number in survey.known.known(taken.numbers):
            value = self.dimension.value(number, survey)
            if value is not None:
                self._points[number] = value

    # ── which piece next ──────────────────────────────────────────────────────────────────────────────────

    def next(self, survey: Survey) -> Proposal | None:
        while self._open:
            interval = self._open[-1]
            piece, rest, share = self._piece(interval, survey)
            choice = self._choice(piece, survey) if piece is not None else self.base
            if piece is None or choice == self.base:
                self._open.pop()  # nothing to cut it at: it stays as it is
                self.parts[self._choice(interval, survey)] = False
                continue
            if choice in survey.asked or survey.is_whole(choice):
                self._advance(rest)
                self.parts.setdefault(choice, survey.is_whole(choice))
                continue
            known = sum(_inside(value, piece) for value in self._points.values())
            # What is known of everything tells how much is not: a piece of it has as many more.
            scale = survey.total / max(1, survey.records) if self.base == survey.root else 1.0
            size = max(1.0, known * scale, interval.size * share)
            self._pending = {choice: (piece, known)}
            self._rest = rest
            return survey.proposal(choice, size, max(0.3, size - known), How.RANGE)
        self.is_through = True
        return None

    def halves(self, survey: Survey) -> list[Choice]:
        piece, rest, _ = self._piece(replace(self._open[0], size=0.0), survey)
        return [self._choice(one, survey) for one in (rest, piece) if one is not None]

    def _advance(self, rest: Interval | None) -> None:
        self._open.pop()
        if rest is not None:
            self._open.append(rest)

    def _piece(self, interval: Interval, survey: Survey) -> tuple[Interval | None, Interval | None, float]:
        """What to ask of an interval, what remains above it, and which share of it the piece is."""
        room = float(survey.room or survey.page)
        is_base = interval.low is None and interval.high is None
        if interval.size <= FULL * room * 1.1 and not is_base:
            return interval, None, 1.0
        if interval.is_point:
            return None, None, 1.0
        inside = sorted(value for value in self._points.values() if _inside(value, interval))
        beyond = not inside and interval.low is not None and interval.high is None
        if beyond and self._choice(interval, survey) not in survey.asked:
            return interval, None, 1.0  # nobody knows of anything there
        wanted = 1 / max(2, ceil(interval.size / (FULL * room)))  # pieces of one size
        at = self._cut_at(inside, wanted, interval)
        high = self.dimension.high.at_most(at) if at is not None else None
        low = self.dimension.low.at_most(high + self.dimension.scale.step) if high is not None else None
        # Only what gets smaller on both sides goes on.
        if (
            high is None
            or low is None
            or (interval.low is not None and (high < interval.low or low <= interval.low))
        ):
            return None, None, 1.0
        if interval.high is not None and (high >= interval.high or low > interval.high):
            return None, None, 1.0
        below = bisect_right(inside, high)
        share = (below + 0.5) / (len(inside) + 1) if inside else 0.5
        piece = Interval(interval.low, high, interval.size * share)
        return piece, Interval(low, interval.high, interval.size * (1 - share)), share

    def _cut_at(self, inside: Sequence[float], share: float, interval: Interval) -> float | None:
        """The upper end of a piece that holds this share of what is in an interval."""
        step = self.dimension.scale.step
        if not inside:
            return self._blind_cut(interval)
        first, place = inside[0], max(1, int(share * len(inside)))
        if place < len(inside) and inside[place] > first:
            # Up to, and not with, the value at that place: those equal to it come together.
            at = inside[bisect_left(inside, inside[place])] - step
            return max(at, first)
        if first == inside[-1] and (interval.low is None or interval.low < first):
            return first - step  # all that is known has one value: what is below it first
        return first

    def _blind_cut(self, interval: Interval) -> float | None:
        """The middle, where no record shows anything; open ends are taken from what others show."""
        known = self.dimension.low.listed + self.dimension.high.listed
        least, most = (min(known), max(known)) if known else (min(_BLIND), max(_BLIND))
        if not known and self._points:
            least, most = min(self._points.values()), max(self._points.values())
        elif not known and self.dimension.low.field.type is FieldType.YEAR:
            least, most = YEARS
        low = interval.low if interval.low is not None else least
        high = interval.high if interval.high is not None else max(most, 10 * low if low > 0 else most)
        if interval.low is not None and interval.high is None and low >= most:
            return None if self.dimension.scale.is_date or low >= _FARTHEST else low * 10
        middle = low + (high - low) / 2
        return float(int(middle)) if high - low >= self.dimension.scale.step else None

    def _choice(self, interval: Interval, survey: Survey) -> Choice:
        choice, dimension = self.base, self.dimension
        if interval.low is not None:
            choice = survey.joined(choice, dimension.template[0], dimension.low.value(interval.low))
        if interval.high is not None:
            choice = survey.joined(choice, dimension.template[1], dimension.high.value(interval.high))
        return choice

    # ── what came of it ───────────────────────────────────────────────────────────────────────────────────

    def learn(self, taken: Taken, survey: Survey) -> Iterator[Choice]:
        choice = taken.answer.choice
        self.dimension.learn(taken, survey.asked.get(self.base))
        if choice not in self._pending:
            return
        piece, known = self._pending.pop(choice)
        interval = self._open.pop()
        before = sum(_inside(value, interval) for value in self._points.values())
        self._note(taken, survey)
        self.dimension.outside += sum(
            not _inside(self._points[number], piece) for number in taken.numbers if number in self._points
        )
        self.parts[choice] = survey.is_whole(choice)
        if self._rest is not None:
            self._open.append(self._grown(self._rest, interval, taken, known, before, survey))
        if taken.cut and not taken.failed:
            piece, shown = self._beyond_shown(piece, taken, survey)
            known_part = len(taken.numbers) if shown else 0
            is_counted = survey.stated(taken.answer) is not None
            size = survey.size(choice) - known_part if is_counted else _GROWS * (survey.room or survey.page)
            inner = Interval(piece.low, piece.high, size)
            if inner.is_point:
                yield choice
            else:
                del self.parts[choice]  # its own pieces take its place
                self._open.append(inner)

    def _beyond_shown(self, piece: Interval, taken: Taken, survey: Survey) -> tuple[Interval, bool]:
        """What of a piece that was cut did not come, where its records come in the order of the range."""
        values = [self.dimension.value(number, survey) for number in survey.known.known(taken.numbers)]
        told = [value for value in values if value is not None]
        if len(told) < max(IN_A_ROW, NUMERIC * len(taken.numbers)) or len(set(told)) < SEVERAL:
            return piece, False
        steps = list(pairwise(told))
        last = told[-1]
        if all(a <= b for a, b in steps) and (low := self.dimension.low.at_most(last)) is not None:
            return (replace(piece, low=low), True) if piece.low is None or low > piece.low else (piece, False)
        if all(a >= b for a, b in steps) and (high := self.dimension.high.at_most(last)) is not None:
            fits = (piece.high is None or high < piece.high) and high >= last
            return (replace(piece, high=high), True) if fits else (piece, False)
        return piece, False

    def _grown(
        self, rest: Interval, interval: Interval, taken: Taken, known: int, before: int, survey: Survey
    ) -> Interval:
        """What remains, as large as the piece says: by what the site counts, else by how dense records are."""
        records = len(taken.numbers)
        stated = survey.stated(taken.answer)
        base = survey.asked.get(self.base)
        counted = base is not None and survey.stated(base.answer) is not None
        if counted and (stated is not None or not taken.cut):
            left = max(0.0, interval.size - (stated if stated is not None else records))
            return Interval(rest.low, rest.high, left)
        if not known:
            return rest
        dense = records / known * (2 if taken.cut else 1)
        return Interval(rest.low, rest.high, (rest.size + dense * max(0, before - known)) / 2)


def _inside(value: float, interval: Interval) -> bool:
    above = interval.low is None or value >= interval.low
    return above and (interval.high is None or value <= interval.high)
