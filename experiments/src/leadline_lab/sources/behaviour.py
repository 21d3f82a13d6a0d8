"""The manners of a database, drawn at the published rates.

Sizes are log-uniform from 10² to 10⁵; 40 % have no cap (ALGORITHMS F3); 77 % are structured (3.4 : 1); 5 of 13
give everything to the query with nothing filled in (Liddle et al.). The last two meet: a source that cuts at 20
cannot give everything, so those that could do it do it more often than 5 in 13 (`_ALL_IF_IT_FITS`).
"""

from dataclasses import dataclass
from typing import Literal

from leadline_lab.randomness import Dice, running
from leadline_lab.sources.model import (
    Beyond,
    Counting,
    Default,
    Overflow,
    Paging,
    Ranking,
    Suggestion,
)

SIZES = tuple(
    (step / 12, float(size))
    for step, size in enumerate(
        (100, 178, 316, 562, 1_000, 1_778, 3_162, 5_623, 10_000, 17_783, 31_623, 56_234, 100_000)
    )
)
STRUCTURED = 0.77
_CAPS: tuple[tuple[int | None, ...], list[float]] = (None, 1_000, 100, 20), running((0.40, 0.25, 0.22, 0.13))
_RANKINGS: tuple[tuple[Ranking, ...], list[float]] = ("static", "relevance", "random"), running((0.5, 0.35, 0.15))
_COUNTINGS: tuple[tuple[Counting, ...], list[float]] = (
    ("exact", "rounded", "capped", "absent"),
    running((0.5, 0.12, 0.13, 0.25)),
)
_PAGINGS: tuple[tuple[Paging, ...], list[float]] = (
    ("next", "numbered", "offset", "post", "more"),
    running((0.25, 0.35, 0.18, 0.1, 0.12)),
)
_PER_PAGE = (10, 20, 25, 50, 100), running((0.42, 0.25, 0.15, 0.12, 0.06))
_OVERFLOWS: tuple[tuple[Overflow, ...], list[float]] = ("cut", "tell", "refuse"), running((0.5, 0.3, 0.2))
_BEYONDS: tuple[tuple[Beyond, ...], list[float]] = ("empty", "last", "first"), running((0.65, 0.25, 0.1))
_SUGGESTIONS: tuple[tuple[Suggestion, ...], list[float]] = (
    ("", "records", "spelling", "tips"),
    running((0.5, 0.2, 0.15, 0.15)),
)
_ALL_IF_IT_FITS = 5 / 13 / 0.483
"""0.483: no cap (0.40), or a size under it (a third of the 0.25 with 1,000)."""
_ALL_IF_NOT = 0.35
_OTHERWISE: tuple[tuple[Default, ...], list[float]] = (
    ("required", "error", "none"),
    running((0.4, 0.35, 0.25)),
)
_TOKENS: tuple[tuple[Literal["", "csrf", "viewstate", "session"], ...], list[float]] = (
    ("", "csrf", "viewstate", "session"),
    running((0.76, 0.1, 0.07, 0.07)),
)
_IDENTITIES: tuple[tuple[Literal["number", "code", "hex"], ...], list[float]] = (
    ("number", "code", "hex"),
    running((0.6, 0.2, 0.2)),
)


@dataclass(frozen=True, slots=True)
class Manners:
    """Everything about a source that does not depend on its domain."""

    size: int
    structured: bool
    cap: int | None
    ranking: Ranking
    counting: Counting
    paging: Paging
    per_page: int
    default: Default
    overflow: Overflow
    beyond: Beyond
    suggestion: Suggestion
    token: Literal["", "csrf", "viewstate", "session"]
    identity: Literal["number", "code", "hex"]
    has_details: bool
    keyword: Literal["", "like", "words"]
    shortest_keyword: int
    echo: bool
    wording: int


def manners(roll: Dice) -> Manners:
    """One draw; every roll is taken whatever the others say, so that one knob never moves another."""
    size = int(roll.quantile(SIZES))
    structured = roll.chance(STRUCTURED)
    cap = roll.weighted(*_CAPS)
    fits = cap is None or size <= cap
    everything = roll.chance(_ALL_IF_IT_FITS if fits else _ALL_IF_NOT)
    otherwise = roll.weighted(*_OTHERWISE)
    paging = roll.weighted(*_PAGINGS)
    overflow, beyond = roll.weighted(*_OVERFLOWS), roll.weighted(*_BEYONDS)
    return Manners(
        size=size,
        structured=structured,
        cap=cap,
        ranking=roll.weighted(*_RANKINGS),
        counting=roll.weighted(*_COUNTINGS),
        paging=paging,
        # An answer cut at 20 does not come in pages of 100.
        per_page=min(roll.weighted(*_PER_PAGE), cap or 100),
        default="all" if everything else otherwise,
        overflow=overflow if cap is not None else "cut",
        # A button that loads more brings nothing at the end: there is no page to show again.
        beyond="empty" if paging == "more" else beyond,
        suggestion=roll.weighted(*_SUGGESTIONS),
        token=roll.weighted(*_TOKENS),
        identity=roll.weighted(*_IDENTITIES),
        has_details=roll.chance(0.8),
        keyword=_keyword(roll, structured),
        shortest_keyword=roll.pick((1, 1, 1, 1, 1, 2, 3)),
        echo=roll.chance(0.35),
        wording=roll.below(5_040),
    )


def _keyword(roll: Dice, structured: bool) -> Literal["", "like", "words"]:
    """A quarter of the structured sources have no keyword search; large texts are searched by whole words."""
    without, whole = roll.chance(0.25), roll.chance(0.5)
    if not structured:
        return "words"
    if without:
        return ""
    return "words" if whole else "like"
