"""The forms every site has, whatever kind of site it is: its own search, accounts, newsletters and the rest.

In the published mix (ALGORITHMS F3): search 32, login 17, registration 11, other 11, mailing list 9, contact 9,
password recovery 7, order 5 %. Sites with many forms have many of every kind, so a site has one of three
levels of equipment; without them pages with five forms would be too rare and pages without any, too.
Deep sites have no other decoys than others have: nothing but their search forms shows what they are.
"""

from dataclasses import replace
from typing import NamedTuple

from leadline_lab.anatomy import Kind
from leadline_lab.forms.plan import FormPlan
from leadline_lab.randomness import Dice, running
from leadline_lab.world import Site

_LEVELS = (0, 1, 2), running((0.43, 0.29, 0.28))
"""Bare, middle, rich."""


class Usual(NamedTuple):
    """A kind of form, how likely a site of each level has it, and where."""

    kind: Kind
    shape: str
    chances: tuple[float, float, float]
    everywhere: float
    at_home: float = 0.0
    """Of those that stand on one page only."""


SITE_SEARCH = Usual("site-search", "site", (0.14, 0.52, 0.86), 0.95)
USUAL = (
    SITE_SEARCH,
    Usual("login", "login", (0.12, 0.44, 0.88), 0.55),
    Usual("registration", "registration", (0.07, 0.30, 0.58), 0.03),
    Usual("mailing-list", "newsletter", (0.04, 0.15, 0.5), 0.84, 0.6),
    Usual("mailing-list", "alert", (0.01, 0.03, 0.06), 0.2, 0.3),
    Usual("contact", "contact", (0.14, 0.24, 0.27), 0.06),
    Usual("contact", "comment", (0.01, 0.02, 0.03), 0.4),
    Usual("order", "look-up", (0.005, 0.035, 0.07), 0.15),
    Usual("order", "checkout", (0.005, 0.03, 0.06), 0.0),
    Usual("order", "cart", (0.01, 0.065, 0.17), 0.8),
    Usual("poll", "poll", (0.01, 0.045, 0.1), 0.6, 0.5),
    Usual("quote", "quote", (0.01, 0.035, 0.06), 0.3, 0.5),
    Usual("navigation", "jump", (0.01, 0.04, 0.14), 0.85),
    Usual("navigation", "language", (0.02, 0.05, 0.19), 0.95),
    Usual("other", "converter", (0.005, 0.02, 0.03), 0.25, 0.3),
    Usual("other", "calculator", (0.005, 0.02, 0.03), 0.1, 0.2),
    Usual("other", "friend", (0.005, 0.02, 0.03), 0.2, 0.3),
    Usual("other", "rating", (0.005, 0.04, 0.1), 0.85),
)
_RECOVERY = 0.41
"""Share of sites with a login that have a form for those who forgot."""
LOCATOR = Usual("search", "locator", (0.05, 0.12, 0.2), 0.15, 0.4)
"""Searches that bring up records of no domain; instead of databases, on sites that have none."""
_REPEATED = ("cart", "rating")
"""Shapes that stand once a product or an entry."""
_COPIES = ((0.0, 1.0), (0.2, 2.0), (0.55, 4.0), (0.8, 6.0), (0.95, 12.0), (1.0, 30.0))
_DEPTHS = (1, 2, 3), running((0.7, 0.22, 0.08))


def decoys_of(roll: Dice, site: Site) -> list[FormPlan]:
    """All forms that have no database behind them."""
    level = roll.weighted(*_LEVELS)
    plans: list[FormPlan] = []
    for usual in USUAL:
        if roll.chance(usual.chances[level]):
            plans.extend(_standing(roll, usual))
    if any(plan.kind == "login" for plan in plans) and roll.chance(_RECOVERY):
        plans.append(FormPlan("recovery", "password-recovery", depth=2, shape="recovery", place="recovery"))
    plans = _together(roll, plans)
    # Last, so that leaving it out changes nothing else about a site.
    if site.kind != "deep" and roll.chance(LOCATOR.chances[level]):
        plans.extend(_standing(roll, LOCATOR))
    return plans


def _standing(roll: Dice, usual: Usual) -> list[FormPlan]:
    everywhere, at_home = roll.chance(usual.everywhere), roll.chance(usual.at_home)
    depth = 0 if everywhere or at_home else roll.weighted(*_DEPTHS)
    place = "" if everywhere else "home" if at_home else usual.shape
    numbers = range(1, 1 + int(roll.quantile(_COPIES))) if usual.shape in _REPEATED else (0,)
    return [
        FormPlan(
            key=f"{usual.shape} {n}" if n else usual.shape,
            kind=usual.kind,
            depth=depth,
            everywhere=everywhere,
            shape=usual.shape,
            place=place,
            copy=n,
        )
        for n in numbers
    ]


_NEIGHBOURS = {"registration": ("login", 0.5), "recovery": ("login", 0.4), "alert": ("newsletter", 0.3),
               "newsletter": ("contact", 0.4), "quote": ("contact", 0.2)}  # fmt: skip
"""Form → form it may share a page with, and how often it does."""


def _together(roll: Dice, plans: list[FormPlan]) -> list[FormPlan]:
    """Some forms stand on the page of another: log in or register."""
    apart = {plan.shape: plan for plan in plans if not plan.everywhere and plan.place != "home"}
    made = []
    for plan in plans:
        beside, share = _NEIGHBOURS.get(plan.shape, ("", 0.0))
        joins = roll.chance(share) and plan.shape in apart and beside in apart
        made.append(replace(plan, place=apart[beside].place, depth=apart[beside].depth) if joins else plan)
    return made
