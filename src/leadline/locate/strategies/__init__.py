"""Where to go next: one paper, one file. Baselines are strategies of their own, never flags.

A dict of names, not a registry: `strategy(name, settings)` makes one, an unknown name lists the known ones.
"""

from collections.abc import Callable

from leadline.errors import BadConfiguration
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies.ache import Ache, AcheOffline, AcheOnline
from leadline.locate.strategies.best_first import BestFirst
from leadline.locate.strategies.best_first_sc import BestFirstSC
from leadline.locate.strategies.ffc import FFC
from leadline.locate.strategies.fixed_depth import FixedDepth
from leadline.locate.strategies.random_walk import RandomOrder
from leadline.locate.strategies.scdi import SCDI
from leadline.locate.strategies.smart import ScdiAL, ScdiISP, ScdiRS, Smart
from leadline.locate.strategies.sounding import Sounding
from leadline.plugins import made
from leadline.protocols import NOTHING_KNOWN, Prior, Strategy

STRATEGIES: dict[str, Callable[[LocateSettings, Prior], Strategy]] = {
    "random": RandomOrder,
    "fixed-depth": FixedDepth,
    "best-first": BestFirst,
    "best-first-sc": BestFirstSC,
    "ffc": FFC,
    "ache-offline": AcheOffline,
    "ache-online": AcheOnline,
    "ache": Ache,
    "scdi": SCDI,
    "scdi-rs": ScdiRS,
    "scdi-isp": ScdiISP,
    "scdi-al": ScdiAL,
    "smart": Smart,
    "sounding": Sounding,
}


def strategy(name: str, settings: LocateSettings, prior: Prior = NOTHING_KNOWN) -> Strategy:
    """A fresh strategy by its name, or `module:Name` of one from outside."""
    if ":" in name:
        own: Strategy = made("strategy", name, Strategy, settings, prior)
        return own
    if name not in STRATEGIES:
        raise BadConfiguration(f"strategy '{name}' is not known; known: {', '.join(STRATEGIES)}")
    return STRATEGIES[name](settings, prior)
