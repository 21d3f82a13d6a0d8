"""Zhao et al. 2015: Figures 5 to 9, Tables 2 to 4. Tables 5 and 6 and Figure 10 are in `features`.

Running time (their Table 2) is not measured again: trials share the pages they read, so whoever comes first pays.
"""

from leadline_bench.locate.papers.draw import bars
from leadline_bench.locate.papers.exhibit import Exhibit, PaperFigure
from leadline_bench.locate.papers.measures import by_domain, deep_sites, mean, searchable
from leadline_bench.locate.papers.pool import Pool
from leadline_bench.locate.papers.verdicts import Verdict, above, more
from leadline_bench.locate.plot import curves, heights, panels
from leadline_bench.locate.summary import Measure, Summary, paired_ratio
from leadline_bench.locate.trial import Result
from leadline_bench.report import Cell, Table

ACHE, SCDI, SMART = COMPARED = ("ache", "scdi", "smart")
VARIANTS = ("scdi", "scdi-rs", "scdi-isp", "scdi-al", "smart")
_NEVER = "@stopping.sc4_barren_pages_in_depth=1000000@stopping.sc5_barren_pages=1000000"
_PATIENT, _PATIENT_SCDI = f"smart{_NEVER}", f"scdi{_NEVER}"
PUBLISHED = {
    "airfare": (1705, 3087), "auto": (1453, 3536), "book": (599, 2838), "job": (1048, 4058),
    "hotel": (2203, 4459), "movie": (677, 1449), "music": (776, 1347), "rental": (1149, 2538),
    "product": (386, 571), "apartment": (1844, 3958), "route": (1061, 3471), "people": (232, 677),
}  # fmt: skip
"""Searchable forms of ACHE and SmartCrawler at 100,000 pages: their Table 2."""
_ACCURACY = {"sites": (0.909, 0.980), "forms": (0.884, 0.975), "searchable forms": (0.939, 0.985)}
"""The lowest and highest of twelve domains: their Table 3."""


def _order(found: Summary, what: str, measure: Measure) -> tuple[Verdict, ...]:
    return (
        more(found, f"SmartCrawler finds more {what} than SCDI", SMART, SCDI, measure=measure),
        more(found, "SCDI more than ACHE", SCDI, ACHE, measure=measure),
        more(found, "SmartCrawler more than ACHE", SMART, ACHE, measure=measure),
    )


def _bars(title: str, what: str, measure: Measure, found: Summary) -> Exhibit:
    domains = found.plan.domains
    series = {name: [mean(found.values(name, measure, d)) for d in domains] for name in found.plan.strategies}
    return Exhibit((by_domain(title, found, measure),), _order(found, what, measure), bars(title, domains, series))


def _figure_5(pool: Pool, found: Summary) -> Exhibit:
    del pool
    return _bars("Sites with relevant forms", "sites", deep_sites, found)


def _figure_6(pool: Pool, found: Summary) -> Exhibit:
    del pool
    return _bars("Relevant forms", "forms", Result.forms, found)


def _figure_7(pool: Pool, found: Summary) -> Exhibit:
    del pool
    plan, verdicts = found.plan, []
    for share in (0.25, 0.5, 1.0):

        def so_far(result: Result, pages: int, share: float = share) -> float:
            return result.forms(round(share * pages))

        at = f"after {round(share * plan.pages):,} pages"
        verdicts.append(more(found, f"SmartCrawler before SCDI {at}", SMART, SCDI, measure=so_far))
        verdicts.append(more(found, f"SCDI before ACHE {at}", SCDI, ACHE, measure=so_far))
    plots = [curves(found.only(d), lambda r: r.relevant, f"Relevant forms: {d}") for d in plan.domains]
    return Exhibit((by_domain("Relevant forms", found),), tuple(verdicts), panels(plots, across=4))


def _table_2(pool: Pool, found: Summary) -> Exhibit:
    del pool
    rows: list[tuple[Cell, ...]] = []
    for domain in found.plan.domains:
        ours = [mean(found.values(name, searchable, domain)) for name in (ACHE, SMART)]
        theirs = PUBLISHED.get(domain)
        rows.append((domain, *(theirs or (None, None)), *ours, *_ratios(theirs, ours)))
    columns = (
        *("domain", "ACHE, published", "SmartCrawler, published", "ACHE", "SmartCrawler"),
        *("ratio, published", "ratio"),
    )
    verdict = more(found, "SmartCrawler finds 2.44 times ACHE's searchable forms", SMART, ACHE, measure=searchable)
    series = {"published": [float(r[5] or 0) for r in rows], "measured": [float(r[6] or 0) for r in rows]}
    plot = bars("SmartCrawler over ACHE", found.plan.domains, series)
    return Exhibit((Table("Searchable forms of any domain", columns, tuple(rows)),), (verdict,), plot)


