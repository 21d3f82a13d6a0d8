"""What a crawl is made of, what it has learnt, and which hosts it leaves alone.

What it has learnt (the strategy, the traps it knows, what pages have said) is a fold over its log: whoever learns
the same events in the same order knows the same. That is what makes `resume`, take-over by another worker and
exact repetition one mechanism; a snapshot only saves the time of learning again.
"""

import asyncio
import json
from array import array
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from leadline.locate.traps import TrapWatch
from leadline.locate.visit import Visitor
from leadline.model.events import Event, Outcome
from leadline.model.rest import RestingHost, in_utc
from leadline.model.url import host_of
from leadline.protocols import Advice, BacklinkSource, Clock, Strategy
from leadline.store.archive import Archive
from leadline.store.batch import FrontierLink
from leadline.store.codec import stored
from leadline.store.protocols import EventLog, Store

if TYPE_CHECKING:
    from leadline.locate.loop import Crawl


@dataclass(frozen=True, slots=True)
class CrawlParts:
    store: Store
    strategy: Strategy
    visitor: Visitor
    clock: Clock
    archive: Archive | None = None
    backlinks: BacklinkSource | None = None
    watch: Callable[["Crawl"], None] = field(default=lambda _: None)  # told after every event: progress bars
    stop: asyncio.Event | None = None
    """Set from outside (Ctrl-C): what is under way is dropped and waits again at `resume`."""
    patience: float = 0.0
    """Seconds for which a request waits at a host that asked for time (`web.max_retry_after`)."""


class CrawlMemory:
    """Learn events one by one; what it advises is the strategy's advice without what leads into traps."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self._traps = TrapWatch()
        self._said: set[int] = set()

    def learn(self, event: Event) -> Advice:
        advice = self.strategy.learn(event)
        if isinstance(event, Outcome):
            self._traps.learn(event)
            if event.digest is not None:
                self._said.add(event.digest)
        if not self._traps.any_closed:
            return advice
        kept = tuple(ranked for ranked in advice.links if not self._traps.closed(ranked.url))
        return Advice(kept, advice.commands)

    def take_up(self, log: EventLog) -> None:
        """Become what the log says we are, from the newest snapshot on."""
        since, state = log.snapshot() or (0, None)
        if state is not None:
            self.restore(state)
        for event in log.events(since):
            self.learn(event)

    def was_said(self, digest: int | None) -> bool:
        return digest in self._said

    def is_trap(self, url: str) -> bool:
        return self._traps.closed(url)

    def state(self) -> str:
        kept = {"strategy": self.strategy.state(), "traps": self._traps.state(), "said": sorted(self._said)}
        return json.dumps(kept)

    @stored("a snapshot")
    def restore(self, state: str) -> None:
        kept = json.loads(state)
        self.strategy.restore(kept["strategy"])
        self._traps.restore(kept["traps"])
        self._said = set(kept["said"])


class RestingHosts:
    """Hosts that asked to be left alone, and their links: set aside, not lost, and waiting again when their time
    comes. A link set aside stays among those that are taken, so kill -9 has it wait again at `resume`; and it is
    set aside once a rest, so that a host with a million links does not hide those of others behind it."""

    def __init__(self, clock: Clock, patience: float) -> None:
        """`patience`: from so many seconds before the end of a rest on, a request may wait for it at the door."""
        self._clock = clock
        self._patience = patience
        self._until: dict[str, float] = {}
        self._places: defaultdict[str, array[int]] = defaultdict(lambda: array("q"))
        """Pattern and position of each link in turn: a host may have a million of them."""

    def rests(self, url: str) -> bool:
        return host_of(url) in self._until

    def rest(self, host: str, until: float) -> None:
        """A host is not to be asked before that moment."""
        self._until[host] = max(until, self._until.get(host, until))

    def put(self, link: FrontierLink, host: str) -> None:
        """Let a link that was taken wait until this host may be asked: its own, or one it is redirected to."""
        self._places[host].extend((link.pattern, link.position))

    def due(self) -> tuple[tuple[int, int], ...]:
        """(pattern, position) of links that are set aside no longer: the rest of their hosts is over, or so nearly
        that a request may wait for its end."""
        now = self._clock.now()
        released: list[tuple[int, int]] = []
        for host in [host for host, until in self._until.items() if until - now <= self._patience]:
            del self._until[host]
            places = self._places.pop(host, array("q"))
            released += zip(places[::2], places[1::2], strict=True)
        return tuple(released)

    @property
    def hosts(self) -> tuple[RestingHost, ...]:
        """Who rests, those that come back first at the beginning."""
        waiting = sorted((until, host) for host, until in self._until.items() if host in self._places)
        return tuple(RestingHost(host, in_utc(until), len(self._places[host]) // 2) for until, host in waiting)
