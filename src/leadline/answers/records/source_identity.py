"""What the records of a whole source go by: decided with its first list, held against every page, mended.

Two things must hold (the invariants): rows of one page that say different things are two records, and a row that
says the same under two queries is one. A source's identity is a fold over its pages that watches both:

- **Rows met again** under another visit show which parts of their addresses are no part of the record: those that
  have another value now (`UrlShape`: session, rank). They are left out, unless records become one by that.
- **Merged and split rows** are counted for what records go by. Where there are too many of them it is replaced by
  the next candidate that holds on the rows at hand: another column of links, a field that is a key, what the
  records say with their addresses, what they say alone. What was given up is not tried again, so that replacing
  comes to an end.

Whoever folds compares `choice` before and after (`renames`): where identities of earlier records are others now,
everything read before is to be cut again.

Remembered are the rows with the smallest digests of what they say, 128 of them: a row that comes again is among
them or not however often it comes, so that a small memory sees repeats in a large source (bottom-k sampling).
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from leadline.answers.records.identity import TEXT, URL, WORDS, Identity, SeenRow
from leadline.answers.records.urls import Address, PartRole, counts_up

_REMEMBERED = 128  # rows, a few kilobytes with each answer; three repeats among them are enough to tell
_TOLERATED = 0.05
"""Share of rows that may be merged, or of repeats that may be split: a site shows a record twice, or two that say
the same. One in twenty does not make another way of telling records apart better than the address of their
page; one in ten was seen with a link to an author."""
_FEWEST = 3  # rows, or repeats, that a choice is given up for: two may be a coincidence
_TWICE = 2  # times a list names one record, in titles and in texts

Visit = tuple[int, int]  # query and page of its answer


class Remembered(NamedTuple):
    """A row that was seen, and when."""

    row: SeenRow
    visit: Visit


@dataclass(frozen=True, slots=True)
class SourceIdentity:
    """As far as it is known; a value, folded over pages."""

    choice: Identity | None = None
    rows: int = 0  # seen so far
    merged: int = 0  # of them: say something else than another that has the same identity
    repeats: int = 0  # said before under another visit
    split: int = 0  # of them: had another identity then
    cuts: int = 0  # how often records were cut anew
    remembered: tuple[Remembered, ...] = ()
    is_final: bool = False  # it is only counted, while everything is cut again by it

    def seen(self, page: Identity | None, rows: Sequence[SeenRow], visit: Visit) -> "SourceIdentity":
        """With one more page, whose rows go by `page` where nothing was decided before."""
        if page is None or not rows:
            return self
        # Within one answer records do not come again: there, two that say the same are two.
        known = {one.row.said: one for one in self.remembered if one.visit[0] != visit[0] and one.row.is_telling}
        counted = Counter(row.said for row in rows)
        again = [(known[row.said], row) for row in rows if row.said in known and counted[row.said] == 1]
        now = replace(self, remembered=self._with(rows, visit))
        if self.choice is None and len(rows) < _TWICE:
            return now  # of a single row nobody can tell
        if self.is_final:
            return replace(now, choice=page).counted(_Tally.of(page, rows, self.remembered, again, visit))
        choice = _freed(_restored(page, rows, self.remembered, visit), again, rows)
        tally = _Tally.of(choice, rows, self.remembered, again, visit)
        now = now.counted(tally) if choice == page else now.anew(choice, tally)
        if now.is_broken and (better := _next_choice(choice, rows, self.remembered, again, visit)) is not None:
            return now.anew(better, _Tally.of(better, rows, self.remembered, again, visit))
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

    def counted(self, tally: "_Tally") -> "SourceIdentity":
        return replace(
            self,
            rows=self.rows + tally.rows,
            merged=self.merged + tally.merged,
            repeats=self.repeats + tally.repeats,
            split=self.split + tally.split,
        )

    def anew(self, choice: Identity, tally: "_Tally") -> "SourceIdentity":
        """Another choice begins with what the page at hand says about it."""
        return replace(self, choice=choice, rows=0, merged=0, repeats=0, split=0).counted(tally)

    def recounted(self) -> "SourceIdentity":
        """The same choice before any page: for cutting everything again."""
        return SourceIdentity(self.choice, cuts=self.cuts + 1, is_final=True)

    def _with(self, rows: Iterable[SeenRow], visit: Visit) -> tuple[Remembered, ...]:
        first = {one.row.said: one for one in self.remembered}
        for row in rows:
            first.setdefault(row.said, Remembered(row, visit))
        return tuple(first[said] for said in sorted(first)[:_REMEMBERED])

    # ── stored ────────────────────────────────────────────────────────────────────────────────────────────

    def to_json(self) -> str:
        """All but the rows: those change with few pages, once many were seen."""
        return json.dumps([str(self.choice or ""), self.rows, self.merged, self.repeats, self.split, self.cuts])

    def remembered_json(self) -> str:
        return json.dumps([[*one.row, *one.visit] for one in self.remembered], ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str, remembered: str = "[]") -> "SourceIdentity":
        choice, seen, merged, repeats, split, cuts = json.loads(text)
        rows = tuple(
            Remembered(
                SeenRow(said, title, tuple((c, u, f) for c, u, f in links), tuple((n, v) for n, v in fields), id_),
                (int(query), int(page)),
            )
            for said, title, links, fields, id_, query, page in json.loads(remembered)
        )
        return cls(Identity.read(choice) if choice else None, seen, merged, repeats, split, cuts, rows)


def _too_many(wrong: int, of: int) -> bool:
    return wrong >= _FEWEST and wrong > _TOLERATED * of


# ── the invariants ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Tally:
    rows: int
    merged: int
    repeats: int
    split: int

    @classmethod
    def of(
        cls,
        choice: Identity,
        rows: Sequence[SeenRow],
        remembered: Sequence[Remembered],
        again: Sequence[tuple[Remembered, SeenRow]],
        visit: Visit,
    ) -> "_Tally":
        split = sum(_id(choice, before.row) != _id(choice, row) for before, row in again)
        return cls(len(rows), _merged(choice, rows, remembered, visit), len(again), split)


def _merged(choice: Identity, rows: Sequence[SeenRow], remembered: Sequence[Remembered], visit: Visit) -> int:
    """Rows that are taken for another one that says something else.

    In one answer, on one page of it or on two, they may be called the same, twice: some lists name a record for
    its title and for its text. In other answers a record may say something else (what was found in it) as long as
    it is called the same."""
    ids = [_id(choice, row) for row in rows]
    many = Counter(ids)
    met: dict[str, SeenRow] = {}
    before: dict[str, list[Remembered]] = {}
    for one in remembered:
        if one.visit != visit:
            before.setdefault(_id(choice, one.row), []).append(one)
    wrong = 0
    for id_, row in zip(ids, rows, strict=True):
        other = met.setdefault(id_, row)
        is_named = row.title and other.title == row.title and many[id_] <= _TWICE
        others = [one for one in before.get(id_, ()) if one.row.said != row.said]
        of_answer = sum(one.visit[0] == visit[0] for one in others)
        wrong += (
            (other.said != row.said and not is_named)
            or any(one.row.title != row.title for one in others)
            or of_answer >= (_TWICE if row.title else 1)
        )
    return wrong


def _link(choice: Identity, row: SeenRow) -> tuple[str, str] | None:
    """The link that a row goes by: that of the column, else the one that it has instead."""
    fitting = [(url, fragment) for column, url, fragment in row.links if column == choice.column]
    return next(iter(fitting), None) or next(((u, f) for c, u, f in row.links if not c), None)


def _id(choice: Identity, row: SeenRow) -> str:
    return choice.of(_link(choice, row), row.fields, row.said)


# ── mending ───────────────────────────────────────────────────────────────────────────────────────────────


def _freed(choice: Identity, again: Sequence[tuple[Remembered, SeenRow]], rows: Sequence[SeenRow]) -> Identity:
    """The choice without the parts of addresses that had another value when the same rows were met before."""
    if choice.by not in (URL, TEXT):
        return choice
    changed = Counter(label for before, row in again for label in _changed(choice, before.row, row))
    decided = dict(choice.shape.roles)
    for label, times in changed.most_common():
        if 2 * times <= len(again) or label in decided:
            continue
        role = PartRole.RANK if counts_up(list(_values(choice, rows, label))) else PartRole.SESSION
        fewer = replace(choice, shape=choice.shape.with_role(label, role))
        choice = fewer if _apart(fewer, rows) >= _apart(choice, rows) else choice
    return choice


def _restored(
    choice: Identity, rows: Sequence[SeenRow], remembered: Sequence[Remembered], visit: Visit
) -> Identity:
    """The choice with the parts of addresses that were left out and that records are not told apart without."""
    wrong = _merged(choice, rows, remembered, visit)
    for label, role in choice.shape.roles:
        if not wrong:
            break
        if role is not PartRole.KEY:
            more = replace(choice, shape=choice.shape.with_role(label, PartRole.KEY))
            if (fewer := _merged(more, rows, remembered, visit)) < wrong:
                choice, wrong = more, fewer
    return choice


def _changed(choice: Identity, before: SeenRow, row: SeenRow) -> Iterator[str]:
    """Parts of a row's address that it did not have so when it was met before."""
    then, now = _link(choice, before), _link(choice, row)
    if then is None or now is None or choice.shape.key(*then) == choice.shape.key(*now):
        return
    old, new = (dict(Address.of(*link).parts) for link in (then, now))
    yield from (label for label in {**old, **new} if old.get(label) != new.get(label))


