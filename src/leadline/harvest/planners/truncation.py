"""Answers that were cut off: which they are (`CapDetector`), and which field to set within them next
(`Truncations`).
"""

from collections.abc import Iterator, Sequence

from leadline.harvest.planners.query_series import FieldSweep
from leadline.harvest.planners.words import takes_words
from leadline.model.field import Field, FieldType
from leadline.model.query import Answer, Choice

_TIMES = 3
_SMALL, _MORE_TIMES = 10, 6
"""Fewer records than these are often the same number by chance: then it takes more answers."""


class CapDetector:
    """A cap that nobody mentions: answers that end at the same number again and again (ALGORITHMS: C5).

    Some sites cut their answers off without a word. Where the largest number of records was brought three times,
    each time other ones, new or not, it is taken for the cap, and every answer of that length for a truncated one.
    The same records once more are the answer of a field that is ignored.

    >>> caps = CapDetector()
    >>> from leadline.model.query import Answer, Reply
    >>> [len(caps.add(Answer((("q", word),), Reply.RESULTS, records=100, new=60))) for word in "abcd"]
    [0, 0, 3, 1]
    >>> caps.cap
    100
    """

    def __init__(self) -> None:
        self.cap: int | None = None
        self._longest = 0
        self._so_long: list[Choice] = []
        self._shown: set[int] = set()  # what answers that were so long had, as digests

    def add(self, answer: Answer) -> list[Choice]:
        """Queries that are known from now on to have been cut off."""
        if answer.records > self._longest:
            self._longest, self._so_long, self._shown, self.cap = answer.records, [], set(), None
        if answer.records < max(2, self._longest):
            return []
        shown = hash(frozenset(answer.met))
        if not answer.new and (not answer.met or shown in self._shown):  # cut again
            return [answer.choice] if self.cap is not None else []
        self._shown.add(shown)
        self._so_long.append(answer.choice)
        if len(self._so_long) < (_TIMES if answer.records >= _SMALL else _MORE_TIMES):
            return []
        found = [answer.choice] if self.cap is not None else list(self._so_long)
        self.cap = self._longest
        return found


_SLACK = 1.5  # more parts than needed if all were of one size
_PARTS = frozenset({FieldType.DAY, FieldType.MONTH})
_UNLIKELY, _HARDLY, _WORDS = 0.2, 0.05, 0.5

Proposal = tuple[Choice, Field, float]
"""What to sweep, by which field, and how many new records a page that promises."""


def promise_of(field: Field) -> float:
    """How much of a page a way of asking promises before it was tried."""
    if field.type in _PARTS:
        return _HARDLY  # a day or month asks for nothing by itself
    if field.end or field.composite:
        return _UNLIKELY
    if field.finite:
        return 1.0
    return _WORDS if takes_words(field) else _UNLIKELY


class Truncations:
    """Which queries were not answered in full, which sweeps make up for them, and where to set one more field.

    A query that was cut off, failed or found nothing where more must be is *open*. A sweep below it that asked for
    every choice of its field, brought records and left none of its own queries open, resolves it.

    A truncated query is swept by one more field, one with about as many choices as there are parts needed to get
    under the cap. If that sweep leaves gaps, the next field is swept within the same query.

    A field without an open choice (no "any") narrows every query. Where two such fields each brought new records,
    only their combinations reach everything: each choice of one is then swept by the other.

    >>> from leadline.model.field import Field
    >>> from leadline.model.form import Control
    >>> genre, asked = Field((Control("select-one", "g", "", ()),), "Genre"), {(("g", "a"),), (("g", "b"),)}
    >>> open_ones = Truncations([genre], depth=3)
    >>> open_ones.add(())
    >>> sweep = FieldSweep((), genre, 1.0, records=5, seed=0, queries=asked, exhausted=True)
    >>> open_ones.close(sweep)
    >>> () in open_ones
    False
    """

    def __init__(self, fields: Sequence[Field], depth: int) -> None:
        self._fields = {field.name: field for field in fields}
        self._depth = depth
        self._open: set[Choice] = set()
        self._through: dict[Choice, list[FieldSweep]] = {}
        self._begun: set[tuple[Choice, str]] = set()
        self._sweeps_work = False
        self._answers: dict[Choice, tuple[int, int | None]] = {}
        self._always: dict[str, Field] = {}
        """Fields without an open choice that brought new records."""

    def __contains__(self, choice: Choice) -> bool:
        return choice in self._open

    def add(self, choice: Choice) -> None:
        """This query was not answered in full; what was swept before that is no longer a proof."""
        self._open.add(choice)
        self._through.pop(choice, None)

    def begin(self, choice: Choice, field: Field) -> bool:
        """Whether this is the first sweep of a field within a query."""
        is_first = (choice, field.name) not in self._begun
        self._begun.add((choice, field.name))
        return is_first

    def close(self, sweep: FieldSweep) -> None:
        """A sweep is through: see what it resolves, and what that resolves in turn."""
        self._through.setdefault(sweep.base, []).append(sweep)
        settled = True
        while settled:
            settled = False
            for base in [base for base in self._through if base in self._open]:
                if any(self._is_clean(one) for one in self._through[base]):
                    self._open.discard(base)
                    settled = True

    def _is_clean(self, sweep: FieldSweep) -> bool:
        return sweep.exhausted and sweep.records > 0 and self._open.isdisjoint(sweep.queries)

    # ── which field next ──────────────────────────────────────────────────────────────────────────────────

    def learn(self, sweep: FieldSweep, answer: Answer) -> None:
        self._sweeps_work |= answer.records > 0
        if answer.new and sweep.field.anything is None:
            self._always[sweep.field.name] = sweep.field

    def within(self, answer: Answer, page: float) -> Iterator[Proposal]:
        self._answers[answer.choice] = answer.records, answer.count
        yield from self._next(answer.choice, page)

    def after(self, sweep: FieldSweep, page: float) -> Iterator[Proposal]:
        if sweep.base in self._answers and sweep.base in self._open:
            yield from self._next(sweep.base, page / 2)
        if sweep.field.name in self._always:
            for choice in sorted(sweep.queries):
                if self._set_fields(choice) < self._depth:
                    for name, field in self._always.items():
                        if name not in dict(choice):
                            yield choice, field, page / 2

    def _next(self, choice: Choice, page: float) -> Iterator[Proposal]:
        """The best field that is not set and was not swept within this query."""
        if self._set_fields(choice) >= self._depth or (self._has_words(choice) and self._sweeps_work):
            return
        chosen = dict(choice)
        usable = [
            field
            for field in self._fields.values()
            if promise_of(field) == 1.0
            and len(field.narrowing) > 1
            and chosen.get(field.name, field.anything) == field.anything
            and (choice, field.name) not in self._begun
        ]
        records, count = self._answers[choice]
        missing = max(1, (count if count is not None else 2 * records) - records)
        parts = _SLACK * missing / max(1, records)
        usable.sort(key=lambda field: (len(field.narrowing) < parts, abs(len(field.narrowing) - parts)))
        if usable:
            yield choice, usable[0], max(0.5, min(page, missing / len(usable[0].narrowing)))

    def _set_fields(self, choice: Choice) -> int:
        return sum(value != self._fields[name].anything for name, value in choice if name in self._fields)

    def _has_words(self, choice: Choice) -> bool:
        """Words that are not asked for by the form itself: single choices do better."""
        fields = (self._fields[name] for name, _ in choice if name in self._fields)
        return any(not field.finite and not field.wanting for field in fields)
