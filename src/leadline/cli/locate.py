"""`leadline locate`: the words of the command, the folder they make, and how a crawl ends.

`begin` makes the folder, `crawl` runs (or resumes) what a folder describes, `tell` says what came of it.
"""

import asyncio
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leadline import config
from leadline.cli import again
from leadline.cli.ending import INTERRUPTED, LIMITED, say
from leadline.cli.network import NetworkOptions, unpacking, with_network
from leadline.cli.terminal import console
from leadline.errors import BadTarget
from leadline.locate.settings import LocateSettings

if TYPE_CHECKING:
    from leadline.forms.settings import FormsSettings
    from leadline.locate.run import LocateReport
    from leadline.store.folder import CrawlFolder
    from leadline.topics.topic import Topic
    from leadline.web.settings import WebSettings

_FAILED = 5
_RESTING_SHOWN = 10

EPILOG = (
    "Examples:\n"
    "leadline locate --topic auto --seeds seeds.txt --pages 5000 --out used-cars\n"
    "leadline locate --topic my-topic.toml --seeds - --strategy best-first-sc --out crawl --json\n"
    "leadline resume used-cars"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What was typed about the crawl; each field is an option of the command and a setting in section `locate`."""

    pages: Annotated[str | None, typer.Option(metavar="N", help="Pages to fetch, 1000 if not given.")] = None
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Where to go next: scdi (if not given), best-first-sc, best-first, fixed-depth, random.",
        ),
    ] = None
    find: Annotated[
        str | None, typer.Option(metavar="WHAT", help="forms (of the topic), every-form, or pages (of the topic).")
    ] = None
    backlinks: Annotated[
        str | None,
        typer.Option(
            metavar="SOURCE", help="Who knows which pages link to a site: hostgraph:FOLDER, searxng:URL or brave."
        ),
    ] = None

    def settings(self, tree: config.Tree) -> LocateSettings:
        """File and --option, then options of their own."""
        settings = config.fill(LocateSettings(), tree.get("locate", {}), "locate")
        typed = {f.name: value for f in fields(self) if (value := getattr(self, f.name)) is not None}
        return config.fill(settings, typed, "locate")


@with_network
@unpacking(Words)
def locate(
    *,
    topic: Annotated[str, typer.Option(metavar="TOPIC", help="A bundled topic's name, or a topic file.")],
    seeds: Annotated[
        str, typer.Option(metavar="FILE", help="A file with one URL a line, or - for standard input.")
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="A new folder for everything this brings.")],
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON document.")] = False,
    words: Words,
    network: NetworkOptions,
) -> int:
    """Find the searchable forms of a topic, starting from a few pages."""
    from leadline.forms.settings import FormsSettings
    from leadline.locate.backlinks import named
    from leadline.locate.run import check
    from leadline.topics.bundled import find_topic

    tree = network.tree("locate", "forms")
    web = network.settings(tree)
    settings = replace(words.settings(tree), topic=topic)
    forms = config.fill(FormsSettings(), tree.get("forms", {}), "forms")
    check(settings, forms)
    chosen = find_topic(topic)
    urls = read_seeds(seeds)
    named.prepare(settings, say)
    with begin(out, web, named.settled(settings), chosen, urls, forms) as folder:
        return go_on(folder, own_tree(folder), as_json=as_json)


def begin(
    out: Path,
    web: "WebSettings",
    settings: LocateSettings,
    topic: "Topic",
    seeds: Sequence[str],
    forms: "FormsSettings | None" = None,
) -> "CrawlFolder":
    """A new folder that holds all a crawl is told."""
    from leadline.forms.settings import FormsSettings
    from leadline.store.atomic import replacing
    from leadline.store.folder import CrawlFolder
    from leadline.topics.files import write_topic

    def beside(folder: Path) -> None:
        write_topic(topic, folder / "topic.toml")
        with replacing(folder / "seeds.txt") as file:
            file.write("".join(f"{url}\n" for url in seeds).encode())

    told = {"web": web, "locate": settings, "forms": forms or FormsSettings()}
    return CrawlFolder.create(out, config.dump(told), "locate", beside)


def own_tree(folder: "CrawlFolder") -> config.Tree:
    """The settings of a folder that we have just made; of any other one, `again.said_again` has them."""
    return config.read(folder.config, [], sections=["web", "locate", "forms"])


def go_on(folder: "CrawlFolder", tree: config.Tree, *, as_json: bool) -> int:
    """Run or resume, and say what came of it."""
    report = crawl(folder, tree)
    if as_json:
        from leadline.cli.documents import write_json

        write_json(report.as_json())
    else:
        tell(report, folder.path, again.words_for(tree, "locate"))
    if report.stopped_by == "interrupted":
        return INTERRUPTED
    if report.stopped_by == "resting":
        return LIMITED
    if report.pages == 0:
        say(f"none of the seeds could be fetched; leadline status {folder.path} says why")
        return _FAILED
    return 0


def crawl(folder: "CrawlFolder", tree: config.Tree, *, quiet: bool = False) -> "LocateReport":
    """Run (or resume) the crawl a folder describes, with these settings."""
    from leadline.cli.progress import LocateProgress
    from leadline.forms.settings import FormsSettings
    from leadline.locate.backlinks import named
    from leadline.locate.run import Orders
    from leadline.locate.run import locate as run_locate
    from leadline.topics.classify import classifier
    from leadline.topics.files import read_topic
    from leadline.web.settings import WebSettings

    settings = config.fill(LocateSettings(), tree.get("locate", {}), "locate")
    topic = read_topic(folder.path / "topic.toml", ours=False)
    orders = Orders(
        web=config.fill(WebSettings(), tree.get("web", {}), "web"),
        locate=settings,
        topic=classifier(topic),
        seeds=read_seeds(str(folder.path / "seeds.txt")),
        forms=config.fill(FormsSettings(), tree.get("forms", {}), "forms"),
        topic_forms=topic.learned.forms if topic.learned is not None else None,
    )
    named.prepare(settings, say)

    async def main() -> "LocateReport":
        stop = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
        with LocateProgress(console(sys.stderr), settings.pages, quiet=quiet) as progress:
            return await run_locate(folder, orders, progress, stop, say)

    return asyncio.run(main())


def read_seeds(file: str) -> list[str]:
    """One URL a line; empty lines and lines that begin with # do not count."""
    from leadline.model.url import canonical

    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadTarget(f"cannot read seeds from {file}: it is no text in UTF-8") from error
    except OSError as error:
        raise BadTarget(
            f"cannot read seeds from {file}: {error.strerror}; give a file with one http(s) address a line, or -"
        ) from error
    urls = []
    for number, line in enumerate(text.splitlines(), 1):
        word = line.strip()
        if not word or word.startswith("#"):
            continue
        url = canonical(word if "://" in word else f"https://{word}")
        if url is None:
            raise BadTarget(f"{file}, line {number}: {word[:80]!r} is not a URL; write one http(s) address a line")
        urls.append(url)
    if not urls:
        source = "standard input" if file == "-" else file
        raise BadTarget(f"{source} holds no seeds; write one http(s) address a line")
    return list(dict.fromkeys(urls))


def _pages(count: int) -> str:
    return "1 page" if count == 1 else f"{count:,} pages"


def tell(report: "LocateReport", folder: Path, words: str = "") -> None:
    """The end of a crawl in a few lines; `words` are what `resume` wants to be told again."""
    out = console(soft_wrap=True)
    out.print(
        f"{report.relevant_forms:,} relevant forms among {report.forms:,} forms, on {report.pages:,} pages of "
        f"{report.sites:,} sites ({report.requests:,} requests in {report.seconds:,.0f} s, {report.strategy})."
    )
    if report.robots_blocked:
        out.print(f"robots.txt kept us from {_pages(report.robots_blocked)}: what is there stays unknown.")
    if report.errors:
        out.print(f"{_pages(report.errors)} failed; see: leadline status {folder}")
    if report.backlink_failures:
        out.print(
            f"The backlink provider failed {report.backlink_failures} times; see: leadline export {folder} events"
        )
    if report.pages and not report.on_topic:
        out.print(
            "No page was judged to be on the topic, so hardly a link was followed. Give seeds that are about it, "
            "or try the topic on pages you know: leadline topic test TOPIC --positive PAGE"
        )
    out.print(f"Stopped by: {report.stopped_by}. Forms are in {folder / 'forms.jsonl'}")
    for one in report.resting[:_RESTING_SHOWN]:
        out.print(f"{one.host} asked to be left alone until {one.until}; {one.links:,} of its links wait.")
    if len(report.resting) > _RESTING_SHOWN:
        out.print(f"{len(report.resting) - _RESTING_SHOWN:,} more hosts rest; see: leadline status {folder}")
    if report.stopped_by in ("interrupted", "resting"):
        out.print(f"Go on with: leadline resume {folder}{words}")
