"""The query interfaces of a deep site: how many, of what shape, how deep.

A database has 2.8 interfaces on average. The first one of a site is within three links of its home page on
91.6 % of sites, and so are 72 % of all interfaces (ALGORITHMS F3). Both hold at once if the depth of the
first is geometric with p = 0.462 and each other one is at least as deep and otherwise geometric with
p = 0.273: 0.916 · (1 − 0.727⁴) · 3.2/4.2 + 0.916 · 1/4.2 = 0.72.
"""

from collections.abc import Sequence

from leadline_lab.forms.plan import FormPlan
from leadline_lab.forms.search import browsable
from leadline_lab.randomness import Dice, running
from leadline_lab.sources.model import Source
from leadline_lab.world import Site

FIRST = 0.462
OTHERS = 0.273
DEEPEST = 8
_PER_DATABASE = (1, 2, 3, 4, 5, 6, 8, 11), running((0.28, 0.27, 0.18, 0.12, 0.07, 0.04, 0.027, 0.013))
_STRUCTURED = ("keyword", "advanced", "quick", "steps", "browse"), running((0.30, 0.51, 0.09, 0.05, 0.05))
_TEXTUAL = ("keyword", "advanced"), running((0.93, 0.07))
_IN_HEADER = 0.5
"""Share of boxes on the home page that stand on every page."""
_SHARED_PAGE = 0.2


def deepest(site: Site) -> int:
    """How deep a site of its size can be."""
    return 4 if site.size < 20 else 6 if site.size < 40 else DEEPEST


def interfaces_of(roll: Dice, site: Site, sources: Sequence[Source]) -> list[FormPlan]:
    """All of them, the first one first."""
    plans: list[FormPlan] = []
    limit = deepest(site)
    first = _geometric(roll, FIRST, limit)
    for source in sources:
        shapes = _shapes(roll, source)
        for n, shape in enumerate(shapes):
            foreign = source.domain != site.subject and n == 0 and bool(plans)
            depth = first if not plans or foreign else max(first, _geometric(roll, OTHERS, limit))
            header = depth == 0 and shape == "keyword" and roll.chance(_IN_HEADER) and not foreign
            header = header and not any(plan.everywhere for plan in plans)
            place = _place(roll, plans, depth, foreign=foreign)
            plans.append(
                FormPlan(
                    key=f"{source.key}.{n}",
                    kind="search",
                    domain=source.domain,
                    source=source.key,
                    depth=depth,
                    everywhere=header,
                    co_located=foreign,
                    steps=2 if shape == "steps" else 1,
                    shape=shape,
                    place="" if header else place,
                )
            )
    return plans


def _shapes(roll: Dice, source: Source) -> list[str]:
    """Shapes of a source's interfaces, those that it can answer."""
    made = []
    for _ in range(roll.weighted(*_PER_DATABASE)):
        shape = roll.weighted(*(_STRUCTURED if source.structured else _TEXTUAL))
        if shape in ("steps", "browse") and not browsable(source):
            shape = "advanced"
        made.append(shape)
    return made


def _place(roll: Dice, plans: Sequence[FormPlan], depth: int, *, foreign: bool) -> str:
    """A page of its own, or that of another interface: always for a foreign form, at times for others."""
    if depth == 0:
        return "home"
    together = [plan.place for plan in plans if plan.depth == depth and not plan.everywhere]
    if together and (foreign or roll.chance(_SHARED_PAGE)):
        return together[0]
    return f"search {len(plans)}"


def _geometric(roll: Dice, p: float, limit: int) -> int:
    depth = 0
    while depth < limit and not roll.chance(p):
        depth += 1
    return depth
