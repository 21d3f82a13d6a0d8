"""How answers of a source keep their records: decided with its first list, held against later answers, mended.

The shape of the first list is looked for first in every answer, since a page with one record repeats nothing. But
the first list may have been read wrongly, and then every answer is: terms without what is said about them, because
on that page a few had nothing. So the first answers are also read as if nothing was known. What those readings
agree on is taken instead where it holds the rows of the choice one each and more beside them, where the answers
have no row of the choice at all (the first list was none of records), where it is the same place with fewer looks
that all rows share, where twice as many answers read so as read like the first list, or where records cannot be
told apart as they are cut (`SourceIdentity.is_broken`). Whoever folds compares `choice` before and
after: where it is another, everything read before is to be cut again.
"""

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from leadline.answers.records.nodes import RecordRow
from leadline.answers.records.shape import Shape

_HELD = 12  # answers that are read twice: as many as show a habit, a bound on time
_FEWEST = 3  # that have to agree: two may be a coincidence
_NEARLY_ALL = 0.9  # rows that hold one each of the others: some records have nothing of what those are


@dataclass(frozen=True, slots=True)
class OwnReading:
    """The rows of an answer as it would be read if nothing was known about the source."""

    shape: Shape | None  # None: it has no list then
    holds: bool = False
    """Whether they hold the rows of the source's shape one each, and say more."""
    instead: bool = False
    """Whether the answer has no row of the source's shape at all."""


@dataclass(frozen=True, slots=True)
class SourceShape:
    """As far as it is known; a value, folded over first pages of answers."""

    choice: str | None = None
    held: int = 0  # answers that it was held against
    agreed: int = 0  # of them: would have been read so anyway, the first among them
    others: tuple[
        tuple[str, int, int], ...
    ] = ()  # other readings, by how many answers, how often they held the rows
    given_up: tuple[str, ...] = ()  # shapes that were replaced, without what records go by

    @property
    def wants_more(self) -> bool:
        return self.choice is not None and self.held < _HELD

    def begun(self, shape: Shape | str) -> "SourceShape":
        """With the first list of the source."""
        return replace(self, choice=str(shape), held=0, agreed=1, others=())

    def settled(self) -> "SourceShape":
        """The same, held against nothing more."""
        return replace(self, held=_HELD)

    def seen(self, own: OwnReading | None, *, broken: bool) -> "SourceShape":
        """With one more answer that has rows of the chosen shape. `broken`: records cut so go by nothing."""
        if self.choice is None or own is None:
            return self
        now = replace(self, held=self.held + 1)
        if own.shape is None:
            return now
        if kind_of(own.shape) == kind_of(Shape.read(self.choice)):
            return replace(now, agreed=self.agreed + 1)
        known = {place_of(Shape.read(shape)): (shape, often, held) for shape, often, held in self.others}
        place, chosen = place_of(own.shape), Shape.read(self.choice)
        is_wider = place == place_of(chosen)
        first = chosen.shared(own.shape) if is_wider else own.shape
        shape, often, held = known.get(place, (str(first), 0, 0))
        alike = str(Shape.read(shape).shared(own.shape))
        known[place] = alike, often + 1, held + (own.holds or own.instead or is_wider)
        now = replace(now, others=tuple(known.values()))
        return now.mended(broken=broken)

    def mended(self, *, broken: bool) -> "SourceShape":
        """With another choice, if answers agree on one. What was given up does not come back."""
        if self.choice is None:
            return self
        far = 2 * self.agreed  # as many readings by themselves are surer than the first one and its like
        fit = ((often if broken or often >= far else held, shape) for shape, often, held in self.others)
        often, shape = max(
            ((often, shape) for often, shape in fit if kind_of(Shape.read(shape)) not in self.given_up),
            default=(0, ""),
        )
        # A wider choice of the same place takes no row away.
        is_wider = often > 0 and place_of(Shape.read(shape)) == place_of(Shape.read(self.choice))
        if often < (_FEWEST if is_wider else max(_FEWEST, self.agreed + 1)):
            return self
        return SourceShape(given_up=(*self.given_up, kind_of(Shape.read(self.choice)))).begun(shape)

    # ── stored ────────────────────────────────────────────────────────────────────────────────────────────

    def to_json(self) -> str:
        """All but the choice."""
        return json.dumps([self.held, self.agreed, self.others, self.given_up])

    @classmethod
    def from_json(cls, choice: str | None, text: str | None) -> "SourceShape":
        if text is None:  # stored by an older version
            return cls(choice, held=_HELD if choice is not None else 0)
        held, agreed, others, given_up = json.loads(text)
        return cls(choice, held, agreed, tuple((one[0], one[1], one[2]) for one in others), tuple(given_up))


def kind_of(shape: Shape) -> str:
    """A shape without what its records go by."""
    return str(replace(shape, key="", link=""))


def place_of(shape: Shape) -> str:
    """A shape without the looks of its rows, too: what one page has in most of them another has in few."""
    return kind_of(replace(shape, row=shape.row.partition(".")[0]))


def holds_one_each(rows: Sequence[RecordRow], parts: Sequence[RecordRow], leading: Sequence[RecordRow]) -> bool:
    """Whether (nearly) every row holds one of the parts, which all stand in one, and something beside it.

    `leading` are those of the parts that lead somewhere: where a title and what is said below it are elements of
    one kind, a row has several parts, of which one leads to the record. Cards of one line lead somewhere each."""
    spans = [(row[0].start, row[-1].end) for row in rows]
    starts = [first for first, _ in spans]
    places = [bisect_right(starts, part[0].start) - 1 for part in parts]
    if not all(n >= 0 and part[-1].end <= spans[n][1] for n, part in zip(places, parts, strict=True)):
        return False
    return _one_each(rows, parts, starts) or _one_each(rows, leading, starts)


def _one_each(rows: Sequence[RecordRow], parts: Sequence[RecordRow], starts: Sequence[int]) -> bool:
    places = {bisect_right(starts, part[0].start) for part in parts}
    whole, said = (sum(node.end - node.start for row in some for node in row) for some in (rows, parts))
    return len(places) == len(parts) >= _NEARLY_ALL * len(rows) and whole > said
