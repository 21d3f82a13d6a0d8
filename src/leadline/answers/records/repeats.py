"""Rows of a source that are one record, met under two queries.

Rows of one answer are different records, so what they have in common (title, a field, a part of a link) is
chance: a column in which few of them agree tells much. A row is one met before under another query if they have
more in common than any two rows of its answer, and more than chance gives among so many. How much a column
tells, for and against, is learned from the pairs found (Fellegi and Sunter's record linkage): what varies from
visit to visit tells nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from typing import NamedTuple

from leadline.answers.records.identity import SeenRow, digest
from leadline.answers.records.urls import Address

REMEMBERED = 128  # rows, some kilobytes with each answer; three repeats among them are enough to tell

Visit = tuple[int, int]  # query and page of its answer


class Remembered(NamedTuple):
    """A row that was seen, when, and as it came again last."""

    row: SeenRow
    visit: Visit
    again: SeenRow | None = None

    @property
    def place(self) -> tuple[str, str]:
        return place_of(self.row)


def place_of(row: SeenRow) -> tuple[str, str]:
    """Where a row stands in memory: the same record has a title and may say something else."""
    return digest(row.title) if row.title else row.said, row.said


Pair = tuple[SeenRow, SeenRow]  # a row, and the same under another query


Again = dict[SeenRow, tuple[Remembered, SeenRow]]
_Match = tuple[float, int, int]
_ROUNDS = 3  # of pairs and what they agree in: the third changes next to nothing


@lru_cache(maxsize=4_096)
def _told(row: SeenRow) -> Mapping[str, str]:
    """Everything a row may have in common with another, by column: what it says, its title, its fields, the parts
    of its links."""
    told = {f"={name}": value for name, value in row.fields} | {"said": row.said}
    if row.title:
        told["title"] = row.title
    for column, url, fragment in row.links:
        address = Address.of(url, fragment)
        told[f"{column} "] = address.site
        told |= {f"{column} {label}": value for label, value in address.runs()}
    return told


@dataclass(frozen=True, slots=True)
class _Likeness:
    """How much speaks for two rows of two answers being one record, in bits (Fellegi and Sunter): for every column
    how often rows agree in it that are one, and rows of one answer, which are not."""

    agree: Mapping[str, float]
    differ: Mapping[str, float]

    @classmethod
    def of(cls, answers: Iterable[Sequence[SeenRow]], pairs: Sequence[Pair]) -> "_Likeness":
        have, alike, again, same = (Counter[str]() for _ in range(4))
        for rows in answers:
            met = Counter(item for row in rows for item in _told(row).items())
            for column, many in Counter(column for row in rows for column in _told(row)).items():
                have[column] += many * (many - 1) // 2
            for (column, _), many in met.items():
                alike[column] += many * (many - 1) // 2
        for one, other in pairs:
            then, now = _told(one), _told(other)
            again.update(column for column in then if column in now)
            same.update(column for column, value in then.items() if now.get(column) == value)
        by_chance = {column: (alike[column] + 1) / (many + 2) for column, many in have.items()}
        if_same = {column: (same[column] + 1) / (again[column] + 2) for column in have}
        return cls(
            {column: max(0.0, log2(if_same[column] / chance)) for column, chance in by_chance.items()},
            {column: min(0.0, log2((1 - if_same[column]) / (1 - chance))) for column, chance in by_chance.items()},
        )

    def without(self, columns: Collection[str]) -> "_Likeness":
        return _Likeness(
            {column: bits for column, bits in self.agree.items() if column not in columns}, self.differ
        )

    def alike(self, rows: Sequence[SeenRow], others: Sequence[SeenRow], least: float) -> Iterator[_Match]:
        """Pairs with more than `least` bits, as (bits, row, other) by their numbers. Only those are held against
        each other that have as much in common."""
        having: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for at, other in enumerate(others):
            for item in _told(other).items():
                having[item].append(at)
        for n, row in enumerate(rows):
            common: defaultdict[int, float] = defaultdict(float)
            for item in _told(row).items():
                if (bits := self.agree.get(item[0], 0.0)) > 0:
                    for at in having.get(item, ()):
                        common[at] += bits
            for at, most in common.items():
                if most > least and (bits := self.bits(row, others[at])) > least:
                    yield bits, n, at

    def bits(self, one: SeenRow, other: SeenRow) -> float:
        then, now = _told(one), _told(other)
        both = then.keys() & now.keys() & self.agree.keys()
        return sum([self.agree[c] if then[c] == now[c] else self.differ[c] for c in both])


def met_again(rows: Sequence[SeenRow], remembered: Sequence[Remembered], visit: Visit) -> tuple[Again, list[Pair]]:
    """Rows that are one of another answer, and earlier such pairs that still look like one."""
    before = [(one.row, one.again) for one in remembered if one.again is not None]
    others = [one for one in remembered if one.visit[0] != visit[0]]
    last = remembered[-1].place if len(remembered) == REMEMBERED else ("~", "")
    near = sorted({row for row in rows if place_of(row) <= last}, key=place_of)[:REMEMBERED]
    if not others or not near:
        return {}, before
    mates = [one.row for one in remembered if one.visit[0] == visit[0] and one.visit != visit]
    answers = defaultdict(list, {visit[0]: [*near, *mates]})
    for one in others:
        answers[one.visit[0]].append(one.row)
    ranks = _counting(rows)
    found: Again = {}
    kept: list[Pair] = before
    for _ in range(_ROUNDS):
        pairs = [*kept, *((one.row, row) for one, row in found.values())]
        likeness = _Likeness.of(answers.values(), pairs).without(ranks)
        least = log2(len(near) * len(others))
        known, found = found, _matched(likeness, near, mates, others, least)
        kept = [pair for pair in before if likeness.bits(*pair) > least]
        if found == known:
            break
    return found, kept


def _counting(rows: Sequence[SeenRow]) -> set[str]:
    """Columns that count the rows of a page. Keys may count up as well, in one list; in another they do not."""
    counted: defaultdict[str, list[str]] = defaultdict(list)
    for n, row in enumerate(rows):
        for column, value in _told(row).items():
            counted[column].append(str(int(value) - n) if value.isdecimal() and value.isascii() else "")
    return {
        column for column, found in counted.items() if len(found) > 1 and len({*found, ""}) == 2 and all(found)
    }


def _matched(
    likeness: _Likeness,
    rows: Sequence[SeenRow],
    mates: Sequence[SeenRow],
    others: Sequence[Remembered],
    least: float,
) -> Again:
    """Each row with the one that it is most like: more than chance gives among so many, more than any two rows of
    this answer are, and more than the next of that answer is."""
    own, rows_met = [*rows, *mates], [one.row for one in others]
    within = likeness.alike(own, own, least)
    least = max((least, *(bits for bits, a, b in within if _told(own[a]) != _told(own[b]))))
    best: dict[int, _Match] = {}
    rivals: dict[tuple[int, int], int] = {}
    for match in sorted(likeness.alike(rows, rows_met, least), reverse=True):
        bits, n, other = match
        first = best.setdefault(n, match)
        if first != match and others[other].visit[0] == others[first[2]].visit[0] and bits == first[0]:
            rivals[n, first[2]] = other
    many = Counter(other for _, _, other in best.values())
    return {
        rows[n]: (others[other], rows[n])
        for _, n, other in best.values()
        if many[other] == 1 and (n, other) not in rivals
    }
