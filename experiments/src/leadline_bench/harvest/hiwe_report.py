"""HiWE's Table 6 and figures 8 and 9, on tasks of the lab (`hiwe_task`).

Table 6 is about the three ranking functions, with weights that stay as they are (`feedback = 0`), as in the paper;
the same three as the planner works by default, where answers move them (section 5.4), stand beside, and `cascade`,
which asks for records and not for submissions that succeed: on all forms, and on those that `fuzzy` submits.
Figure 8 is about α (fewest elements of a form that is submitted) and read from one run with α = 1, form by form;
figure 9 is about values learned on the way. Intervals are drawn over worlds: forms of one share its words.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from leadline.errors import WorkNotDone
from leadline.harvest.settings import HarvestSettings, HiweSettings
from leadline_bench.forms.report_part import Part
from leadline_bench.harvest.hiwe_task import Processed, Task, process
from leadline_bench.harvest.sources import Draw, spread
from leadline_bench.report import Cell, Table
from leadline_bench.statistics import Interval, ratio_interval

TABLE_6 = {"fuzzy": 0.8877, "average": 0.8314, "probabilistic": 0.6511}
"""Raghavan & Garcia-Molina 2001: SE_strict by ranking function."""
_ALPHAS = (1, 2, 3, 4, 5, 6)
_BOXES = (("0", 0, 0), ("1", 1, 1), ("2", 2, 2), ("3", 3, 3), ("4 and more", 4, 99))
_PARTS = 5
_LEARNED, _GIVEN, _ALL_FORMS = "fuzzy", "given only", "every form"
_FED_BACK = {f"{name} with feedback": name for name in TABLE_6}
_TIES = {"fuzzy, page order": "page", "fuzzy, by lot": "random"}
"""The order of equal ranks, which the paper leaves open: ours is that of the rows without a word about it."""
_DEFAULT = "fuzzy with feedback"
"""What a user of `hiwe` gets who sets nothing."""
_OURS, _OURS_THERE = "cascade", "cascade, forms that fuzzy submits"


@dataclass(frozen=True, slots=True)
class Tasks:
    """How much of HiWE's experiment is done."""

    domains: tuple[str, ...]
    references: int = 8
    """Sites the table is begun with."""
    sites: int = 12
    """Sites that are crawled, of each domain."""
    s_max: int = 100
    scale: str = "large"


def ways(s_max: int) -> dict[str, HarvestSettings]:
    """Name → how the planner works there."""
    usual = HiweSettings(s_max=s_max, feedback=0.0, seen_weight=0.0)
    papers = {
        **{name: replace(usual, ranking=name) for name in TABLE_6},
        _GIVEN: replace(usual, learn=False),
        _ALL_FORMS: replace(usual, alpha=1),
        **{told: HiweSettings(s_max=s_max, ranking=name) for told, name in _FED_BACK.items()},
        **{told: replace(usual, ties=ties) for told, ties in _TIES.items()},
    }
    planned = {name: HarvestSettings(planner="hiwe", hiwe=way) for name, way in papers.items()}
    return {**planned, _OURS: HarvestSettings(planner=_OURS, hiwe=HiweSettings(s_max=s_max))}


def hiwe(draw: Draw, tasks: Tasks, processes: int, tell: Callable[[str], None]) -> Part:
    """All tasks in all ways."""
    named = ways(tasks.s_max)
    orders = [
        (Task(draw.role, seed, domain, tasks.scale, tasks.references, tasks.sites), tuple(named.values()))
        for seed in draw.seeds
        for domain in tasks.domains
    ]
    found: dict[int, list[list[Processed]]] = {}
    for place, crawls in spread(process, orders, processes):
        found[place] = crawls
        task = orders[place][0]
        for name, forms in zip(named, crawls, strict=True):
            asked, good = sum(form.submissions for form in forms), sum(form.successes for form in forms)
            told = f"{task.domain} of world {task.seed}, {name}: {good} of {asked} submissions succeed"
            tell(f"hiwe {len(found)}/{len(orders)} {told}")
    crawls = [found[place] for place in sorted(found)]
    by_way = {name: [crawl[number] for crawl in crawls] for number, name in enumerate(named)}
    by_way[_OURS_THERE] = [
        [form for form, papers in zip(mine, theirs, strict=True) if papers.submissions]
        for mine, theirs in zip(by_way[_OURS], by_way[_LEARNED], strict=True)
    ]
    by_domain = {
        domain: [form for (task, _), crawl in zip(orders, crawls, strict=True) if task.domain == domain
                 for form in crawl[0]]
        for domain in tasks.domains
    }  # fmt: skip
    return _told(by_way, by_domain, [task.seed for task, _ in orders], draw.seed)


