"""Records and fields cut from answers, against the answer key of the lab.

A record counts as found if one cut has its cells, all of them and no other record's, and its address where it
has a page of its own; cuts that are nobody's count against precision. *Identity* is over the answers to several
queries of one source: the same record has to have one id, two records two. *Fields* are pairs: the value as the
site wrote it, under the name that the page shows; where a page shows no name, any will do.

All of it is kept by layout (`ByLayout`), with the kinds of mistakes that were made (`mistakes`).
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from leadline.answers.document import read
from leadline.answers.records.cut import Cut, cut_records
from leadline.errors import MissingValue
from leadline.gate.targets import UNSENT
from leadline.model.page import Request, Response
from leadline.model.url import join
from leadline.parse.document import Document
from leadline.submit.fill import default_query
from leadline.submit.submit import request_for
from leadline_bench.harvest.drawn import Visit, visits
from leadline_bench.harvest.mistakes import field_mistakes, identity_mistakes, record_mistakes
from leadline_lab.anatomy import Results
from leadline_lab.randomness import dice
from leadline_lab.render import FAMILIES, skin
from leadline_lab.spec import Role
from leadline_lab.spec import spec as spec_of
from leadline_lab.web import Ask, Reply
from leadline_lab.world import open_world

_SIGNS = re.compile(r"[\W_]+")
QUERIES = 4
"""Queries put to each source, the default query among them."""


@dataclass(slots=True)
class Tally:
    """Right ones, those said, those there are."""

    right: int = 0
    said: int = 0
    true: int = 0

    def add(self, right: int, said: int, true: int) -> None:
        self.right += right
        self.said += said
        self.true += true

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.said + self.true) if self.said + self.true else 1.0


@dataclass(slots=True)
class ByLayout:
    """The figures of one layout, or of several together."""

    records: Tally = field(default_factory=Tally)
    identity: Tally = field(default_factory=Tally)
    fields: Tally = field(default_factory=Tally)
    mistakes: Counter[str] = field(default_factory=Counter)
    pages: int = 0
    wrong: int = 0
    """Pages that were not cut as they should be."""
    wrong_single: int = 0
    """Of these, pages with one record."""

    def take(self, other: "ByLayout") -> None:
        for mine, more in (
            (self.records, other.records),
            (self.identity, other.identity),
            (self.fields, other.fields),
        ):
            mine.add(more.right, more.said, more.true)
        self.mistakes.update(other.mistakes)
        self.pages += other.pages
        self.wrong += other.wrong
        self.wrong_single += other.wrong_single


@dataclass(slots=True)
class Measured:
    """The figures of one run; `wrong` are the pages that were not cut as they should be."""

    by_family: dict[str, ByLayout] = field(default_factory=dict)
    wrong: list[tuple[str, str, int, int, int]] = field(default_factory=list)
    """(family, URL, records right, said, true)."""

    def take(self, other: "Measured") -> None:
        for family, figures in other.by_family.items():
            self.by_family.setdefault(family, ByLayout()).take(figures)
        self.wrong += other.wrong

    @property
    def whole(self) -> ByLayout:
        """All layouts together."""
        total = ByLayout()
        for figures in self.by_family.values():
            total.take(figures)
        return total

    def figures(self) -> dict[str, float]:
        whole = self.whole
        return {
            "record_f1": whole.records.f1,
            "identity_f1": whole.identity.f1,
            "field_f1": whole.fields.f1,
            "pages": float(whole.pages),
        }


def measure_lab(
    seeds: Sequence[int],
    role: Role = Role.TUNING,
    scale: str = "small",
    most: int = 40,
    families: Collection[str] = FAMILIES,
) -> Measured:
    """Cut answers of `most` sources of each world whose sites have one of these layouts."""
    measured = Measured()
    for seed in seeds:
        for visit in visits(open_world(spec_of(scale, seed, role)), most, families=families):
            _measure_source(visit, measured)
    return measured


@dataclass(frozen=True, slots=True)
class Shown:
    """An answer and the records on it."""

    document: Document
    truth: Results
    asked: tuple[str, ...]


def answers_of(visit: Visit) -> Iterator[Shown]:
    """Answers with records: to the default query, and to queries that some record answers."""
    roll = dice(visit.lab.web.world.spec.seed, "records", visit.plan.site.number, visit.source.key)
    chosen: list[dict[str, str]] = [{}]
    for _ in range(QUERIES - 1):
        n = roll.below(visit.source.size)
        names = visit.required or [roll.pick(visit.fillable)] if visit.fillable else []
        chosen.append(visit.values_of(n, names, roll))
    for values in chosen:
        reply = _sent(visit, values)
        truth = _results(reply) if reply is not None else None
        if reply is None or truth is None:
            continue
        response, _ = reply
        yield Shown(read(response), truth, tuple(values.values()))


def _sent(visit: Visit, values: Mapping[str, str]) -> tuple[Response, Reply] | None:
    try:
        query = default_query(visit.form, dict(values))
    except MissingValue:
        return None
    request: Request = request_for(visit.form, query, visit.document.page.charset, permit=UNSENT)
    headers = {**dict(request.headers), **({"Cookie": visit.cookies} if visit.cookies else {})}
    reply = visit.lab.web.reply(Ask(request.method, request.url, headers, request.body or b""))
    return Response(request, request.url, reply.status, reply.headers, reply.body, 0.0), reply


def _results(sent: tuple[Response, Reply]) -> Results | None:
    """The records of an answer; None where nothing was found, whatever is suggested instead."""
    sheet = sent[1].sheet
    if sheet is None or sheet.type != "results":
        return None
    blocks = [block for zone in sheet.zones if zone.role == "main" for block in zone.blocks]
    found = [n for n, block in enumerate(blocks) if isinstance(block, Results)]
    if not found:
        return None
    # Suggestions come under a heading of the third level.
    before = blocks[found[0] - 1] if found[0] else None
    if getattr(before, "level", 0) == 3:
        return None
    block = blocks[found[0]]
    assert isinstance(block, Results)
    return block


def _measure_source(visit: Visit, measured: Measured) -> None:
    family = skin(visit.lab.web.world, visit.plan.site).family
    shows = skin(visit.lab.web.world, visit.plan.site).habits.heads
    known = visit.document.page.text
    ids: dict[str, set[str]] = {}
    layout = measured.by_family.setdefault(family.name, ByLayout())
    for shown in answers_of(visit):
        cuts = cut_records(shown.document, known, asked=shown.asked).cuts
        matched = _matched(shown, cuts)
        right = sum(cut is not None for cut in matched)
        layout.records.add(right, len(cuts), len(matched))
        layout.mistakes.update(_mistaken(shown, cuts, matched))
        for number, cut in enumerate(matched):
            ids.setdefault(shown.truth.keys[number], set()).update({cut.id} if cut is not None else set())
            named = true_fields(shown.truth, number, shows=shows, in_table=bool(family.results.heads))
            layout.fields.add(*_fields_right(named, cut))
            if cut is not None:
                layout.mistakes.update(field_mistakes(named, _said_fields(cut)))
        layout.pages += 1
        if right != len(matched) or right != len(cuts):
            layout.wrong += 1
            layout.wrong_single += len(matched) == 1
            measured.wrong.append((family.name, shown.document.url, right, len(cuts), len(matched)))
    layout.identity.add(*_identified(ids))
    layout.mistakes.update(identity_mistakes({key: frozenset(own) for key, own in ids.items()}))


def _identified(ids: Mapping[str, set[str]]) -> tuple[int, int, int]:
    """Records that have one identity and share it with none; identities; records."""
    owners: dict[str, set[str]] = {}
    for key, own in ids.items():
        for one in own:
            owners.setdefault(one, set()).add(key)
    alone = sum(len(own) == 1 and all(len(owners[one]) == 1 for one in own) for own in ids.values())
    return alone, len(owners), len(ids)


def _mistaken(shown: Shown, cuts: Sequence[Cut], matched: Sequence[Cut | None]) -> Counter[str]:
    truth = shown.truth
    rows = [[_letters(cell) for cell in row if _letters(cell)] for row in truth.rows]
    said = [(_letters(cut.text), cut.url) for cut in cuts]
    return record_mistakes(rows, [cut is not None for cut in matched], said, addresses(shown))


def addresses(shown: Shown) -> list[str]:
    """The records' own pages; empty if they have none."""
    base = shown.document.page.base_url
    return [join(base, link) or "" for link in shown.truth.links]


