"""Best-first with stopping criteria: *Baseline SC* of Barbosa & Freire 2005, section 4.

| paper | here |
|---|---|
| Baseline | `BestFirst`, its advice unchanged |
| section 3.4: leave a site after a set number of distinct forms | `locate.stopping.forms_per_site` |
| section 3.4: … or after a set maximum of pages | `locate.stopping.pages_per_site` |

The paper gives no numbers; 10 forms and 100 pages are ours (SPEC section 6).
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from leadline.locate.settings import LocateSettings, Stopping
from leadline.locate.strategies.best_first import BestFirst
from leadline.model.events import Event, Outcome
from leadline.model.url import site_of
from leadline.protocols import NOTHING_KNOWN, Advice, LeaveSite, Prior


class SiteQuota:
    """Counts pages and distinct forms a site, and says when it is enough (FFC section 3.4)."""

    def __init__(self, rules: Stopping) -> None:
        self._rules = rules
        self._pages: Counter[str] = Counter()
        self._forms: Counter[str] = Counter()

    def count(self, page: Outcome) -> tuple[LeaveSite, ...]:
        if page.status is None:
            return ()
        site = site_of(page.final_url or page.url)
        self._pages[site] += 1
        self._forms[site] += len(page.found)
        if self._forms[site] >= self._rules.forms_per_site:
            return (LeaveSite(site, f"{self._forms[site]} forms found"),)
        if self._pages[site] >= self._rules.pages_per_site:
            return (LeaveSite(site, f"{self._pages[site]} pages fetched"),)
        return ()

    def state(self) -> dict[str, Any]:
        return {"pages": self._pages, "forms": self._forms}

    def restore(self, kept: Mapping[str, Any]) -> None:
        self._pages, self._forms = Counter(kept["pages"]), Counter(kept["forms"])


class BestFirstSC(BestFirst):
    """Best-first under a quota a site."""

    name = "best-first-sc"

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        super().__init__(settings, prior)
        self._quota = SiteQuota(settings.stopping)

    def learn(self, event: Event) -> Advice:
        advice = super().learn(event)
        leaving = self._quota.count(event) if isinstance(event, Outcome) else ()
        return replace(advice, commands=(*advice.commands, *leaving)) if leaving else advice

    def state(self) -> str:
        return json.dumps(self._quota.state(), sort_keys=True)

    def restore(self, state: str) -> None:
        self._quota.restore(json.loads(state))