def _told(
    crawls: dict[str, list[list[Processed]]],
    by_domain: dict[str, list[Processed]],
    worlds: Sequence[int],
    seed: int,
) -> Part:
    by_way = {name: [form for crawl in made for form in crawl] for name, made in crawls.items()}
    if not any(form.submissions for forms in by_way.values() for form in forms):
        raise WorkNotDone("hiwe had values for no form of these tasks: there is nothing to measure")
    figures: dict[str, float] = {}
    rows: list[tuple[Cell, ...]] = []
    beside = dict.fromkeys((*_TIES, *_FED_BACK, _OURS, _OURS_THERE))
    for name, published in {**TABLE_6, **beside}.items():
        submitted = [form for form in by_way[name] if form.submissions]
        if not submitted:  # few forms of a small task have α fields and values for all of them
            continue
        strict, all_asked = _over_worlds(crawls[name], worlds, seed), sum(form.submissions for form in submitted)
        lenient = sum(form.right for form in submitted) / all_asked
        plain = name.replace(" with ", "_").replace(",", "").replace(" ", "_")
        short = f"ties_{_TIES[name]}" if name in _TIES else plain
        figures[f"se_strict.{short}"], figures[f"se_lenient.{short}"] = strict.value, lenient
        figures |= {f"se_strict.{short}_low": strict.low, f"se_strict.{short}_high": strict.high}
        if name == _DEFAULT:
            ends = {"se_strict_hiwe_low": strict.low, "se_strict_hiwe_high": strict.high}
            figures |= {"se_strict_hiwe": strict.value, **ends}
        rows.append((
            name, len(by_way[name]), len(submitted), all_asked, sum(form.successes for form in submitted),
            round(strict.value, 4), f"{strict.low:.3f}–{strict.high:.3f}", lenient,
            sum(form.records for form in submitted), published,
        ))  # fmt: skip
    columns = (
        "ranking", "forms", "submitted", "submissions", "successes", "SE_strict", "95 %", "SE_lenient", "records",
        "SE_strict in the paper",
    )  # fmt: skip
    table_6 = Table("HiWE, Table 6: submission efficiency by ranking function", columns, tuple(rows))
    learned, given = (sum(form.successes for form in by_way[name]) for name in (_LEARNED, _GIVEN))
    figures |= {"successes_learned": learned, "successes_given": given}
    by_boxes = {
        label: [form for form in by_way[_LEARNED] if least <= form.boxes <= most] for label, least, most in _BOXES
    }
    tables = (
        table_6,
        _sorted("SE_strict by domain", "domain", by_domain),
        _sorted("SE_strict by boxes for text", "boxes", by_boxes),
        _figure_8(by_way[_ALL_FORMS]),
        _figure_9(crawls),
    )
    return Part(figures, tables)


def _over_worlds(crawls: Sequence[Sequence[Processed]], worlds: Sequence[int], seed: int) -> Interval:
    """Successes over submissions; worlds are drawn again, those without a submission left out."""
    asked, good = Counter[int](), Counter[int]()
    for world, forms in zip(worlds, crawls, strict=True):
        asked[world] += sum(form.submissions for form in forms)
        good[world] += sum(form.successes for form in forms)
    there = [world for world in dict.fromkeys(worlds) if asked[world]]
    return ratio_interval([good[one] for one in there], [asked[one] for one in there], seed=seed)


def _sorted(title: str, key: str, forms: dict[str, list[Processed]]) -> Table:
    """Fuzzy conjunction, by something."""
    rows = tuple((name, *_row(those)) for name, those in forms.items())
    return Table(f"HiWE, {title}", (key, "submitted", "submissions", "successes", "SE_strict"), rows)


def _row(forms: Sequence[Processed]) -> tuple[Cell, ...]:
    submitted = [form for form in forms if form.submissions]
    asked, good = sum(form.submissions for form in submitted), sum(form.successes for form in submitted)
    return len(submitted), asked, good, good / asked if asked else None


def _figure_8(forms: Sequence[Processed]) -> Table:
    rows = tuple((str(alpha), *_row([form for form in forms if form.elements >= alpha])) for alpha in _ALPHAS)
    return Table("HiWE, figure 8: by α", ("α", "submitted", "submissions", "successes", "SE_strict"), rows)


def _figure_9(crawls: dict[str, list[list[Processed]]]) -> Table:
    """Successes after so many parts of every crawl, with and without what was learned."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (f"{part}/{_PARTS}", _successes(crawls[_LEARNED], part), _successes(crawls[_GIVEN], part))
        for part in range(1, _PARTS + 1)
    )
    return Table("HiWE, figure 9: successes with learned values", ("of the forms", "learned", "given only"), rows)


def _successes(crawls: Sequence[Sequence[Processed]], part: int) -> int:
    return sum(form.successes for crawl in crawls for form in crawl[: len(crawl) * part // _PARTS])