def _ratios(theirs: tuple[int, int] | None, ours: list[float]) -> tuple[Cell, Cell]:
    return theirs[1] / theirs[0] if theirs else None, ours[1] / ours[0] if ours[0] else None


def _figure_8(pool: Pool, found: Summary) -> Exhibit:
    del pool
    rows: list[tuple[Cell, ...]] = []
    verdicts, series = [], dict[str, list[float]]()
    for other in (SCDI, ACHE):
        ours, theirs = [0.0] * found.plan.worlds, [0.0] * found.plan.worlds
        for domain in found.plan.domains:
            pairs = list(zip(found.of(SMART, domain), found.of(other, domain), strict=True))
            counts = [_common(a, b) for a, b in pairs]
            rows.append((domain, other, *(mean([c[n] for c in counts]) for n in range(3))))
            series.setdefault(f"smart / {other}", []).append(
                sum(c[1] for c in counts) / max(1.0, sum(c[2] for c in counts))
            )
            ours = [a + c[1] for a, c in zip(ours, counts, strict=True)]
            theirs = [a + c[2] for a, c in zip(theirs, counts, strict=True)]
        ratio = paired_ratio(ours, theirs, found.plan.seed) if any(theirs) else None
        holds = ratio.low > 1 if ratio and (ratio.low > 1 or ratio.high < 1) else None
        says = f"SmartCrawler finds more than {other} on sites that both visit"
        verdicts.append(Verdict(says, ratio, "times as many", found.plan.worlds, holds))
    columns = ("domain", "compared with", "common sites", "SmartCrawler's forms there", "the other's")
    plot = bars("Forms on common sites, SmartCrawler over the other", found.plan.domains, series)
    return Exhibit((Table("Sites that both visit", columns, tuple(rows)),), tuple(verdicts), plot)


def _common(one: Result, other: Result) -> tuple[float, float, float]:
    """(common sites, forms of the one there, of the other)."""
    both = one.by_site.keys() & other.by_site.keys()
    return float(len(both)), float(sum(one.by_site[s] for s in both)), float(sum(other.by_site[s] for s in both))


def _table_3(pool: Pool, found: Summary) -> Exhibit:
    del pool
    rows: list[tuple[Cell, ...]] = [
        (domain, *(_right(found.of(SMART, domain), what) for what in _ACCURACY)) for domain in found.plan.domains
    ]
    rows.append(("published, twelve domains", *(f"{low:.3f}–{high:.3f}" for low, high in _ACCURACY.values())))
    verdicts = []
    for what, (low, _) in _ACCURACY.items():
        shares = [
            _right([found.of(SMART, d)[n] for d in found.plan.domains], what) for n in range(found.plan.worlds)
        ]
        values = [share for share in shares if share is not None]
        says = f"{what} are classified at least as well as in their worst domain ({low:.3f})"
        verdicts.append(above(says, values, low, "right", found.plan.seed))
    series = {
        what: [float(row[n] or 0) for row in rows[:-1] if not isinstance(row[n], str)]
        for n, what in enumerate(_ACCURACY, 1)
    }
    return Exhibit(
        (Table("Accuracy on pages that SmartCrawler fetched", ("domain", *_ACCURACY), tuple(rows)),),
        tuple(verdicts),
        bars("Accuracy", found.plan.domains, series),
    )


def _right(results: list[Result], what: str) -> float | None:
    right, judged = (sum(r.accuracy.get(what, (0, 0))[n] for r in results) for n in range(2))
    return right / judged if judged else None


