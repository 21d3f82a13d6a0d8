"""The turnstile in front of every request: one at a time a host, spaced, with the whole machine's share kept.

A request first waits for its *host*, then for its *address* (a thousand small shops on one server are one
server), and only then takes one of the places all hosts share. So a slow host holds one place, never the
hosts behind it, and requests to one host leave in the order they came. What is promised to the others: as
long as fewer hosts than `concurrency` are slow at once, they go on at full pace; when every place is held by
a slow host, they wait for at most the time one exchange may take (`web.limits.total_seconds`).

A host's gap holds on the server's own clock, since it counts from the answer. An address's gap is counted when
requests leave, for several may be under way there: a server sees it give or take the time a connection takes.

A request that is cancelled or fails, waiting or on its way, gives back all it held.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from math import inf

from leadline.model.rest import Rest
from leadline.protocols import Clock
from leadline.web.politeness import Pace, after_answer, after_refusal, after_success, before_request, due

_KEPT = 10_000
"""Lanes kept beyond the busy ones; an idle lane whose time has passed says nothing and may be forgotten."""


class Resting(Exception):
    """The host wants to be left alone for longer than this request waits."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


@dataclass(slots=True)
class _Lane:
    """The line of requests in front of one host or address."""

    free: asyncio.Semaphore
    pace: Pace = field(default_factory=Pace)
    users: int = 0
    widest_gap: float = 0.0

    def idle(self, now: float) -> bool:
        return self.users == 0 and due(self.pace, now, self.widest_gap) <= now


_Wanted = tuple[tuple[_Lane, float], ...]
"""The lanes a request has to pass, each with the gap it keeps there; its host's lane first."""


@dataclass(slots=True)
class Passage:
    """One request's turn; say what came of it, so that the next one knows how long to wait."""

    _clock: Clock
    _wanted: _Wanted
    _resting: Callable[[Rest], None]
    _answered: bool = False
    _refused: bool = False

    def answered(self) -> None:
        """An answer began to arrive: the gap counts from here."""
        now = self._clock.now()
        for lane, _ in self._wanted:
            lane.pace = after_answer(lane.pace, now)
        self._answered = True

    def pushed_back(self, retry_after: float | None) -> None:
        """The host asked for time, or could not be reached."""
        lane, gap = self._wanted[0]
        now = self._clock.now()
        lane.pace = after_refusal(lane.pace, now, gap, retry_after)
        self._refused = True
        self._resting(Rest(lane.pace.rest_until, lane.pace.rest_until - now, lane.pace.refusals))

    def close(self) -> None:
        succeeded = self._answered and not self._refused
        if not self._answered:  # failed or cancelled half-way: the host may have seen it just now
            self.answered()
        lane = self._wanted[0][0]
        if succeeded and lane.pace.refusals:
            lane.pace = after_success(lane.pace)
            self._resting(Rest(lane.pace.rest_until, 0.0))


