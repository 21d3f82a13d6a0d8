"""Which worker may ask a host: one at a time; who follows another keeps the gap from that one's last answer.

A worker keeps the gap after its own requests by itself, so the one that had a host last gets it again at once.
This matters where two meet at one host (a redirect into somebody else's site), and where one takes over from
another that was killed: how long its last request travelled nobody knows, so the gap is counted from its end.
"""

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import NamedTuple

from leadline.protocols import Clock


class Granted(NamedTuple):
    """Who may go: a worker, its question, the moment from which it may, and the gap it keeps."""

    worker: int
    question: int
    from_: float
    gap: float


@dataclass(slots=True)
class _Lease:
    holder: int | None = None
    last: int | None = None
    gap: float = 0.0
    free_at: float = 0.0  # for anybody but `last`
    waiting: deque[tuple[int, int, float]] = field(default_factory=deque)


class Leases:
    """`ask`, `leave` and `bury` return who may go now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._hosts: defaultdict[str, _Lease] = defaultdict(_Lease)

    def ask(self, host: str, worker: int, question: int, gap: float) -> list[Granted]:
        lease = self._hosts[host]
        lease.waiting.append((worker, question, gap))
        return self._next(lease)

    def leave(self, host: str, worker: int) -> list[Granted]:
        """A worker's request to a host is over; its answer came just now, at the latest."""
        lease = self._hosts[host]
        if lease.holder != worker:  # it did not wait for its turn
            lease.waiting = deque(one for one in lease.waiting if one[0] != worker)
            return []
        lease.holder = None
        lease.free_at = max(lease.free_at, self._clock.now() + lease.gap)  # it may have asked for more time
        return self._next(lease)

    def rest(self, host: str, until: float) -> None:
        """A host asked for time: others than the one that was told keep to it, too."""
        lease = self._hosts[host]
        lease.free_at = max(lease.free_at, until)

    def bury(self, worker: int) -> list[tuple[str, list[Granted]]]:
        """A worker is dead: what it held is free when the gap is over, what it waited for is forgotten."""
        freed = []
        for host, lease in self._hosts.items():
            lease.waiting = deque(one for one in lease.waiting if one[0] != worker)
            if worker in (lease.holder, lease.last):
                lease.free_at = max(lease.free_at, self._clock.now() + lease.gap)
                lease.last = None
            if lease.holder == worker:
                lease.holder = None
                freed.append((host, self._next(lease)))
        return freed

    def _next(self, lease: _Lease) -> list[Granted]:
        if lease.holder is not None or not lease.waiting:
            return []
        worker, question, gap = lease.waiting.popleft()
        from_ = 0.0 if lease.last == worker else lease.free_at
        lease.holder = lease.last = worker
        lease.gap = gap
        return [Granted(worker, question, from_, gap)]
