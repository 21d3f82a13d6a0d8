"""Answers of the lab's databases, walked page by page with the answer key at hand."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from leadline.answers.document import read
from leadline.answers.paging.next_page import find_next_page
from leadline.answers.paging.safe import paging_verdict
from leadline.errors import MissingValue, RobotsDisallowed
from leadline.forms.safety import gate
from leadline.gate.targets import TARGET
from leadline.model.form import Form
from leadline.model.page import Request
from leadline.model.query import Choice
from leadline.parse.document import Document
from leadline.parse.forms import stable_action
from leadline.submit.fill import button_for, default_query
from leadline.submit.session import Session, expired, next_step
from leadline.submit.submit import request_for
from leadline.web.settings import WebSettings
from leadline_lab.anatomy import Block, FormModel, Pager, Results, Sheet
from leadline_lab.serve.fetcher import LabFetcher
from leadline_lab.sources import Source, records_of, sources_of
from leadline_lab.spec import Faults, Role, spec
from leadline_lab.truth import Line, form_lines
from leadline_lab.web import Ask, Reply, Web
from leadline_lab.world import Site, World, open_world

_MOST_PAGES = 12
_RECORDS_READ = 40
_WORDS = 3


class _Unhurried:
    """A clock on which waiting takes no time."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        return self._now

    async def sleep_until(self, moment: float) -> None:
        self._now = max(self._now, moment)


class _Watched(Web):
    """The lab's web, with the answer key of the last reply."""

    sheet_seen: Sheet | None = None

    def reply(self, ask: Ask) -> Reply:
        found = super().reply(ask)
        if found.sheet is not None:
            self.sheet_seen = found.sheet
        return found


@dataclass
class Walk:
    """One answer from its first page on."""

    name: str
    paging: str
    token: str
    shape: str
    steps: int = 1
    pages: int = 1
    """Pages reached, the first included."""
    wanted: int = 0
    """Times there was a next page."""
    keys: list[str] = field(default_factory=list)
    ended: bool = False
    """The last page was reached; answers of many pages are left before."""
    lost: str = ""
    """What went wrong, empty if nothing did."""


@dataclass
class _Visit:
    web: _Watched
    fetcher: LabFetcher
    source: Source
    form: Form
    document: Document

    async def get(self, request: Request) -> Document:
        return read(await self.fetcher.fetch(request))

    @property
    def shown(self) -> list[Block]:
        sheet = self.web.sheet_seen
        return [block for zone in (sheet.zones if sheet is not None else ()) for block in zone.blocks]

    @property
    def pager(self) -> Pager | None:
        return next((block for block in self.shown if isinstance(block, Pager)), None)

    @property
    def is_step(self) -> bool:
        return any(isinstance(block, FormModel) and block.step > 1 for block in self.shown)

    @property
    def keys(self) -> list[str]:
        return [key for block in self.shown if isinstance(block, Results) for key in block.keys]


def walks(role: Role, seeds: Sequence[int], per_kind: int, *, scale: str = "small") -> list[Walk]:
    """Answers of more than one page: so many of each kind of paging, and as many of forms in steps."""
    return asyncio.run(_walks(role, seeds, per_kind, scale))


async def _walks(role: Role, seeds: Sequence[int], per_kind: int, scale: str) -> list[Walk]:
    made: list[Walk] = []
    counts: Counter[str] = Counter()
    for seed in seeds:
        world = open_world(spec(scale, seed, role))
        for site, source, line in _interfaces(world):
            kind = "steps" if line["steps"] > 1 else source.paging
            if counts[kind] >= per_kind:
                continue
            web = _Watched(world)
            fetcher = LabFetcher(web, Faults(), _Unhurried(), WebSettings(delay=0.0), latency=0.0)
            try:
                walk = await _walk(web, fetcher, site, source, line)
            except RobotsDisallowed:
                walk = None
            assert fetcher.ledger.unsafe_submissions == 0
            await fetcher.close()
            if walk is not None:
                counts[kind] += 1
                made.append(walk)
    return made


def _interfaces(world: World) -> list[tuple[Site, Source, Line]]:
    """Those with the shortest answers first, so that many are walked to their end."""
    return sorted(
        _all_interfaces(world), key=lambda one: min(one[1].size, one[1].cap or one[1].size) / one[1].per_page
    )


