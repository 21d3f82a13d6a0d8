"""Fixed depth: breadth-first from the root page of every site, three links deep.

Barbosa & Freire, *Searching for Hidden-Web Databases*, WebDB 2005, section 4, after the Database Crawler of
Chang et al.: "a breadth-first search starting from the root page of a site up to a fixed depth", 3, because
91.6 % of sites have their first query interface within that depth.

| paper | here |
|---|---|
| root page of a site | `_root`: the home page of the site a seed or out-of-site link belongs to |
| breadth-first | one group, key = −depth, first come first served inside a depth |
| depth 3 | `locate.fixed_depth` |

**Ours**: the paper sampled its sites; here sites come from the seeds and from the links that leave a site, at
depth 0 of their own, after everything that is nearer to a root. The page's topic plays no part.
"""

from collections.abc import Sequence

from leadline.locate.settings import LocateSettings
from leadline.model.events import Event, Outcome
from leadline.model.url import parts_of
from leadline.protocols import NOTHING_KNOWN, Advice, OpenGroup, Prior, Ranked, Strategy

_INSIDE = "inside"
_SITES = "sites"


class FixedDepth(Strategy):
    """Depth is all it knows, and the loop carries that."""

    name = "fixed-depth"
    topical_only = True

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        del prior
        self._deepest = settings.fixed_depth

    def start(self, seeds: Sequence[str]) -> Advice:
        roots = tuple(Ranked(_root(url), _SITES, 0.0, "root") for url in seeds)
        return Advice(roots, (OpenGroup(_INSIDE, 0, 1_000_000), OpenGroup(_SITES, 1, 1_000_000)))

    def learn(self, event: Event) -> Advice:
        if not isinstance(event, Outcome):
            return Advice()
        depth = event.depth + 1
        kept = []
        for nth, link in enumerate(event.links):
            if not link.same_site:
                kept.append(Ranked(_root(link.url), _SITES, 0.0, "root", nth, 0))
            elif depth <= self._deepest:
                kept.append(Ranked(link.url, _INSIDE, -float(depth), str(depth), nth, depth))
        return Advice(tuple(kept))

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [0.0 if p == "root" else -float(p) for p in patterns]


def _root(url: str) -> str:
    return f"{parts_of(url).origin}/"
