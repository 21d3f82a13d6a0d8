"""`leadline bench safety`: the words of the command."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from leadline_bench.safety.report import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class SafetyWords:
    """What was typed about the cases."""

    language: Annotated[
        str | None, typer.Option(metavar="CODES", help="Languages with commas between; all if not given.")
    ] = None
    cases: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of case files; those that come along if not given.")
    ] = None
    requests: Annotated[int | None, typer.Option(min=1, help="Requests of each harvest, 100 if not given.")] = None
    processes: Annotated[int, typer.Option(min=1, help="Processes that share the cases.")] = 2

    def plan(self, *, quick: bool) -> "Plan":
        """With everything that was left open."""
        from leadline_bench.safety.report import Plan

        plan = Plan(quick=quick, processes=self.processes)
        return replace(
            plan,
            cases=self.cases or plan.cases,
            languages=tuple(dict.fromkeys(self.language.split(","))) if self.language else (),
            requests=self.requests or plan.requests,
        )