def _values(choice: Identity, rows: Sequence[SeenRow], label: str) -> Iterator[str]:
    for link in (_link(choice, row) for row in rows):
        if link is not None:
            yield dict(Address.of(*link).parts).get(label, "")


def _apart(choice: Identity, rows: Sequence[SeenRow]) -> int:
    """Rows that are told apart from all that say something else."""
    said: dict[str, str] = {}
    return sum(said.setdefault(_id(choice, row), row.said) == row.said for row in rows)


def _next_choice(
    choice: Identity,
    rows: Sequence[SeenRow],
    remembered: Sequence[Remembered],
    again: Sequence[tuple[Remembered, SeenRow]],
    visit: Visit,
) -> Identity | None:
    """What holds on the rows at hand, in place of a choice that does not; None if there is nothing left."""
    given_up = (*choice.broken, choice.column if choice.by == URL else choice.by)
    for candidate in _candidates(choice, rows, given_up):
        freed = _freed(candidate, again, rows)
        tally = _Tally.of(freed, rows, remembered, again, visit)
        if not _too_many(tally.merged, tally.rows) and not _too_many(tally.split, tally.repeats):
            return freed
    return None


def _candidates(choice: Identity, rows: Sequence[SeenRow], given_up: tuple[str, ...]) -> Iterator[Identity]:
    columns = Counter(column for row in rows for column, _, _ in row.links if column)
    if choice.by == URL:
        for column, many in columns.items():
            if column not in given_up and many * 5 >= len(rows) * 4:
                yield Identity(URL, column, broken=given_up)
    for name, _ in rows[0].fields:
        values = [dict(row.fields).get(name, "") for row in rows]
        if f"={name}" not in given_up and all(values) and len(set(values)) == len(values):
            yield replace(choice, by=f"={name}", broken=given_up)
    for by in (TEXT, WORDS):
        if by not in given_up:
            yield replace(choice, by=by, broken=given_up)
