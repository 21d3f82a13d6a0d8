"""`leadline bench throughput`: CPU time a page, Leadline with everything on beside Scrapy with nothing on.

All crawlers get the same synthetic site (`pages`) from the same server process, which runs on another CPU where
there is one and does not count. Its hosts are addresses of 127.0.0.0/8, so nobody has names to look up, and no
crawler needs a resolver or a proxy in between.

Each runs in a process of its own, twice a round: with few pages and with many. The difference, over the
difference in pages, is its CPU time (user and system) a page; the start (imports, opening files) falls out of it
the same way for all, and is shown beside. Rounds take the crawlers in turn, so that whatever else the machine
does meets them alike. `ratio_to_floor` is over the barest thing that does fetch, parse, tokenise and WARC
(`crawlers.floor_crawl`).
"""

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path

from leadline.errors import MissingExtra
from leadline_bench.measure import Run, cpus, run
from leadline_bench.pages import Site
from leadline_bench.proof import prove_leadline, prove_other
from leadline_bench.report import Report, Table
from leadline_bench.server import serving
from leadline_bench.statistics import Interval, mean_interval, ratio_interval

_CRAWLERS = {
    "leadline": ("leadline_bench.crawlers.leadline_crawl", ("best-first",)),
    "sounding": ("leadline_bench.crawlers.leadline_crawl", ("sounding",)),
    "scrapy": ("leadline_bench.crawlers.scrapy_crawl", ("extractor",)),
    "scrapy selectors": ("leadline_bench.crawlers.scrapy_crawl", ("selectors",)),
    "floor": ("leadline_bench.crawlers.floor_crawl", ()),
}
_RATIOS = {
    "ratio_to_scrapy": ("scrapy", "leadline"),
    "ratio_to_scrapy_selectors": ("scrapy selectors", "leadline"),
    "ratio_to_floor": ("leadline", "floor"),
    "ratio_of_sounding": ("sounding", "leadline"),
}
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Size:
    """How much is crawled."""

    pages: int = 2_000
    few: int = 64
    """Pages of the run that tells what starting costs."""
    rounds: int = 5
    concurrency: int = 64
    """Requests under way at once, for every crawler; also the number of seeds."""
    hosts: int = 250
    site_pages: int = 500
    """Pages a host; many more URLs than are fetched, so that the frontier grows as on the web."""


QUICK = Size(pages=60, few=12, rounds=1, concurrency=8, hosts=40, site_pages=90)


@dataclass(frozen=True, slots=True)
class Cost:
    """One crawler in one round."""

    ms_a_page: float
    start_ms: float
    pages: int
    wall_seconds: float


def throughput(size: Size, seed: int, tell: Callable[[str], None]) -> Report:
    """Measure; `tell` hears how far it is."""
    if find_spec("scrapy") is None:
        raise MissingExtra("bench throughput", "bench", package="leadline-lab")
    ours, *others = cpus()
    costs: dict[str, list[Cost]] = {name: [] for name in _CRAWLERS}
    with (
        tempfile.TemporaryDirectory(prefix="leadline-bench-") as folder,
        serving(size.hosts, size.site_pages, seed, others[-1] if others else None) as site,
    ):
        course = _Course(Path(folder), site, size, ours)
        for number in range(size.rounds):
            for name in _in_turn(list(_CRAWLERS), number):
                costs[name].append(course.cost(name))
                tell(f"round {number + 1} of {size.rounds}: {name} {costs[name][-1].ms_a_page:.2f} CPU ms a page")
        tell("one more crawl, to see where the time goes")
        rooms = course.rooms()
    return _report(size, seed, costs, rooms)


def _in_turn(names: list[str], number: int) -> list[str]:
    """Another one begins each round."""
    cut = number % len(names)
    return names[cut:] + names[:cut]


