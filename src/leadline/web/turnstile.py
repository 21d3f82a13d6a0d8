"""The turnstile in front of every request: one at a time a host, spaced, with the whole machine's share kept.

A request first waits for its *host*, then for its *address* (a thousand small shops on one server are one
server), and only then takes one of the connections all hosts share. So a slow host holds one place, never
the hosts behind it, and requests to one host leave in the order they came.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import islice

from leadline.protocols import Clock
from leadline.web.politeness import Pace, after_answer, after_refusal, before_request, due

_KEPT = 10_000
"""Lanes kept beyond the busy ones; an idle lane whose time has passed says nothing and may be forgotten."""


@dataclass(slots=True)
class _Lane:
    """The line of requests in front of one host or address."""

    free: asyncio.Semaphore
    pace: Pace = field(default_factory=Pace)
    users: int = 0


@dataclass(slots=True)
class Passage:
    """One request's turn; say what came of it, so that the next one knows how long to wait."""

    _turnstile: "Turnstile"
    _lanes: tuple[tuple[_Lane, float], ...]
    _settled: bool = False

    def answered(self) -> None:
        """An answer began to arrive: the gap counts from here."""
        now = self._turnstile.clock.now()
        for lane, gap in self._lanes:
            lane.pace = after_answer(lane.pace, now, gap)
        self._settled = True

    def pushed_back(self, retry_after: float | None) -> None:
        """The host asked for time, or could not be reached."""
        now = self._turnstile.clock.now()
        lane, gap = self._lanes[0]
        lane.pace = after_refusal(lane.pace, now, gap, retry_after)
        self._settled = True

    def close(self) -> None:
        if not self._settled:  # failed or cancelled half-way: the host may have seen it
            self.answered()


class Turnstile:
    """See the module's text. `departing(host, next_at)` is told before each request leaves, so that a store
    can keep the promise across a crash."""

    def __init__(
        self,
        clock: Clock,
        *,
        concurrency: int,
        address_share: int,
        departing: Callable[[str, float], None] | None = None,
    ) -> None:
        self.clock = clock
        self._share = address_share
        self._places = asyncio.Semaphore(concurrency)
        self._hosts: OrderedDict[str, _Lane] = OrderedDict()
        self._addresses: OrderedDict[str, _Lane] = OrderedDict()
        self._departing = departing

    def remember(self, host: str, next_at: float) -> None:
        """A stored promise from an earlier process."""
        lane = self._lane(self._hosts, host, 1)
        lane.pace = Pace(max(lane.pace.next_at, next_at), lane.pace.refusals)

    def rests_for(self, host: str) -> float:
        """Seconds until this host wants to be asked again, as far as is known now."""
        lane = self._hosts.get(host)
        return 0.0 if lane is None else max(0.0, lane.pace.next_at - self.clock.now())

    @asynccontextmanager
    async def passage(self, host: str, address: str | None, delay: float) -> AsyncIterator[Passage]:
        """Wait for this request's turn; inside the block it is ours."""
        wanted = [(self._lane(self._hosts, host, 1), delay)]
        if address is not None:
            wanted.append((self._lane(self._addresses, address, self._share), delay / self._share))
        for lane, _ in wanted:
            lane.users += 1
        passed: list[asyncio.Semaphore] = []
        try:
            for lane, gap in wanted:
                await lane.free.acquire()
                passed.append(lane.free)
                await self._space_out(lane, gap)
            await self._places.acquire()
            passed.append(self._places)
            if self._departing is not None:
                self._departing(host, wanted[0][0].pace.next_at)
            turn = Passage(self, tuple(wanted))
            try:
                yield turn
            finally:
                turn.close()
        finally:
            for gate in reversed(passed):
                gate.release()
            for lane, _ in wanted:
                lane.users -= 1

    async def _space_out(self, lane: _Lane, gap: float) -> None:
        """Wait until the lane is due, and claim the moment, since an address lets several through."""
        while (moment := due(lane.pace, now := self.clock.now())) > now:
            await self.clock.sleep_until(moment)
        lane.pace = before_request(lane.pace, now, gap)

    def _lane(self, lanes: OrderedDict[str, _Lane], key: str, width: int) -> _Lane:
        lane = lanes.get(key)
        if lane is None:
            self._forget_idle(lanes)
            lane = lanes[key] = _Lane(asyncio.Semaphore(width))
        else:
            lanes.move_to_end(key)
        return lane

    def _forget_idle(self, lanes: OrderedDict[str, _Lane]) -> None:
        now = self.clock.now()
        for key in list(islice(lanes, 16)) if len(lanes) >= _KEPT else ():
            lane = lanes[key]
            if lane.users == 0 and lane.pace.next_at <= now:
                del lanes[key]
