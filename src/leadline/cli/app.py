"""The commands. Each unpacks its words, calls a room and prints; nothing else lives here.

Rooms are imported inside the commands: `leadline --help` must not wait for an HTTP client and a parser.
"""

import asyncio
import io
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from leadline.cli import folders
from leadline.cli import forget as forgetting
from leadline.cli import harvest as harvesting
from leadline.cli import locate as locating
from leadline.cli import refresh as refreshing
from leadline.cli import report as reporting
from leadline.cli import search as searching
from leadline.cli import serve as serving
from leadline.cli.db import app as db_app
from leadline.cli.network import NetworkOptions, argument, named, switch, unpacking
from leadline.cli.topic import app as topic_app
from leadline.cli.values import app as values_app
from leadline.errors import MissingExtra
from leadline.package import __version__

app = typer.Typer(
    name="leadline",
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"leadline {__version__}")
        raise typer.Exit


@app.callback(
    invoke_without_command=True,
    epilog="Start with: [bold]leadline demo[/], then [bold]leadline inspect[/] a page with a search form, "
    "[bold]leadline harvest[/] it, or [bold]leadline locate[/] others.",
)
def _leadline(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001  # typer calls back; nothing is left to do
        bool,
        typer.Option(
            "--version", metavar="", callback=_show_version, is_eager=True, help="Say the version and end."
        ),
    ] = False,
) -> None:
    """Databases behind web forms: find them, understand them, bring up their records."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(
    epilog="Examples:\n"
    "leadline inspect https://www.example.com/search\n"
    "leadline inspect saved.html other.html --json\n"
    "leadline inspect page.html --base-url https://www.example.com/search\n"
    "leadline inspect page.html --svg forms.svg\n"
    "leadline inspect https://www.example.com/ --replay crawl.warc.gz"
)
@unpacking(NetworkOptions)
def inspect(
    targets: Annotated[list[str], argument("TARGET", "URLs, .html files, or - for standard input.")],
    *,
    as_json: Annotated[
        bool, switch("--json", "Print one JSON document: an object, or a list for several targets.")
    ] = False,
    as_jsonl: Annotated[bool, switch("--jsonl", "Print one line of JSON a target.")] = False,
    base_url: Annotated[str | None, named("URL", "Where pages from files and standard input came from.")] = None,
    svg: Annotated[
        Path | None, named("FILE", "Also draw every form into this file, each field with its label.")
    ] = None,
    network: NetworkOptions,
) -> int:
    """Show every form of a page: what it is for, whether it may be sent, its fields and what they take."""
    if as_json and as_jsonl:
        raise typer.BadParameter("choose one of --json and --jsonl")
    from leadline.app.inspect import inspect_targets
    from leadline.cli.shown import Printer

    settings = network.given().settings("forms")
    out = Printer("json" if as_json else "jsonl" if as_jsonl else "tables", svg)
    # Read before the event loop takes Ctrl-C over: it would only cancel a task that is stuck in a read.
    piped = sys.stdin.buffer.read(settings.web.limits.body + 1) if "-" in targets else b""
    stdin = io.BytesIO(piped)
    return out.finish(asyncio.run(inspect_targets(targets, settings, out, stdin=stdin, base_url=base_url)))


@app.command(
    epilog="Examples:\nleadline demo\nleadline demo --out tried --json\nleadline demo --serve --port 8765"
)
def demo(
    *,
    as_json: Annotated[bool, switch("--json", "Print one JSON document instead of the tour.")] = False,
    serve: Annotated[
        bool, switch("--serve", "Only serve the built-in pages, until Ctrl-C, for tries of your own.")
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Where to serve; 0 is any free port.")] = 0,
    out: Annotated[
        Path | None, named("DIR", "A new folder for what is found; a temporary one if not given.")
    ] = None,
) -> int:
    """Inspect, locate and harvest a small web of built-in pages, served on this machine."""
    from leadline.cli.demo import keep_serving, tell_tour

    return keep_serving(port) if serve else tell_tour(port, out, as_json=as_json)


app.command(epilog=locating.EPILOG)(locating.locate)
app.command(epilog=harvesting.EPILOG)(harvesting.harvest)
app.command(epilog=locating.RUN_EPILOG)(locating.run)
app.command(epilog="Examples:\nleadline resume my-crawl")(folders.resume)
app.command(epilog=refreshing.EPILOG)(refreshing.refresh)
app.command(epilog="Examples:\nleadline recut my-harvest\nleadline recut my-harvest --json")(folders.recut)
app.command(
    epilog="Examples:\nleadline status my-crawl\nleadline status my-crawl --why https://www.example.com/search"
)(folders.status)
app.command(
    epilog="Examples:\nleadline export my-crawl forms\nleadline export my-crawl records --format csv -o cars.csv"
)(folders.export)
app.command(
    epilog="Examples:\n"
    "leadline match my-project -o columns.toml\n"
    "leadline match cars --also more-cars\n"
    "leadline export my-project records --mapping columns.toml --format csv -o cars.csv"
)(folders.match)
app.command(epilog=forgetting.EPILOG)(forgetting.forget)
app.command(epilog=reporting.EPILOG)(reporting.report)
app.command(epilog=searching.EPILOG)(searching.search)
app.command(epilog=serving.EPILOG)(serving.serve)
app.add_typer(db_app, name="db", epilog="Examples:\nleadline db check my-crawl")
app.add_typer(values_app, name="values", epilog="Examples:\nleadline values export --format csv")
app.add_typer(
    topic_app,
    name="topic",
    epilog="Examples:\n"
    'leadline topic new lighthouses --keywords "lighthouse, beacon" --out lighthouses.toml\n'
    "leadline topic test lighthouses.toml --positive on/ --negative off/",
)


def _not_installed(context: typer.Context) -> None:
    raise MissingExtra(context.command_path, package="leadline-lab")


# These come with a wheel of their own; where it is not installed they say how to get it.
for _name, _examples in (
    ("bench", "leadline bench throughput\nleadline bench frontier --urls 1000000"),
    ("lab", "leadline lab serve --port 8080 --scale small\nleadline lab truth --what forms --scale tiny"),
):
    if find_spec(f"leadline_{_name}") is not None:
        _commands = getattr(import_module(f"leadline_{_name}.cli"), _name)
        app.add_typer(_commands, name=_name, epilog=f"Examples:\n{_examples}")
    else:
        _anything = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}
        app.command(_name, hidden=True, context_settings=_anything)(_not_installed)
