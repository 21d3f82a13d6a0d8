"""Planners by their names, and the one that asks once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from leadline.errors import BadConfiguration
from leadline.harvest.planners.auto import AutoPlanner
from leadline.harvest.planners.cascade import CascadePlanner
from leadline.harvest.planners.hiwe import HiwePlanner
from leadline.harvest.planners.liddle import LiddlePlanner
from leadline.harvest.settings import HarvestSettings, LiddleSettings
from leadline.harvest.values.supply import Supplies
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Estimate
from leadline.plugins import load, made
from leadline.protocols import QueryPlanner


class OncePlanner:
    """`once`: the form as it is, with what the user set, and nothing else: one query, all its pages.

    >>> planner = OncePlanner()
    >>> planner.choose(), planner.choose()
    ((), None)
    """

    name = "once"

    def __init__(self) -> None:
        self._asked = False
        self.why: str | None = None

    def choose(self) -> Choice | None:
        if self._asked:
            return None
        self._asked = True
        return ()

    def observe(self, answer: Answer) -> None:
        """Nothing follows from it."""

    def estimate(self) -> Estimate | None:
        """One answer says nothing about what others would hold."""
        return None


OURS = frozenset({"cascade", "auto"})
"""What a source that needs no planner goes without; papers' planners, and one's own, are asked for by who wants
them."""
Maker = Callable[[Sequence[Field], HarvestSettings, int, Supplies], QueryPlanner]


def _liddle(settings: HarvestSettings) -> LiddleSettings:
    """Its thresholds, where `--coverage` is the share of the estimated data that is wanted."""
    wanted = settings.coverage
    return settings.liddle if wanted is None else replace(settings.liddle, coverage=wanted)


PLANNERS: Mapping[str, Maker] = MappingProxyType(
    {
        "cascade": CascadePlanner,
        "auto": AutoPlanner,
        "hiwe": lambda fields, settings, seed, values: HiwePlanner(fields, settings.hiwe, seed, values),
        "liddle": lambda fields, settings, seed, values: LiddlePlanner(fields, _liddle(settings), seed, values),
        "once": lambda _fields, _settings, _seed, _values: OncePlanner(),
    }
)


def check(name: str) -> None:
    if ":" in name:
        load("planner", name)
    elif name not in PLANNERS:
        raise BadConfiguration(f"planner '{name}' is not known; known: {', '.join(PLANNERS)}")


def planner(
    name: str,
    fields: Sequence[Field],
    settings: HarvestSettings | None = None,
    seed: int = 0,
    values: Supplies | None = None,
) -> QueryPlanner:
    """The planner of that name, or `module:Name` of one from outside; `BadConfiguration` if there is none such."""
    check(name)
    make: Maker = partial(made, "planner", name, QueryPlanner) if ":" in name else PLANNERS[name]
    return make(fields, settings or HarvestSettings(), seed, values or Supplies())
