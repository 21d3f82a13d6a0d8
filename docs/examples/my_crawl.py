"""Code from outside, run by docs/extending.md: a strategy, a planner, a source of values and an exporter."""

import json
from collections import deque

from leadline.model.events import Outcome
from leadline.protocols import Advice, OpenGroup, Ranked, Strategy


class BreadthFirst(Strategy):
    """A strategy: every link of every page, those nearest to the seeds first."""

    name = "breadth-first"

    def __init__(self, settings, prior):
        """Section `locate` of the settings, and what earlier crawls taught; this one has no use for them."""

    def start(self, seeds):
        return Advice(tuple(self._link(url, None, 0) for url in seeds), (OpenGroup("all", width=64),))

    def learn(self, event):
        if not isinstance(event, Outcome):
            return Advice()
        return Advice(tuple(self._link(link.url, nth, event.depth + 1) for nth, link in enumerate(event.links)))

    def _link(self, url, nth, depth):
        return Ranked(url, "all", key=-depth, pattern=str(depth), nth=nth, depth=depth)

    def keys(self, patterns):
        return [-float(pattern) for pattern in patterns]

    def state(self):
        return "{}"

    def restore(self, state):
        """Nothing was learnt."""


class EachChoice:
    """A planner: the choices of the first list of the form, one after the other."""

    name = "each-choice"

    def __init__(self, fields, settings, seed, values):  # noqa: ARG002  # what every planner is handed
        lists = [field for field in fields if field.choices]
        self._left = deque(((field.name, choice.value),) for field in lists[:1] for choice in field.choices)
        self.why = None

    def choose(self):
        if self._left:
            return self._left.popleft()
        self.why = "every choice of the list was asked for"
        return None

    def observe(self, answer):
        """What came changes nothing."""

    def estimate(self):
        return None


class Colours:
    """A source of values: what a field called "colour" may be asked for."""

    _colours = ("red", "green", "blue")

    def values_for(self, label):
        return [(colour, 1.0) for colour in self._colours] if label in ("color", "colour") else []

    def more_like(self, values):
        return [(colour, 0.5) for colour in self._colours] if set(values) & set(self._colours) else []


class Titles:
    """An exporter: the title of every record, as one JSON list."""

    def write(self, rows, out):
        out.write(json.dumps([row["text"].split("\n")[0][:40] for row in rows], indent=1).encode())
