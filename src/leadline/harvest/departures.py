"""Requests on their way out of a harvest: counted against the limit, and promised to the store.

Counted where they leave, so that redirects, retries, robots.txt and the parts of a rendered page are all within
`--max-requests`: what would be one too many does not leave.
"""

from leadline.errors import OutOfRequests
from leadline.model.rest import Rest
from leadline.store.crawl import CrawlStore


class Departures:
    """What `open_door` tells. The form's page is asked for before there is a store to promise it to."""

    def __init__(self, most: int | None = None) -> None:
        """`most` requests may leave; any number if None."""
        self._most = most
        self._left = 0
        self._early: list[tuple[str, float]] = []
        self._early_rests: list[tuple[str, Rest]] = []
        self._store: CrawlStore | None = None

    def departing(self, host: str, next_at: float) -> None:
        if self._most is not None and self._left >= self._most:
            raise OutOfRequests(host, f"was not asked: the {self._most:,} requests of this run are spent")
        self._left += 1
        if self._store is not None:
            self._store.promise(host, next_at)
        else:
            self._early.append((host, next_at))

    def resting(self, host: str, rest: Rest) -> None:
        if self._store is not None:
            self._store.rest(host, rest)
        else:
            self._early_rests.append((host, rest))

    def keep_in(self, store: CrawlStore) -> None:
        for host, next_at in self._early:
            store.promise(host, next_at)
        for host, rest in self._early_rests:
            store.rest(host, rest)
        self._store = store
