"""The papers' experiments from the first trial to the last file."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from leadline.errors import BadConfiguration
from leadline.locate.settings import LocateSettings
from leadline_bench.locate.experiment import Tell
from leadline_bench.locate.papers import ache, features, ffc, orders, smart
from leadline_bench.locate.papers.exhibit import PaperFigure
from leadline_bench.locate.papers.files import Made, keep, pictures
from leadline_bench.locate.papers.pool import Pool, PoolPlan
from leadline_bench.locate.papers.sittings import Sitting, sit
from leadline_bench.locate.summary import report
from leadline_bench.locate.trial import Result
from leadline_bench.locate.variants import PAPERS_PAGES, scaled
from leadline_bench.report import Report, Table

FIGURES: tuple[PaperFigure, ...] = (
    *orders.FIGURES, *ffc.FIGURES, *ache.FIGURES, *smart.FIGURES, *features.FIGURES
)  # fmt: skip
ALL = "all"


def chosen(words: str) -> tuple[PaperFigure, ...]:
    """`all`, or figures by their keys or the beginnings of them, with commas between."""
    if words == ALL:
        return FIGURES
    for word in words.split(","):
        if not any(figure.key.startswith(word) for figure in FIGURES):
            known = ", ".join(figure.key for figure in FIGURES)
            raise BadConfiguration(f"--papers '{word}' is not known; known: {ALL}, {known}")
    return tuple(figure for figure in FIGURES if figure.key.startswith(tuple(words.split(","))))


def crawl(plan: PoolPlan, sitting: Sitting, tell: Tell) -> list[Result]:
    """The trials of the pool, as far as there is time."""
    return sit(plan, sitting, FIGURES, tell)


def exhibits(plan: PoolPlan, results: Sequence[Result]) -> Made:
    """Every figure, made from the results."""
    pool = Pool(plan, results)
    return [(figure, figure.make(pool, pool.of(figure))) for figure in plan.figures]


def told(plan: PoolPlan, results: Sequence[Result], made: Made, rounds: tuple[str, ...] = ()) -> Report:
    """The strategies that claims rest on side by side, and how much of the papers came out; `rounds`: how much of
    the run is there."""
    found = report(plan.plan(plan.claims, plan.base.domains), results)
    verdicts = [verdict for _, exhibit in made for verdict in exhibit.verdicts]
    counts = {
        f"papers.{outcome}": float(sum(verdict.outcome == outcome for verdict in verdicts))
        for outcome in ("agrees", "differs", "undecided")
    }
    said = tuple((figure.title, exhibit.sentence) for figure, exhibit in made)
    table = Table("What the papers say, and whether it came out so", ("figure", "verdict"), said)
    return replace(
        found,
        figures={**found.figures, **counts},
        tables=(*found.tables, table),
        notes=(*rounds, *found.notes, *_budgets(plan)),
    )


def _budgets(plan: PoolPlan) -> tuple[str, str]:
    common, claimed, rules = plan.common, plan.claimed, scaled(LocateSettings(), plan.common.pages)
    compared = (
        f"Figures compare the first {common.pages:,} pages in {common.worlds} worlds; where they are about "
        f"{', '.join(plan.claims)} alone, {claimed.pages:,} pages in {claimed.worlds}."
    )
    learning = (
        f"Learning is scaled from {PAPERS_PAGES:,} pages to {common.pages:,}: after {rules.links.threshold} new "
        f"forms (ache), {rules.sites.learn_sites} new sites or {rules.sites.learn_forms} forms (smart)."
    )
    return compared, learning


def write(made: Made, found: Report, folder: Path, tell: Tell) -> None:
    """The folder of the figures."""
    plots = keep(made, found, folder)
    if pictures(plots) == 0:
        tell("no PNG is made without leadline[browser] and a Chromium; the plots are there as SVG")
