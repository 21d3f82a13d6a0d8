"""All strategies side by side: the orders of the three papers together, and our own strategy beside the best.

The area of a crawl is its forms at the mean page of the budget: who finds them earlier has more of it.
"""

from leadline.locate.strategies import STRATEGIES
from leadline_bench.locate.papers.exhibit import Exhibit, PaperFigure
from leadline_bench.locate.papers.measures import by_domain, mean
from leadline_bench.locate.papers.pool import CLAIMED, Pool
from leadline_bench.locate.papers.verdicts import Verdict, more
from leadline_bench.locate.plot import curves
from leadline_bench.locate.summary import Summary
from leadline_bench.locate.trial import ORACLE, Result
from leadline_bench.report import Cell, Table

OURS = "sounding"
_PUBLISHED = ("smart", "scdi", "ache", "best-first-sc", "best-first")
_DIFFERENT = (ORACLE, *(name for name in STRATEGIES if name != "ache-offline"), "ffc@levels=1")
"""`ache-offline` is `ffc` under another name."""
_GAIN, _SHARE = 1.3, 0.6
"""What we want of our own strategy: times the best published one's forms, and of the oracle's area."""


def _every(pool: Pool, found: Summary) -> Exhibit:
    del pool
    chain = (
        ("smart", "scdi"), ("scdi", "ache"), ("ache", "ffc"), ("ffc", "best-first-sc"),
        ("ache-online", "best-first-sc"), ("ffc", "ffc@levels=1"), ("best-first-sc", "random"),
    )  # fmt: skip
    verdicts = tuple(more(found, f"{a} finds more than {b}", a, b) for a, b in chain)
    plot = curves(found, lambda r: r.relevant, "Distinct relevant forms, mean of a domain")
    tables = (by_domain("Relevant forms", found), by_domain("Area under the curve", found, Result.area))
    return Exhibit(tables, verdicts, plot)


def _ours(pool: Pool, found: Summary) -> Exhibit:
    del pool
    best = max(_PUBLISHED, key=lambda name: mean(found.forms(name)))
    verdicts = [
        more(found, f"{OURS} finds more than {best}, the best published", OURS, best),
        more(found, f"{OURS} finds at least {_GAIN} times as much as {best}", OURS, best, times=_GAIN),
    ]
    share = found.ratio(OURS, ORACLE, measure=Result.area)
    holds = None if share is None or share.low < _SHARE <= share.high else share.low >= _SHARE
    says = f"{OURS} has at least {_SHARE:.0%} of the oracle's area"
    verdicts.append(Verdict(says, share, "of it", found.plan.worlds, holds))
    rows: list[tuple[Cell, ...]] = []
    for domain in found.plan.domains:
        ratio = found.ratio(OURS, best, domain)
        rows.append((domain, *((ratio.value, ratio.low, ratio.high) if ratio else (None, None, None))))
    tables = (
        by_domain("Relevant forms", found),
        Table(f"{OURS} over {best} by domain", ("domain", "ratio", "low", "high"), tuple(rows)),
    )
    return Exhibit(tables, tuple(verdicts), curves(found, lambda r: r.relevant, "Distinct relevant forms"))


FIGURES = (
    PaperFigure("every-strategy", "Every strategy", _DIFFERENT, _every),
    PaperFigure("our-strategy", "Our strategy and the best published one", CLAIMED, _ours),
)