class _Course:
    """One site, and crawlers sent over it."""

    def __init__(self, folder: Path, site: Site, size: Size, cpu: int | None) -> None:
        self._folder = folder
        self._site = site
        self._size = size
        self._cpu = cpu
        self._seeds = folder / "seeds.txt"
        self._seeds.write_text("\n".join(site.seeds(size.concurrency)), encoding="utf-8")

    def cost(self, name: str) -> Cost:
        few, many = self._crawl(name, self._size.few), self._crawl(name, self._size.pages)
        more = many.said["pages"] - few.said["pages"]
        each = (many.cpu_seconds - few.cpu_seconds) / more
        start = few.cpu_seconds - each * few.said["pages"]
        return Cost(1e3 * each, 1e3 * start, many.said["pages"], many.wall_seconds)

    def rooms(self) -> Run:
        """Leadline once more, sampled."""
        return self._crawl("leadline", self._size.pages, "rooms")

    def _crawl(self, name: str, pages: int, *extra: str) -> Run:
        module, first = _CRAWLERS[name]
        out = self._folder / "out"
        words = [*first, str(self._seeds), str(pages), str(self._size.concurrency), str(out), *extra]
        try:
            found = run(module, words, self._cpu)
            if name in ("leadline", "sounding"):
                prove_leadline(out, self._site, pages)
            else:
                prove_other(name, found.said, pages)
        finally:
            shutil.rmtree(out, ignore_errors=True)
        return found


def _report(size: Size, seed: int, costs: dict[str, list[Cost]], rooms: Run) -> Report:
    each = {name: [cost.ms_a_page for cost in rounds] for name, rounds in costs.items()}
    ratios = {
        name: ratio_interval(each[above], each[below], seed=seed) for name, (above, below) in _RATIOS.items()
    }
    means = {name: mean_interval(values, seed=seed) for name, values in each.items()}
    figures = {
        "cpu_ms_per_page": means["leadline"].value,
        "scrapy_cpu_ms_per_page": means["scrapy"].value,
        "scrapy_selectors_cpu_ms_per_page": means["scrapy selectors"].value,
        "floor_cpu_ms_per_page": means["floor"].value,
    }
    for name, ratio in ratios.items():
        figures |= {name: ratio.value, f"{name}_low": ratio.low, f"{name}_high": ratio.high}
    return Report(
        "throughput",
        {**asdict(size), "seed": seed},
        figures,
        (
            _crawlers_table(costs, means),
            _ratios_table(ratios, each),
            _shares("Where Leadline's CPU time goes (one sampled crawl)", "room", rooms),
            _shares("The functions where it goes", "function", rooms),
        ),
        (
            "Intervals: 95 %, bootstrap over rounds.",
            "CPU time: user + system of the crawler's own process, what its start takes taken out.",
        ),
    )


def _crawlers_table(costs: dict[str, list[Cost]], means: dict[str, Interval]) -> Table:
    rows = []
    for name, rounds in costs.items():
        each = [cost.ms_a_page for cost in rounds]
        start = sum(cost.start_ms for cost in rounds) / len(rounds)
        wall = sum(cost.wall_seconds for cost in rounds) / sum(cost.pages for cost in rounds)
        rows.append((name, means[name].value, min(each), max(each), start, rounds[-1].pages, 1e3 * wall))
    columns = ("crawler", "CPU ms a page", "least", "most", "start, CPU ms", "pages", "wall ms a page")
    return Table("Cost of a page, over rounds", columns, tuple(rows))


def _ratios_table(ratios: dict[str, Interval], each: dict[str, list[float]]) -> Table:
    rows = []
    for name, ratio in ratios.items():
        above, below = _RATIOS[name]
        by_round = [a / b for a, b in zip(each[above], each[below], strict=True)]
        rows.append((name, ratio.value, ratio.low, ratio.high, min(by_round), max(by_round)))
    return Table("Ratios", ("ratio", "value", "low", "high", "least round", "most"), tuple(rows))


def _shares(title: str, what: str, sampled: Run) -> Table:
    """CPU time by room or by function, the largest shares first."""
    seconds: dict[str, float] = sampled.said[f"{what}s"]
    whole = sum(seconds.values())
    pages: int = sampled.said["pages"]
    ranked = sorted(seconds.items(), key=lambda pair: -pair[1])[:_SHOWN]
    rows = tuple((name, 1e3 * spent / pages, spent / whole) for name, spent in ranked)
    return Table(title, (what, "ms a page", "share"), rows)
