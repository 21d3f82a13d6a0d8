"""What results are compared by, and tables of it by domain."""

from bisect import bisect_right

from leadline_bench.locate.summary import Measure, Summary
from leadline_bench.locate.trial import Result
from leadline_bench.report import Cell, Table
from leadline_bench.statistics import mean_interval


def searchable(result: Result, pages: int) -> float:
    """Searchable forms of any domain, on any page."""
    return bisect_right(result.searchable, pages)


def kept(result: Result, pages: int) -> float:
    """Forms that the crawl's own critic counted."""
    return bisect_right(result.kept, pages)


def deep_sites(result: Result, pages: int) -> float:
    """Sites with a relevant form."""
    return bisect_right(result.deep_sites, pages)


def by_domain(title: str, found: Summary, measure: Measure = Result.forms) -> Table:
    """One row a domain and one for all, with the interval over worlds there."""
    names = found.plan.strategies
    rows: list[tuple[Cell, ...]] = [
        (domain, *(mean(found.values(name, measure, domain)) for name in names)) for domain in found.plan.domains
    ]
    rows.append(("mean", *(mean(found.values(name, measure)) for name in names)))
    spans = [mean_interval(found.values(name, measure), seed=found.plan.seed) for name in names]
    rows.append(("95 % over worlds", *(f"{span.low:.1f}–{span.high:.1f}" for span in spans)))
    plan = found.plan
    about = f"{title}: {plan.pages:,} pages, {plan.worlds} worlds, mean of a crawl"
    return Table(about, ("domain", *names), tuple(rows))


def mean(values: list[float]) -> float:
    return sum(values) / len(values)
