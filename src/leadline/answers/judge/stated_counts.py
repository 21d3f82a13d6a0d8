"""May a site's counts be believed? A fold over answers (ALGORITHMS E2 and D3).

A number is believed once it was seen to vary between answers, and once an answer that was read to its end held as
many records as it said (or, where no answer was small enough for that, once it took four different values). An
answer with other records than it says refutes: believed are counts that agree ten times as often as not. The same
largest number again and again is a cap, whatever it says about itself.
"""

import json
from dataclasses import asdict, dataclass

from leadline.answers.judge.counts import Count

_MEMORY = 200
_VARIED = 4
"""Different numbers after which nothing needs to be checked by hand; a page's own furniture does not vary so."""
_CAPPED = 3
"""Answers with the same largest number that make it a cap."""


@dataclass(frozen=True, slots=True)
class StatedCounts:
    """Frozen: `seen` returns the next one."""

    totals: tuple[tuple[int, int], ...] = ()
    """Number → how many answers said it; bounded."""
    agreed: int = 0
    refuted: int = 0
    vague: tuple[int, ...] = ()
    """Numbers that were said with "more than" or "+"."""

    def seen(self, count: Count | None, records: int, *, whole: bool) -> "StatedCounts":
        """After one more query with this many records; `whole`: all its pages were read and nothing was cut."""
        if count is None:
            return self
        table = dict(self.totals)
        if count.total in table or len(table) < _MEMORY:
            table[count.total] = table.get(count.total, 0) + 1
        vague = self.vague
        if count.precision == "at-least" and count.total not in vague:
            vague = (*vague, count.total)[-_MEMORY:]
        verdict = _agrees(count, records, whole=whole)
        agreed, refuted = self.agreed + (verdict is True), self.refuted + (verdict is False)
        return StatedCounts(tuple(table.items()), agreed, refuted, vague)

    @property
    def varied(self) -> int:
        """Different numbers above zero."""
        return sum(total > 0 for total, _ in self.totals)

    @property
    def believed(self) -> bool:
        """Seen to vary, and not refuted by the records.

        >>> counts = StatedCounts().seen(Count(12), 12, whole=True)
        >>> counts.believed, counts.seen(Count(340), 20, whole=False).believed
        (False, True)
        """
        checked = self.agreed >= 1 or self.varied >= _VARIED
        return self.varied > 1 and checked and self.refuted * 10 <= self.agreed + self.varied

    @property
    def cap(self) -> int | None:
        """The number that stands for "more than we show", where there is one."""
        often = [total for total, n in self.totals if n >= _CAPPED and total]
        largest = self.largest
        if self.vague:
            return max(self.vague)
        return largest if largest in often and self.varied > 1 and _is_round(largest) else None

    @property
    def largest(self) -> int:
        """The greatest number that any answer stated."""
        return max((total for total, _ in self.totals), default=0)

    def total(self, count: Count | None) -> int | None:
        """The number of matches, where it is to be believed; a cap is none."""
        if count is None or not self.believed or count.precision == "at-least" or count.total == self.cap:
            return None
        return count.total

    def short(self, count: Count | None, records: int) -> bool:
        """Whether paging to the end brought fewer records than there are."""
        if count is None:
            return False
        if count.precision == "at-least" or count.total == self.cap:
            return records <= count.total
        slack = max(1, count.total // (10 if count.precision == "about" else 50))
        return self.believed and records + slack < count.total

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "StatedCounts":
        stored = json.loads(text)
        totals = tuple((total, n) for total, n in stored["totals"])
        return cls(totals, stored["agreed"], stored["refuted"], tuple(stored["vague"]))


def _agrees(count: Count, records: int, *, whole: bool) -> bool | None:
    """True or False where this answer can tell, None where it cannot."""
    if count.precision == "exact" and records > count.total + max(1, count.total // 10):
        return False
    if not whole or count.precision == "at-least":
        return None
    # Records are cut by rules: one more or less is ours to blame, not the site's.
    slack = max(1, count.total // (4 if count.precision == "about" else 10))
    return abs(records - count.total) <= slack


def _is_round(number: int) -> bool:
    """
    >>> [_is_round(n) for n in (1000, 500, 250, 213)]
    [True, True, True, False]
    """
    unit = 10 ** (len(str(number)) - 1) // 2 or 10
    return number >= 20 and (number % unit == 0 or number % 50 == 0)
