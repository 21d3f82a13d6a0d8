"""What the records of a whole source go by: decided with its first list, held against every page, mended.

Two things must hold (the invariants): rows of one page that say different things are two records, and a row that
comes again under another query is one. A source's identity is a fold over its pages that watches both:

- **What varies** between a row and the same row met again (`repeats`), in most cases, is no part of the record:
  parts of addresses (`UrlShape`: session, rank), fields. It is left out, unless records become one by that.
- **Merged and split rows** are counted for what records go by. Where there are too many of them all candidates are
  held against the same evidence: every column of links, every field, what records say with their addresses, what
  they say alone. The one with the fewest wrong rows is taken. What was given up is not tried again, so that
  replacing comes to an end.

Whoever folds compares `choice` before and after (`renames`): where identities of earlier records are others now,
everything read before is to be cut again.

Remembered are the rows with the smallest digests of their titles, 128 of them: a row that comes again is among
them or not however often it comes, so that a small memory sees repeats in a large source (bottom-k sampling).
"""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from leadline.answers.records.identity import TEXT, URL, WORDS, Identity, SeenRow
from leadline.answers.records.repeats import REMEMBERED, Again, Pair, Remembered, Visit, met_again, place_of
from leadline.answers.records.urls import Address, PartRole

_TOLERATED = 0.05
"""Share of rows that may be merged, or of repeats that may be split: a site shows a record twice, or two that say
the same. One in twenty does not make another way of telling records apart better than the address of their
page; one in ten was seen with a link to an author."""
_FEWEST = 3  # rows, or repeats, that a choice is given up for: two may be a coincidence
_TWICE = 2  # times a list names one record, in titles and in texts


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
    is_fixed: bool = False  # a person said what records go by: that is counted, too, and never replaced

    def seen(self, page: Identity | None, rows: Sequence[SeenRow], visit: Visit) -> "SourceIdentity":
        """With one more page, whose rows go by `page` where nothing was decided before."""
        if page is None or not rows:
            return self
        again, before = met_again(rows, self.remembered, visit)
        lasting = _lasting([*before, *((one.row, row) for one, row in again.values())])
        again = {row: met for row, met in again.items() if not _leads_elsewhere(met[0].row, row, lasting)}
        before = [pair for pair in before if not _leads_elsewhere(*pair, lasting)]
        now = replace(self, remembered=self._with(rows, visit, again))
        if self.choice is None and len(rows) < _TWICE:
            return now  # of a single row nobody can tell
        pairs = [(one.row, row) for one, row in again.values()]
        evidence = _Evidence(rows, self.remembered, visit, pairs, [*before, *pairs], lasting)
        if self.is_final or self.is_fixed:
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

    def fixed(self, by: str) -> "SourceIdentity":
        """Records go by that (`Identity.by`), whatever pages say."""
        choice = Identity(by) if self.choice is None else replace(self.choice, by=by)
        return replace(self, choice=choice, is_fixed=True)

    def recounted(self) -> "SourceIdentity":
        """The same choice before any page: for cutting everything again."""
        return SourceIdentity(self.choice, cuts=self.cuts + 1, is_final=True, is_fixed=self.is_fixed)

    def without(self, ids: Collection[str]) -> "SourceIdentity":
        """The same, with nothing remembered of these records."""
        stays = tuple(
            one
            for one in self.remembered
            if one.row.id not in ids and (one.again is None or one.again.id not in ids)
        )
        return replace(self, remembered=stays)

    def _with(self, rows: Iterable[SeenRow], visit: Visit, again: Again) -> tuple[Remembered, ...]:
        known = {one.place: one for one in self.remembered}
        for one, row in again.values():
            known[one.place] = one._replace(again=row)
        for row in rows:
            if row not in again:
                known.setdefault(place_of(row), Remembered(row, visit))
        return tuple(known[place] for place in sorted(known)[:REMEMBERED])

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


# ── the invariants, and mending ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What a page and the rows remembered tell about any choice."""

    rows: Sequence[SeenRow]
    remembered: Sequence[Remembered]  # before this page
    visit: Visit
    again: Sequence[Pair]  # rows of this page
    pairs: Sequence[Pair]  # rows of this page and of earlier ones
    lasting: frozenset[str]  # columns of links that were given up too early if they were

    def merged(self, choice: Identity, *, ever: bool = False) -> int:
        """Rows of the page (or all that are remembered) that are taken for another one that says something else.

        In one answer, on one page of it or on two, they may be called the same, twice: some lists name a record
        for its title and for its text. In other answers a record may say something else (what was found in it) as
        long as it is called the same, or known to be the same."""
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
        """The choice with the parts of addresses that were left out and records are not told apart without."""
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
        """What has the fewest wrong rows, in place of a choice with too many; that one if nothing is better."""
        given_up = (*choice.broken, choice.column if choice.by == URL else choice.by)
        found = [self.freed(one) for one in self._candidates(choice, given_up)]
        return min((*found, choice), key=self._wrong)

    def _wrong(self, choice: Identity) -> float:
        split = _split(choice, self.pairs) / max(1, len(self.pairs))
        return self.merged(choice, ever=True) / (len(self.rows) + len(self.remembered)) + split

    def _candidates(self, choice: Identity, given_up: tuple[str, ...]) -> Iterator[Identity]:
        many = Counter(column for row in self.rows for column, _, _ in row.links if column)
        for column, rows in many.items():
            if (column not in given_up or column in self.lasting) and rows * 5 >= len(self.rows) * 4:
                yield Identity(URL, column, broken=given_up)
        for name, _ in self.rows[0].fields:
            values = [dict(row.fields).get(name, "") for row in self.rows]
            if f"={name}" not in given_up and all(values) and len(set(values)) == len(values):
                yield replace(choice, by=f"={name}", broken=given_up)
        for by in (TEXT, WORDS):
            if by not in given_up:
                yield replace(choice, by=by, broken=given_up)


def _lasting(pairs: Iterable[Pair]) -> frozenset[str]:
    """Columns of links that most rows met again have as they had them: no session and no rank comes back so. Rows
    that lead elsewhere by such a column are two records, however much alike they are."""
    same, both = Counter[str](), Counter[str]()
    for before, row in pairs:
        old = {column: (url, part) for column, url, part in before.links if column}
        for column, url, part in row.links:
            if column in old:
                both[column] += 1
                same[column] += old[column] == (url, part)
    return frozenset(column for column, times in same.items() if times >= _FEWEST and 2 * times > both[column])


def _leads_elsewhere(one: SeenRow, other: SeenRow, columns: frozenset[str]) -> bool:
    first, second = ({c: (url, part) for c, url, part in row.links if c in columns} for row in (one, other))
    return any(second.get(column, link) != link for column, link in first.items())


def _split(choice: Identity, pairs: Iterable[Pair]) -> int:
    return sum(_id(choice, before) != _id(choice, row) for before, row in pairs)


def _varied(choice: Identity, before: SeenRow, row: SeenRow) -> Iterator[str]:
    """Parts of a row's address, and fields, that it did not have so when it was met before."""
    if choice.by not in (URL, TEXT, WORDS):
        return
    then, now = _link(choice, before), _link(choice, row)
    key, is_led = choice.shape.key, choice.by != WORDS
    if is_led and then is not None and now is not None and key(*then) != key(*now):
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
