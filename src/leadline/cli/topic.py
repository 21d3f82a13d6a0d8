"""`leadline topic new|train|test`: words in, a topic file and its score out."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from leadline.cli.network import Json, NetworkOptions, switch, with_network
from leadline.cli.running import FAILED, ProgressLines, write_json
from leadline.cli.terminal import console

if TYPE_CHECKING:
    from leadline.app.topic import TopicReport

app = typer.Typer(
    name="topic",
    help="Make a topic from keywords and examples, train it, and see how good it is.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

_EXAMPLE = "A file of HTML, a folder of them, a URL, or a .txt file with one URL a line; can be repeated."
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
    overwrite: Annotated[bool, switch("--overwrite", "Replace a topic file that is there already.")] = False,
    as_json: Json = False,
    network: NetworkOptions,
) -> int:
    """Make a topic file from keywords, from example pages, or from both."""
    from leadline.app.topic import new_topic

    web = network.given().settings().web
    work = new_topic(name, keywords, examples or (), out, web, ProgressLines(), overwrite=overwrite)
    return _ended(work, as_json=as_json)


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
    from leadline.app.topic import train_topic

    web = network.given().settings().web
    work = train_topic(file, positive or (), negative or (), model, web, ProgressLines())
    return _ended(work, as_json=as_json)


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
    from leadline.app.topic import judge_topic

    web = network.given().settings().web
    return _ended(judge_topic(topic, positive or (), negative or (), web, ProgressLines()), as_json=as_json)


def _ended(work: "Coroutine[Any, Any, TopicReport]", *, as_json: bool) -> int:
    done = asyncio.run(work)
    if as_json:
        write_json(done.as_json())
    else:
        _tell(done)
    return FAILED if done.unfetched else 0


def _tell(done: "TopicReport") -> None:
    report = done.report
    out = console(soft_wrap=True).print
    sites = "1 site" if report.sites == 1 else f"{report.sites} sites"
    examples = f"{report.positive} positive and {report.negative} negative examples of {sites}"
    shown = examples if report.positive + report.negative else "no examples"
    out(f"topic {report.topic.name}: {len(report.topic.keywords)} keywords, {shown}")
    if report.score is not None:
        found = report.score
        sides = _sides(found.recall, found.specificity)
        out(f"accuracy {found.accuracy:.1%} (95 % interval {found.low:.1%} to {found.high:.1%}), {sides}")
    if report.unscored:
        out(f"note: {report.unscored}")
    if report.forms is not None:
        forms = report.forms
        sides = _sides(forms.found, forms.turned_away)
        counts = f"searches on these pages: {forms.positive} positive, {forms.negative} negative"
        out(f"{counts}; {sides}" if sides else counts)
    out("words that decide:")
    for word, weight in report.words:
        out(f"  {weight:+8.2f}  {word}")
    for file in done.written:
        out(f"written: {file}")


def _sides(found: float | None, turned_away: float | None) -> str:
    sides = (("found", found), ("turned away", turned_away))
    return ", ".join(f"{what} {share:.1%}" for what, share in sides if share is not None)
