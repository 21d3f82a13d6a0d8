"""Two ways to crawl that need no paper, to compare with: breadth-first, and keywords in anchors with a cap."""

from collections import Counter
from collections.abc import Sequence

from leadline.learn.text import distinct_terms
from leadline.locate.settings import LocateSettings
from leadline.model.events import Event, Outcome
from leadline.model.page import Link
from leadline.model.url import site_of
from leadline.protocols import NOTHING_KNOWN, Advice, LeaveSite, OpenGroup, Prior, Ranked, Strategy

_GROUP = "web"
_CAP = 30
"""Pages a site."""


class BreadthFirst(Strategy):
    """Every link of every page, in the order they are met."""

    name = "breadth-first"

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        del settings, prior

    def start(self, seeds: Sequence[str]) -> Advice:
        links = tuple(Ranked(url, _GROUP, 0.0, "0") for url in seeds)
        return Advice(links, (OpenGroup(_GROUP, width=1_000_000),))

    def learn(self, event: Event) -> Advice:
        if not isinstance(event, Outcome):
            return Advice()
        depth = event.depth + 1
        return Advice(
            tuple(
                Ranked(link.url, _GROUP, float(-depth), str(-depth), nth, depth) for nth, link in _numbered(event)
            )
        )

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [float(pattern) for pattern in patterns]


class AnchorWords(Strategy):
    """Links whose anchors have most words of the topic, and no more than so many pages a site."""

    name = "anchor-words"

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        del settings
        self._topic = {term for term, weight in prior.topic.items() if weight > 0}
        self._pages: Counter[str] = Counter()

    def start(self, seeds: Sequence[str]) -> Advice:
        links = tuple(Ranked(url, _GROUP, 99.0, "99") for url in seeds)
        return Advice(links, (OpenGroup(_GROUP, width=1_000_000),))

    def learn(self, event: Event) -> Advice:
        if not isinstance(event, Outcome):
            return Advice()
        site = site_of(event.url)
        self._pages[site] += 1
        left = (LeaveSite(site, "cap"),) if self._pages[site] == _CAP else ()
        kept = []
        for nth, link in _numbered(event):
            said = len(self._topic.intersection(distinct_terms(link.anchor)))
            kept.append(Ranked(link.url, _GROUP, float(said), str(said), nth, event.depth + 1))
        return Advice(tuple(kept), left)

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [float(pattern) for pattern in patterns]


def _numbered(page: Outcome) -> "enumerate[Link]":
    return enumerate(page.links)


PLAIN = {kind.name: kind for kind in (BreadthFirst, AnchorWords)}