def _all_interfaces(world: World) -> Iterator[tuple[Site, Source, Line]]:
    for number in (n for subject in world.subjects for n in world.of("deep", subject)):
        site = world.site(number)
        sources = {source.key: source for source in sources_of(world, site)}
        for line in form_lines(world, site):
            source = sources.get(line["source"])
            if line["kind"] == "search" and source is not None and line["pages"]:
                yield site, source, line


async def _walk(web: _Watched, fetcher: LabFetcher, site: Site, source: Source, line: Line) -> Walk | None:
    """None where no query of ours brings more than a page."""
    document = read(await fetcher.fetch(Request(line["pages"][0], permit=TARGET)))
    action = stable_action(line["action"])
    form = next(
        (f for f in document.page.forms if stable_action(f.action) == action and f.method == line["method"]), None
    )
    if form is None:
        return None
    visit = _Visit(web, fetcher, source, form, document)
    for choice in _choices(form, web.world, site, source):
        walk = Walk(f"{site.host} {line['key']}", source.paging, source.token, line["shape"], line["steps"])
        asked = await _asked(visit, choice, walk)
        if asked is None:
            continue
        if walk.lost:
            return walk
        pager = visit.pager
        if pager is not None and pager.following:
            await _page(visit, *asked, walk)
            return walk
    return None


def _choices(form: Form, world: World, site: Site, source: Source) -> Iterator[Choice]:
    yield ()
    rows = islice(records_of(world, site, source), _RECORDS_READ)
    words = Counter(
        w for _, cells in rows for cell in cells for w in str(cell).split() if w.isalpha() and len(w) > 3
    )
    common = [word for word, _ in words.most_common(_WORDS)]
    for control in form.fields:
        if control.invisible is not None:
            continue
        if control.kind in ("text", "search"):
            yield from (((control.name, word),) for word in common)
        elif control.kind == "select-one":
            options = [o.value for o in control.options if o.value and not o.disabled]
            yield from (((control.name, value),) for value in options[1:4])


async def _asked(visit: _Visit, choice: Choice, walk: Walk) -> tuple[Document, Request] | None:
    """The first page with records, over the steps of the form; None if there is none."""
    session = Session(visit.form)
    request = _request(visit.form, choice, visit.document)
    if request is None:
        return None
    document = await visit.get(request)
    if expired(document):
        walk.lost = "called stale"
        return document, request
    session = session.sent().answered(document)
    if visit.keys or walk.steps == 1:
        return (document, request) if visit.keys else None
    step = next_step(document, visit.form, choice)
    if step is None or not gate(visit.form, visit.document.page).safe:
        # The first step again, with a complaint, is no step further.
        walk.lost = "no next step" if step is None and visit.is_step else ""
        return (document, request) if walk.lost else None
    if not gate(step, document.page).safe:
        walk.lost = "the gate keeps the step"
        return document, request
    names = {control.name for control in step.controls}
    again = _request(step, tuple(pair for pair in choice if pair[0] in names), document)
    if again is None:
        return None
    document = await visit.get(again)
    return (document, again) if visit.keys else None


def _request(form: Form, choice: Choice, document: Document) -> Request | None:
    sets = dict(choice)
    button = button_for(form, sets)
    try:
        query = default_query(form, sets, button)
    except MissingValue:
        return None
    return request_for(
        form, query, document.page.charset, button=button, base_url=document.page.base_url, permit=TARGET
    )


async def _page(visit: _Visit, document: Document, asked: Request, walk: Walk) -> None:
    """Follow to the end, or to where something goes wrong."""
    walk.keys += visit.keys
    here = 1
    while walk.pages < _MOST_PAGES:
        pager = visit.pager
        more = pager is not None and bool(pager.following)
        walk.wanted += more
        found = find_next_page(document, asked, visit.form)
        if not more:
            walk.ended = True
            walk.lost = f"made up: {found.why} {found.request.url}" if found is not None else ""
            return
        if found is None:
            walk.lost = f"no next page on page {here}"
            return
        if found.form is not None and not paging_verdict(found.form, document.page, asked, visit.form).safe:
            walk.lost = "the gate keeps the pager"
            return
        document, asked = await visit.get(found.request), found.request
        here += 1
        now = visit.pager
        if now is None or now.here != here:
            walk.lost = f"page {here} led to {now.here if now else 'no page'}: {found.why} {found.request.url}"
            return
        walk.keys += visit.keys
        walk.pages += 1
