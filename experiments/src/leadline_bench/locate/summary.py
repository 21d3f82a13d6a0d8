"""What an experiment says: figures, and tables behind them.

The unit of repetition is the world: domains of one world share its sites, so their forms are added up before
worlds are drawn again (`leadline_bench.statistics`). Ratios are of means over the same worlds, by pairs.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import combinations

from leadline.errors import WorkNotDone
from leadline.model.events import SITE_SCOPE, TOPIC_SCOPE
from leadline_bench.locate.experiment import Plan
from leadline_bench.locate.trial import ORACLE, Result
from leadline_bench.report import Cell, Report, Table
from leadline_bench.statistics import Interval, mean_interval, ratio_interval

_OURS, _THEIRS = "sounding", "smart"
Measure = Callable[[Result, int], float]
"""What a result is worth within so many pages."""
_SHARES = (0.1, 0.25, 0.5, 0.75, 1.0)
"""Of the budget: where curves are read off for the table."""


class Summary:
    """Results of one plan, by strategy, domain and world."""

    def __init__(self, plan: Plan, results: Sequence[Result]) -> None:
        self.plan = plan
        self._results = {(r.trial.strategy, r.trial.domain, r.trial.world): r for r in results}
        self.worlds = range(plan.seed, plan.seed + plan.worlds)

    def only(self, domain: str) -> "Summary":
        """The part about one domain."""
        return Summary(replace(self.plan, domains=(domain,)), list(self._results.values()))

    def of(self, strategy: str, domain: str | None = None) -> list[Result]:
        domains = self.plan.domains if domain is None else (domain,)
        return [self._results[strategy, each, world] for world in self.worlds for each in domains]

    def forms(self, strategy: str, pages: int | None = None, domain: str | None = None) -> list[float]:
        """Relevant forms a domain, world by world: what is drawn again."""
        return self.values(strategy, Result.forms, domain, pages)

    def values(
        self, strategy: str, measure: Measure, domain: str | None = None, pages: int | None = None
    ) -> list[float]:
        """Something a domain, world by world."""
        domains = self.plan.domains if domain is None else (domain,)
        budget = self.plan.pages if pages is None else pages
        return [
            sum(measure(self._results[strategy, each, world], budget) for each in domains) / len(domains)
            for world in self.worlds
        ]

    def ratio(
        self, above: str, below: str, domain: str | None = None, measure: Measure = Result.forms
    ) -> Interval | None:
        """None where the one below found nothing."""
        theirs = self.values(below, measure, domain)
        if not any(theirs):
            return None
        return paired_ratio(self.values(above, measure, domain), theirs, self.plan.seed)


def paired_ratio(above: Sequence[float], below: Sequence[float], seed: int) -> Interval:
    """Without worlds in which the one below found nothing: drawn alone, they would divide by zero."""
    pairs = [(a, b) for a, b in zip(above, below, strict=True) if b]
    return ratio_interval([a for a, _ in pairs], [b for _, b in pairs], seed=seed)


def report(plan: Plan, results: Sequence[Result]) -> Report:
    """Figures and tables."""
    summary = Summary(plan, results)
    _demand(summary)
    return Report(
        "locate",
        {**asdict(plan), "strategies": " ".join(plan.strategies), "domains": " ".join(plan.domains)},
        _figures(summary),
        (
            _main_table(summary),
            _cost_table(summary),
            _ratio_table(summary),
            _domain_table(summary),
            _milestones(summary),
            *_listed_table(summary),
        ),
        tuple(_notes(summary)),
    )


def _demand(summary: Summary) -> None:
    """That the work was done."""
    for result in (r for name in summary.plan.strategies for r in summary.of(name)):
        if result.stopped_by == "pages" and result.pages != summary.plan.pages:
            raise WorkNotDone(f"{result.trial}: {result.pages:,} pages, {summary.plan.pages:,} were wanted")
        if result.pages == 0:
            raise WorkNotDone(f"{result.trial}: not a single page")
    if ORACLE in summary.plan.strategies and not any(summary.forms(ORACLE)):
        raise WorkNotDone("the oracle met no form: there are none, or it cannot see them")


def _figures(summary: Summary) -> dict[str, float]:
    plan, figures = summary.plan, {}
    for name in plan.strategies:
        figures[f"forms.{name}"] = mean_interval(summary.forms(name), seed=plan.seed).value
    if ORACLE in plan.strategies:
        for name in plan.strategies:
            share = summary.ratio(name, ORACLE)
            if share is not None and name != ORACLE:
                figures[f"oracle_share.{name}"] = share.value
                figures[f"oracle_share_low.{name}"] = share.low
                figures[f"oracle_share_high.{name}"] = share.high
            area = summary.ratio(name, ORACLE, measure=Result.area)
            if area is not None and name != ORACLE:
                figures[f"oracle_area.{name}"] = area.value
    if {_OURS, _THEIRS} <= set(plan.strategies) and (gain := summary.ratio(_OURS, _THEIRS)) is not None:
        name = f"{_OURS}_over_{_THEIRS}"
        by_domain = [r.value for d in plan.domains if (r := summary.ratio(_OURS, _THEIRS, d)) is not None]
        figures |= {name: gain.value, f"{name}_low": gain.low, f"{name}_high": gain.high}
        figures[f"{name}_worst_domain"] = min(by_domain)
    return figures


def _main_table(summary: Summary) -> Table:
    plan = summary.plan
    rows: list[tuple[Cell, ...]] = []
    for name in plan.strategies:
        forms = mean_interval(summary.forms(name), seed=plan.seed)
        share = summary.ratio(name, ORACLE) if ORACLE in plan.strategies else None
        searchable = _mean([len(result.searchable) for result in summary.of(name)])
        area = summary.ratio(name, ORACLE, measure=Result.area) if ORACLE in plan.strategies else None
        beside = (cell for r in (share, area) for cell in (r.value if r else None, _range(r)))
        rows.append((name, forms.value, _range(forms), *beside, searchable))
    columns = (
        *("strategy", "relevant forms", "95 %", "of the oracle's", "95 %", "of its area", "95 %"),
        "searchable forms",
    )
    return Table(f"Distinct forms met with {plan.pages:,} pages, mean of a domain", columns, tuple(rows))


def _cost_table(summary: Summary) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name in summary.plan.strategies:
        results = summary.of(name)
        pages = sum(r.pages for r in results)
        on_topic, seconds = sum(r.on_topic for r in results), sum(r.cpu_seconds for r in results)
        sites, calls = _mean([r.sites for r in results]), _mean([r.backlink_calls for r in results])
        back = _mean([r.backward for r in results])
        rows.append((name, pages / len(results), back, sites, on_topic / pages, calls, 1e3 * seconds / pages))
    columns = (
        *("strategy", "pages", "of a backward crawl", "sites", "pages on topic"),
        *("backlink calls", "CPU ms a page"),
    )
    return Table("What it took", columns, tuple(rows))


def _ratio_table(summary: Summary) -> Table:
    names = sorted((n for n in summary.plan.strategies if n != ORACLE), key=lambda n: -sum(summary.forms(n)))
    rows: list[tuple[Cell, ...]] = []
    for above, below in combinations(names, 2):
        ratio = summary.ratio(above, below)
        rows.append(
            (f"{above} / {below}", *((ratio.value, ratio.low, ratio.high) if ratio else (None, None, None)))
        )
    return Table(
        "Relevant forms of one over those of another, by pairs", ("", "ratio", "low", "high"), tuple(rows)
    )


def _domain_table(summary: Summary) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (domain, *(_mean(summary.forms(name, domain=domain)) for name in summary.plan.strategies))
        for domain in summary.plan.domains
    ]
    return Table("Relevant forms by domain, mean of a world", ("domain", *summary.plan.strategies), tuple(rows))


def _listed_table(summary: Summary) -> Iterator[Table]:
    """How many of the forms that the crawl's own critic lists are relevant; it has none where the key decides."""
    rows: list[tuple[Cell, ...]] = []
    for name in summary.plan.strategies:
        for domain in summary.plan.domains:
            row: list[Cell] = [name, domain]
            for scope in (TOPIC_SCOPE, SITE_SCOPE):
                pairs = [r.listed.get(scope, (0, 0)) for r in summary.of(name, domain)]
                right, listed = (sum(pair[n] for pair in pairs) for n in (0, 1))
                row += [right, listed, right / listed if listed else None]
            rows.append(tuple(row))
    if any(r.listed for name in summary.plan.strategies for r in summary.of(name)):
        each = ("relevant", "listed", "precision")
        columns = (
            "strategy",
            "domain",
            *(f"{scope}: {word}" for scope in (TOPIC_SCOPE, SITE_SCOPE) for word in each),
        )
        yield Table("Listed forms by scope, of all worlds", columns, tuple(rows))


