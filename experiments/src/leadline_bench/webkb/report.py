"""Strategies over universities: how soon wanted pages come up, as areas under curves, tables and a plot.

An area is the share of the wanted pages that was found, averaged over the whole crawl: 1 if all came first, about
a half if they came in any order. The unit of repetition is the university; its classes of pages and the seeds of
its crawls are averaged before universities are drawn again.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from leadline.errors import WorkNotDone
from leadline_bench.locate.plot import Line, chart, colours
from leadline_bench.locate.trial import ORACLE
from leadline_bench.report import Cell, Report, Table, markdown, write
from leadline_bench.statistics import Interval, mean_interval, ratio_interval
from leadline_bench.webkb.campus import Campus, campuses, oracle
from leadline_bench.webkb.trial import Task, order, topic_of, ways

Numbers = NDArray[np.float64]
KINDS = ("course", "project", "student", "faculty", "staff")
STRATEGIES = (ORACLE, "sounding", "best-first", "random", "ache", "ache-online", "ffc", "smart")
_BASELINES = ("best-first", "random")
_FEWEST = 5
"""Wanted pages of a university, fewer than which say nothing about strategies."""
_SHARES = (0.05, 0.1, 0.25, 0.5)
_POINTS = 100
_NOTES = (
    "Area: share of the wanted pages found, averaged over a crawl of all pages.",
    "Interval: 95 %, bootstrap over universities, by pairs for ratios.",
    "Development data. Topic and taught ways come from other universities.",
    "One university is one site, so no rule about leaving a site holds; no page is off topic.",
)


@dataclass(frozen=True, slots=True)
class Plan:
    strategies: tuple[str, ...] = STRATEGIES
    kinds: tuple[str, ...] = ("course", "project")
    draws: int = 3
    """Crawls of each strategy, which differ in what is left to chance."""
    critic: str = "truth"
    seed: int = 0
    most: int | None = None
    """Universities at most, the largest ones."""


@dataclass(frozen=True)
class Curves:
    """What one strategy found at one university: a curve for each class of pages and each crawl."""

    strategy: str
    campus: str
    found: tuple[tuple[str, Numbers], ...]
    """Class of pages, and the share of them that was found after each page."""

    @cached_property
    def area(self) -> float:
        return float(np.mean([curve.mean() for _, curve in self.found]))

    def of_kind(self, kind: str) -> float | None:
        areas = [float(curve.mean()) for name, curve in self.found if name == kind]
        return sum(areas) / len(areas) if areas else None

    def at(self, share: float) -> float:
        """Share found after a share of the pages."""
        return float(np.mean([curve[max(0, round(share * len(curve)) - 1)] for _, curve in self.found]))


def experiment(plan: Plan, data: Path, tell: Callable[[str], None]) -> list[Curves]:
    """Every strategy at every university, university by university."""
    known = campuses(data)
    results: list[Curves] = []
    for campus in known[: plan.most]:
        tasks = [_task(campus, kind, known) for kind in plan.kinds if len(campus.of_kind(kind)) >= _FEWEST]
        for name in plan.strategies if tasks else ():
            found = tuple(
                (task.kind, _curve(task, name, plan, draw)) for task in tasks for draw in range(plan.draws)
            )
            results.append(Curves(name, campus.name, found))
            tell(f"{name} at {campus.name}: area {results[-1].area:.3f}")
    if not results:
        raise WorkNotDone(f"no university has {_FEWEST} pages of {' or '.join(plan.kinds)}")
    return results


def _task(campus: Campus, kind: str, known: Sequence[Campus]) -> Task:
    """Topic and ways from other universities."""
    topic = topic_of(kind, campus, known)
    teacher = next(other for other in known if other.name != campus.name)
    return Task(campus, kind, topic, ways(Task(teacher, kind, topic)))


def _curve(task: Task, name: str, plan: Plan, draw: int) -> Numbers:
    wanted, pages = task.wanted, len(task.campus.pages)
    seed = plan.seed + draw
    fetched = oracle(task.campus, wanted) if name == ORACLE else order(task, name, plan.critic, seed)
    hits = np.zeros(pages)
    hits[: len(fetched)] = [url in wanted for url in fetched]
    return np.asarray(hits.cumsum() / len(wanted), dtype=np.float64)


def report(plan: Plan, results: Sequence[Curves]) -> Report:
    by_name = {name: [r for r in results if r.strategy == name] for name in plan.strategies}
    areas = {name: [r.area for r in found] for name, found in by_name.items()}
    settings: dict[str, Cell] = {
        **asdict(plan), "strategies": " ".join(plan.strategies), "kinds": " ".join(plan.kinds)
    }  # fmt: skip
    return Report(
        "webkb",
        settings,
        _figures(areas, plan.seed),
        (_main_table(by_name, areas, plan.seed), _by_campus(plan, results), _by_kind(plan, by_name)),
        _NOTES,
    )


def _figures(areas: dict[str, list[float]], seed: int) -> dict[str, float]:
    figures: dict[str, float] = {"universities": len(next(iter(areas.values())))}
    for name, found in areas.items():
        figures[f"area.{name}"] = mean_interval(found, seed=seed).value
    for below in (b for b in _BASELINES if b in areas):
        for name in (n for n in areas if n not in (below, ORACLE)):
            ratio = ratio_interval(areas[name], areas[below], seed=seed)
            stem = f"over_{below.replace('-', '_')}"
            figures |= {f"{stem}.{name}": ratio.value, f"{stem}_low.{name}": ratio.low}
            figures[f"{stem}_high.{name}"] = ratio.high
    return figures


def _main_table(by_name: dict[str, list[Curves]], areas: dict[str, list[float]], seed: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, found in by_name.items():
        area = mean_interval(areas[name], seed=seed)
        ratios = [
            _range(ratio_interval(areas[name], areas[b], seed=seed)) if b in areas and name != b else None
            for b in _BASELINES
        ]
        shares = [float(np.mean([r.at(share) for r in found])) for share in _SHARES]
        rows.append((name, area.value, f"{area.low:.3f}–{area.high:.3f}", *ratios, *shares))
    columns = ("strategy", "area", "95 %", *(f"over {b}" for b in _BASELINES), *(f"at {s:.0%}" for s in _SHARES))
    return Table("Wanted pages found, mean of a university", columns, tuple(rows))


def _by_campus(plan: Plan, results: Sequence[Curves]) -> Table:
    names = tuple(dict.fromkeys(r.campus for r in results))
    area = {(r.strategy, r.campus): r.area for r in results}
    rows: list[tuple[Cell, ...]] = [(name, *(area[name, campus] for campus in names)) for name in plan.strategies]
    return Table("Area by university", ("strategy", *names), tuple(rows))


def _by_kind(plan: Plan, by_name: dict[str, list[Curves]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, found in by_name.items():
        known = [[a for r in found if (a := r.of_kind(kind)) is not None] for kind in plan.kinds]
        rows.append((name, *(sum(areas) / len(areas) if areas else None for areas in known)))
    return Table("Area by class of pages", ("strategy", *plan.kinds), tuple(rows))


def _range(ratio: Interval) -> str:
    return f"{ratio.value:.2f} ({ratio.low:.2f}–{ratio.high:.2f})"


def keep(plan: Plan, results: Sequence[Curves], folder: Path) -> None:
    """`report.json`, `report.md` and the curves as `found.svg`."""
    said = report(plan, results)
    folder.mkdir(parents=True, exist_ok=True)
    write(said, folder / "report.json")
    (folder / "found.svg").write_text(_plot(plan, results), encoding="utf-8")
    (folder / "report.md").write_text(f"{markdown(said)}\n![wanted pages found](found.svg)\n", encoding="utf-8")


def _plot(plan: Plan, results: Sequence[Curves]) -> str:
    """Percent found against percent of the pages, mean over universities, with two standard errors."""
    shares = np.linspace(0.0, 1.0, _POINTS + 1)
    lines = []
    for name, colour in colours(plan.strategies).items():
        units = np.array([[100 * r.at(s) if s else 0.0 for s in shares] for r in results if r.strategy == name])
        error = 2 * units.std(axis=0, ddof=min(1, len(units) - 1)) / np.sqrt(len(units))
        lines.append(Line(name, colour, units.mean(axis=0), error))
    return chart(lines, 100 * shares, "Percent of the wanted pages found", "percent of the pages fetched")
