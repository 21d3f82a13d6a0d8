"""`leadline bench locate`: the words of the command, and the files it leaves."""

import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from leadline.cli.network import unpacking
from leadline.cli.running import say
from leadline.errors import BadConfiguration, BadTarget

if TYPE_CHECKING:
    from leadline_bench.locate.experiment import Plan
    from leadline_bench.locate.papers.pool import PoolPlan
    from leadline_bench.locate.papers.sittings import Sitting
    from leadline_bench.report import Report

QUICK: dict[str, Any] = {
    "worlds": 2,
    "pages": 150,
    "scale": "tiny",
    "domains": "hotel,book",
    "strategies": "oracle,random,scdi",
}
"""What `--quick` means where nothing else is said."""
PAPERS_QUICK: dict[str, Any] = {"worlds": 3, "pages": 3_000, "domains": "auto,book,hotel,movie"}
"""What it means with `--papers`."""
PAPERS_COMMON, PAPERS_CLAIMED = (5_000, 4), (6_000, 6)
"""(pages, worlds) of every strategy, and of those that claims rest on, where `--papers` is not quick."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What was typed about the experiment."""

    strategies: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Strategies with commas between; oracle and all others if not given."),
    ] = None
    domains: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Domains with commas between; all if not given.")
    ] = None
    worlds: Annotated[int | None, typer.Option(min=1, help="Worlds, 5 if not given.")] = None
    pages: Annotated[int | None, typer.Option(min=1, help="Pages of each crawl, 10000 if not given.")] = None
    scale: Annotated[
        str | None,
        typer.Option(metavar="SCALE", help="Size of the worlds: tiny, small, medium (if not given), large."),
    ] = None
    role: Annotated[
        str, typer.Option(metavar="ROLE", help="tuning, or reporting: worlds nobody has built on.")
    ] = "tuning"
    critic: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="What counts as found for the crawl: truth, rule, learned or searchable."
        ),
    ] = "truth"
    pages_critic: Annotated[
        str, typer.Option(metavar="NAME", help="What a page is about: topic (the bundled classifier) or truth.")
    ] = "topic"
    k: Annotated[int, typer.Option("--k", min=1, help="Requests under way at once.")] = 1
    seed: Annotated[
        str,
        typer.Option(metavar="SEED", help="Seed of the first world; 'commit' takes it from the commit measured."),
    ] = "0"
    setting: Annotated[
        str,
        typer.Option(
            metavar="WORDS",
            help="Knobs: default, least-telling, most-telling, as-measured, real-texts, KNOB=VALUE; with commas.",
        ),
    ] = "default"

    def pool(self, figures: str, *, quick: bool) -> "PoolPlan":
        """The pool of the papers' experiments; strategies that were named come beside it."""
        from leadline_bench.locate.papers.pool import Budget, PoolPlan
        from leadline_bench.locate.papers.run import chosen

        said = {name: value for name in PAPERS_QUICK if (value := getattr(self, name)) is not None}
        given = (PAPERS_QUICK if quick else {}) | said
        base = replace(self, **({"domains": given["domains"]} if "domains" in given else {})).plan(quick=False)
        common, claimed = (
            Budget(given.get("pages", pages), given.get("worlds", worlds))
            for pages, worlds in (PAPERS_COMMON, PAPERS_CLAIMED)
        )
        return PoolPlan(base, common, claimed, chosen(figures), base.strategies if self.strategies else ())

    def plan(self, *, quick: bool) -> "Plan":
        """With everything that was left open, checked."""
        from leadline.locate.strategies import STRATEGIES
        from leadline_bench.locate.experiment import Plan
        from leadline_bench.locate.provenance import seed_of
        from leadline_bench.locate.trial import ORACLE
        from leadline_bench.locate.truth import PAGE_CRITICS, goals
        from leadline_bench.locate.variants import Variant
        from leadline_lab.settings import at_setting
        from leadline_lab.spec import SCALES, Role, WorldSpec
        from leadline_lab.words import domains

        _one_of("--role", self.role, [role.value for role in Role])
        known = {"strategies": (ORACLE, *STRATEGIES), "domains": domains(Role(self.role))}
        given = {name: value for name in QUICK if (value := getattr(self, name)) is not None}
        chosen = (QUICK if quick else {}) | given
        for name, names in known.items():
            chosen[name] = tuple(dict.fromkeys(chosen[name].split(","))) if name in chosen else tuple(names)
            for one in chosen[name]:
                _one_of(f"--{name}", Variant.of(one).name if name == "strategies" else one, names)
        plan = replace(Plan((), ()), **chosen)
        _one_of("--scale", plan.scale, SCALES)
        _one_of("--pages-critic", self.pages_critic, PAGE_CRITICS)
        goals(self.critic, "", 0.5)
        at_setting(WorldSpec(), self.setting, lambda: "")
        about = {name: getattr(self, name) for name in ("role", "critic", "pages_critic", "k", "setting")}
        return replace(plan, seed=seed_of(self.seed), **about)


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What was typed about how it is run."""

    cache: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for pages that were read; inside --out if not given."),
    ] = None
    runs: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Finished crawls of --papers, to be taken up and added to; inside --out if not given.",
        ),
    ] = None
    minutes: Annotated[
        float | None,
        typer.Option(min=0, help="With --papers: begin no crawl after so many, and show what is there."),
    ] = None
    processes: Annotated[int, typer.Option(min=1, help="Runs at the same time.")] = 2


def _one_of(option: str, word: str, known: Collection[str]) -> None:
    if word not in known:
        raise BadConfiguration(f"{option} '{word}' is not known; known: {', '.join(known)}")


@unpacking(Words)
@unpacking(Machine)
def locate(
    *,
    words: Words,
    machine: Machine,
    papers: Annotated[
        str | None,
        typer.Option(
            metavar="FIGURES",
            help="Figures and tables of the papers: all, or ffc, ache-figure-3 …, with commas between.",
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", metavar="", help="Small and fast: shows that it works, proves nothing.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder for results, tables and plots; finished runs there are not repeated."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON document.")] = False,
) -> int:
    """Forms found against pages fetched: strategies over the same worlds, beside the oracle and chance."""
    from leadline.cli.running import write_json
    from leadline_bench.locate.experiment import Plan
    from leadline_bench.locate.papers.sittings import Sitting
    from leadline_bench.report import show

    measure = words.plan(quick=quick) if papers is None else words.pool(papers, quick=quick)
    if out is not None and out.exists() and not out.is_dir():
        raise BadTarget(f"{out} is a file; --out is a folder for results, tables and plots")
    if papers is None and (machine.runs is not None or machine.minutes is not None):
        raise BadConfiguration("--runs and --minutes are about the papers' experiments; say --papers, too")
    with _folder(out) as folder:
        pages = machine.cache or folder / "pages"
        if isinstance(measure, Plan):
            found = _compared(measure, folder, pages, machine.processes, is_kept=out is not None)
        else:
            sitting = Sitting(machine.runs or folder / "runs", pages, machine.processes, machine.minutes)
            found = _papers(measure, folder, sitting, is_kept=out is not None)
    if as_json:
        write_json(found.as_json())
    else:
        show(found, Console())
    return 0


def _compared(plan: "Plan", folder: Path, cache: Path, processes: int, *, is_kept: bool) -> "Report":
    """The report; files beside it if they are to be kept."""
    from leadline_bench.locate.experiment import experiment
    from leadline_bench.locate.files import keep
    from leadline_bench.locate.summary import Summary, report

    results = experiment(plan, folder, cache, processes, say)
    found = report(plan, results)
    if is_kept:
        keep(found, Summary(plan, results), folder)
    return found


def _papers(plan: "PoolPlan", folder: Path, sitting: "Sitting", *, is_kept: bool) -> "Report":
    """The same for the papers' experiments, of the part that is complete."""
    from leadline_bench.locate.files import keep
    from leadline_bench.locate.kept_runs import KeptRuns
    from leadline_bench.locate.papers import run
    from leadline_bench.locate.papers.sittings import complete_part, told_rounds
    from leadline_bench.locate.summary import Summary

    say(f"the first world has seed {plan.base.seed}")
    results = run.crawl(plan, sitting, say)
    have = {result.trial for result in results}
    part = complete_part(plan, have)
    made = run.exhibits(part, results)
    found = run.told(part, results, made, told_rounds(plan, part, have, KeptRuns(sitting.runs).commits()))
    if is_kept:
        run.write(made, found, folder / "papers", say)
        keep(found, Summary(part.plan(part.claims, part.base.domains), results), folder)
    return found


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    """Without a folder nothing is left behind."""
    if out is not None:
        yield out
        return
    with tempfile.TemporaryDirectory(prefix="leadline-bench-") as place:
        yield Path(place)