def _milestones(summary: Summary) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for share in _SHARES:
        pages = max(1, round(share * summary.plan.pages))
        rows.append((f"{pages:,}", *(_mean(summary.forms(name, pages)) for name in summary.plan.strategies)))
    return Table("Relevant forms on the way", ("pages", *summary.plan.strategies), tuple(rows))


def _notes(summary: Summary) -> list[str]:
    plan = summary.plan
    notes = [
        f"Worlds: seeds {plan.seed} to {plan.seed + plan.worlds - 1}, {plan.role}, {plan.scale}, {plan.setting}.",
        "Every strategy begins at the same pages, and every fetched page counts.",
        "Intervals: 95 %, bootstrap over worlds, by pairs for ratios.",
    ]
    if plan.worlds < 5:
        notes.append(f"{plan.worlds} worlds are too few for intervals to mean much.")
    if plan.role == "tuning":
        notes.append("Tuning worlds are for building on; claims are made in reporting worlds.")
    early = [r for name in plan.strategies for r in summary.of(name) if r.stopped_by != "pages"]
    if early:
        runs = plan.worlds * len(plan.domains) * len(plan.strategies)
        notes.append(f"{len(early)} of {runs} runs ended before their budget, with nothing left to fetch.")
    return notes


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _range(interval: Interval | None) -> str | None:
    return None if interval is None else f"{interval.low:.3g}–{interval.high:.3g}"
