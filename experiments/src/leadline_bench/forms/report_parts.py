"""Parts of `bench forms` whose measures stand by themselves, put into the report's frame with their intervals."""

from pathlib import Path

from leadline.model.url import canonical, site_of
from leadline_bench.forms.domain_worlds import examples_of_world
from leadline_bench.forms.domains import DomainPlan, Figures, Judged, Tables, domain_figures, shipped
from leadline_bench.forms.gate import gate_part, real_judged
from leadline_bench.forms.kinds import CUTS, search_figures
from leadline_bench.forms.labels_report import over_sites
from leadline_bench.forms.report_part import Part, Tell
from leadline_bench.report import Cell, Table
from leadline_bench.statistics import Interval
from leadline_lab.spec import Role

_QUICK_SITES = 4
_KINDS = ("search_f1", "search_f1_tree14", "ece", "kind_accuracy")


def bounded(name: str, found: Interval) -> dict[str, float]:
    """A figure with both ends of its interval."""
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}


def kinds(data: Path, tell: Tell, *, quick: bool) -> Part:
    """Search or not, and kinds, out of fold; the paper's tree on the same folds."""
    cuts = CUTS[:1] if quick else CUTS
    found = search_figures(data, cuts, tell)
    intervals: dict[str, Interval] = {name: getattr(found, name) for name in _KINDS}
    figures = {name: value for one in _KINDS for name, value in bounded(one, intervals[one]).items()}
    rows = tuple((name, i.value, i.low, i.high) for name, i in intervals.items())
    by_cut = tuple((cut, *row) for cut, row in zip(cuts, found.by_cut, strict=True))
    title = f"Search or not ({found.forms} forms) and kind ({found.labelled}), out of fold by whole sites"
    tables = (
        Table(title, ("figure", "value", "low", "high"), rows),
        Table("By cut of the folds", ("cut", "search_f1", "ece", "kind_accuracy"), by_cut),
    )
    note = "Search and kinds: features and vocabulary were chosen on these forms, weights were not."
    return Part(figures | {"search_f1.lab": found.lab_f1}, tables, (note,))


def safety(data: Path | None, world: int, seed: int, tell: Tell, *, quick: bool) -> Part:
    """What the gate lets through, in a reporting world and on real forms."""
    scale, sites = ("tiny", 2) if quick else ("medium", 12)
    part = gate_part(data, Role.REPORTING, (world,), tell, scale, sites)
    if data is None:
        return part
    searches = [one for one in real_judged(data) if one.searches]
    interval = over_sites([(_site(one.where), int(one.verdict.safe), 1) for one in searches], seed)
    return Part({**part.figures, **bounded("gate_recall", interval)}, part.tables, part.notes)


def _site(where: str) -> str:
    """Of the page a form was met on; `where` begins with its address."""
    return site_of(canonical(where.split(maxsplit=1)[0]) or where)


def domains(tell: Tell, *, quick: bool) -> Part:
    """Which domain a form is of; quickly only what ships, on few sites."""
    tell("domains: forms of the lab's reporting worlds")
    figures: Figures
    tables: Tables
    if quick:
        few = examples_of_world(DomainPlan().measured[0], Role.REPORTING.value, _QUICK_SITES, size="small")
        figures, tables = shipped(Judged(few))
    else:
        figures, tables = domain_figures()
    return Part(figures, tuple(_table(f"Domains: {title}", rows) for title, rows in tables.items()))


def _table(title: str, rows: dict[str, dict[str, float]]) -> Table:
    columns = tuple(dict.fromkeys(key for row in rows.values() for key in row))
    cells: list[tuple[Cell, ...]] = [(name, *(row.get(key) for key in columns)) for name, row in rows.items()]
    return Table(title, ("forms", *columns), tuple(cells))
