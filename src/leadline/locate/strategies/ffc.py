"""FFC: a form-focused crawler with a link classifier of levels.

Barbosa & Freire, *Searching for Hidden-Web Databases*, WebDB 2005, section 3.

| paper | here |
|---|---|
| page classifier: only pages on the topic are gone on from (3.1) | P > `locate.topic_threshold` |
| link classifier: URL, anchor, text around; levels by distance from a form (3.2) | `leadline.learn.levels` |
| … trained on a breadth-first backward crawl from form pages (3.2) | `_go_back`: groups `backward n` |
| N queues, one a level; the first that is not empty is served (3.3) | groups `queue n`, rank n |
| new links wait in a persistent frontier; empty queues load a batch of each level (3.3) | groups `stored n` |
| inside a queue: probability of the level, more near the root of a site (3.3) | `_placed` |
| leave a site after so many forms, or pages (3.4) | `leadline.locate.strategies.best_first_sc.SiteQuota` |

**Ours**: numbers the paper leaves open (SPEC section 6). Terms are selected by their frequency, as the paper says;
a link that has none of them goes to the last queue. Near the root: the page's path has at most one part. Without a
classifier (no known form page, or nobody who knows backlinks) all links are of one level, in the order of
best-first. Pages of the backward crawl are fetched pages like others, counted beside them (`backward_pages` in
reports).
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from leadline.learn.contexts import Bags, read_links
from leadline.learn.feature_selection import Selected, select_above
from leadline.learn.levels import LinkLevels, by_level
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies.best_first_sc import SiteQuota
from leadline.model.events import Backlinks, Event, Outcome, Starved
from leadline.model.url import parts_of
from leadline.protocols import (
    BACKWARD,
    NOTHING_KNOWN,
    Advice,
    AskBacklinks,
    Command,
    LoadBatch,
    OpenGroup,
    Prior,
    Ranked,
    Rerank,
    Strategy,
)

QUEUE, STORED = "queue", "stored"
_WIDE = 1_000_000


class FFC(Strategy):
    """The classifier is made once, before the crawl; `ache` makes new ones."""

    name = "ffc"
    topical_only = True

    def __init__(self, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> None:
        self._settings = settings
        self._quota = SiteQuota(settings.stopping)
        self._form_pages = prior.form_pages[: settings.links.backward_forms]
        paths = [read_links(outcome.path) for outcome in prior.outcomes if outcome.found and outcome.path]
        self._known: dict[int, list[Bags]] = by_level(paths, settings.levels)
        self._asked: dict[str, int] = {}
        self._sought: dict[str, tuple[str, int]] = {}
        self._links: LinkLevels | None = None
        self._version = 0
        self._is_untrained = bool(self._known)
        self._places: dict[str, tuple[int, float]] = {}

    # ── advice ────────────────────────────────────────────────────────────────────────────────────────────

    def start(self, seeds: Sequence[str]) -> Advice:
        queues = [OpenGroup(f"{QUEUE} {level}", level, _WIDE) for level in self._levels]
        back = self._open_backward() if self._form_pages else []
        self._asked = dict.fromkeys(self._form_pages, 1)
        asking = [AskBacklinks(page) for page in self._form_pages]
        links = tuple(Ranked(url, f"{QUEUE} 1", 1.0, "1 1.00 ||") for url in seeds)
        return Advice(links, (*back, *queues, *asking))

    def learn(self, event: Event) -> Advice:
        match event:
            case Starved():
                return Advice(commands=tuple(self._batch(level) for level in self._levels))
            case Backlinks(_, page, pages):
                return self._go_back(page, pages)
            case Outcome() if event.group.startswith(BACKWARD):
                return self._came_from(event)
        commands = self._learning(event)
        if (event.on_topic or 0.0) > self._settings.topic_threshold:
            return Advice(self._kept(event), (*commands, *self._quota.count(event)))
        return Advice(commands=(*commands, *self._quota.count(event)))

    def _open_backward(self) -> list[Command]:
        return [OpenGroup(f"{BACKWARD} {level}", 0, _WIDE) for level in self._levels]

    @property
    def _levels(self) -> range:
        return range(1, self._settings.levels + 1)

    def _batch(self, level: int) -> Command:
        return LoadBatch((f"{STORED} {level}",), f"{QUEUE} {level}", self._settings.links.batch)

    def _kept(self, page: Outcome) -> tuple[Ranked, ...]:
        near_root = parts_of(page.final_url or page.url).path.rstrip("/").count("/") <= 1
        about = f"{int(near_root)} {page.on_topic or 0.0:.2f}"
        where = STORED if self._links else QUEUE
        kept = []
        for nth, (link, bags) in enumerate(zip(page.links, read_links(page.links), strict=True)):
            pattern = f"{about} {bags}"
            level, key = self._placed(pattern)
            kept.append(Ranked(link.url, f"{where} {level}", key, pattern, nth, page.depth + 1))
        return tuple(kept)

    def _placed(self, pattern: str) -> tuple[int, float]:
        """(level, key) of a link."""
        near_root, on_topic, bags = pattern.split(" ", 2)
        bonus = self._settings.links.root_bonus * int(near_root)
        if self._links is None:
            return 1, float(on_topic)
        if bags not in self._places:
            self._places[bags] = self._links.place(Bags.of(bags))
        level, probability = self._places[bags]
        return level, probability + bonus

    # ── the backward crawl ────────────────────────────────────────────────────────────────────────────────

    def _go_back(self, page: str, pages: Sequence[str]) -> Advice:
        """Fetch some of the pages that link to a page: a link there is an example of its level."""
        level = self._asked.get(page)
        if level is None:
            return Advice()
        chosen = [url for url in pages if url not in self._sought][: self._settings.links.backward_pages]
        self._sought.update(dict.fromkeys(chosen, (page, level)))
        return Advice(tuple(Ranked(url, f"{BACKWARD} {level}", 0.0, "") for url in chosen))

    def _came_from(self, page: Outcome) -> Advice:
        target, level = self._sought.get(page.url, ("", 0))
        found = [link for link in page.links if link.url == target]
        if not found:
            return Advice()
        self._add(level, read_links(found))
        self._is_untrained = True
        if level == self._settings.levels or page.url in self._asked:
            return Advice()
        self._asked[page.url] = level + 1
        return Advice(commands=(AskBacklinks(page.url),))

    # ── learning ──────────────────────────────────────────────────────────────────────────────────────────

    def _learning(self, page: Outcome) -> tuple[Command, ...]:
        """Commands of a learning step, if this page is the reason for one; here: what the backward crawl
        taught."""
        del page
        if not self._is_untrained:
            return ()
        self._is_untrained = False
        return self._trained(self._selected())

    def _add(self, level: int, links: Sequence[Bags]) -> None:
        self._known.setdefault(level, []).extend(links)

    def _selected(self) -> Mapping[int, Selected]:
        """The features of a new classifier."""
        least = self._settings.links.frequency
        return {level: select_above(found, least=least) for level, found in self._known.items()}

    def _trained(self, selected: Mapping[int, Selected]) -> tuple[Command, ...]:
        self._links = LinkLevels.learned(self._known, selected)
        self._places.clear()
        self._version += 1
        return (Rerank(self._version, json.dumps(self.learned())),)

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return [self._placed(pattern)[1] for pattern in patterns]

    def places(self, waiting: Sequence[tuple[str, str]]) -> Sequence[tuple[str, float]]:
        found = []
        for group, pattern in waiting:
            kind = group.partition(" ")[0]
            if kind == BACKWARD:
                found.append((group, 0.0))
                continue
            level, key = self._placed(pattern)
            found.append((f"{kind} {level}", key))
        return found

    def why(self, group: str, pattern: str) -> Sequence[tuple[str, float]]:
        """The level with its probability and features, and the bonus of the page it stands on."""
        if group.startswith(BACKWARD):
            return [("met by the backward crawl", 0.0)]
        near_root, on_topic, bags = pattern.split(" ", 2)
        if self._links is None:
            return [("P(topic) of the page it stands on; no levels learnt yet", float(on_topic))]
        bonus = [("its page is near the root of its site", self._settings.links.root_bonus)] * int(near_root)
        return [*self._links.why(Bags.of(bags)), *bonus]

    def learned(self) -> dict[str, Any]:
        """What a learning step came to: features by level and context, and how many links they are from."""
        links = {str(level): len(known) for level, known in sorted(self._known.items())}
        return {"links": links, **(self._links.to_dict() if self._links else {})}

    # ── state ─────────────────────────────────────────────────────────────────────────────────────────────

    def state(self) -> str:
        return json.dumps(self._state(), sort_keys=True)

    def _state(self) -> dict[str, Any]:
        return {
            "quota": self._quota.state(),
            "known": {level: list(map(str, known)) for level, known in self._known.items()},
            "asked": self._asked,
            "sought": self._sought,
            "links": self._links.to_dict() if self._links else None,
            "version": self._version,
            "untrained": self._is_untrained,
        }

    def restore(self, state: str) -> None:
        self._restore(json.loads(state))

    def _restore(self, kept: Mapping[str, Any]) -> None:
        self._quota.restore(kept["quota"])
        self._known = {int(level): [Bags.of(text) for text in known] for level, known in kept["known"].items()}
        self._asked = dict(kept["asked"])
        self._sought = {url: (page, level) for url, (page, level) in kept["sought"].items()}
        self._links = LinkLevels.from_dict(kept["links"]) if kept["links"] else None
        self._version, self._is_untrained = kept["version"], kept["untrained"]
        self._places.clear()
