"""Barbosa & Freire 2007: Figures 3, 4 and 5. The four configurations, by the names they have here:

Baseline is `best-first-sc`, Offline `ffc` (as is `ache-offline`), Offline-Online `ache`, Online `ache-online`.
"""

import math

from leadline_bench.locate.papers.draw import bars
from leadline_bench.locate.papers.exhibit import ACHE_DOMAINS, Exhibit, PaperFigure
from leadline_bench.locate.papers.measures import by_domain, mean, searchable
from leadline_bench.locate.papers.pool import Pool
from leadline_bench.locate.papers.verdicts import Verdict, above, more, same
from leadline_bench.locate.plot import curves, panels
from leadline_bench.locate.summary import Measure, Summary
from leadline_bench.locate.trial import Result
from leadline_bench.report import Cell, Table

BASELINE, OFFLINE, BOTH, ONLINE = "best-first-sc", "ffc", "ache", "ache-online"
CONFIGURATIONS = (BASELINE, OFFLINE, BOTH, ONLINE)
DENSITY = {
    "movie": 0.094, "airfare": 0.132, "book": 0.142, "rental": 0.148,
    "music": 0.297, "job": 0.571, "auto": 0.962, "hotel": 1.857,
}  # fmt: skip
"""Relevant forms in a hundred pages of the baseline: their Table 1, the sparsest first."""
_SPARSE = tuple(DENSITY)[: len(DENSITY) // 2]
_TOO_SPARSE = "movie"
_APPRENTICE, _BACK = "links.apprentice=0.3", "links.back_crawl=10"
_FUTURE = (f"ache@{_APPRENTICE}", f"ache@{_BACK}", f"ache@{_APPRENTICE}@{_BACK}")


def _figure_3(pool: Pool, found: Summary) -> Exhibit:
    domains = found.plan.domains
    learnable = pool.summary(CONFIGURATIONS, [d for d in domains if d != _TOO_SPARSE] or domains)
    verdicts = [
        more(learnable, "Online finds 34–585 % more than Baseline", ONLINE, BASELINE),
        more(found, "Offline-Online finds 4–245 % more than Offline", BOTH, OFFLINE),
        more(found, "Offline-Online finds most, before Online", BOTH, ONLINE),
        more(found, "Offline finds more than Baseline", OFFLINE, BASELINE),
    ]
    beaten = [d for d in ("airfare", "auto", "book", "rental") if d in domains]
    if beaten:
        some = pool.summary(CONFIGURATIONS, beaten)
        verdicts.append(more(some, f"Online beats Offline in {', '.join(beaten)}", ONLINE, OFFLINE))
    if _TOO_SPARSE in domains:
        says = "in Movie Online finds what Baseline finds, too little to learn from"
        verdicts.append(same(found, says, ONLINE, BASELINE, _TOO_SPARSE))
    heights = {name: [mean(found.values(name, Result.forms, d)) for d in domains] for name in CONFIGURATIONS}
    return Exhibit(
        (by_domain("Relevant forms", found),), tuple(verdicts), bars("Relevant forms by domain", domains, heights)
    )


def _figure_4(pool: Pool, found: Summary) -> Exhibit:
    del pool
    domains = sorted(found.plan.domains, key=lambda d: DENSITY.get(d, 9.0))
    rows: list[tuple[Cell, ...]] = []
    heights: dict[str, list[float]] = {"relevant": [], "searchable": []}
    for domain in domains:
        gains = [found.ratio(BOTH, BASELINE, domain, m) for m in (Result.forms, searchable)]
        for line, gain in zip(heights.values(), gains, strict=True):
            line.append(gain.value if gain else 0.0)
        spans = ((g.value, f"{g.low:.2f}–{g.high:.2f}") if g else (None, None) for g in gains)
        rows.append((domain, DENSITY.get(domain), *(cell for span in spans for cell in span)))
    columns = ("domain", "published density %", "relevant", "95 %", "searchable", "95 %")
    return Exhibit(
        (Table("Offline-Online over Baseline, the sparsest domain first", columns, tuple(rows)),),
        (_sparser(found), _narrower(found)),
        bars("Offline-Online over Baseline", domains, heights),
    )


def _gains(found: Summary, domains: list[str], measure: Measure) -> list[float]:
    """log of the gain in each world; one form is added to both sides, or a world without any would have none."""
    ours, theirs = (
        [sum(many) for many in zip(*(found.values(name, measure, d) for d in domains), strict=True)]
        for name in (BOTH, BASELINE)
    )
    return [math.log((a + 1) / (b + 1)) for a, b in zip(ours, theirs, strict=True)]


def _sparser(found: Summary) -> Verdict:
    says = "the sparser the domain, the larger the gain"
    sparse = [d for d in found.plan.domains if d in _SPARSE]
    dense = [d for d in found.plan.domains if d in DENSITY and d not in _SPARSE]
    if not sparse or not dense:
        return above(says, (), 1.0, "times the gain of denser ones", found.plan.seed)
    pairs = zip(_gains(found, sparse, Result.forms), _gains(found, dense, Result.forms), strict=True)
    return above(says, [math.exp(a - b) for a, b in pairs], 1.0, "times the gain of denser ones", found.plan.seed)


def _narrower(found: Summary) -> Verdict:
    every = list(found.plan.domains)
    pairs = zip(_gains(found, every, Result.forms), _gains(found, every, searchable), strict=True)
    says = "the gain in relevant forms is larger than in searchable ones"
    return above(says, [math.exp(a - b) for a, b in pairs], 1.0, "times the gain in searchable", found.plan.seed)


def _figure_5(pool: Pool, found: Summary) -> Exhibit:
    del pool
    rows: list[tuple[Cell, ...]] = []
    for domain in found.plan.domains:
        for name in (ONLINE, BOTH):
            steps = [[s["pages"] for s in r.learned] for r in found.of(name, domain)]
            first = [pages[0] if name == ONLINE else pages[1] for pages in steps if len(pages) > (name == BOTH)]
            shares = mean(first) / found.plan.pages if first else None
            rows.append((domain, name, mean([len(s) for s in steps]), f"{len(first)} of {len(steps)}", shares))
    columns = ("domain", "strategy", "learning steps", "crawls that learnt", "first step, share of the budget")
    plots = [curves(found.only(d), lambda r: r.relevant, f"Relevant forms: {d}") for d in found.plan.domains]
    verdicts = []
    for domain in (d for d in ("auto", "book") if d in found.plan.domains):
        says = f"Online draws away from Baseline in {domain}"
        verdicts.append(more(found, says, ONLINE, BASELINE, domain=domain))
    if _TOO_SPARSE in found.plan.domains:
        learnt = [float(bool(r.learned)) for r in found.of(ONLINE, _TOO_SPARSE)]
        verdict = above("in Movie Online never learns", [1 - x for x in learnt], 0.5, "of crawls", found.plan.seed)
        verdicts.append(verdict)
    learning = Table(
        "When learning sets in (paper: Auto at 0.17 of the budget, Book at 0.50)", columns, tuple(rows)
    )
    return Exhibit((by_domain("Relevant forms", found), learning), tuple(verdicts), panels(plots))


def _future(pool: Pool, found: Summary) -> Exhibit:
    del pool
    verdicts = tuple(
        more(found, f"{says} finds more", name, BOTH)
        for name, says in zip(_FUTURE, ("the apprentice", "back-crawling", "both together"), strict=True)
    )

    def on_topic(result: Result, _: int) -> float:
        return result.on_topic / max(1, result.pages)

    tables = (by_domain("Relevant forms", found), by_domain("Share of pages on topic", found, on_topic))
    plot = curves(found, lambda r: r.relevant, "Distinct relevant forms, mean of a domain")
    return Exhibit(tables, verdicts, plot)


FIGURES = (
    PaperFigure("ache-figure-3", "ACHE Figure 3: relevant forms", CONFIGURATIONS, _figure_3, ACHE_DOMAINS),
    PaperFigure("ache-figure-4", "ACHE Figure 4: gain and density", (BASELINE, BOTH), _figure_4, ACHE_DOMAINS),
    PaperFigure(
        "ache-figure-5",
        "ACHE Figure 5: relevant forms over time",
        CONFIGURATIONS,
        _figure_5,
        ("auto", "book", "movie"),
    ),
    PaperFigure(
        "ache-future-work",
        "ACHE section 6: its future work",
        (BOTH, *_FUTURE),
        _future,
        ("airfare", "auto", "book", "movie"),
    ),
)
