"""`leadline topic new|train|test`: words in, a topic file and its score out. The work is in `leadline.topics`."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leadline.cli.ending import say
from leadline.cli.network import NetworkOptions, with_network
from leadline.cli.terminal import console
from leadline.errors import FetchError
from leadline.gate.targets import TARGET

if TYPE_CHECKING:
    from leadline.model.page import Page
    from leadline.topics.authoring import Report
    from leadline.topics.examples import ExamplePage
    from leadline.topics.forms import FormsScore
    from leadline.web.settings import WebSettings

app = typer.Typer(
    name="topic",
    help="Make a topic from keywords and examples, train it, and see how good it is.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

_EXAMPLE = "A file of HTML, a folder of them, a URL, or a .txt file with one URL a line; can be repeated."
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON document.")]
Positive = Annotated[
    list[str] | None, typer.Option("--positive", metavar="EXAMPLE", help=f"Pages on the topic. {_EXAMPLE}")
]
Negative = Annotated[
    list[str] | None,
    typer.Option("--negative", metavar="EXAMPLE", help="Pages that are not on the topic, likewise."),
]
TopicFile = Annotated[Path, typer.Argument(metavar="FILE", help="A topic file.")]


@app.command(
    epilog="Examples:\n"
    'leadline topic new lighthouses --keywords "lighthouse, beacon, fog signal:0.5" --out lighthouses.toml\n'
    "leadline topic new lighthouses --examples saved-pages/ --out lighthouses.toml"
)
@with_network
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the topic is called, in one word.")],
    *,
    keywords: Annotated[
        str,
        typer.Option(
            metavar="WORDS", help="Words that tell the topic, parted by commas; word:0.5 gives a weight."
        ),
    ] = "",
    examples: Annotated[
        list[str] | None, typer.Option(metavar="EXAMPLE", help=f"Pages on the topic. {_EXAMPLE}")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The topic file to write.")],
    as_json: Json = False,
    network: NetworkOptions,
) -> int:
    """Make a topic file from keywords, from example pages, or from both."""
    from leadline.topics import authoring
    from leadline.topics.background import bundled_background

    shown, failed = _shown(examples, network)
    report = authoring.new(name, authoring.keywords_of(keywords), shown, bundled_background())
    _write(report, out, as_json=as_json)
    return failed


@app.command(epilog="Example:\nleadline topic train cars.toml --positive on/ --negative off/")
@with_network
def train(
    file: TopicFile,
    *,
    positive: Positive = None,
    negative: Negative = None,
    model: Annotated[
        str, typer.Option(metavar="linear|naive-bayes", help="The learner; linear builds on the keywords.")
    ] = "linear",
    as_json: Json = False,
    network: NetworkOptions,
) -> int:
    """Learn a topic from examples; writes the weights beside the topic file, with a score on unseen sites."""
    from leadline.topics import authoring
    from leadline.topics.background import bundled_background
    from leadline.topics.files import read_topic

    topic = read_topic(file)
    on, failed = _shown(positive, network)
    off, also_failed = _shown(negative, network)
    _write(authoring.train(topic, on, off, bundled_background(), model), file, as_json=as_json)
    return max(failed, also_failed)


@app.command("test", epilog="Example:\nleadline topic test auto --positive on/ --negative off/ --json")
@with_network
def examine(
    topic: Annotated[str, typer.Argument(metavar="TOPIC", help="A topic file or the name of a bundled topic.")],
    *,
    positive: Positive = None,
    negative: Negative = None,
    as_json: Json = False,
    network: NetworkOptions,
) -> int:
    """Say how well a topic judges pages you know, and which words decide."""
    from leadline.topics import authoring
    from leadline.topics.background import bundled_background
    from leadline.topics.bundled import find_topic

    found = find_topic(topic)
    on, failed = _shown(positive, network)
    off, also_failed = _shown(negative, network)
    _tell(authoring.examine(found, on, off, bundled_background()), [], as_json=as_json)
    return max(failed, also_failed)


def _shown(words: Sequence[str] | None, network: NetworkOptions) -> tuple[list["ExamplePage"], int]:
    """The pages that the words name, and the exit code: 5 if some could not be fetched."""
    from leadline.topics.examples import fetched, gather

    shown, urls = gather(words or ())
    if not urls:
        return shown, 0
    pages = asyncio.run(_fetch(urls, network.settings()))
    shown = [*shown, *(fetched(page) for page in pages if not isinstance(page, FetchError))]
    failures = [page for page in pages if isinstance(page, FetchError)]
    for failure in failures:
        say(str(failure))
    return shown, 5 if failures else 0


async def _fetch(urls: Sequence[str], settings: "WebSettings") -> list["Page | FetchError"]:
    from leadline.model.page import Request
    from leadline.parse.document import parse
    from leadline.web.door import open_door

    async with open_door(settings, visited=urls, read=parse) as fetcher:

        async def page(url: str) -> "Page | FetchError":
            try:
                return parse(await fetcher.fetch(Request(url, permit=TARGET)))
            except FetchError as error:
                return error

        return await asyncio.gather(*(page(url) for url in urls))


def _write(report: "Report", file: Path, *, as_json: bool) -> None:
    from leadline.topics.files import write_topic

    _tell(report, [str(written) for written in write_topic(report.topic, file)], as_json=as_json)


def _tell(report: "Report", written: Sequence[str], *, as_json: bool) -> None:
    if as_json:
        from leadline.cli.documents import write_json

        write_json({**report.as_json(), "written": list(written)})
        return
    out = console(soft_wrap=True).print
    out(f"topic {report.topic.name}: {len(report.topic.keywords)} keywords, {_examples(report)}")
    if report.score is not None:
        found = report.score
        out(f"accuracy {found.accuracy:.1%} (95 % interval {found.low:.1%} to {found.high:.1%}), {_sides(report)}")
    if report.unscored:
        out(f"note: {report.unscored}")
    if report.forms is not None:
        out(_forms(report.forms))
    out("words that decide:")
    for word, weight in report.words:
        out(f"  {weight:+8.2f}  {word}")
    for file in written:
        out(f"written: {file}")


def _examples(report: "Report") -> str:
    if not report.positive + report.negative:
        return "no examples"
    sites = "1 site" if report.sites == 1 else f"{report.sites} sites"
    return f"{report.positive} positive and {report.negative} negative examples of {sites}"


def _forms(found: "FormsScore") -> str:
    sides = (("found", found.found), ("turned away", found.turned_away))
    said = ", ".join(f"{what} {share:.1%}" for what, share in sides if share is not None)
    shown = f"searches on these pages: {found.positive} positive, {found.negative} negative"
    return f"{shown}; {said}" if said else shown


def _sides(report: "Report") -> str:
    assert report.score is not None
    sides = (("found", report.score.recall), ("turned away", report.score.specificity))
    return ", ".join(f"{what} {share:.1%}" for what, share in sides if share is not None)
