"""`leadline bench harvest`: the words of the command."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from leadline.errors import BadConfiguration

if TYPE_CHECKING:
    from leadline_bench.harvest.experiment import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestWords:
    """What was typed about the experiment."""

    worlds: Annotated[int | None, typer.Option(min=1, help="Worlds, 2 if not given.")] = None
    sources: Annotated[int | None, typer.Option(min=1, help="Sources of each world, 20 if not given.")] = None
    largest: Annotated[
        int | None, typer.Option(min=100, help="Records of the largest source, 1000 if not given.")
    ] = None
    requests: Annotated[int | None, typer.Option(min=1, help="Requests of each harvest, 400 if not given.")] = None
    planners: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Planners with commas between; all if not given.")
    ] = None
    domains: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES", help="Domains of HiWE's tasks; hotel, auto, apartment and product if not given."
        ),
    ] = None
    submissions: Annotated[
        int | None, typer.Option(min=1, help="Submissions of one form in HiWE's tasks, 100 if not given.")
    ] = None
    sites: Annotated[
        int | None, typer.Option(min=1, help="Sites of each domain in HiWE's tasks, 12 if not given.")
    ] = None
    references: Annotated[
        int | None, typer.Option(min=2, help="Sites HiWE's table is begun with, 8 if not given.")
    ] = None
    parts: Annotated[
        str | None, typer.Option(metavar="NAMES", help="What is measured, with commas between; all if not given.")
    ] = None
    role: Annotated[str, typer.Option(metavar="ROLE", help="tuning or reporting.")] = "tuning"
    processes: Annotated[int, typer.Option(min=1, help="Harvests at the same time.")] = 2

    def plan(self, *, quick: bool, seed: int) -> "Plan":
        """With everything that was left open, checked."""
        from leadline_bench.harvest.experiment import PARTS, PLANNERS, QUICK, Plan
        from leadline_lab.spec import Role
        from leadline_lab.words import domains

        if self.role not in tuple(Role):
            raise BadConfiguration(f"--role {self.role!r} is not known; known: {', '.join(Role)}")
        plan = QUICK if quick else Plan()
        draw = replace(
            plan.draw,
            role=self.role,
            seed=seed,
            worlds=self.worlds or plan.draw.worlds,
            sources=self.sources or plan.draw.sources,
            largest=self.largest or plan.draw.largest,
        )
        tasks = replace(
            plan.tasks,
            domains=names_of("--domains", self.domains, domains(Role(self.role))) or plan.tasks.domains,
            s_max=self.submissions or plan.tasks.s_max,
            sites=self.sites or plan.tasks.sites,
            references=self.references or plan.tasks.references,
        )
        return replace(
            plan,
            draw=draw,
            tasks=tasks,
            requests=self.requests or plan.requests,
            planners=names_of("--planners", self.planners, PLANNERS) or plan.planners,
            parts=names_of("--parts", self.parts, PARTS) or plan.parts,
            processes=1 if quick else self.processes,
        )


def names_of(option: str, given: str | None, known: "tuple[str, ...] | list[str]") -> tuple[str, ...]:
    names = tuple(dict.fromkeys(given.split(","))) if given else ()
    for name in names:
        if name not in known:
            raise BadConfiguration(f"{option} {name!r} is not known; known: {', '.join(known)}")
    return names
