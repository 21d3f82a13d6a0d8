"""What a crawl does besides fetching, for the papers' tables: learning steps, queues of sites, centre pages.

A witness stands between the loop and a strategy and changes nothing.
"""

import json
from collections.abc import Sequence
from typing import Any

from leadline.locate.loop import Crawl
from leadline.model.events import Event, Outcome
from leadline.protocols import BACKWARD, Advice, Rerank, Strategy

SITES, LOW, CENTRE = "sites", "sites low", "centre"
"""Groups of `smart`, named again: a trial that imports strategies would be run anew with any of them."""
_SAMPLES = 50
"""How often a crawl's queues are looked at."""


class Witness(Strategy):
    """A strategy that is watched."""

    def __init__(self, watched: Strategy, pages: int) -> None:
        self.name = watched.name
        self._watched = watched
        self._every = max(1, pages // _SAMPLES)
        self._pages = 0
        self.backward = 0
        """Pages fetched for a backward crawl."""
        self.centres = 0
        """Pages that a reverse search brought and that named new sites."""
        self.learned: list[dict[str, Any]] = []
        """Each learning step: the pages fetched before it, its number, and its features."""
        self.queues: list[tuple[int, int, int]] = []
        """(pages, sites that wait in the queue which goes first, sites that wait in any)."""

    def start(self, seeds: Sequence[str]) -> Advice:
        return self._seen(self._watched.start(seeds))

    def learn(self, event: Event) -> Advice:
        advice = self._watched.learn(event)
        if isinstance(event, Outcome) and event.status is not None:
            self._pages += 1
            self.backward += event.group.startswith(BACKWARD)
            self.centres += event.group == CENTRE and bool(advice.links)
        return self._seen(advice)

    def keys(self, patterns: Sequence[str]) -> Sequence[float]:
        return self._watched.keys(patterns)

    def places(self, waiting: Sequence[tuple[str, str]]) -> Sequence[tuple[str, float]]:
        return self._watched.places(waiting)

    def state(self) -> str:
        return self._watched.state()

    def restore(self, state: str) -> None:
        self._watched.restore(state)

    def look(self, crawl: Crawl) -> None:
        """At the queues, now and then."""
        pages = crawl.store.log.pages
        if pages >= len(self.queues) * self._every:
            waiting = crawl.store.frontier.waiting()
            high = waiting.get(SITES, 0)
            self.queues.append((pages, high, high + waiting.get(LOW, 0)))

    def _seen(self, advice: Advice) -> Advice:
        for command in advice.commands:
            if isinstance(command, Rerank) and not command.groups and command.learned != "{}":
                learned = json.loads(command.learned)
                learned.pop("model", None)  # counts of every class: megabytes over an experiment
                self.learned.append({"pages": self._pages, "version": command.version, **learned})
        return advice