def _matched(shown: Shown, cuts: Sequence[Cut]) -> list[Cut | None]:
    """Each record's cut; a cut is one record's, or it is nobody's."""
    truth = shown.truth
    cells = [[_letters(cell) for cell in row if _letters(cell)] for row in truth.rows]
    urls = addresses(shown)
    heads = sum(len(_letters(head)) for head in truth.heads)
    found: list[Cut | None] = [None] * len(cells)
    for cut in cuts:
        said = _letters(cut.text)
        fitting = [n for n, row in enumerate(cells) if all(cell in said for cell in row)]
        if urls:
            fitting = [n for n in fitting if urls[n] == cut.url]
        free = [n for n in fitting if found[n] is None and len(said) <= 2 * sum(map(len, cells[n])) + heads + 60]
        if free and all(cells[n] == cells[free[0]] for n in fitting):
            found[free[0]] = cut
    return found


def true_fields(truth: Results, number: int, *, shows: bool, in_table: bool) -> list[tuple[str, str]]:
    """(name, value) as the page shows them; the name is empty where it shows none."""
    pairs: list[tuple[str, str]] = []
    for place, cell in enumerate(truth.rows[number]):
        if _letters(cell):
            shown = shows and (in_table or place > 0) and place < len(truth.heads)
            pairs.append((_letters(truth.heads[place]) if shown else "", _letters(cell)))
    return pairs


def _fields_right(true: Sequence[tuple[str, str]], cut: Cut | None) -> tuple[int, int, int]:
    if cut is None:
        return 0, 0, len(true)
    said = _said_fields(cut)
    left = list(said)
    right = 0
    for name, value in true:
        hit = next((pair for pair in left if pair[1] == value and name in ("", pair[0])), None)
        if hit is not None:
            left.remove(hit)
            right += 1
    return right, len(said), len(true)


def _said_fields(cut: Cut) -> list[tuple[str, str]]:
    return [(_letters(name), _letters(value)) for name, value in cut.fields if _letters(value)]


def _letters(text: str) -> str:
    return _SIGNS.sub("", text.casefold())
