"""All that a crawl has learnt: the strategy, the traps it knows, and what pages have said. A fold over its log.

Whoever learns the same events in the same order knows the same: that is what makes `resume`, take-over by
another worker and exact repetition one mechanism. A snapshot only saves the time of learning again.
"""

import json

from leadline.locate.traps import TrapWatch
from leadline.model.events import Event, Outcome
from leadline.protocols import Advice, Strategy
from leadline.store.codec import stored


class Memory:
    """Learn events one by one; what it advises is the strategy's advice without what leads into traps."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self._traps = TrapWatch()
        self._said: set[int] = set()

    def learn(self, event: Event) -> Advice:
        advice = self.strategy.learn(event)
        if isinstance(event, Outcome):
            self._traps.learn(event)
            if event.digest is not None:
                self._said.add(event.digest)
        kept = tuple(ranked for ranked in advice.links if not self._traps.closed(ranked.url))
        return Advice(kept, advice.commands)

    def was_said(self, digest: int | None) -> bool:
        """Whether a page said exactly this before."""
        return digest in self._said

    def is_trap(self, url: str) -> bool:
        return self._traps.closed(url)

    def state(self) -> str:
        return json.dumps(
            {"strategy": self.strategy.state(), "traps": self._traps.state(), "said": sorted(self._said)}
        )

    @stored("a snapshot")
    def restore(self, state: str) -> None:
        kept = json.loads(state)
        self.strategy.restore(kept["strategy"])
        self._traps.restore(kept["traps"])
        self._said = set(kept["said"])
