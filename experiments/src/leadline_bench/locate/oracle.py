"""The oracle: knows all forms, may fetch only what fetched pages link to, and goes for the most new forms a page.

After each page it looks at every form it does not have yet, at the shortest way there from what is linked, and
takes the first step of the way with the most new forms per page. A way leads through a site that is linked
already, or through a page of one site that links to another. Sites that have no forms but link to some count for
next to nothing, so they are visited when nothing else is left. It is greedy: a better order may exist, and a
strategy that beats it would be no contradiction; it is the line in the plots that nobody without knowledge comes
near.

Only what has changed is looked at again: a site has a version, and a way that was worked out under an older one is
forgotten when it comes up.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from leadline.errors import WorkNotDone
from leadline.locate.settings import LocateSettings
from leadline.model.events import Event, Outcome
from leadline.protocols import Advice, OpenGroup, Ranked, Strategy
from leadline_bench.locate.ways import Place, Ways
from leadline_lab.plan import HOME, Page
from leadline_lab.world import World

_GROUP = "ways"
_HOPE = 1e-6
"""What a form is worth that a site may lead to, beside one that is known to stand there."""


@dataclass(slots=True)
class _Site:
    """What was met of one site."""

    linked: dict[Page, str] = field(default_factory=dict)
    """Pages that may be fetched, with a URL that leads there."""
    gone: set[Page] = field(default_factory=set)
    """Fetched, under way, or failed."""
    shown: dict[int, list[Page]] = field(default_factory=dict)
    """Other sites that linked pages of this one link to, with those pages."""
    version: int = 0

    @property
    def reached(self) -> bool:
        return bool(self.linked or self.gone)


@dataclass(frozen=True, slots=True)
class _Way:
    """Steps to take, the first of which is linked; `under` are the versions of sites it was worked out with."""

    steps: tuple[Place, ...]
    under: tuple[tuple[int, int], ...]


class Oracle(Strategy):
    """A strategy that has seen the answer key."""

    name = "oracle"

    def __init__(self, world: World, domain: str, settings: LocateSettings) -> None:
        self._ways = Ways(world, domain)
        self._most = settings.open_groups
        self._sites: defaultdict[int, _Site] = defaultdict(_Site)
        self._left = {n: set(t.everywhere.union(*t.on.values())) for n, t in self._ways.treasures.items()}
        self._heap: list[tuple[float, int, int, _Way]] = []
        self._serial = count()
        self._under_way: dict[str, tuple[Place, frozenset[str]]] = {}

    # ── the protocol ──────────────────────────────────────────────────────────────────────────────────────

    def start(self, seeds: Sequence[str]) -> Advice:
        self._meet(seeds)
        return Advice(tuple(self._next({})), (OpenGroup(_GROUP, width=1_000_000),))

    def learn(self, event: Event) -> Advice:
        if not isinstance(event, Outcome):
            # Nothing is under way: what we think is was dropped by the loop, as a trap or as known otherwise.
            for url in list(self._under_way):
                self._lose(url)
            return Advice(tuple(self._next({})))
        if event.status is None or (event.set_aside is not None and event.set_aside != "duplicate"):
            self._lose(event.url)
        self._under_way.pop(event.url, None)
        self._meet([link.url for link in event.links])
        return Advice(tuple(self._next({link.url: nth for nth, link in enumerate(event.links)})))

    def _lose(self, url: str) -> None:
        """It showed nothing."""
        (number, _), hoped = self._under_way.pop(url)
        if hoped:
            self._left[number] |= hoped
            self._refresh(number)

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [0.0 for _ in patterns]

    def state(self) -> str:
        return "{}"

    def restore(self, state: str) -> None:
        raise WorkNotDone(f"an experiment with the oracle is not taken up in the middle ({state})")

    # ── what is linked ────────────────────────────────────────────────────────────────────────────────────

    def _meet(self, urls: Sequence[str]) -> None:
        changed: dict[int, None] = {}
        for url in urls:
            place = self._ways.place(url)
            if place is None:
                continue
            number, page = place
            site = self._sites[number]
            if page in site.linked or page in site.gone:
                continue
            site.linked[page] = url
            for target in self._ways.shown(number, page):
                site.shown.setdefault(target, []).append(page)
            changed[number] = None
        for number in changed:
            self._refresh(number)

    def _next(self, nths: dict[str, int]) -> Iterator[Ranked]:
        """Links until enough are under way."""
        while len(self._under_way) < self._most and (step := self._best()) is not None:
            number, page = step
            site = self._sites[number]
            url = site.linked.pop(page)
            site.gone.add(page)
            hoped: frozenset[str] = frozenset()
            if number in self._left:
                hoped = self._ways.treasures[number].at(page) & self._left[number]
                self._left[number] -= hoped
            self._under_way[url] = (step, hoped)
            self._refresh(number)
            yield Ranked(url, _GROUP, 0.0, "way", nths.get(url))

    # ── which way ─────────────────────────────────────────────────────────────────────────────────────────

    def _best(self) -> Place | None:
        while self._heap:
            *_, way = self._heap[0]
            if all(self._sites[number].version == version for number, version in way.under):
                return way.steps[0]
            heapq.heappop(self._heap)
        return None

    def _refresh(self, number: int) -> None:
        """Work out again what begins in a site."""
        site = self._sites[number]
        site.version += 1
        if self._left.get(number):
            worth, inside = self._inside(number, site)
            self._offer(worth, [(number, page) for page in inside], (number,))
        for target in self._ways.targets(number):
            if not self._sites[target].reached:
                self._offer_through(number, target)

    def _offer_through(self, number: int, target: int) -> None:
        """A way out of a site into one that is not linked yet."""
        gate = self._gate(number, target)
        if gate is None:
            return
        steps = [(number, page) for page in gate]
        if self._left.get(target):
            entrance = self._ways.entrance(number, target)
            if entrance is not None:
                met = _Site({entrance: ""})
                worth, inside = self._inside(target, met)
                steps += [(target, page) for page in inside]
                self._offer(worth, steps, (number, target))
        elif promise := self._ways.promise(target):
            self._offer(_HOPE * promise, steps, (number, target))

    def _offer(self, worth: float, steps: list[Place], sites: tuple[int, ...]) -> None:
        if worth and steps:
            under = tuple((number, self._sites[number].version) for number in sites)
            heapq.heappush(
                self._heap, (-worth / len(steps), len(steps), next(self._serial), _Way(tuple(steps), under))
            )

    def _inside(self, number: int, site: _Site) -> tuple[float, list[Page]]:
        """(new forms, pages) of the best way to forms of this site."""
        treasure, left = self._ways.treasures[number], self._left[number]
        best: tuple[float, float, list[Page]] = (0.0, 0.0, [])
        for target in (
            *treasure.on,
            *([next(iter(site.linked))] if site.linked and treasure.everywhere & left else []),
        ):
            way = self._shortest(number, site, target)
            if way:
                new = len(left.intersection(*[set().union(*(treasure.at(page) for page in way))]))
                best = max(best, (new / len(way), float(new), way), key=lambda found: found[:2])
        return best[1], best[2]

    def _gate(self, number: int, target: int) -> list[Page] | None:
        """The shortest way to a page of this site that links to the target."""
        site = self._sites[number]
        shown = next((page for page in site.shown.get(target, ()) if page in site.linked), None)
        if shown is not None:
            return [shown]
        ways = [self._shortest(number, site, page) for page in self._ways.gates(number, target)]
        return min((way for way in ways if way), key=len, default=None)

    def _shortest(self, number: int, site: _Site, page: Page) -> list[Page] | None:
        """Pages to fetch, this one last, the first of them linked; None if there is no way that is known."""
        if page in site.linked:
            return [page]
        if page in site.gone:
            return None
        if page == HOME:
            return [next(iter(site.linked)), HOME] if site.linked else None
        ways = [self._shortest(number, site, parent) for parent in self._ways.above(number, page)]
        above = min((way for way in ways if way), key=len, default=None)
        return None if above is None else [*above, page]
