"""THE crawl loop.

1. Take the best link of the first open group that may be served (`_next_link`), until K are under way.
2. A visitor goes there and reads (`leadline.locate.visit`).
3. What it read, and the way there, become an `Outcome`.
4. The strategy learns it and advises; event and advice are committed together.
5. When nothing is left, the strategy is told so (`Starved`); if it has nothing either, the crawl is over.

Links of hosts that asked to be left alone are set aside (`leadline.locate.state`) and others go on. When no
others are left, and the host is not back before long, the crawl ends with these links waiting.

What the strategy and the trap watch know is a fold over the log: `CrawlMemory.take_up` replays it, so that
`resume` is the same as never having stopped.
"""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any

from leadline.errors import OutOfTime
from leadline.locate.settings import LocateSettings
from leadline.locate.state import CrawlMemory, CrawlParts, RestingHosts
from leadline.locate.visit import Reading, Visit
from leadline.model.events import Backlinks, Outcome, Starved
from leadline.model.rest import RestingHost
from leadline.model.url import host_of, site_of
from leadline.protocols import BacklinkSource
from leadline.store.archive import capture_of
from leadline.store.batch import Batch, Capture, FrontierLink, Note
from leadline.store.protocols import Store

INTERRUPTED, RESTING, TIME_LIMIT = "interrupted", "resting", "time-limit"
"""What ended a crawl that has nothing left but links of hosts that want to be left alone."""
_BACKLINKS = 20  # pages asked for in one backlink call: what a search engine shows on its first pages


Answered = tuple[str, tuple[str, ...]]  # a site, and the pages that a backlink provider knows to point to it


