"""Where to go next: one paper, one file. Baselines are strategies of their own, never flags.

A dict of names, not a registry: `strategy(name, settings)` makes one, an unknown name lists the known ones.
"""

from collections.abc import Callable

from leadline.errors import BadConfiguration
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies.best_first import BestFirst
from leadline.locate.strategies.best_first_sc import BestFirstSC
from leadline.locate.strategies.fixed_depth import FixedDepth
from leadline.locate.strategies.random_walk import RandomOrder
from leadline.locate.strategies.scdi import SCDI
from leadline.plugins import made
from leadline.protocols import Strategy

STRATEGIES: dict[str, Callable[[LocateSettings], Strategy]] = {
    "random": RandomOrder,
    "fixed-depth": FixedDepth,
    "best-first": BestFirst,
    "best-first-sc": BestFirstSC,
    "scdi": SCDI,
}


def strategy(name: str, settings: LocateSettings) -> Strategy:
    """A fresh strategy by its name, or `module:Name` of one from outside."""
    if ":" in name:
        own: Strategy = made("strategy", name, Strategy, settings)
        return own
    if name not in STRATEGIES:
        raise BadConfiguration(f"strategy '{name}' is not known; known: {', '.join(STRATEGIES)}")
    return STRATEGIES[name](settings)
