"""`leadline bench webkb`: the words of the command."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from leadline.cli.network import unpacking
from leadline.cli.running import say
from leadline.errors import BadConfiguration, BadTarget

if TYPE_CHECKING:
    from leadline_bench.webkb.report import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class WebkbWords:
    """What was typed about the crawls."""

    strategies: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Strategies with commas between; eight if not given.")
    ] = None
    find: Annotated[
        str, typer.Option(metavar="CLASSES", help="Classes of pages: course, project, student, faculty, staff.")
    ] = "course,project"
    draws: Annotated[int, typer.Option(min=1, help="Crawls of each strategy.")] = 3
    critic: Annotated[
        str, typer.Option(metavar="NAME", help="Who tells the crawl what a page is: truth, or topic.")
    ] = "truth"
    seed: Annotated[int, typer.Option(min=0, help="Of what is left to chance.")] = 0

    def plan(self, *, quick: bool) -> "Plan":
        from leadline.locate.strategies import STRATEGIES
        from leadline_bench.locate.trial import ORACLE
        from leadline_bench.webkb.report import KINDS, Plan
        from leadline_bench.webkb.trial import CRITICS

        names = tuple(dict.fromkeys(self.strategies.split(","))) if self.strategies else Plan().strategies
        kinds = tuple(dict.fromkeys(self.find.split(",")))
        known = (
            ("--strategies", [name.partition("@")[0] for name in names], (ORACLE, *STRATEGIES)),
            ("--find", kinds, KINDS),
            ("--critic", [self.critic], CRITICS),
        )
        for option, said, words in known:
            for word in said:
                if word not in words:
                    raise BadConfiguration(f"{option} '{word}' is not known; known: {', '.join(words)}")
        return Plan(names, kinds, 1 if quick else self.draws, self.critic, self.seed, 3 if quick else None)


@unpacking(WebkbWords)
def webkb(
    *,
    words: WebkbWords,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the development data; ../shared/data if not given."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", metavar="", help="Three universities, one crawl of each strategy.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for report.json, report.md and found.svg.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON document.")] = False,
) -> int:
    """Pages of a class on real link graphs: how soon strategies find them at universities of 1997."""
    from leadline.cli.running import write_json
    from leadline_bench.development import data_folder
    from leadline_bench.report import show
    from leadline_bench.webkb.report import experiment, keep, report

    plan = words.plan(quick=quick)
    if out is not None and out.exists() and not out.is_dir():
        raise BadTarget(f"{out} is a file; --out is a folder for tables and a plot")
    results = experiment(plan, data or data_folder(), say)
    if out is not None:
        keep(plan, results, out)
    found = report(plan, results)
    if as_json:
        write_json(found.as_json())
    else:
        show(found, Console())
    return 0