class Turnstile:
    """See the module's text. `departing(host, next_at)` is told before each request leaves, and `resting(host,
    rest)` when a host pushes back or answers again, before anybody sees the answer: so that a store can keep the
    promises across a crash."""

    def __init__(
        self,
        clock: Clock,
        *,
        concurrency: int,
        address_share: int,
        departing: Callable[[str, float], None] | None = None,
        resting: Callable[[str, Rest], None] | None = None,
    ) -> None:
        self._clock = clock
        self._share = address_share
        self._places = asyncio.Semaphore(concurrency)
        self._hosts: OrderedDict[str, _Lane] = OrderedDict()
        self._addresses: OrderedDict[str, _Lane] = OrderedDict()
        self._departing = departing
        self._resting = resting

    def remember(self, host: str, next_at: float, refusals: int = 0) -> None:
        """A stored promise from an earlier process, and how often the host had pushed back in a row."""
        lane = self._lane(self._hosts, host, 1)
        pace = lane.pace
        lane.pace = pace._replace(rest_until=max(pace.rest_until, next_at), refusals=max(pace.refusals, refusals))

    def rests_for(self, host: str) -> float:
        """Seconds for which this host asked to be left alone, as far as is known now."""
        lane = self._hosts.get(host)
        return 0.0 if lane is None else max(0.0, lane.pace.rest_until - self._clock.now())

    def passage(self, host: str, address: str | None, delay: float, patience: float = inf) -> "_Entry":
        """`async with` it: wait for this request's turn; inside the block it is ours.

        Raises `Resting` where the host asked for more time than `patience`, also if it did so while we waited.
        """
        return _Entry(self, host, self._wanted(host, address, delay), patience)

    async def enter(self, host: str, wanted: _Wanted, patience: float, passed: list[asyncio.Semaphore]) -> Passage:
        """Wait at every gate; `passed` names those that have to be given back, whatever happens."""
        for lane, gap in wanted:
            await lane.free.acquire()
            passed.append(lane.free)
            if (rest := self.rests_for(host)) > patience:
                raise Resting(rest)
            await self._until_due(((lane, gap),))
        await self._take_place(wanted)
        passed.append(self._places)
        return self._depart(host, wanted)

    def _wanted(self, host: str, address: str | None, delay: float) -> _Wanted:
        own = (self._lane(self._hosts, host, 1), delay)
        if address is None:
            return (own,)
        return own, (self._lane(self._addresses, address, self._share), delay / self._share)

    async def _take_place(self, wanted: _Wanted) -> None:
        """Take a place at a moment when every lane is due.

        While we waited for the place somebody else may have left through our address; then the place goes
        back, since one that is held while sleeping is lost to all hosts.
        """
        while True:
            await self._until_due(wanted)
            await self._places.acquire()
            now = self._clock.now()
            if self._due_at(wanted, now) <= now:
                return
            self._places.release()

    async def _until_due(self, wanted: _Wanted) -> None:
        while (moment := self._due_at(wanted, now := self._clock.now())) > now:
            await self._clock.sleep_until(moment)

    def _due_at(self, wanted: _Wanted, now: float) -> float:
        moment = now
        for lane, gap in wanted:
            moment = max(moment, due(lane.pace, now, gap))
        return moment

    def _depart(self, host: str, wanted: _Wanted) -> Passage:
        """Claim the moment in every lane. Nothing is awaited between the last look at them and this."""
        now = self._clock.now()
        for lane, _ in wanted:
            lane.pace = before_request(lane.pace, now)
        if self._departing is not None:
            self._departing(host, due(wanted[0][0].pace, now, wanted[0][1]))
        return Passage(self._clock, wanted, partial(self._tell, host))

    def _tell(self, host: str, rest: Rest) -> None:
        if self._resting is not None:
            self._resting(host, rest)

    def _lane(self, lanes: OrderedDict[str, _Lane], key: str, width: int) -> _Lane:
        lane = lanes.get(key)
        if lane is None:
            self._forget_idle(lanes)
            lane = lanes[key] = _Lane(asyncio.Semaphore(width))
        else:
            lanes.move_to_end(key)
        return lane

    def _forget_idle(self, lanes: OrderedDict[str, _Lane]) -> None:
        now = self._clock.now()
        for key in list(islice(lanes, 16)) if len(lanes) >= _KEPT else ():
            if lanes[key].idle(now):
                del lanes[key]
            else:
                lanes.move_to_end(key)  # out of the way of those that can be forgotten


class _Entry:
    """One passage through the turnstile. A class, to spare every request a generator."""

    __slots__ = ("_host", "_passed", "_patience", "_turn", "_turnstile", "_wanted")

    def __init__(self, turnstile: Turnstile, host: str, wanted: _Wanted, patience: float) -> None:
        self._turnstile = turnstile
        self._host = host
        self._wanted = wanted
        self._patience = patience
        self._passed: list[asyncio.Semaphore] = []
        self._turn: Passage | None = None

    async def __aenter__(self) -> Passage:
        for lane, gap in self._wanted:
            lane.users += 1
            lane.widest_gap = max(lane.widest_gap, gap)
        try:
            turn = await self._turnstile.enter(self._host, self._wanted, self._patience, self._passed)
        except BaseException:
            self._leave()
            raise
        self._turn = turn
        return turn

    async def __aexit__(self, *_: object) -> None:
        try:
            if self._turn is not None:
                self._turn.close()
        finally:
            self._leave()

    def _leave(self) -> None:
        for gate in reversed(self._passed):
            gate.release()
        for lane, _ in self._wanted:
            lane.users -= 1
