"""`leadline lab serve|describe|truth`: the simulated web, served, measured, and its answer key."""

import asyncio
import json
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from leadline.cli.network import unpacking
from leadline.cli.running import say
from leadline.errors import BadConfiguration, escaped_json

if TYPE_CHECKING:
    from leadline_lab.spec import WorldSpec

lab = typer.Typer(
    name="lab",
    help="A simulated hidden web on this machine, with the answer key: for tries, tests and experiments.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Which:
    """Which world; each field is an option of every command here."""

    seed: Annotated[int, typer.Option(min=0, help="Another seed, another world.")] = 0
    scale: Annotated[
        str, typer.Option(metavar="SCALE", help="tiny, small, medium or large: 60 to 20,000 sites.")
    ] = "small"
    role: Annotated[
        str, typer.Option(metavar="ROLE", help="tuning, or reporting: words and layouts no tuning world has.")
    ] = "tuning"
    rough: Annotated[
        bool, typer.Option("--rough", metavar="", help="A bad day: time-outs, errors, cut and garbled pages.")
    ] = False
    setting: Annotated[
        str,
        typer.Option(
            metavar="WORDS",
            help="What it assumes: default, least-telling, most-telling, as-measured, KNOB=VALUE; commas between.",
        ),
    ] = "default"

    def spec(self) -> "WorldSpec":
        from leadline_lab.settings import at_setting
        from leadline_lab.spec import SCALES, Role, rough, spec

        if self.scale not in SCALES:
            raise BadConfiguration(f"--scale {self.scale!r} is not known; known: {', '.join(SCALES)}")
        if self.role not in [*Role]:
            raise BadConfiguration(f"--role {self.role!r} is not known; known: {', '.join(Role)}")
        chosen = at_setting(spec(self.scale, self.seed, Role(self.role)), self.setting)
        return rough(chosen) if self.rough else chosen

    def words(self) -> str:
        """The same choice as options again."""
        rough = " --rough" if self.rough else ""
        setting = "" if self.setting == "default" else f" --setting {self.setting}"
        return f"--seed {self.seed} --scale {self.scale} --role {self.role}{rough}{setting}"


@lab.command(
    epilog="Examples:\n"
    "leadline lab serve --port 8080 --scale small\n"
    "leadline lab serve --seeds hotel 10 > seeds.txt"
)
@unpacking(Which)
def serve(
    *,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Where to serve; 0 is any free port.")] = 0,
    seeds: Annotated[
        tuple[str, int] | None,
        typer.Option(metavar="TOPIC N", help="Only print N home pages of sites about a topic, and end."),
    ] = None,
    which: Which,
) -> int:
    """Serve a world: all its hosts on one port of this machine, until Ctrl-C."""
    from leadline_lab.world import open_world

    world = open_world(which.spec())
    if seeds is not None:
        from leadline_lab.seeds import seeds as seeds_of

        sys.stdout.write("".join(f"{url}\n" for url in seeds_of(world, *seeds)))
        return 0
    from leadline_lab.serve.lab import Lab
    from leadline_lab.serve.server import LabServer, serving
    from leadline_lab.web import Web

    async def main() -> None:
        ended = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
        async with serving(LabServer(Lab(Web(world))), port) as server:
            _tell(server.address, len(world), world.pages(), which)
            await ended.wait()

    asyncio.run(main())
    say("the lab has ended")
    return 0


def _tell(address: str, sites: int, pages: int, which: Which) -> None:
    topic = "hotel"
    sys.stdout.write(
        f"A world of {sites:,} sites and {pages:,} pages is served at {address}:\n"
        f"  leadline lab serve --seeds {topic} 10 {which.words()} > seeds.txt\n"
        f"  leadline locate --topic {topic} --seeds seeds.txt --out found --connect-to {address} "
        f"--backlinks searxng:http://{address}/\n"
        f"  curl --connect-to ::{address} URL, or http://{address} as an HTTP proxy\n"
        f"  leadline lab truth --what forms {which.words()}\n"
        "Ctrl-C ends it.\n"
    )
    sys.stdout.flush()


@lab.command(epilog="Examples:\nleadline lab describe --scale small\nleadline lab describe --json")
@unpacking(Which)
def describe(
    *,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON document.")] = False,
    which: Which,
) -> int:
    """Measure a world beside the published statistics it is made after."""
    from leadline.cli.running import write_json
    from leadline_lab.calibration import rows
    from leadline_lab.world import open_world

    found = [(name, target, measured) for name, target, measured in rows(open_world(which.spec()))]
    if as_json:
        write_json([{"name": name, "target": target, "measured": measured} for name, target, measured in found])
        return 0
    _show([("", "published", "this world"), *found])
    return 0


def _show(table: Sequence[tuple[object, object, object]]) -> None:
    lines = [[f"{cell:.3g}" if isinstance(cell, float) else str(cell) for cell in row] for row in table]
    widths = [max(len(line[column]) for line in lines) for column in range(3)]
    for name, target, measured in lines:
        sys.stdout.write(f"{name:<{widths[0]}}  {target:>{widths[1]}}  {measured:>{widths[2]}}\n")


@lab.command(
    epilog="Examples:\n"
    "leadline lab truth --what sites --scale tiny\n"
    "leadline lab truth --what records --host www.example.com"
)
@unpacking(Which)
def truth(
    *,
    what: Annotated[str, typer.Option(metavar="WHAT", help="sites, forms, sources, records or links.")],
    host: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="Of this site only; can be repeated.")
    ] = None,
    which: Which,
) -> int:
    """Print the answer key of a world, one line of JSON each."""
    from leadline_lab.truth import truth as lines_of
    from leadline_lab.world import open_world

    for line in lines_of(open_world(which.spec()), what, host or ()):
        sys.stdout.write(escaped_json(json.dumps(line, ensure_ascii=False)) + "\n")
    return 0
