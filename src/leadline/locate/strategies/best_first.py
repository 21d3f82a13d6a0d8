"""Best-first: follow all links of pages on the topic, those of the surest pages first.

The *Baseline* of Barbosa & Freire, *Searching for Hidden-Web Databases*, WebDB 2005, section 4, a variation of
the focused crawler of Chakrabarti, van den Berg & Dom (1999).

| paper | here |
|---|---|
| "the page classifier guides the search" | `Outcome.on_topic`, P(topic) of the page a link stands on |
| "follows all links that belong to a page classified as being on-topic" | P > `locate.topic_threshold` |

**Ours**: the paper states no order among the links; we take the page's probability, as best-first does, in
steps of a hundredth so that links share patterns, first come first served inside one.
"""

from collections.abc import Sequence
from itertools import count, repeat

from leadline.locate.settings import LocateSettings
from leadline.model.events import Event, Outcome
from leadline.model.later_links import urls_of
from leadline.protocols import NOTHING_KNOWN, Advice, OpenGroup, Prior, Ranked, Strategy, ranked_all

GROUP = "web"


class BestFirst(Strategy):
    """Has nothing to learn: the page classifier knows what it knows."""

    name = "best-first"
    topical_only = True

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        del prior
        self._threshold = settings.topic_threshold

    def start(self, seeds: Sequence[str]) -> Advice:
        links = tuple(Ranked(url, GROUP, 1.0, "1.00") for url in seeds)
        return Advice(links, (OpenGroup(GROUP, width=1_000_000),))

    def learn(self, event: Event) -> Advice:
        if not isinstance(event, Outcome) or (event.on_topic or 0.0) <= self._threshold:
            return Advice()
        step, depth = f"{event.on_topic:.2f}", event.depth + 1
        same = (repeat(GROUP), repeat(float(step)), repeat(step), count(), repeat(depth))
        return Advice(ranked_all(zip(urls_of(event.links), *same, strict=False)))

    def why(self, group: str, pattern: str) -> Sequence[tuple[str, float]]:
        del group
        return [("P(topic) of the page it stands on", float(pattern))]

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [float(p) for p in patterns]
