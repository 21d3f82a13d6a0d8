"""Links of hosts that asked to be left alone: set aside, not lost, and waiting again when their time comes.

A link set aside stays among those that are taken, so kill -9 has it wait again at `resume`; and it is set aside
once a rest, so that a host with a million links does not hide those of others behind it.
"""

from array import array
from collections import defaultdict

from leadline.model.rest import RestingHost, told
from leadline.model.url import host_of
from leadline.protocols import Clock
from leadline.store.batch import FrontierLink


class SetAside:
    """Which hosts rest, and their links."""

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
        ordered = sorted(self._until.items(), key=lambda one: (one[1], one[0]))
        return tuple(
            RestingHost(host, told(until), len(self._places[host]) // 2)
            for host, until in ordered
            if host in self._places
        )
