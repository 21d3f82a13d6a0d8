"""`leadline bench`: every published claim of ours, re-measured."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from leadline.cli.network import unpacking
from leadline.cli.running import say
from leadline.errors import BadTarget
from leadline_bench.cli.estimate import EstimateWords
from leadline_bench.cli.harvest import HarvestWords
from leadline_bench.cli.locate import locate
from leadline_bench.cli.safety import SafetyWords
from leadline_bench.cli.webkb import webkb

if TYPE_CHECKING:
    from leadline_bench.report import Report

bench = typer.Typer(
    name="bench",
    help="Measure again what we claim: tables, or one JSON document with --json.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

bench.command()(locate)
bench.command(epilog="Example: leadline bench webkb --quick --strategies oracle,random,best-first")(webkb)

AsJson = Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON document.")]
Quick = Annotated[
    bool, typer.Option("--quick", metavar="", help="Small and fast: shows that it works, proves nothing.")
]
Seed = Annotated[int, typer.Option(min=0, help="Another seed, another synthetic web.")]
Out = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the JSON document there as well.")]


@bench.command(epilog="Needs Scrapy: pip install 'leadline-lab[bench]'. Linux only: it uses all of 127.0.0.0/8.")
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
    from leadline_bench.throughput import QUICK, Size
    from leadline_bench.throughput import throughput as measure

    size = QUICK if quick else Size()
    size = replace(size, pages=pages or size.pages, rounds=rounds or size.rounds)
    return _finish(lambda: measure(size, seed, say), as_json=as_json, out=out)


@bench.command(epilog="Linux only: it uses all of 127.0.0.0/8.")
def search(
    *,
    quick: Quick = False,
    seed: Seed = 0,
    pages: Annotated[
        int | None, typer.Option(min=50, help="Pages that are crawled, 100,000 if not given.")
    ] = None,
    queries: Annotated[int | None, typer.Option(min=10, help="Questions, 200 if not given.")] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the crawl is made, and removed; some 30 kB a page.")
    ] = None,
    as_json: AsJson = False,
    out: Out = None,
) -> int:
    """CPU time of indexing beside that of crawling; a question of three words beside a look-up by number."""
    from leadline_bench.search import QUICK, Size
    from leadline_bench.search import search as measure

    size = QUICK if quick else Size()
    size = replace(size, pages=pages or size.pages, queries=queries or size.queries)
    return _finish(lambda: measure(size, seed, folder, say), as_json=as_json, out=out)


@bench.command(name="scale", epilog="Linux only: it uses all of 127.0.0.0/8.")
def scale_(
    *,
    quick: Quick = False,
    seed: Seed = 0,
    pages: Annotated[int | None, typer.Option(min=100, help="Pages of each crawl, 1000 if not given.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Rounds, 3 if not given.")] = None,
    store: Annotated[
        str | None, typer.Option(metavar="STORE", help="sqlite, or postgres: a server of its own is started.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where crawls are made, and removed; some 30 kB a page.")
    ] = None,
    as_json: AsJson = False,
    out: Out = None,
) -> int:
    """The same crawl on 1, 2, 4 and 8 processes, 200 ms away from its servers: speed, and what does not scale."""
    from leadline_bench.scale import POSTGRES, QUICK, SQLITE, Size
    from leadline_bench.scale import scale as measure

    size = QUICK if quick else Size()
    size = replace(size, pages=pages or size.pages, rounds=rounds or size.rounds, store=store or size.store)
    if size.store not in (SQLITE, POSTGRES):
        raise typer.BadParameter(f"--store {size.store}: choose one of {SQLITE} and {POSTGRES}")
    return _finish(lambda: measure(size, seed, folder, say), as_json=as_json, out=out)


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
    from leadline_bench.frontier import QUICK, Size
    from leadline_bench.frontier import frontier as measure

    size = QUICK if quick else Size()
    size = replace(size, urls=urls or size.urls)
    return _finish(lambda: measure(size, seed, folder, say), as_json=as_json, out=out)


@bench.command(
    name="forms",
    epilog="Examples:\nleadline bench forms --data ../shared/data\nleadline bench forms --quick --lab-only",
)
def forms_(
    *,
    quick: Quick = False,
    seed: Seed = 0,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the development data; ../shared/data if not given."),
    ] = None,
    lab_only: Annotated[
        bool, typer.Option("--lab-only", metavar="", help="Measure what the lab can tell; needs no data.")
    ] = False,
    fuzz: Annotated[int, typer.Option(min=0, metavar="N", help="Also understand N broken pages.")] = 0,
    as_json: AsJson = False,
    out: Out = None,
) -> int:
    """Forms understood: searches told, labels found, unsafe forms kept out, domains, and what it costs."""
    from leadline_bench.forms.report import QUICK, Plan, Size, data_in, forms

    if lab_only and data is not None:
        raise typer.BadParameter("choose one of --data and --lab-only")
    plan = Plan(None if lab_only else data_in(data), seed, QUICK if quick else Size(), fuzz)
    return _finish(lambda: forms(plan, say), as_json=as_json, out=out)


@dataclass(frozen=True, slots=True, kw_only=True)
class DensityWords:
    """What was typed about the crawls of `bench density`."""

    domains: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Domains with commas between; ACHE's eight if not given.")
    ] = None
    worlds: Annotated[int | None, typer.Option(min=1, help="Worlds, 2 if not given.")] = None
    pages: Annotated[int | None, typer.Option(min=1, help="Pages of each crawl, 50000 if not given.")] = None
    scale: Annotated[str | None, typer.Option(metavar="SCALE", help="Size of the worlds, large if not given.")] = (
        None
    )
    role: Annotated[str, typer.Option(metavar="ROLE", help="tuning or reporting.")] = "tuning"
    processes: Annotated[int, typer.Option(min=1, help="Crawls at the same time.")] = 2


@bench.command(epilog="Example: leadline bench density --domains hotel,movie --pages 20000 --worlds 1")
@unpacking(DensityWords)
def density(
    *, words: DensityWords, quick: Quick = False, seed: Seed = 0, as_json: AsJson = False, out: Out = None
) -> int:
    """How dense relevant forms are in the lab for best-first-sc, beside ACHE's Table 1."""
    from leadline_bench.density import QUICK, Density, checked, measure

    plan = QUICK if quick else Density()
    plan = replace(
        plan,
        domains=tuple(words.domains.split(",")) if words.domains else plan.domains,
        worlds=words.worlds or plan.worlds,
        pages=words.pages or plan.pages,
        scale=words.scale or plan.scale,
        role=words.role,
        seed=seed,
    )
    checked(plan)
    return _finish(lambda: measure(plan, 1 if quick else words.processes, say), as_json=as_json, out=out)


