"""The politeness gate before every request: one at a time a host, spaced, with the whole machine's share kept.

A request first waits for its *host*, then for its *address* (a thousand small shops on one server are one
server), and only then takes one of the slots all hosts share. So a slow host holds one slot, never the hosts
behind it, and requests to one host leave in the order they came. As long as fewer hosts than `concurrency` are
slow at once, the others go on at full pace; when every slot is held by a slow host, they wait for at most the time
one exchange may take (`web.limits.total_seconds`). A request that is cancelled or fails gives back all it held.

A host's gap is counted from the moment the *answer* to the previous request arrived. The server saw that request
earlier, so the gap it measures is never below the delay, however late either travelled; counted from the moment of
sending it can be (docs/decisions/0006). An address's gap is counted when requests leave, for several may be under
way there: a server sees it give or take the time a connection takes.

>>> pace = after_contact(Pace(), now=100.0)
>>> due(pace, 100.2, delay=1.0), due(pace, 105.0, delay=1.0)
(101.0, 105.0)
>>> due(after_refusal(pace, now=101.0, delay=1.0, retry_after=30.0), 101.0, delay=1.0)
131.0
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from typing import NamedTuple, Self

from leadline.model.rest import Rest
from leadline.protocols import Clock
from leadline.web.neighbours import Claim, Neighbours
from leadline.web.settings import WebSettings

_KEPT = 10_000  # queues beyond the busy ones; an idle one whose time has passed says nothing and may be forgotten


def longest_gap(settings: WebSettings) -> float:
    """Seconds that the pause between two requests to a host can have."""
    return max(settings.max_crawl_delay, settings.delay)


def patience(settings: WebSettings) -> float:
    """Seconds for which a request waits at a host that asked for time."""
    return max(settings.max_retry_after, settings.delay)


LONGEST_BACKOFF = 300.0


class Pace(NamedTuple):
    """How one host (or address) is to be treated."""

    asked_at: float = -inf  # when it last answered or, while it has not, when it was last asked
    rest_until: float = -inf  # when it wants to be asked again, if it pushed back
    refusals: int = 0  # how often it pushed back in a row
    slowness: float = 0.0  # seconds it is left alone at least, by how long it lately took to answer


def due(pace: Pace, now: float, delay: float) -> float:
    """When the next request may leave; the gap before it is its own, so a new Crawl-delay counts at once."""
    return max(now, pace.asked_at + max(delay, pace.slowness), pace.rest_until)


def after_contact(pace: Pace, now: float) -> Pace:
    """A request left, an answer came, or waiting for one ended at `now`."""
    # Made anew rather than by `_replace`, which goes by way of a dictionary: every request comes by here.
    return Pace(max(pace.asked_at, now), pace.rest_until, pace.refusals, pace.slowness)


def after_answer(pace: Pace, seconds: float, longest: float) -> Pace:
    """The host took so many seconds, weighed, to answer. Half of what it took before counts: one slow page is
    soon forgotten.

    >>> after_answer(after_answer(Pace(), 8.0, longest=30.0), 0.0, longest=30.0).slowness
    2.0
    """
    return pace._replace(slowness=min((pace.slowness + seconds) / 2, longest))


def after_success(pace: Pace) -> Pace:
    """The answer was no refusal: the next one starts the back-off anew."""
    return pace._replace(refusals=0) if pace.refusals else pace


def after_refusal(pace: Pace, now: float, delay: float, retry_after: float | None) -> Pace:
    """The host pushed back (429, 503, no connection): wait as long as it asks, else back off exponentially."""
    refusals = pace.refusals + 1
    # The exponent is capped before the power is taken: 2.0**1024 is an OverflowError.
    backoff = min(delay * 2.0 ** min(refusals, 32), LONGEST_BACKOFF)
    wait = max(backoff if retry_after is None else retry_after, delay)
    return pace._replace(rest_until=max(pace.rest_until, now + wait), refusals=refusals)


class Resting(Exception):
    """The host wants to be left alone for longer than this request waits."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


