"""`leadline topic new|train|test|clusters`: words in, a topic file and its score out."""

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from leadline.cli.network import Json, NetworkOptions, argument, named, switch, unpacking
from leadline.cli.running import FAILED, ProgressLines, write_result

if TYPE_CHECKING:
    from leadline.topics.authoring import Report

app = typer.Typer(
    name="topic",
    help="Make a topic from keywords and examples, train it, and see how good it is.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

_EXAMPLE = "A file of HTML, a folder of them, a URL, or a .txt file with one URL a line; can be repeated."
Positive = Annotated[list[str] | None, named("EXAMPLE", f"Pages on the topic. {_EXAMPLE}")]
Negative = Annotated[list[str] | None, named("EXAMPLE", "Pages that are not on the topic, likewise.")]


@app.command(
    epilog="Examples:\n"
    'leadline topic new lighthouses --keywords "lighthouse, beacon, fog signal:0.5" --out lighthouses.toml\n'
    "leadline topic new lighthouses --examples saved-pages/ --out lighthouses.toml"
)
@unpacking(NetworkOptions)
def new(
    name: Annotated[str, argument("NAME", "What the topic is called, in one word.")],
    *,
    keywords: Annotated[
        str, named("WORDS", "Words that tell the topic, parted by commas; word:0.5 gives a weight.")
    ] = "",
    examples: Positive = None,
    out: Annotated[Path, named("FILE", "The topic file to write.")],
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
@unpacking(NetworkOptions)
def train(
    file: Annotated[Path, argument("FILE", "A topic file.")],
    *,
    positive: Positive = None,
    negative: Negative = None,
    decisions: Annotated[
        list[Path] | None, named("DIR", "A folder in which people said of forms what they are; can be repeated.")
    ] = None,
    model: Annotated[str, named("linear|naive-bayes", "The learner; linear builds on the keywords.")] = "linear",
    as_json: Json = False,
    network: NetworkOptions,
) -> int:
    """Learn a topic from examples; writes the weights beside the topic file, with a score on unseen sites."""
    from leadline.app.topic import train_topic

    web = network.given().settings().web
    lines = ProgressLines()
    work = train_topic(file, positive or (), negative or (), model, web, lines, decisions or ())
    return _ended(work, as_json=as_json)


@app.command("test", epilog="Example:\nleadline topic test auto --positive on/ --negative off/ --json")
@unpacking(NetworkOptions)
def examine(
    topic: Annotated[str, argument("TOPIC", "A topic file or the name of a bundled topic.")],
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


@app.command(epilog="Example:\nleadline topic clusters earlier-crawl --out groups --clusters 12")
def clusters(
    folder: Annotated[Path, argument("DIR", "The folder of an earlier 'leadline locate'.")],
    *,
    out: Annotated[Path, named("DIR", "A new folder: one .txt file of pages a cluster.")],
    most: Annotated[int, typer.Option("--clusters", metavar="K", min=1, help="Clusters at most.")] = 8,
    as_json: Json = False,
) -> int:
    """Put the searches of an earlier crawl into groups, to choose examples for a topic from."""
    from leadline.app.form_clusters import cluster_folder

    done = cluster_folder(folder, out, most)
    lines = (
        f"{file}: {one.forms} forms of {one.sites} sites: {', '.join(one.words)}"
        for one, file in zip(done.clusters, done.files, strict=True)
    )
    write_result(done.as_json(), lines, as_json=as_json)
    return 0


def _ended(work: "Coroutine[Any, Any, Report]", *, as_json: bool) -> int:
    done = asyncio.run(work)
    write_result(done.as_json(), _lines(done), as_json=as_json)
    return FAILED if done.unfetched else 0


def _lines(report: "Report") -> Iterator[str]:
    sites = "1 site" if report.sites == 1 else f"{report.sites} sites"
    examples = f"{report.positive} positive and {report.negative} negative examples of {sites}"
    shown = examples if report.positive + report.negative else "no examples"
    yield f"topic {report.topic.name}: {len(report.topic.keywords)} keywords, {shown}"
    if report.score is not None:
        found = report.score
        sides = _sides(found.recall, found.specificity)
        yield f"accuracy {found.accuracy:.1%} (95 % interval {found.low:.1%} to {found.high:.1%}), {sides}"
    if report.unscored:
        yield f"note: {report.unscored}"
    if report.forms is not None:
        forms = report.forms
        sides = _sides(forms.found, forms.turned_away)
        counts = f"searches on these pages: {forms.positive} positive, {forms.negative} negative"
        yield f"{counts}; {sides}" if sides else counts
    yield "words that decide:"
    for word, weight in report.words:
        yield f"  {weight:+8.2f}  {word}"
    for file in report.written:
        yield f"written: {file}"


def _sides(found: float | None, turned_away: float | None) -> str:
    sides = (("found", found), ("turned away", turned_away))
    return ", ".join(f"{what} {share:.1%}" for what, share in sides if share is not None)
