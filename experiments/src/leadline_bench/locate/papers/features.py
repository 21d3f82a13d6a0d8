"""What was learnt, iteration by iteration: ACHE's Figure 6 and Table 2, SmartCrawler's Tables 5 and 6, Figure 10.

Tables and plots show the first world; verdicts are over all of them.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from leadline.learn.contexts import CONTEXTS
from leadline_bench.locate.papers.draw import grid
from leadline_bench.locate.papers.exhibit import Exhibit, PaperFigure
from leadline_bench.locate.papers.measures import mean
from leadline_bench.locate.papers.pool import Pool
from leadline_bench.locate.papers.verdicts import Verdict, above
from leadline_bench.locate.summary import Summary
from leadline_bench.locate.trial import Result
from leadline_bench.report import Cell, Table

Iteration = Mapping[str, Sequence[str]]
"""Terms by context."""
Judged = Callable[[Summary, Sequence[Sequence[Iteration]], str], Verdict]
_NEAREST = "1"
"""The level of links that point at forms."""
_SHOWN = 12
_TOP = 6
"""Terms of a feature space that are shown."""


def _levels(result: Result) -> list[Iteration]:
    """ACHE's features for the nearest level."""
    return [step["features"].get(_NEAREST, {}) for step in result.learned if "features" in step]


def _space(result: Result, which: str) -> list[Iteration]:
    """SmartCrawler's feature space of sites or of links, the heaviest terms first."""
    return [
        {context: _heaviest(step[which][context]) for context in CONTEXTS}
        for step in result.learned
        if which in step
    ]


def _heaviest(vector: Mapping[str, float]) -> list[str]:
    return sorted(vector, key=lambda term: (-vector[term], term))[:_TOP]


def _table(title: str, result: Result, steps: Sequence[Iteration], context_names: Sequence[str]) -> Table:
    chosen = _spread(len(steps))
    pages: list[Any] = [step["pages"] for step in result.learned]
    rows: list[tuple[Cell, ...]] = [
        (n + 1, pages[n], *(", ".join(steps[n].get(context, ())) for context in CONTEXTS)) for n in chosen
    ]
    return Table(title, ("iteration", "pages", *context_names), tuple(rows))


def _spread(many: int) -> list[int]:
    """Some of many iterations, the first and the last among them.

    >>> _spread(3), _spread(24)
    ([0, 1, 2], [0, 2, 4, 6, 8, 10, 13, 15, 17, 19, 21, 23])
    """
    if many <= _SHOWN:
        return list(range(many))
    return [round(n * (many - 1) / (_SHOWN - 1)) for n in range(_SHOWN)]


def _plot(title: str, steps: Sequence[Iteration]) -> str:
    chosen = _spread(len(steps))
    return grid(title, {context: [steps[n].get(context, ()) for n in chosen] for context in CONTEXTS})


def _stays(steps: Sequence[Iteration], context: str) -> float | None:
    """The share of terms that the next iteration chooses again."""
    shares = [
        len(set(a.get(context, ())) & set(b.get(context, ()))) / len(set(a[context]))
        for a, b in pairwise(steps)
        if a.get(context)
    ]
    return mean(shares) if shares else None


def _settled(found: Summary, worlds: Sequence[Sequence[Iteration]], says: str) -> Verdict:
    """That terms of anchors stay chosen more than those of URLs."""
    differences = []
    for steps in worlds:
        anchor, url = _stays(steps, "anchor"), _stays(steps, "url")
        if anchor is not None and url is not None:
            differences.append(anchor - url)
    return above(says, differences, 0.0, "of the terms", found.plan.seed)


def _moved(found: Summary, worlds: Sequence[Sequence[Iteration]], says: str) -> Verdict:
    """That the last iteration has terms which the first had not."""
    shares = []
    for steps in worlds:
        if len(steps) > 1:
            first, last = ({t for c in CONTEXTS for t in step.get(c, ())} for step in (steps[0], steps[-1]))
            shares.append(len(last - first) / max(1, len(last)))
    return above(says, shares, 0.0, "of the terms", found.plan.seed)


def _figure_6(pool: Pool, found: Summary) -> Exhibit:
    del pool
    return _levels_exhibit(found, "", _settled, "terms of anchors stay, those of URLs change")


def _table_2(pool: Pool, found: Summary) -> Exhibit:
    del pool
    behind = "; the first iteration is what it was taught"
    return _levels_exhibit(found, behind, _moved, "new terms come in as new kinds of sites are met")


def _levels_exhibit(found: Summary, behind: str, judge: Judged, says: str) -> Exhibit:
    (name,), domain = found.plan.strategies, found.plan.domains[0]
    results = found.of(name, domain)
    worlds = [_levels(result) for result in results]
    title = f"Features of links to forms, {name} in {domain}{behind}"
    table = _table(title, results[0], worlds[0], ("URL", "anchor", "around"))
    return Exhibit((table,), (judge(found, worlds, says),), _plot(title, worlds[0]))


def _spaces(pool: Pool, found: Summary) -> Exhibit:
    del pool
    (name,), domain = found.plan.strategies, found.plan.domains[0]
    results = found.of(name, domain)
    sites, links = ([_space(result, which) for result in results] for which in ("sites", "links"))
    tables = (
        _table(
            f"Feature space of sites (FSS), {name} in {domain}", results[0], sites[0], ("URL", "anchor", "text")
        ),
        _table(
            f"Feature space of links (FSL), {name} in {domain}", results[0], links[0], ("path", "anchor", "text")
        ),
    )
    moved = _moved(found, sites, "new terms of sites are learnt")
    url_changes = [
        kept - other
        for a, b in zip(links, sites, strict=True)
        if (kept := _stays(a, "url")) is not None and (other := _stays(b, "url")) is not None
    ]
    says = "URL terms of links are steadier than those of sites"
    steady = above(says, url_changes, 0.0, "of the terms", found.plan.seed)
    return Exhibit(tables, (moved, steady), _plot(f"FSL, {name} in {domain}", links[0]))


_READ = ("learned",)
FIGURES = (
    PaperFigure(
        "ache-figure-6", "ACHE Figure 6: features of Online", ("ache-online",), _figure_6, ("auto",), _READ
    ),
    PaperFigure("ache-table-2", "ACHE Table 2: features of Offline-Online", ("ache",), _table_2, ("book",), _READ),
    PaperFigure("smart-table-5", "SmartCrawler Table 5: features learnt", ("smart",), _spaces, ("book",), _READ),
    PaperFigure("smart-table-6", "SmartCrawler Table 6: features learnt", ("smart",), _spaces, ("auto",), _READ),
    PaperFigure(
        "smart-figure-10", "SmartCrawler Figure 10: features of links", ("smart",), _spaces, ("hotel",), _READ
    ),
)