class Crawl:
    """One crawl, from its first page or from where it stopped."""

    def __init__(self, parts: CrawlParts, settings: LocateSettings) -> None:
        self._parts = parts
        self._settings = settings
        self._store = parts.store
        self._memory = CrawlMemory(parts.strategy)
        self._under_way: dict[asyncio.Task[Visit | Answered], FrontierLink | None] = {}
        self._asking: dict[asyncio.Task[Visit | Answered], str] = {}
        self._busy: Counter[str] = Counter()
        self._hosts: Counter[str] = Counter()
        self._held: dict[str, str] = {}
        """Groups that serve one link at a time, and the busy host theirs are of: no need to look before it is
        free."""
        self._stop: str | None = None
        self._aside = RestingHosts(parts.clock, parts.patience)
        self.resting: tuple[RestingHost, ...] = ()
        """Hosts whose links were set aside when the crawl ended."""

    @property
    def store(self) -> Store:
        return self._store

    @property
    def under_way(self) -> int:
        return len(self._under_way)

    def stop(self, why: str) -> None:
        """Take no new link; what is under way is still recorded."""
        self._stop = self._stop or why

    async def run(self, seeds: list[str]) -> str:
        """Crawl until something says stop; which one did."""
        self._take_up(seeds)
        self._ask_unanswered()
        stop = self._parts.stop or asyncio.Event()
        stopping = asyncio.create_task(stop.wait())
        came: list[asyncio.Task[Visit | Answered]] = []
        try:
            while True:
                with self._store.together():  # what came and what leaves for it
                    self._collect(came)
                    if stopping.done():
                        break
                    self._fill()
                came = []
                if self._under_way:
                    came = await self._wait(stopping)
                elif self._stop is not None or self._starve():
                    break
        finally:
            waited = [*self._under_way, stopping]
            for task in waited:
                task.cancel()
            await asyncio.gather(*waited, return_exceptions=True)
        self._store.commit(Batch(snapshot=self._memory.state()))
        self.resting = self._aside.hosts
        self._store.frontier.release_all()
        if stop.is_set():
            return INTERRUPTED
        return self._stop or (RESTING if self.resting else "frontier empty")

    # ── taking up ─────────────────────────────────────────────────────────────────────────────────────────

    def _take_up(self, seeds: list[str]) -> None:
        """Become what the log says we are."""
        advice = self._memory.strategy.start(seeds)
        if self._store.decisions.get("started") is None:
            begun = Batch(advice=advice, decisions=(("started", "yes"),))
            self._store.commit(begun, self._memory.strategy.places)
            return
        self._store.frontier.release_all()
        self._memory.take_up(self._store.log)

    # ── going out ─────────────────────────────────────────────────────────────────────────────────────────

    def _fill(self) -> None:
        """Start visits until K are under way or nothing can be started."""
        while self._stop is None and len(self._under_way) < self._settings.open_groups:
            planned = sum(link is not None for link in self._under_way.values())
            if self._store.log.pages >= self._settings.pages:
                self.stop("pages")
                return
            if self._store.log.pages + planned >= self._settings.pages:
                return
            link = self._next_link()
            if link is None:
                return
            self._send(link)

    def _next_link(self) -> FrontierLink | None:
        """The best link of the first open group with room; links of sites we left are dropped on the way, links of
        hosts that rest are set aside."""
        frontier = self._store.frontier
        if released := self._aside.due():
            self._store.commit(Batch(released=released))
        dropped: list[FrontierLink] = []
        try:
            for name, _, width in frontier.open_groups():
                if self._busy[name] >= width or self._hosts[self._held.get(name, "")]:
                    continue
                while (link := self._best_of(name)) is not None:
                    if site_of(link.url) in frontier.left_sites or self._memory.is_trap(link.url):
                        dropped.append(link)
                    elif self._aside.rests(link.url):
                        self._aside.put(link, host_of(link.url))
                    else:
                        return link
                if width == 1 and frontier.refused:
                    self._held[name] = frontier.refused
            return None
        finally:
            if dropped:
                self._store.commit(Batch(dropped=tuple(dropped)))

    def _best_of(self, group: str) -> FrontierLink | None:
        self._held.pop(group, None)
        # One request a host: a second one would only wait in a place that others could use.
        return self._store.frontier.take(group, depth=self._settings.look_ahead, busy=self._hosts)

    def _send(self, link: FrontierLink) -> None:
        self._busy[link.group] += 1
        self._hosts[host_of(link.url)] += 1
        going: Coroutine[Any, Any, Visit | Answered] = self._parts.visitor.visit(link)
        self._under_way[asyncio.create_task(going)] = link

    # ── taking in ─────────────────────────────────────────────────────────────────────────────────────────

    async def _wait(self, stopping: asyncio.Task[Any]) -> list[asyncio.Task[Visit | Answered]]:
        """What came, in the order it was sent for."""
        awaited: set[asyncio.Task[Any]] = {*self._under_way, stopping}
        done, _ = await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
        return [task for task in self._under_way if task in done]

    def _collect(self, came: list[asyncio.Task[Visit | Answered]]) -> None:
        for task in came:
            link = self._under_way.pop(task)
            if link is not None:
                self._release(self._busy, link.group)
                self._release(self._hosts, host_of(link.url))
            found = task.result()
            if isinstance(found, Visit):
                if not self._is_to_wait(found):
                    self._take_in(found)
            else:
                del self._asking[task]
                event = Backlinks(self._store.log.length, *found)
                self._record(Batch(event, self._memory.learn(event)))

    @staticmethod
    def _release(places: Counter[str], name: str) -> None:
        places[name] -= 1
        if not places[name]:
            del places[name]

    def _is_to_wait(self, found: Visit) -> bool:
        """Whether the link has to wait for a host that rests; then it is set aside, and nothing is learnt.

        A link that was asked for, and answered with "come back later", gets a second chance and no third. One that
        the run had no time for any more was not asked for: it waits where it was."""
        if found.failure is not None and found.failure.kind == OutOfTime.kind:
            self.stop(TIME_LIMIT)
            return True
        if found.resting is None:
            return False
        host, until = found.resting
        self._aside.rest(host, until)
        if found.status is not None:
            url, now = found.link.url, self._parts.clock.now()
            if self._store.log.is_postponed(url):
                return False
            note = Note(now, "put off", {"what": url, "status": found.status})
            self._store.commit(Batch(postponed=url, notes=(note,)))
        self._aside.put(found.link, host)
        return True

    def _take_in(self, found: Visit) -> None:
        link, reading = found.link, found.reading
        outcome = Outcome(
            number=self._store.log.length,
            url=link.url,
            group=link.group,
            depth=link.depth,
            path=self._store.log.path_to(link.parent, link.nth),
            final_url=found.final_url,
            status=found.status,
            failure=found.failure,
            permit=found.permit,
            **({"set_aside": found.set_aside} if reading is None else self._new_of(reading, found.set_aside)),
        )
        capture = self._archived(found, outcome)
        self._record(Batch(outcome, self._memory.learn(outcome), link, capture, reading.kept if reading else ()))

    def _new_of(self, read: Reading, why_not: str | None) -> dict[str, Any]:
        """What of a page is new to this crawl, as fields of its outcome."""
        set_aside = why_not or ("duplicate" if self._memory.was_said(read.digest) else None)
        known = self._store.log.known_findings([g.identity for g in read.goals])
        return {
            "on_topic": read.on_topic,
            "links": read.links if set_aside is None else (),
            "forms": read.forms,
            "found": tuple(g for g in read.goals if g.identity not in known) if why_not is None else (),
            "set_aside": set_aside,
            "digest": read.digest,
            "fingerprint": read.fingerprint,
        }

    def _archived(self, found: Visit, outcome: Outcome) -> Capture | None:
        """Failures too: a replay of this crawl has to fail where it failed."""
        archive, response = self._parts.archive, found.response
        if found.packed is not None:
            return archive.append_packed(found.packed) if archive else found.packed.how
        if response is not None:
            about = {"outcome": str(outcome.number)}
            return archive.append(response, extra=about) if archive else capture_of(response)
        if archive is None or found.failure is None:
            return None
        now = self._parts.clock.now()
        return archive.append_failure(outcome.url, found.failure, now)

    def _record(self, batch: Batch) -> None:
        self._store.commit(batch, self._memory.strategy.places)
        self._ask_unanswered()
        if isinstance(batch.event, Outcome) and self._store.log.pages % self._settings.snapshot_pages == 0:
            self._store.commit(Batch(snapshot=self._memory.state()))
        self._parts.watch(self)

    # ── running dry, asking others ────────────────────────────────────────────────────────────────────────

    def _starve(self) -> bool:
        """Tell the strategy that nothing is left; True if it knows nothing either, or what it says changes
        nothing: no link to take, no question to wait for."""
        event = Starved(self._store.log.length)
        advice = self._memory.learn(event)
        if not advice.links and not advice.commands:
            return True
        self._record(Batch(event, advice))
        return not self._under_way and next(iter(self._store.frontier.open_groups()), None) is None

    def _ask_unanswered(self) -> None:
        """Backlink questions take places like visits do, so K = 1 stays one thing after another."""
        if self._parts.backlinks is None:
            return
        asked = set(self._asking.values())
        for site in self._store.log.unanswered():
            if site not in asked:
                task = asyncio.create_task(self._ask(self._parts.backlinks, site))
                self._under_way[task] = None
                self._asking[task] = site

    @staticmethod
    async def _ask(source: BacklinkSource, site: str) -> Answered:
        return site, tuple(await source.backlinks(site, _BACKLINKS))