def _figure_9(pool: Pool, found: Summary) -> Exhibit:
    """All sites that wait are drawn: without two queues there is no high one."""
    del pool

    def at_end(result: Result, pages: int) -> float:
        return float(next((every for at, _, every in reversed(result.queues) if at <= pages), 0))

    def high(result: Result, pages: int) -> float:
        held = [first > 0 for at, first, _ in result.queues if at <= pages]
        return sum(held) / max(1, len(held))

    plots = [
        heights(found.only(d), lambda r: [(at, every) for at, _, every in r.queues], f"Sites waiting: {d}")
        for d in found.plan.domains
    ]
    verdicts = [
        more(found, "SmartCrawler has more sites waiting at the end than SCDI", SMART, SCDI, measure=at_end)
    ]
    verdicts += (
        more(found, f"{name} has more than SCDI", name, SCDI, measure=at_end)
        for name in ("scdi-rs", "scdi-isp", "scdi-al")
    )
    says = "SmartCrawler's first queue keeps above zero"
    verdicts.append(above(says, found.values(SMART, high), 0.5, "of the time", found.plan.seed))
    return Exhibit(
        (by_domain("Sites waiting at the end", found, at_end),), tuple(verdicts), panels(plots, across=4)
    )


def _variants(pool: Pool, found: Summary) -> Exhibit:
    del pool
    verdicts = []
    for name in ("scdi-rs", "scdi-isp", "scdi-al"):
        verdicts.append(more(found, f"{name} finds more than SCDI", name, SCDI))
        verdicts.append(more(found, f"SmartCrawler more than {name}", SMART, name))
    plot = curves(found, lambda r: r.relevant, "Distinct relevant forms, mean of a domain")
    return Exhibit((by_domain("Relevant forms", found),), tuple(verdicts), plot)


def _stopping(pool: Pool, found: Summary) -> Exhibit:
    del pool
    sites = by_domain("Sites", found, lambda result, _: result.sites)
    verdicts = (
        more(found, "leaving barren depths and sites early (SC4, SC5) finds more", SMART, _PATIENT),
        more(found, "so it does in SCDI", SCDI, _PATIENT_SCDI),
    )
    plot = curves(found, lambda r: r.relevant, "Distinct relevant forms, mean of a domain")
    return Exhibit((by_domain("Relevant forms", found), sites), verdicts, plot)


def _table_4(pool: Pool, found: Summary) -> Exhibit:
    del pool

    def calls(result: Result, _: int) -> float:
        return result.backlink_calls

    def centres(result: Result, _: int) -> float:
        return result.centres

    rows: list[tuple[Cell, ...]] = [
        (
            domain,
            *(
                mean(found.values(name, measure, domain))
                for measure in (calls, centres)
                for name in ("scdi-rs", SMART)
            ),
        )
        for domain in found.plan.domains
    ]
    columns = ("domain", "times, scdi-rs", "times, smart", "centre pages, scdi-rs", "centre pages, smart")
    verdicts = (
        more(found, "reverse searching is triggered more often than in scdi-rs", SMART, "scdi-rs", measure=calls),
        more(found, "it gets more centre pages", SMART, "scdi-rs", measure=centres),
    )
    series = {str(name): [float(row[n] or 0) for row in rows] for n, name in enumerate(columns[1:], 1)}
    table = Table("Reverse searching (paper: 1–40 times, 0–153 centre pages)", columns, tuple(rows))
    return Exhibit((table,), verdicts, bars("Reverse searching", found.plan.domains, series))


FIGURES = (
    PaperFigure("smart-figure-5", "SmartCrawler Figure 5: deep sites", COMPARED, _figure_5),
    PaperFigure("smart-figure-6", "SmartCrawler Figure 6: relevant forms", COMPARED, _figure_6),
    PaperFigure("smart-figure-7", "SmartCrawler Figure 7: relevant forms over time", COMPARED, _figure_7),
    PaperFigure("smart-table-2", "SmartCrawler Table 2: searchable forms", (ACHE, SMART), _table_2),
    PaperFigure("smart-figure-8", "SmartCrawler Figure 8: common sites", COMPARED, _figure_8, reads=("by_site",)),
    PaperFigure("smart-table-3", "SmartCrawler Table 3: accuracy of classifiers", (SMART,), _table_3),
    PaperFigure(
        "smart-figure-9", "SmartCrawler Figure 9: the site frontier", VARIANTS, _figure_9, reads=("queues",)
    ),
    PaperFigure("smart-variants", "SmartCrawler section 5.3: its parts", VARIANTS, _variants),
    PaperFigure(
        "smart-stopping",
        "SmartCrawler section 3.3.1: leaving early",
        (SCDI, SMART, _PATIENT_SCDI, _PATIENT),
        _stopping,
        ("airfare", "auto", "book", "hotel"),
    ),
    PaperFigure("smart-table-4", "SmartCrawler Table 4: reverse searching", ("scdi-rs", SMART), _table_4),
)
