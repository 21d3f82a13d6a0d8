"""What the records of a whole source go by: decided with its first list, held against every page, mended.

Two things must hold (the invariants): rows of one page that say different things are two records, and a row that
comes again under another query is one. A source's identity is a fold over its pages that watches both:

- **Rows met again.** Rows of one answer are different records, so what they have in common (title, a field, a link)
  is chance; a column in which few of them agree tells much. A row is one met before under another query if they
  have more in common than any two rows of one answer, and more than chance gives among so many.
- **What varies** between a row and the same row met again, in most cases, is no part of the record: parts of
  addresses (`UrlShape`: session, rank), fields. It is left out, unless records become one by that.
- **Merged and split rows** are counted for what records go by. Where there are too many of them all candidates are
  held against the same evidence: every column of links, every field, what records say with their addresses, what
  they say alone. The one with the fewest wrong rows is taken. What was given up is not tried again, so that
  replacing comes to an end.

Whoever folds compares `choice` before and after (`renames`): where identities of earlier records are others now,
everything read before is to be cut again.

Remembered are the rows with the smallest digests of their titles, 128 of them: a row that comes again is among them
or not however often it comes, so that a small memory sees repeats in a large source (bottom-k sampling).
"""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, log2
from typing import Any, NamedTuple

from leadline.answers.records.identity import TEXT, URL, WORDS, Identity, SeenRow, digest
from leadline.answers.records.urls import Address, PartRole

_REMEMBERED = 128  # rows, some kilobytes with each answer; three repeats among them are enough to tell
_TOLERATED = 0.05
"""Share of rows that may be merged, or of repeats that may be split: a site shows a record twice, or two that say
the same. One in twenty does not make another way of telling records apart better than the address of their
page; one in ten was seen with a link to an author."""
_FEWEST = 3  # rows, or repeats, that a choice is given up for: two may be a coincidence
_TWICE = 2  # times a list names one record, in titles and in texts

Visit = tuple[int, int]  # query and page of its answer


class Remembered(NamedTuple):
    """A row that was seen, when, and as it came again last."""

    row: SeenRow
    visit: Visit
    again: SeenRow | None = None

    @property
    def place(self) -> tuple[str, str]:
        return _place(self.row)


def _place(row: SeenRow) -> tuple[str, str]:
    """Where a row stands in memory: the same record has a title and may say something else."""
    return digest(row.title) if row.title else row.said, row.said


Pair = tuple[SeenRow, SeenRow]  # a row, and the same under another query


@dataclass(frozen=True, slots=True)
class SourceIdentity:
    """As far as it is known; a value, folded over pages."""

    choice: Identity | None = None
    rows: int = 0  # seen so far
    merged: int = 0  # of them: say something else than another that has the same identity
    repeats: int = 0  # met before under another visit
    split: int = 0  # of them: had another identity then
    cuts: int = 0  # how often records were cut anew
    remembered: tuple[Remembered, ...] = ()
    is_final: bool = False  # it is only counted, while everything is cut again by it

    def seen(self, page: Identity | None, rows: Sequence[SeenRow], visit: Visit) -> "SourceIdentity":
        """With one more page, whose rows go by `page` where nothing was decided before."""
        if page is None or not rows:
            return self
        again, before = _met_again(rows, self.remembered, visit)
        now = replace(self, remembered=self._with(rows, visit, again))
        if self.choice is None and len(rows) < _TWICE:
            return now  # of a single row nobody can tell
        pairs = [(one.row, row) for one, row in again.values()]
        evidence = _Evidence(rows, self.remembered, visit, pairs, [*before, *pairs])
        if self.is_final:
            return replace(now, choice=page).counted(evidence, page)
        choice = evidence.freed(evidence.restored(page))
        now = now.counted(evidence, choice) if choice == page else now.anew(evidence, choice)
        if now.is_broken and (better := evidence.best(choice)) != choice:
            return now.anew(evidence, better)
        return replace(now, choice=choice)

    def renames(self, before: "SourceIdentity") -> bool:
        """Whether a row of an earlier page has another identity now."""
        choice = self.choice
        if choice is None or choice == before.choice:
            return False
        old = before.choice
        return any(
            _id(choice, one.row) != (_id(old, one.row) if old is not None else one.row.id)
            for one in before.remembered
        )

    @property
    def is_broken(self) -> bool:
        return _too_many(self.merged, self.rows) or _too_many(self.split, self.repeats)

    def counted(self, evidence: "_Evidence", choice: Identity) -> "SourceIdentity":
        return replace(
            self,
            rows=self.rows + len(evidence.rows),
            merged=self.merged + evidence.merged(choice),
            repeats=self.repeats + len(evidence.again),
            split=self.split + _split(choice, evidence.again),
        )

    def anew(self, evidence: "_Evidence", choice: Identity) -> "SourceIdentity":
        """Another choice begins with what the page at hand says about it."""
        return replace(self, choice=choice, rows=0, merged=0, repeats=0, split=0).counted(evidence, choice)

    def recounted(self) -> "SourceIdentity":
        """The same choice before any page: for cutting everything again."""
        return SourceIdentity(self.choice, cuts=self.cuts + 1, is_final=True)

    def _with(self, rows: Iterable[SeenRow], visit: Visit, again: "_Again") -> tuple[Remembered, ...]:
        known = {one.place: one for one in self.remembered}
        for one, row in again.values():
            known[one.place] = one._replace(again=row)
        for row in rows:
            if row not in again:
                known.setdefault(_place(row), Remembered(row, visit))
        return tuple(known[place] for place in sorted(known)[:_REMEMBERED])

    # ── stored ────────────────────────────────────────────────────────────────────────────────────────────

    def to_json(self) -> str:
        """All but the rows: those change with few pages, once many were seen."""
        return json.dumps([str(self.choice or ""), self.rows, self.merged, self.repeats, self.split, self.cuts])

    def remembered_json(self) -> str:
        return json.dumps([[*one.row, *one.visit, one.again] for one in self.remembered], ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str, remembered: str = "[]") -> "SourceIdentity":
        choice, seen, merged, repeats, split, cuts = json.loads(text)
        rows = tuple(
            Remembered(_read_row(one[:5]), (one[5], one[6]), _read_row(one[7]) if one[7:] and one[7] else None)
            for one in json.loads(remembered)
        )
        return cls(Identity.read(choice) if choice else None, seen, merged, repeats, split, cuts, rows)


