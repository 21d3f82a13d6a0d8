"""ACHE: FFC that learns its links while it crawls.

Barbosa & Freire, *An Adaptive Crawler for Locating Hidden-Web Entry Points*, WWW 2007, sections 3 and 4.

| paper | here |
|---|---|
| repository of successful paths (3.2) | `_known`, grown with the path to every relevant form |
| learning threshold: 100 new relevant forms (3.2) | `locate.links.threshold` |
| features selected from the new paths: AFS (3.3, Algorithm 2) | `leadline.learn.feature_selection.select` |
| a new link classifier from them and the path instances (Algorithm 1) | `_learning` |
| every link of the frontier is ranked again (Algorithm 1) | `Rerank`; links move between levels |
| *Offline*: FFC's fixed classifier (4.1) | `ache-offline` |
| *Offline-Online*: begins with it and adapts | `ache` |
| *Online*: begins as the baseline, learns from nothing | `ache-online` |
| future work: an apprentice keeps pages off the topic from being fetched (6) | `locate.links.apprentice` |
| future work: back-crawling for more sample paths (6) | `locate.links.back_crawl` |

**Ours**: path instances are all that were collected, features those of the new ones. The baseline that
`ache-online` begins as is `best-first-sc`. Offline features are selected by frequency, the paper's by hand. The
future work is off unless asked for. The apprentice is that of Chakrabarti, Punera & Subramanyam (WWW 2002), over
the words of links: whatever the page classifier says of a page is a lesson about the link that led there. Going
back, a learning step asks who links to the pages with its new forms; these links count like those of its paths.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from leadline.learn.contexts import CONTEXTS, Bags, read_links
from leadline.learn.feature_selection import Selected, select
from leadline.learn.levels import by_level
from leadline.learn.online import BayesianLogistic
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies.ffc import FFC
from leadline.model.events import Outcome
from leadline.protocols import NOTHING_KNOWN, AskBacklinks, Command, Prior

_OPEN_MINDED = 1.0  # variance of a weight the apprentice knows nothing about: a word may double or halve the odds
_LAST = -2.0  # added to keys, which are at most 1.1: behind whatever is not held back


class AcheOffline(FFC):
    """What FFC does, under the name it has in ACHE's experiments."""

    name = "ache-offline"


class Ache(FFC):
    """Offline-online: begins with what is known, and adapts."""

    name = "ache"

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        super().__init__(settings, prior)
        self._new: list[list[Bags]] = []
        self._new_pages: list[str] = []
        self._new_forms = 0
        self._fresh: dict[int, list[Bags]] = {}
        self._apprentice = BayesianLogistic({}, variance=_OPEN_MINDED)

    # ── learning ──────────────────────────────────────────────────────────────────────────────────────────

    def _learning(self, page: Outcome) -> tuple[Command, ...]:
        if self._settings.links.apprentice and page.path and page.on_topic is not None:
            is_on_topic = float(page.on_topic > self._settings.topic_threshold)
            self._apprentice.update(_words(read_links(page.path[-1:])[0]), is_on_topic)
        if page.found and page.path:
            self._new.append(read_links(page.path[-self._settings.levels :]))
            self._new_pages.append(page.final_url or page.url)
        self._new_forms += len(page.found)
        if self._new_forms < self._settings.links.threshold or not self._new:
            return super()._learning(page)
        self._fresh = {}
        for level, found in by_level(self._new, self._settings.levels).items():
            self._fresh[level] = []
            self._add(level, found)
        asking = self._ask_back()
        self._new, self._new_pages, self._new_forms, self._is_untrained = [], [], 0, False
        return (*self._trained(self._selected()), *asking)

    def _add(self, level: int, links: Sequence[Bags]) -> None:
        super()._add(level, links)
        if self._fresh:
            self._fresh.setdefault(level, []).extend(links)

    def _selected(self) -> Mapping[int, Selected]:
        """AFS over what is new; before the first step there is only what was known before."""
        links = self._settings.links
        if not self._fresh:
            return super()._selected()
        return {
            level: select(found, k=links.url_substrings, n=links.features) for level, found in self._fresh.items()
        }

    def _ask_back(self) -> tuple[Command, ...]:
        unasked = [page for page in dict.fromkeys(self._new_pages) if page not in self._asked]
        pages = unasked[: self._settings.links.back_crawl]
        self._asked.update(dict.fromkeys(pages, 1))
        return (*self._open_backward(), *map(AskBacklinks, pages)) if pages else ()

    # ── the apprentice ────────────────────────────────────────────────────────────────────────────────────

    def _placed(self, pattern: str) -> tuple[int, float]:
        level, key = super()._placed(pattern)
        least = self._settings.links.apprentice
        if not least or self._on_topic(pattern) >= least:
            return level, key
        return self._settings.levels, key + _LAST

    def _on_topic(self, pattern: str) -> float:
        """P(its page is on topic) by the words of a link."""
        score = self._apprentice.score(_words(Bags.of(pattern.split(" ", 2)[2])))
        return 1.0 / (1.0 + math.exp(-max(-30.0, score)))

    # ── state ─────────────────────────────────────────────────────────────────────────────────────────────

    def _state(self) -> dict[str, Any]:
        return super()._state() | {
            "new": [list(map(str, path)) for path in self._new],
            "new_pages": self._new_pages,
            "new_forms": self._new_forms,
            "fresh": {level: list(map(str, found)) for level, found in self._fresh.items()},
            "apprentice": self._apprentice.state(),
        }

    def _restore(self, kept: Mapping[str, Any]) -> None:
        super()._restore(kept)
        self._new = [[Bags.of(text) for text in path] for path in kept["new"]]
        self._new_forms = kept["new_forms"]
        self._new_pages = list(kept.get("new_pages", ()))
        self._fresh = {int(n): list(map(Bags.of, found)) for n, found in kept.get("fresh", {}).items()}
        self._apprentice.restore(kept.get("apprentice", {}))


def _words(bags: Bags) -> list[str]:
    """What the apprentice reads of a link."""
    terms = (f"{context}:{term}" for context, found in zip(CONTEXTS, bags, strict=True) for term in set(found))
    return ["bias", *sorted(terms)]


class AcheOnline(Ache):
    """Learns from nothing."""

    name = "ache-online"

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        del prior
        super().__init__(settings, NOTHING_KNOWN)
