"""`leadline bench`: every published claim of ours, re-measured."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from leadline.cli.ending import say
from leadline.errors import BadTarget

if TYPE_CHECKING:
    from leadline.bench.report import Report

bench = typer.Typer(
    name="bench",
    help="Measure again what we claim: tables, or one JSON document with --json.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

AsJson = Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON document.")]
Quick = Annotated[
    bool, typer.Option("--quick", metavar="", help="Small and fast: shows that it works, proves nothing.")
]
Seed = Annotated[int, typer.Option(min=0, help="Another seed, another synthetic web.")]
Out = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the JSON document there as well.")]


@bench.command(epilog="Needs Scrapy: pip install 'leadline[bench]'. Linux only: it uses all of 127.0.0.0/8.")
def throughput(
    *,
    quick: Quick = False,
    seed: Seed = 0,
    pages: Annotated[int | None, typer.Option(min=50, help="Pages of each crawl, 2000 if not given.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Rounds, 5 if not given.")] = None,
    as_json: AsJson = False,
    out: Out = None,
) -> int:
    """CPU time a page: Leadline with everything on, beside Scrapy and beside the barest crawler."""
    from leadline.bench.throughput import QUICK, Size
    from leadline.bench.throughput import throughput as measure

    size = QUICK if quick else Size()
    size = replace(size, pages=pages or size.pages, rounds=rounds or size.rounds)
    return _finish(lambda: measure(size, seed, say), as_json=as_json, out=out)


@bench.command()
def frontier(
    *,
    quick: Quick = False,
    seed: Seed = 0,
    urls: Annotated[int | None, typer.Option(min=10_000, help="Different URLs, 10 million if not given.")] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the database is made, and removed; up to 3 GB.")
    ] = None,
    as_json: AsJson = False,
    out: Out = None,
) -> int:
    """Millions of URLs through the frontier on disk: in, deduplicated, re-ranked, out in order."""
    from leadline.bench.frontier import QUICK, Size
    from leadline.bench.frontier import frontier as measure

    size = QUICK if quick else Size()
    size = replace(size, urls=urls or size.urls)
    return _finish(lambda: measure(size, seed, folder, say), as_json=as_json, out=out)


def _finish(measure: Callable[[], "Report"], *, as_json: bool, out: Path | None) -> int:
    """Measure, then tell the figures in the way that was asked for."""
    from leadline.bench.report import show, write
    from leadline.cli.printing import write_json

    if out is not None and not out.parent.is_dir():
        raise BadTarget(f"{out} cannot be written: there is no folder {out.parent}")  # before the work, not after
    report = measure()
    if out is not None:
        write(report, out)
    if as_json:
        write_json(report.as_json())
    else:
        show(report, Console())
    return 0