def _read_row(kept: Sequence[Any]) -> SeenRow:
    said, title, links, fields, id_ = kept
    return SeenRow(said, title, tuple((c, u, f) for c, u, f in links), tuple((n, v) for n, v in fields), id_)


def _too_many(wrong: int, of: int) -> bool:
    return wrong >= _FEWEST and wrong > _TOLERATED * of


# ── rows met again ────────────────────────────────────────────────────────────────────────────────────────

_Again = dict[SeenRow, tuple[Remembered, SeenRow]]
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
        return _Likeness({column: bits for column, bits in self.agree.items() if column not in columns}, self.differ)

    def alike(self, rows: Sequence[SeenRow], others: Sequence[SeenRow], least: float) -> Iterator[_Match]:
        """Pairs with more than `least` bits, as (bits, row, other) by their numbers. Only those are held against
        each other that have as much in common."""
        having: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for n, other in enumerate(others):
            for item in _told(other).items():
                having[item].append(n)
        for n, row in enumerate(rows):
            common: defaultdict[int, float] = defaultdict(float)
            for item in _told(row).items():
                if (bits := self.agree.get(item[0], 0.0)) > 0:
                    for other in having.get(item, ()):
                        common[other] += bits
            for other, most in common.items():
                if most > least and (bits := self.bits(row, others[other])) > least:
                    yield bits, n, other

    def bits(self, one: SeenRow, other: SeenRow) -> float:
        then, now = _told(one), _told(other)
        both = then.keys() & now.keys() & self.agree.keys()
        return sum([self.agree[c] if then[c] == now[c] else self.differ[c] for c in both])


def _met_again(rows: Sequence[SeenRow], remembered: Sequence[Remembered], visit: Visit) -> tuple[_Again, list[Pair]]:
    """Rows that are one of another answer, and earlier such pairs that still look like one."""
    before = [(one.row, one.again) for one in remembered if one.again is not None]
    others = [one for one in remembered if one.visit[0] != visit[0]]
    last = remembered[-1].place if len(remembered) == _REMEMBERED else ("~", "")
    near = sorted({row for row in rows if _place(row) <= last}, key=_place)[:_REMEMBERED]
    if not others or not near:
        return {}, before
    mates = [one.row for one in remembered if one.visit[0] == visit[0] and one.visit != visit]
    answers = defaultdict(list, {visit[0]: [*near, *mates]})
    for one in others:
        answers[one.visit[0]].append(one.row)
    ranks = _counting(rows)
    found: _Again = {}
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
    return {column for column, found in counted.items() if len(found) > 1 and len({*found, ""}) == 2 and all(found)}


def _matched(
    likeness: _Likeness,
    rows: Sequence[SeenRow],
    mates: Sequence[SeenRow],
    others: Sequence[Remembered],
    least: float,
) -> _Again:
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


