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

**Ours**: path instances are all that were collected, features those of the new ones. The baseline that
`ache-online` begins as is `best-first-sc`. Offline features are selected by frequency, the paper's by hand.
"""

from collections.abc import Mapping
from typing import Any

from leadline.learn.contexts import Bags, read_links
from leadline.learn.feature_selection import select
from leadline.learn.levels import by_level
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies.ffc import FFC
from leadline.model.events import Outcome
from leadline.protocols import NOTHING_KNOWN, Command, Prior


class AcheOffline(FFC):
    """What FFC does, under the name it has in ACHE's experiments."""

    name = "ache-offline"


class Ache(FFC):
    """Offline-online: begins with what is known, and adapts."""

    name = "ache"

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        super().__init__(settings, prior)
        self._new: list[list[Bags]] = []
        self._new_forms = 0

    def _learning(self, page: Outcome) -> tuple[Command, ...]:
        if page.found and page.path:
            self._new.append(read_links(page.path[-self._settings.levels :]))
        self._new_forms += len(page.found)
        links = self._settings.links
        if self._new_forms < links.threshold or not self._new:
            return super()._learning(page)
        fresh = by_level(self._new, self._settings.levels)
        for level, found in fresh.items():
            self._known.setdefault(level, []).extend(found)
        self._new, self._new_forms, self._is_untrained = [], 0, False
        features = {
            level: select(found, k=links.url_substrings, n=links.features) for level, found in fresh.items()
        }
        return self._trained(features)

    def _state(self) -> dict[str, Any]:
        new = [list(map(str, path)) for path in self._new]
        return super()._state() | {"new": new, "new_forms": self._new_forms}

    def _restore(self, kept: Mapping[str, Any]) -> None:
        super()._restore(kept)
        self._new = [[Bags.of(text) for text in path] for path in kept["new"]]
        self._new_forms = kept["new_forms"]


class AcheOnline(Ache):
    """Learns from nothing."""

    name = "ache-online"

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        del prior
        super().__init__(settings, NOTHING_KNOWN)
