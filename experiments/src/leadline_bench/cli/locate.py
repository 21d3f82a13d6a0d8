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

QUICK: dict[str, Any] = {
    "worlds": 2,
    "pages": 150,
    "scale": "tiny",
    "domains": "hotel,book",
    "strategies": "oracle,random,scdi",
}
"""What `--quick` means where nothing else is said."""


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
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first world.")] = 0
    setting: Annotated[
        str,
        typer.Option(
            metavar="WORDS",
            help="Knobs of the worlds: default, least-telling, most-telling, KNOB=VALUE; with commas between.",
        ),
    ] = "default"

    def plan(self, *, quick: bool) -> "Plan":
        """With everything that was left open, checked."""
        from leadline.locate.strategies import STRATEGIES
        from leadline_bench.locate.experiment import Plan
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
        at_setting(WorldSpec(), self.setting)
        about = {name: getattr(self, name) for name in ("role", "critic", "pages_critic", "k", "seed", "setting")}
        return replace(plan, **about)


def _one_of(option: str, word: str, known: Collection[str]) -> None:
    if word not in known:
        raise BadConfiguration(f"{option} '{word}' is not known; known: {', '.join(known)}")


@unpacking(Words)
def locate(
    *,
    words: Words,
    quick: Annotated[
        bool, typer.Option("--quick", metavar="", help="Small and fast: shows that it works, proves nothing.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder for results, tables and plots; finished runs there are not repeated."
        ),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for pages that were read; inside --out if not given."),
    ] = None,
    processes: Annotated[int, typer.Option(min=1, help="Runs at the same time.")] = 2,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON document.")] = False,
) -> int:
    """Forms found against pages fetched: strategies over the same worlds, beside the oracle and chance."""
    from leadline.cli.running import write_json
    from leadline_bench.locate.experiment import experiment
    from leadline_bench.locate.files import keep
    from leadline_bench.locate.summary import Summary, report
    from leadline_bench.report import show

    plan = words.plan(quick=quick)
    if out is not None and out.exists() and not out.is_dir():
        raise BadTarget(f"{out} is a file; --out is a folder for results, tables and plots")
    with _folder(out) as folder:
        results = experiment(plan, folder, cache or folder / "pages", processes, say)
        found = report(plan, results)
        if out is not None:
            keep(found, Summary(plan, results), out)
    if as_json:
        write_json(found.as_json())
    else:
        show(found, Console())
    return 0


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    """Without a folder nothing is left behind."""
    if out is not None:
        yield out
        return
    with tempfile.TemporaryDirectory(prefix="leadline-bench-") as place:
        yield Path(place)
