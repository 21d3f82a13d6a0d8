"""Why a link has its rank: the strategy of a folder, folded over its log as `resume` would, asked and not obeyed.

Nothing is written. A folder names no code: a strategy from outside is not run to explain itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from leadline.app.locate import read_seeds
from leadline.app.prior import prior_of
from leadline.app.settings import Settings, read
from leadline.errors import LeadlineError
from leadline.locate.state import CrawlMemory
from leadline.locate.strategies import strategy
from leadline.protocols import Strategy
from leadline.store.batch import UrlHistory
from leadline.store.codec import stored
from leadline.store.protocols import Store
from leadline.topics.files import read_topic


@dataclass(frozen=True, slots=True)
class Explanation(UrlHistory):
    """What became of one URL, and what its rank is made of under what is known now."""

    key_now: float | None = None
    weights: tuple[tuple[str, float], ...] = ()  # what makes the key, heaviest first
    untold: str | None = None  # why nobody can tell

    def as_json(self) -> dict[str, Any]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**values, "weights": [{"what": what, "weight": weight} for what, weight in self.weights]}


def explained(history: UrlHistory, folder: Path, store: Store) -> Explanation:
    """The history of a URL of a crawl, with what its strategy says to it."""
    known = {field.name: getattr(history, field.name) for field in fields(history)}
    if history.pattern is None or history.group is None:
        return Explanation(**known)
    try:
        guide = _guide(folder, store)
        if guide is None:
            untold = "its strategy is code from outside, which is not run for this"
            return Explanation(**known, untold=untold)
        key, weights = _asked(guide, history.group, history.pattern)
    except LeadlineError as error:
        return Explanation(**known, untold=str(error))
    return Explanation(**known, key_now=key, weights=tuple(weights))


def _guide(folder: Path, store: Store) -> Strategy | None:
    """The folder's strategy as it stands after the last event; None for one from outside."""
    kept = read(folder / "config.toml", [], sections=("web", "forms", "locate"))
    settings = Settings.of({"locate": kept.get("locate", {})}).locate
    if ":" in settings.strategy:
        return None
    prior = prior_of(folder, read_topic(folder / "topic.toml", ours=False))
    memory = CrawlMemory(strategy(settings.strategy, settings, prior))
    memory.strategy.start(read_seeds(folder / "seeds.txt"))
    memory.take_up(store.log)
    return memory.strategy


@stored("what a link looked like")
def _asked(guide: Strategy, group: str, pattern: str) -> tuple[float, Sequence[tuple[str, float]]]:
    ((_, key),) = guide.places([(group, pattern)])
    return key, guide.why(group, pattern)
