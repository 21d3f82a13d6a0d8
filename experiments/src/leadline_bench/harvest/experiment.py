"""`leadline bench harvest`: databases of the lab brought up by the real loop, beside the papers' tables.

| part | what is done |
|---|---|
| `coverage` | every planner harvests the same sources, within a budget of requests |
| `hiwe_report` | HiWE's tasks: Table 6, figures 8 and 9 |
| `liddle_cases` | stopping at a share, complete databases recognised |
| `responses` | answers judged, beside the truth |
| `records` | answers cut, beside the truth |
| `scripted` | databases whose pages scripts fill, with a Chromium (not in `--quick`) |
| `doors` | side doors beside forms, complete and lying: which are taken |
| `details` | fields of records' own pages of real sites (needs the development data; not in `--quick`) |

One submission to anything but a search, and there are no figures.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from leadline_bench.development import development_data
from leadline_bench.forms.report_part import Part, Tell
from leadline_bench.harvest.coverage import coverage
from leadline_bench.harvest.details import real_pages
from leadline_bench.harvest.hiwe_report import Tasks, hiwe
from leadline_bench.harvest.liddle_cases import liddle
from leadline_bench.harvest.mistakes_report import cutting_tables
from leadline_bench.harvest.records import Measured, measure_lab
from leadline_bench.harvest.responses import report as judging
from leadline_bench.harvest.scripted import scripted
from leadline_bench.harvest.side_doors import side_doors
from leadline_bench.harvest.sources import Draw, harvests, spread
from leadline_bench.report import Cell, Report
from leadline_lab.render import REPORTING_FAMILIES
from leadline_lab.spec import Role

PLANNERS = ("cascade", "auto", "liddle", "hiwe", "random", "once")
PARTS = ("harvests", "hiwe", "liddle", "answers", "records", "doors", "scripted", "fields")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured."""

    draw: Draw = field(default_factory=Draw)
    requests: int = 400
    """Of each harvest."""
    planners: tuple[str, ...] = PLANNERS
    tasks: Tasks = field(default_factory=lambda: Tasks(("hotel", "auto", "apartment", "product")))
    rounds: int = 3
    """Made-up databases of each kind."""
    shares: int = 4
    """At how many of Liddle's shares they are stopped."""
    answered: int = 20
    """Sources of each world whose answers are judged and cut."""
    each: int = 2
    """Databases behind each kind of side door, and of page that scripts fill."""
    parts: tuple[str, ...] = PARTS
    processes: int = 2


QUICK = Plan(
    Draw(worlds=1, sources=2, largest=300),
    requests=20,
    planners=("cascade", "auto", "liddle"),
    tasks=Tasks(("hotel",), references=4, sites=3, s_max=1, scale="medium"),
    rounds=1,
    shares=1,
    answered=1,
    each=1,
    parts=PARTS[:-3],
    processes=1,
)


def experiment(plan: Plan, tell: Tell) -> Report:
    """Measure everything."""
    found: list[Part] = []
    measures = _parts(plan, tell)
    for name in plan.parts:
        tell(f"{name} …")
        found.append(measures[name]())
    draw = plan.draw
    settings: dict[str, Cell] = {
        "role": draw.role, "worlds": ", ".join(map(str, draw.seeds)), "sources": draw.sources,
        "largest": draw.largest, "requests": plan.requests, "planners": " ".join(plan.planners),
        "domains": " ".join(plan.tasks.domains), "s_max": plan.tasks.s_max, "sites": plan.tasks.sites,
        "references": plan.tasks.references, "rounds": plan.rounds, "parts": " ".join(plan.parts),
    }  # fmt: skip
    figures = {name: value for part in found for name, value in part.figures.items()}
    notes = tuple(note for part in found for note in part.notes)
    return Report("harvest", settings, figures, tuple(table for part in found for table in part.tables), notes)


def _parts(plan: Plan, tell: Tell) -> dict[str, Callable[[], Part]]:
    draw = plan.draw
    return {
        "harvests": lambda: coverage(
            harvests(draw, plan.planners, plan.requests, plan.processes, tell), plan.requests, draw.seed
        ),
        "hiwe": lambda: hiwe(draw, plan.tasks, plan.processes, tell),
        "liddle": lambda: liddle(draw.seed, plan.rounds, plan.shares),
        "answers": lambda: _judged(draw, plan.answered),
        "records": lambda: _cut(draw, plan.answered, plan.processes),
        "doors": lambda: side_doors(draw, plan.each, plan.processes, tell),
        "scripted": lambda: scripted(draw, plan.each, plan.requests, tell),
        "fields": lambda: real_pages(development_data()),
    }


def _judged(draw: Draw, sources: int) -> Part:
    found = judging(Role(draw.role), draw.seeds, sources)
    return Part(found.figures, found.tables)


def _cut(draw: Draw, sources: int, processes: int) -> Part:
    total = Measured()
    orders = [([seed], Role(draw.role), draw.scale, sources) for seed in draw.seeds]
    for _, one in spread(measure_lab, orders, processes):
        total.take(one)
    figures = total.figures()
    figures["record_pages"] = figures.pop("pages")
    tables = cutting_tables(total)
    if draw.role == Role.REPORTING:
        unseen = Measured()
        # A small world has a handful of such sources, and may have none.
        orders_of = [([seed], Role.REPORTING, "medium", sources, REPORTING_FAMILIES) for seed in draw.seeds]
        for _, one in spread(measure_lab, orders_of, processes):
            unseen.take(one)
        figures |= {f"{name}.unseen": value for name, value in unseen.figures().items() if name != "pages"}
        tables += cutting_tables(unseen, " (layouts that no tuning world has)")
    return Part(figures, tables)
