"""HiWE's Table 6 and figures 8 and 9, on tasks of the lab (`hiwe_task`).

Table 6 is about the three ranking functions, with weights that stay as they are (`feedback = 0`), as in the paper;
the default, where answers move them, stands beside. Figure 8 is about α (fewest elements of a form that is
submitted) and read from one run with α = 1, form by form; figure 9 is about values learned on the way.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from leadline.bench.forms.report_part import Part
from leadline.bench.harvest.hiwe_task import Processed, Task, process
from leadline.bench.harvest.sources import Draw, spread
from leadline.bench.report import Cell, Table
from leadline.bench.statistics import ratio_interval
from leadline.errors import WorkNotDone
from leadline.harvest.planners.settings import HiweSettings

TABLE_6 = {"fuzzy": 0.8877, "average": 0.8314, "probabilistic": 0.6511}
"""Raghavan & Garcia-Molina 2001: SE_strict by ranking function."""
_ALPHAS = (1, 2, 3, 4, 5, 6)
_LEARNED, _GIVEN, _ALL_FORMS, _FED_BACK = "fuzzy", "given only", "every form", "fuzzy with feedback"


@dataclass(frozen=True, slots=True)
class Tasks:
    """How much of HiWE's experiment is done."""

    domains: tuple[str, ...]
    donors: int = 12
    forms: int = 20
    s_max: int = 100
    scale: str = "medium"


def ways(s_max: int) -> dict[str, HiweSettings]:
    """Name → how the planner works there."""
    usual = HiweSettings(s_max=s_max, feedback=0.0)
    return {
        **{name: replace(usual, ranking=name) for name in TABLE_6},
        _GIVEN: replace(usual, learn=False),
        _ALL_FORMS: replace(usual, alpha=1),
        _FED_BACK: HiweSettings(s_max=s_max),
    }


def hiwe(draw: Draw, tasks: Tasks, processes: int, tell: Callable[[str], None]) -> Part:
    """All tasks in all ways."""
    orders = [
        (Task(draw.role, seed, domain, tasks.scale, tasks.donors, tasks.forms), way)
        for seed in draw.seeds
        for domain in tasks.domains
        for way in ways(tasks.s_max).values()
    ]
    names = [way for _ in draw.seeds for _ in tasks.domains for way in ways(tasks.s_max)]
    found: dict[int, list[Processed]] = {}
    for place, forms in spread(process, orders, processes):
        found[place] = forms
        task, asked = orders[place][0], sum(form.submissions for form in forms)
        good = sum(form.successes for form in forms)
        tell(
            f"hiwe {len(found)}/{len(orders)} {task.domain} {names[place]}: {good} of {asked} submissions succeed"
        )
    by_way: dict[str, list[Processed]] = {name: [] for name in ways(tasks.s_max)}
    for place in sorted(found):
        by_way[names[place]] += found[place]
    return _told(by_way, draw.seed)


def _told(by_way: dict[str, list[Processed]], seed: int) -> Part:
    if not any(form.submissions for forms in by_way.values() for form in forms):
        raise WorkNotDone("hiwe had values for no form of these tasks: there is nothing to measure")
    figures: dict[str, float] = {}
    rows: list[tuple[Cell, ...]] = []
    for name, published in {**TABLE_6, _FED_BACK: None}.items():
        submitted = [form for form in by_way[name] if form.submissions]
        if not submitted:  # few forms of a small task have α fields and values for all of them
            continue
        asked, good = [f.submissions for f in submitted], [f.successes for f in submitted]
        strict = ratio_interval(good, asked, seed=seed)
        lenient = sum(form.right for form in submitted) / sum(asked)
        short = name.replace(" with ", "_")
        figures[f"se_strict.{short}"], figures[f"se_lenient.{short}"] = strict.value, lenient
        if name == _LEARNED:
            ends = {"se_strict_hiwe_low": strict.low, "se_strict_hiwe_high": strict.high}
            figures |= {"se_strict_hiwe": strict.value, **ends}
        rows.append((
            name, len(by_way[name]), len(submitted), sum(asked), sum(good), round(strict.value, 4),
            f"{strict.low:.3f}–{strict.high:.3f}", lenient, published,
        ))  # fmt: skip
    columns = (
        "ranking", "forms", "submitted", "submissions", "successes", "SE_strict", "95 %", "SE_lenient",
        "SE_strict in the paper",
    )  # fmt: skip
    table_6 = Table("HiWE, Table 6: submission efficiency by ranking function", columns, tuple(rows))
    learned, given = (sum(form.successes for form in by_way[name]) for name in (_LEARNED, _GIVEN))
    figures |= {"successes_learned": learned, "successes_given": given}
    return Part(figures, (table_6, _figure_8(by_way[_ALL_FORMS]), _figure_9(by_way)))


def _figure_8(forms: Sequence[Processed]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for alpha in _ALPHAS:
        large = [form for form in forms if form.elements >= alpha and form.submissions]
        asked, good = sum(form.submissions for form in large), sum(form.successes for form in large)
        rows.append((str(alpha), len(large), asked, good, good / asked if asked else None))
    return Table("HiWE, figure 8: by α", ("α", "forms", "submissions", "successes", "SE_strict"), tuple(rows))


def _figure_9(by_way: dict[str, list[Processed]]) -> Table:
    """Successes after the first forms, with and without what was learned."""
    learned, given = by_way[_LEARNED], by_way[_GIVEN]
    points = sorted({max(1, len(learned) * part // 5) for part in range(1, 6)})
    rows = tuple(
        (point, sum(f.successes for f in learned[:point]), sum(f.successes for f in given[:point]))
        for point in points
    )
    return Table("HiWE, figure 9: successes with learned values", ("forms", "learned", "given only"), rows)
