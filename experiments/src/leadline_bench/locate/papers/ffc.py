"""Barbosa & Freire 2005: Figure 2, the forms each crawler finds with the pages it fetches.

The paper counts distinct searchable forms on pages on topic; so does the first table, where crawls also look for
them (`@searchable`). The second counts relevant forms, as the later papers do.
"""

from leadline_bench.locate.papers.exhibit import Exhibit, PaperFigure
from leadline_bench.locate.papers.measures import by_domain, kept
from leadline_bench.locate.papers.pool import Pool
from leadline_bench.locate.papers.verdicts import more
from leadline_bench.locate.plot import curves, panels
from leadline_bench.locate.summary import Summary

_LEVELS = ("ffc@levels=1", "ffc@levels=2", "ffc", "ffc@levels=4")
_OTHERS = ("best-first", "fixed-depth", "best-first-sc")
_COUNTED = tuple(f"{name}@searchable" for name in (*_OTHERS, *_LEVELS))
_DOMAINS = ("job", "auto", "book")


def _figure_2(pool: Pool, found: Summary) -> Exhibit:
    del pool
    one, two, three = (f"{name}@searchable" for name in _LEVELS[:3])
    base, depth, stopping = (f"{name}@searchable" for name in _OTHERS)
    plots = [curves(found.only(d), lambda r: r.kept, f"Searchable forms: {d}") for d in found.plan.domains]
    return Exhibit(
        (by_domain("Distinct searchable forms on pages on topic", found, kept),),
        (
            more(found, "three levels find 20–110 % more than one", three, one, measure=kept),
            more(found, "three levels find more than two", three, two, measure=kept),
            more(found, "five to ten times as many as fixed depth", three, depth, measure=kept, times=5.0),
            more(found, "more than the baseline with stopping criteria", three, stopping, measure=kept),
            more(found, "without stopping criteria the baseline is trapped", stopping, base, measure=kept),
        ),
        panels(plots),
    )


def _relevant(pool: Pool, found: Summary) -> Exhibit:
    del pool
    return Exhibit(
        (by_domain("Distinct relevant forms", found),),
        (
            more(found, "three levels find more than one", "ffc", "ffc@levels=1"),
            more(found, "more than the baseline with stopping criteria", "ffc", "best-first-sc"),
            more(found, "more than fixed depth", "ffc", "fixed-depth"),
        ),
        curves(found, lambda r: r.relevant, "Distinct relevant forms, mean of a domain"),
    )


FIGURES = (
    PaperFigure("ffc-figure-2", "FFC Figure 2: searchable forms against pages", _COUNTED, _figure_2, _DOMAINS),
    PaperFigure(
        "ffc-figure-2-relevant",
        "FFC Figure 2, relevant forms counted",
        ("best-first", "fixed-depth", "best-first-sc", "ffc@levels=1", "ffc"),
        _relevant,
    ),
)
