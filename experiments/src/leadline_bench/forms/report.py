"""`bench forms`: every figure about understanding forms, in one report.

Parts, each in a file of its own; the papers' methods stand beside ours on the same folds and fields:

| part | needs the data | figures |
|---|---|---|
| `kinds` | yes | `search_f1`, `search_f1_tree14`, `ece`, `kind_accuracy` |
| `learners` | yes | `error.tree`, `error.perceptron`, `error.naive_bayes`, `error.svm`: FFC's Table 2 |
| `labels_report` | yes, and the lab | `label_accuracy`, `…_hiwe`, `…_naive`, `value_accuracy` |
| `gate` | yes, and the lab | `unsafe_passed`, `gate_recall` |
| `domains` | the lab | `domain_accuracy` |
| `cost` | yes | `cost_median`, `cost_p99` |
| `fuzz` | no | `fuzz_inputs`, `fuzz_growth`; only if asked for |

Real pages are the development data: a folder with `formasaurus/` and `ddg_autofill_forms/` in it. Lab figures are
of reporting worlds, whose words and layouts nothing was built on.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from leadline.errors import BadTarget, MissingExtra
from leadline_bench.development import FOUND
from leadline_bench.forms.cost import cost
from leadline_bench.forms.fuzz import fuzz
from leadline_bench.forms.kinds import CUTS
from leadline_bench.forms.label_truth import development_pages
from leadline_bench.forms.labels import MEASURED
from leadline_bench.forms.labels_report import lab_labels, real_labels
from leadline_bench.forms.learners import ffc_table_2
from leadline_bench.forms.report_part import Part, Tell
from leadline_bench.forms.report_parts import domains, kinds, safety
from leadline_bench.report import Cell, Report
from leadline_lab.spec import Role, spec
from leadline_lab.web import Ask, Web
from leadline_lab.world import open_world

_FIRST_WORLD = 402
"""Reporting worlds are counted from here: lower ones were looked at while something was built."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured."""

    name: str = "full"
    scale: str = "small"
    """Of the lab's worlds."""
    others: int = 8
    """Sites of each layout family that tuning worlds have too."""
    most: int | None = None
    """Sites of each family that they have not."""
    every: int = 1
    """Every how manieth site of the data counts."""
    rounds: int = 3
    """Of timing."""


QUICK = Size("quick", "tiny", 1, 4, 12, 1)


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for; `data` is None where only the lab is to be measured."""

    data: Path | None
    seed: int = 0
    size: Size = Size()
    fuzz: int = 0


def data_in(given: Path | None) -> Path:
    """The folder of the development data. Raises `BadTarget` where it is not."""
    folder = given or FOUND
    missing = [name for name in MEASURED if not (folder / name / "dev_html.tar.xz").is_file()]
    if missing:
        raise BadTarget(
            f"{folder}: no development data there ({' and '.join(f'{name}/dev_html.tar.xz' for name in missing)} "
            "missing); name the folder that has it with --data DIR, or measure with --lab-only what needs none"
        )
    if find_spec("sklearn") is None:
        raise MissingExtra("Learning searches and kinds out of fold", "train", package="leadline-lab")
    return folder


def forms(plan: Plan, tell: Tell) -> Report:
    """Measure everything."""
    found: list[Part] = []
    for name, measure in _parts(plan, tell):
        tell(f"{name} …")
        found.append(measure())
    figures = {name: value for part in found for name, value in part.figures.items()}
    settings: dict[str, Cell] = {
        "size": plan.size.name,
        "seed": plan.seed,
        "data": "none" if plan.data is None else ", ".join(MEASURED),
        "world": f"{plan.size.scale} {_FIRST_WORLD + plan.seed} (reporting)",
    }
    tables = tuple(table for part in found for table in part.tables)
    return Report("forms", settings, figures, tables, tuple(note for part in found for note in part.notes))


def _parts(plan: Plan, tell: Tell) -> Iterator[tuple[str, Callable[[], Part]]]:
    size, world = plan.size, _FIRST_WORLD + plan.seed
    pages = [] if plan.data is None else _pages(plan.data, size.every)
    data, quick = plan.data, size is QUICK
    if data is not None:
        yield "searches and kinds", lambda: kinds(data, tell, quick=quick)
        yield "FFC's four learners", lambda: ffc_table_2(data, CUTS[:1] if quick else CUTS, tell)
        yield "labels of real pages", lambda: real_labels(pages, plan.seed, tell)
    yield "labels in the lab", lambda: lab_labels(size.scale, world, size.others, size.most, tell)
    yield "the safety gate", lambda: safety(data, world, plan.seed, tell, quick=quick)
    yield "domains", lambda: domains(tell, quick=quick)
    if data is not None:
        yield "cost", lambda: cost(pages, plan.seed, tell, size.rounds)
    if plan.fuzz:
        texts = [html for _, _, html in pages] or _lab_pages(world)
        yield "broken pages", lambda: fuzz(plan.fuzz, plan.seed, texts, tell)


def _pages(data: Path, every: int) -> list[tuple[str, str, str]]:
    """Data set, site and text of the pages of every n-th site."""
    pages = list(development_pages(data, MEASURED))
    kept = set(list(dict.fromkeys(site for _, site, _ in pages))[::every])
    return [page for page in pages if page[1] in kept]


def _lab_pages(seed: int, most: int = 60) -> list[str]:
    world = open_world(spec("tiny", seed, Role.REPORTING))
    web = Web(world)
    replies = (web.reply(Ask("GET", f"http://{host}/")) for host in world.hosts[:most])
    return [reply.body.decode("utf-8", "replace") for reply in replies]
