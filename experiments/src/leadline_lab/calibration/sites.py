"""Figures about sites, their databases and interfaces (He & Chang 2004–07; Liddle et al. 2002)."""

from collections.abc import Iterator, Sequence

import numpy as np

from leadline_lab.calibration.survey import Surveyed
from leadline_lab.census import DEEP_SHARE
from leadline_lab.forms import FormPlan
from leadline_lab.world import World

Measured = Iterator[tuple[str, float, float]]
_WITHIN = 3


def site_rows(world: World, found: Sequence[Surveyed]) -> Measured:
    deep = [s for s in found if s.site.kind == "deep"]
    interfaces = [[p for p in s.plans if p.source] for s in deep]
    databases = sum(len(s.sources) for s in deep)
    every = [p for plans in interfaces for p in plans]
    yield "deep sites, share of all", DEEP_SHARE, len(deep) / len(found)
    yield "databases per deep site", 1.5, databases / len(deep)
    yield "interfaces per database", 2.8, len(every) / databases
    yield "interfaces per deep site", 4.2, len(every) / len(deep)
    first = [min(p.depth for p in plans) for plans in interfaces if plans]
    yield "deep sites with an interface within depth 3", 0.916, float(np.mean([d <= _WITHIN for d in first]))
    yield "databases with one within depth 3", 0.94, _databases_within(interfaces)
    yield "interfaces within depth 3", 0.72, float(np.mean([p.depth <= _WITHIN for p in every]))
    sources = [source for s in deep for source in s.sources]
    yield "structured databases", 3.4 / 4.4, float(np.mean([s.structured for s in sources]))
    yield "databases without a cap", 0.40, float(np.mean([s.cap is None for s in sources]))
    given = [s.reachable_by_default for s in sources]
    yield "databases that give all to the default query", 5 / 13, float(np.mean(given))
    yield "sites in another language", world.spec.foreign_languages, _foreign(found)
    yield "links between sites that stay in the subject", 0.7, _locality(world, found)


def _databases_within(interfaces: Sequence[Sequence[FormPlan]]) -> float:
    nearest: dict[tuple[int, str], int] = {}
    for i, plans in enumerate(interfaces):
        for plan in plans:
            key = (i, plan.source)
            nearest[key] = min(nearest.get(key, 99), plan.depth)
    return float(np.mean([depth <= _WITHIN for depth in nearest.values()]))


def _foreign(found: Sequence[Surveyed]) -> float:
    return float(np.mean([s.site.language != "en" for s in found]))


def _locality(world: World, found: Sequence[Surveyed]) -> float:
    same = total = 0
    for surveyed in found:
        if surveyed.site.kind in ("deep", "topical"):
            targets = world.out(surveyed.site.number)
            total += len(targets)
            same += sum(found[int(t)].site.subject == surveyed.site.subject for t in targets)
    return same / total