# ── the invariants, and mending ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What a page and the rows remembered tell about any choice."""

    rows: Sequence[SeenRow]
    remembered: Sequence[Remembered]  # before this page
    visit: Visit
    again: Sequence[Pair]  # rows of this page
    pairs: Sequence[Pair]  # rows of this page and of earlier ones

    def merged(self, choice: Identity, *, ever: bool = False) -> int:
        """Rows of the page (or all that are remembered) that are taken for another one that says something else.

        In one answer, on one page of it or on two, they may be called the same, twice: some lists name a record for
        its title and for its text. In other answers a record may say something else (what was found in it) as long
        as it is called the same, or known to be the same."""
        same = set(self.pairs)
        before = [(one.visit[0], one.row) for one in self.remembered if one.visit != self.visit]
        met: defaultdict[str, list[tuple[int, SeenRow]]] = defaultdict(list)
        wrong = 0
        for n, (query, row) in enumerate((*before, *((self.visit[0], row) for row in self.rows))):
            known = met[_id(choice, row)]
            if ever or n >= len(before):
                others = [(asked, one) for asked, one in known if one.said != row.said]
                of_answer = sum(asked == query for asked, _ in others)
                is_other = any(one.title != row.title and (one, row) not in same for _, one in others)
                wrong += is_other or of_answer >= (_TWICE if row.title else 1)
            known.append((query, row))
        return wrong

    def freed(self, choice: Identity) -> Identity:
        """The choice without the parts of addresses, and fields, that varied in most rows met again."""
        varied = Counter(part for pair in self.pairs for part in _varied(choice, *pair))
        decided = dict(choice.shape.roles)
        for part, times in varied.most_common():
            if part in decided or not (2 * times > len(self.pairs) or _too_many(times, len(self.pairs))):
                continue
            fewer = choice.without(part, PartRole.SESSION)
            choice = fewer if self._apart(fewer) >= self._apart(choice) else choice
        return choice

    def restored(self, choice: Identity) -> Identity:
        """The choice with the parts of addresses that were left out and that records are not told apart without."""
        wrong = self.merged(choice) and self.merged(choice) + _split(choice, self.pairs)
        for label, role in choice.shape.roles:
            if wrong and role is not PartRole.KEY:
                more = choice.without(label, PartRole.KEY)
                if (fewer := self.merged(more) + _split(more, self.pairs)) < wrong:
                    choice, wrong = more, fewer
        return choice

    def _apart(self, choice: Identity) -> int:
        """Rows that are told apart from all that say something else."""
        said: dict[str, str] = {}
        return sum(said.setdefault(_id(choice, row), row.said) == row.said for row in self.rows)

    def best(self, choice: Identity) -> Identity:
        """What has the fewest wrong rows, in place of a choice that has too many; that one if nothing is better."""
        given_up = (*choice.broken, choice.column if choice.by == URL else choice.by)
        found = [self.freed(one) for one in self._candidates(choice, given_up)]
        return min((*found, choice), key=self._wrong)

    def _wrong(self, choice: Identity) -> float:
        split = _split(choice, self.pairs) / max(1, len(self.pairs))
        return self.merged(choice, ever=True) / (len(self.rows) + len(self.remembered)) + split

    def _candidates(self, choice: Identity, given_up: tuple[str, ...]) -> Iterator[Identity]:
        many = Counter(column for row in self.rows for column, _, _ in row.links if column)
        for column, rows in many.items():
            if column not in given_up and rows * 5 >= len(self.rows) * 4:
                yield Identity(URL, column, broken=given_up)
        for name, _ in self.rows[0].fields:
            values = [dict(row.fields).get(name, "") for row in self.rows]
            if f"={name}" not in given_up and all(values) and len(set(values)) == len(values):
                yield replace(choice, by=f"={name}", broken=given_up)
        for by in (TEXT, WORDS):
            if by not in given_up:
                yield replace(choice, by=by, broken=given_up)


def _split(choice: Identity, pairs: Iterable[Pair]) -> int:
    return sum(_id(choice, before) != _id(choice, row) for before, row in pairs)


def _varied(choice: Identity, before: SeenRow, row: SeenRow) -> Iterator[str]:
    """Parts of a row's address, and fields, that it did not have so when it was met before."""
    if choice.by not in (URL, TEXT, WORDS):
        return
    then, now = _link(choice, before), _link(choice, row)
    if choice.by != WORDS and then is not None and now is not None:
        if choice.shape.key(*then) != choice.shape.key(*now):
            yield from Address.of(*then).changes(Address.of(*now))
    if choice.by != URL and before.said != row.said:
        old, new = dict(before.fields), dict(row.fields)
        yield from (f"={name}" for name in {**old, **new} if old.get(name) != new.get(name))


def _link(choice: Identity, row: SeenRow) -> tuple[str, str] | None:
    """The link that a row goes by: that of the column, else the one that it has instead."""
    fitting = [(url, fragment) for column, url, fragment in row.links if column == choice.column]
    return next(iter(fitting), None) or next(((u, f) for c, u, f in row.links if not c), None)


def _id(choice: Identity, row: SeenRow) -> str:
    return choice.of(_link(choice, row), row.fields, row.said)
