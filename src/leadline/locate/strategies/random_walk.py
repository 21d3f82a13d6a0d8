"""The random crawler: every link of every page, in an order that knows nothing. The floor in every plot.

A random choice hashes (seed, url), so the order is the same wherever and whenever the link turns up.
"""

import zlib
from collections.abc import Sequence

from leadline.locate.settings import LocateSettings
from leadline.model.events import Event, Outcome
from leadline.protocols import NOTHING_KNOWN, Advice, OpenGroup, Prior, Ranked, Strategy

_GROUP = "web"
_PATTERNS = 4096


def shuffled(seed: int, text: str) -> int:
    """A place in an order that knows nothing."""
    return zlib.crc32(f"{seed}\n{text}".encode())


class RandomOrder(Strategy):
    name = "random"
    topical_only = True

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        del prior
        self._seed = settings.seed

    def start(self, seeds: Sequence[str]) -> Advice:
        links = tuple(self._ranked(url, None, 0) for url in seeds)
        return Advice(links, (OpenGroup(_GROUP, width=1_000_000),))

    def learn(self, event: Event) -> Advice:
        if not isinstance(event, Outcome):
            return Advice()
        depth = event.depth + 1
        return Advice(tuple(self._ranked(link.url, nth, depth) for nth, link in enumerate(event.links)))

    def _ranked(self, url: str, nth: int | None, depth: int) -> Ranked:
        drawn = shuffled(self._seed, url) % _PATTERNS
        return Ranked(url, _GROUP, drawn / _PATTERNS, str(drawn), nth, depth)

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [int(p) / _PATTERNS for p in patterns]
