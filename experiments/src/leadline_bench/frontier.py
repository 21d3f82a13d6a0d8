"""`leadline bench frontier`: millions of URLs through the frontier on disk, and what a URL costs as it grows.

`frontier_load` is what is done, in a process of its own for each size. The cost of a URL is the CPU time (user and
system) of all phases over the number of different URLs; wall time is shown beside, since a disk waits for nobody.
`growth` is that cost at the largest size over that at 100,000 URLs, which is measured before and after the largest
so that a machine that got slower or faster meanwhile does not pass for growth.

Two things can stay the same between the sizes: how many patterns there are (5 links each at 100,000 URLs, 500 at
10 million), or how many links share one. The first makes the small size dear, the second makes it cheap. `growth`
is the larger of the two; both are figures.
"""

import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from leadline.errors import BadTarget
from leadline_bench.measure import Run, run
from leadline_bench.report import Cell, Report, Table


@dataclass(frozen=True, slots=True)
class Size:
    """How much goes through the frontier."""

    urls: int = 10_000_000
    base: int = 100_000
    """URLs of the small load that the large one is compared with."""
    patterns: int = 20_000
    bases: int = 3
    """Times the small load is measured before the large one, and again after it."""
    links: int = 1_000_000
    """Links that `sounding` ranks anew."""


QUICK = Size(urls=20_000, base=5_000, patterns=1_000, bases=1, links=2_000)

_SINGLY = "take singly"
_FETCHED = 5_000
"""Pages whose reading a re-rank of a million links is compared with."""


@dataclass(frozen=True, slots=True)
class Cost:
    """One load: µs of CPU and wall time a URL, by phase."""

    urls: int
    patterns: int
    cpu: dict[str, float]
    wall: dict[str, float]
    take_us: float
    """CPU time of taking one link by itself, as the crawl loop does."""
    peak_rss_mib: float
    disk_mib: float

    @property
    def total(self) -> float:
        return sum(self.cpu.values())

    @property
    def total_wall(self) -> float:
        return sum(self.wall.values())


def frontier(size: Size, seed: int, folder: Path | None, tell: Callable[[str], None]) -> Report:
    """Measure; the databases are made in `folder` (the system's place for such if None), and removed."""
    if folder is not None and not folder.is_dir():
        raise BadTarget(f"{folder} is no folder to make databases in")
    shared = max(1, size.patterns * size.base // size.urls)

    def measured(urls: int, patterns: int) -> Cost:
        with tempfile.TemporaryDirectory(prefix="leadline-bench-", dir=folder) as place:
            words = [str(urls), str(patterns), str(seed), str(Path(place) / "frontier.db")]
            cost = _cost(urls, run("leadline_bench.frontier_load", words))
        tell(f"{urls:,} URLs in {cost.patterns:,} patterns: {cost.total:.1f} µs of CPU time a URL")
        return cost

    def small_ones() -> list[tuple[Cost, Cost]]:
        return [(measured(size.base, size.patterns), measured(size.base, shared)) for _ in range(size.bases)]

    small = small_ones()
    between = [measured(urls, size.patterns) for urls in (1_000_000,) if urls < size.urls]
    large = measured(size.urls, size.patterns)
    small += small_ones()
    with tempfile.TemporaryDirectory(prefix="leadline-bench-", dir=folder) as place:
        words = [str(size.links), str(seed), str(Path(place) / "frontier.db")]
        ranked = run("leadline_bench.rerank_load", words).said
    return _with_rerank(_report(size, seed, small, [*between, large]), ranked)


def _with_rerank(found: Report, ranked: dict[str, float]) -> Report:
    """What ranking anew costs where nearly each link is a pattern of its own (`rerank_load`)."""
    million = 1e6 * ranked["cpu"] / ranked["links"]
    figures = {
        "rerank_us_per_link": million,
        "rerank_patterns": ranked["patterns"],
        "rerank_over_pages": million / (_FETCHED * ranked["page_cpu"]),
    }
    said = (
        f"sounding ranks {ranked['links']:,} links in {ranked['patterns']:,} patterns anew for {million:.1f} µs "
        f"of CPU time each; a million take {figures['rerank_over_pages']:.2f} of the time of reading {_FETCHED:,} "
        "pages."
    )
    return replace(found, figures={**found.figures, **figures}, notes=(*found.notes, said))


def _cost(urls: int, found: Run) -> Cost:
    def each(seconds: dict[str, float]) -> dict[str, float]:
        return {phase: 1e6 * spent / urls for phase, spent in seconds.items() if phase != _SINGLY}

    said = found.said
    return Cost(
        urls=urls,
        patterns=said["patterns"],
        cpu=each(said["cpu"]),
        wall=each(said["wall"]),
        take_us=1e6 * said["cpu"][_SINGLY] / said["singly"],
        peak_rss_mib=said["peak_rss_mib"],
        disk_mib=said["bytes"] / 2**20,
    )


def _typical(costs: list[Cost]) -> Cost:
    """The one in the middle."""
    return sorted(costs, key=lambda cost: cost.total)[len(costs) // 2]


def _report(size: Size, seed: int, small: list[tuple[Cost, Cost]], larger: list[Cost]) -> Report:
    large = larger[-1]
    bases = many, few = _typical([pair[0] for pair in small]), _typical([pair[1] for pair in small])
    base = min(bases, key=lambda cost: cost.total)
    figures = {
        "urls": large.urls,
        "peak_rss_mib": large.peak_rss_mib,
        "growth": large.total / base.total,
        "growth_same_patterns": large.total / many.total,
        "growth_same_share": large.total / few.total,
        "growth_insert": large.cpu["insert"] / min(cost.cpu["insert"] for cost in bases),
        "growth_drain": large.cpu["drain"] / min(cost.cpu["drain"] for cost in bases),
        "growth_take": large.take_us / min(cost.take_us for cost in bases),
        "growth_wall": large.total_wall / base.total_wall,
        "cpu_us_per_url": large.total,
        "wall_us_per_url": large.total_wall,
        "disk_mib": large.disk_mib,
    }
    spread = [min(each) / max(each) for each in ([pair[n].total for pair in small] for n in (0, 1))]
    return Report(
        "frontier",
        {**asdict(size), "seed": seed},
        figures,
        (_table([few, many, *larger]),),
        (
            f"Steadiness: at {size.base:,} URLs the cheapest run is {min(spread):.0%} of the dearest.",
            "Order, count and uniqueness of all links were checked.",
        ),
    )


def _table(costs: list[Cost]) -> Table:
    """One column a size: they are few, and phases are many."""
    rows: list[tuple[Cell, ...]] = [("patterns", *(c.patterns for c in costs))]
    rows += [(phase, *(c.cpu[phase] for c in costs)) for phase in costs[-1].cpu]
    rows += [
        ("all phases", *(c.total for c in costs)),
        ("all phases, wall time", *(c.total_wall for c in costs)),
        ("one taken singly", *(c.take_us for c in costs)),
        ("peak MiB", *(c.peak_rss_mib for c in costs)),
        ("disk MiB", *(c.disk_mib for c in costs)),
    ]
    columns = ("µs of CPU time", *(f"{c.urls:,} URLs" for c in costs))
    return Table("Cost of a URL, by phase", columns, tuple(rows))
