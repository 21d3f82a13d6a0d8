"""`leadline bench estimate`: the words of the command."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from leadline.errors import BadConfiguration

if TYPE_CHECKING:
    from leadline_bench.estimate.experiment import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimateWords:
    """What was typed about the experiment."""

    worlds: Annotated[int | None, typer.Option(min=1, help="Worlds, 20 if not given.")] = None
    sources: Annotated[int | None, typer.Option(min=1, help="Sources of each world, 30 if not given.")] = None
    largest: Annotated[
        int | None, typer.Option(min=100, help="Records of the largest source, 1000 if not given.")
    ] = None
    queries: Annotated[int | None, typer.Option(min=1, help="Queries of each run, 200 if not given.")] = None
    planners: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Planners with commas between; the default one if not given."),
    ] = None
    role: Annotated[str, typer.Option(metavar="ROLE", help="tuning or reporting.")] = "tuning"
    processes: Annotated[int, typer.Option(min=1, help="Harvests at the same time.")] = 2
    seed: Annotated[
        str,
        typer.Option(metavar="SEED", help="Seed of the first world; 'commit' takes it from the commit measured."),
    ] = "0"

    def plan(self, *, quick: bool) -> "Plan":
        """With everything that was left open, checked."""
        from leadline.harvest.planners.named import PLANNERS
        from leadline.harvest.settings import HarvestSettings
        from leadline_bench.cli.harvest import names_of
        from leadline_bench.estimate.experiment import QUICK, Plan
        from leadline_bench.locate.provenance import seed_of
        from leadline_lab.spec import Role

        if self.role not in tuple(Role):
            raise BadConfiguration(f"--role {self.role!r} is not known; known: {', '.join(Role)}")
        plan = QUICK if quick else Plan()
        draw = replace(
            plan.draw,
            role=self.role,
            seed=seed_of(self.seed),
            worlds=self.worlds or plan.draw.worlds,
            sources=self.sources or plan.draw.sources,
            largest=self.largest or plan.draw.largest,
        )
        planners = names_of("--planners", self.planners, tuple(PLANNERS)) or (HarvestSettings().planner,)
        processes = 1 if quick else self.processes
        return replace(
            plan, draw=draw, planners=planners, queries=self.queries or plan.queries, processes=processes
        )
