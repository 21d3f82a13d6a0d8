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
from dataclasses import replace

from leadline.locate.settings import LocateSettings
from leadline.locate.strategies.best_first import BestFirst
from leadline.model.events import Event, Outcome
from leadline.model.url import site_of
from leadline.protocols import Advice, LeaveSite


class BestFirstSC(BestFirst):
    """Counts pages and distinct forms a site."""

    name = "best-first-sc"

    def __init__(self, settings: LocateSettings) -> None:
        super().__init__(settings)
        self._rules = settings.stopping
        self._pages: Counter[str] = Counter()
        self._forms: Counter[str] = Counter()

    def learn(self, event: Event) -> Advice:
        advice = super().learn(event)
        if not isinstance(event, Outcome) or event.status is None:
            return advice
        site = site_of(event.final_url or event.url)
        self._pages[site] += 1
        self._forms[site] += len(event.found)
        if self._forms[site] >= self._rules.forms_per_site:
            why = f"{self._forms[site]} forms found"
        elif self._pages[site] >= self._rules.pages_per_site:
            why = f"{self._pages[site]} pages fetched"
        else:
            return advice
        return replace(advice, commands=(*advice.commands, LeaveSite(site, why)))

    def state(self) -> str:
        return json.dumps({"pages": self._pages, "forms": self._forms}, sort_keys=True)

    def restore(self, state: str) -> None:
        values = json.loads(state)
        self._pages, self._forms = Counter(values["pages"]), Counter(values["forms"])