@bench.command(epilog="Example: leadline bench harvest --worlds 1 --sources 10 --requests 200")
@unpacking(HarvestWords)
def harvest(
    *, words: HarvestWords, quick: Quick = False, seed: Seed = 0, as_json: AsJson = False, out: Out = None
) -> int:
    """Databases of the lab brought up: coverage against requests, and the tables of HiWE and Liddle et al."""
    from leadline_bench.harvest.experiment import experiment

    plan = words.plan(quick=quick, seed=seed)
    return _finish(lambda: experiment(plan, say), as_json=as_json, out=out)


@bench.command(epilog="Example: leadline bench estimate --worlds 2 --sources 10")
@unpacking(EstimateWords)
def estimate(*, words: EstimateWords, quick: Quick = False, as_json: AsJson = False, out: Out = None) -> int:
    """How much is left: whether intervals hold, when harvests stop, and what they say of themselves."""
    from leadline_bench.estimate.experiment import experiment

    plan = words.plan(quick=quick)
    return _finish(lambda: experiment(plan, say), as_json=as_json, out=out)


@bench.command(epilog="Example: leadline bench safety --language de,fr --out safety.json")
@unpacking(SafetyWords)
def safety(*, words: SafetyWords, quick: Quick = False, as_json: AsJson = False, out: Out = None) -> int:
    """Nothing but reading: forms and lists in many languages, and what their servers saw under both commands."""
    from leadline_bench.safety.report import safety as measure

    plan = words.plan(quick=quick)
    return _finish(lambda: measure(plan, say), as_json=as_json, out=out)


def _finish(measure: Callable[[], "Report"], *, as_json: bool, out: Path | None) -> int:
    """Measure, then tell the figures in the way that was asked for."""
    from leadline.cli.running import write_json
    from leadline_bench.report import show, write

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