@dataclass(slots=True)
class _Queue:
    free: asyncio.Semaphore
    pace: Pace = field(default_factory=Pace)
    users: int = 0
    widest_gap: float = 0.0


_Queues = OrderedDict[str, _Queue]
_Passed = asyncio.Semaphore | Claim
_Wanted = tuple[tuple[_Queue, float], ...]
"""The queues a request has to pass, each with the gap it keeps there; its host's first."""


class PolitenessGate:
    """See the module's text. `before_request(host, next_at)` is called before each request leaves, and
    `on_rest(host, rest)` when a host pushes back or answers again, before anybody sees the answer: so that a store
    can keep the promises across a crash."""

    def __init__(
        self,
        clock: Clock,
        *,
        concurrency: int,
        address_share: int,
        before_request: Callable[[str, float], None] | None = None,
        on_rest: Callable[[str, Rest], None] | None = None,
        slowness: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """`slowness`: how many times as long as it takes to answer a host is left alone, and how long at most."""
        self.slowness = slowness
        self.clock = clock
        self.neighbours: Neighbours | None = None
        self._share = address_share
        self._slots = asyncio.Semaphore(concurrency)
        self._hosts: _Queues = OrderedDict()
        self._addresses: _Queues = OrderedDict()
        self._before_request = before_request
        self._on_rest = on_rest

    def remember(self, host: str, next_at: float, refusals: int = 0) -> None:
        """A stored promise from an earlier process, and how often the host had pushed back in a row."""
        queue = self._queue(self._hosts, host, 1)
        pace = queue.pace
        queue.pace = pace._replace(rest_until=max(pace.rest_until, next_at), refusals=max(pace.refusals, refusals))

    def rests_for(self, host: str) -> float:
        """Seconds for which this host asked to be left alone, as far as is known now."""
        queue = self._hosts.get(host)
        return 0.0 if queue is None else max(0.0, queue.pace.rest_until - self.clock.now())

    def turn(self, host: str, address: str | None, delay: float, patience: float = inf) -> "Turn":
        """To wait for. Raises `Resting` where the host asks, now or meanwhile, for more time than `patience`."""
        wanted: _Wanted = ((self._queue(self._hosts, host, 1), delay),)
        if address is not None:
            wanted += ((self._queue(self._addresses, address, self._share), delay / self._share),)
        return Turn(self, host, wanted, patience)

    async def enter(self, host: str, wanted: _Wanted, patience: float, passed: list[_Passed]) -> None:
        """Wait in every queue; `passed` names what has to be given back, whatever happens."""
        for queue, gap in wanted:
            await queue.free.acquire()
            passed.append(queue.free)
            if (rest := self.rests_for(host)) > patience:
                raise Resting(rest)
            await self._until_due(((queue, gap),))
        if self.neighbours is not None:
            passed.append(Claim(self.neighbours, host))
            await self._after_neighbours(self.neighbours, host, wanted[0], patience)
        await self._take_slot(wanted)
        passed.append(self._slots)
        self._depart(host, wanted)

    async def _after_neighbours(
        self, neighbours: Neighbours, host: str, wanted: tuple[_Queue, float], patience: float
    ) -> None:
        """Wait until no other process asks this host, and as long after as if it had been us."""
        queue, gap = wanted
        from_ = await neighbours.ask(host, max(gap, due(queue.pace, now := self.clock.now(), gap) - now))
        if from_ > self.clock.now():
            self.remember(host, from_)
            if (rest := self.rests_for(host)) > patience:
                raise Resting(rest)

    async def _take_slot(self, wanted: _Wanted) -> None:
        """Take a slot at a moment when every queue is due.

        While we waited for the slot somebody else may have left through our address; then the slot goes back,
        since one that is held while sleeping is lost to all hosts."""
        while True:
            await self._until_due(wanted)
            await self._slots.acquire()
            now = self.clock.now()
            if _due_at(wanted, now) <= now:
                return
            self._slots.release()

    async def _until_due(self, wanted: _Wanted) -> None:
        while (moment := _due_at(wanted, now := self.clock.now())) > now:
            await self.clock.sleep_until(moment)

    def _depart(self, host: str, wanted: _Wanted) -> None:
        """Claim the moment in every queue. Nothing is awaited between the last look at them and this."""
        now = self.clock.now()
        for queue, _ in wanted:
            queue.pace = after_contact(queue.pace, now)
        if self._before_request is not None:
            self._before_request(host, due(wanted[0][0].pace, now, wanted[0][1]))

    def tell(self, host: str, rest: Rest) -> None:
        if self._on_rest is not None:
            self._on_rest(host, rest)

    def _queue(self, queues: _Queues, key: str, width: int) -> _Queue:
        queue = queues.get(key)
        if queue is None:
            self._forget_idle(queues)
            queue = queues[key] = _Queue(asyncio.Semaphore(width))
        else:
            queues.move_to_end(key)
        return queue

    def _forget_idle(self, queues: _Queues) -> None:
        now = self.clock.now()
        for key in list(islice(queues, 16)) if len(queues) >= _KEPT else ():
            queue = queues[key]
            if queue.users == 0 and due(queue.pace, now, queue.widest_gap) <= now:
                del queues[key]
            else:
                queues.move_to_end(key)  # out of the way of those that can be forgotten


def _due_at(wanted: _Wanted, now: float) -> float:
    return max(due(queue.pace, now, gap) for queue, gap in wanted)


@dataclass(slots=True)
class Turn:
    """One request at the gate: `async with` it to wait; inside the block it is ours. Say what came of it, so that
    the next one knows how long to wait. A class, to spare every request a generator."""

    _gate: PolitenessGate
    _host: str
    _wanted: _Wanted
    _patience: float
    _passed: list[_Passed] = field(default_factory=list)
    _answered: bool = False
    _refused: bool = False
    _left_at: float = inf

    async def __aenter__(self) -> Self:
        for queue, gap in self._wanted:
            queue.users += 1
            queue.widest_gap = max(queue.widest_gap, gap)
        try:
            await self._gate.enter(self._host, self._wanted, self._patience, self._passed)
        except BaseException:
            self._leave()
            raise
        self._left_at = self._gate.clock.now()
        return self

    async def __aexit__(self, *_: object) -> None:
        try:
            succeeded = self._answered and not self._refused
            if not self._answered:  # failed or cancelled half-way: the host may have seen it just now
                self.answered()
            queue = self._wanted[0][0]
            if succeeded and queue.pace.refusals:
                queue.pace = after_success(queue.pace)
                self._gate.tell(self._host, Rest(queue.pace.rest_until, 0.0))
        finally:
            self._leave()

    def answered(self) -> None:
        """An answer began to arrive: the gap counts from here."""
        now = self._gate.clock.now()
        for queue, _ in self._wanted:
            queue.pace = after_contact(queue.pace, now)
        factor, longest = self._gate.slowness
        if factor and not self._answered:
            queue = self._wanted[0][0]
            queue.pace = after_answer(queue.pace, factor * max(0.0, now - self._left_at), longest)
        self._answered = True

    def pushed_back(self, retry_after: float | None) -> None:
        """The host asked for time, or could not be reached."""
        queue, gap = self._wanted[0]
        now = self._gate.clock.now()
        queue.pace = after_refusal(queue.pace, now, gap, retry_after)
        self._refused = True
        until = queue.pace.rest_until
        self._gate.tell(self._host, Rest(until, until - now, queue.pace.refusals))

    def _leave(self) -> None:
        for semaphore in reversed(self._passed):
            semaphore.release()
        for queue, _ in self._wanted:
            queue.users -= 1
