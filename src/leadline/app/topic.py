"""Topic: make one from keywords and examples, train it, test it; the work is in `leadline.topics.authoring`."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from leadline.app.decided_pages import decided_examples
from leadline.app.progress import OnProgress, Warned
from leadline.errors import BadTarget, FetchError
from leadline.gate.targets import TARGET
from leadline.model.page import Page, Request
from leadline.parse.document import parse
from leadline.topics import authoring
from leadline.topics.authoring import Report
from leadline.topics.background import bundled_background
from leadline.topics.bundled import find_topic
from leadline.topics.examples import ExamplePage, fetched, gather
from leadline.topics.files import read_topic, write_topic
from leadline.web.settings import WebSettings

Examples = Sequence[str]  # files of HTML, folders of them, URLs, or .txt files with one URL a line


async def new_topic(
    name: str,
    keywords: str,
    examples: Examples,
    out: Path,
    web: WebSettings,
    on_progress: OnProgress,
    *,
    overwrite: bool,
) -> Report:
    """A topic file from keywords, from example pages, or from both."""
    if not overwrite:
        _check_free(out)
    words = authoring.keywords_of(keywords)
    shown, unfetched = await _shown(examples, (), web, on_progress)
    return _written(authoring.new(name, words, shown, bundled_background()), out, unfetched)


async def train_topic(
    file: Path,
    positive: Examples,
    negative: Examples,
    model: str,
    web: WebSettings,
    on_progress: OnProgress,
    decided: Sequence[Path] = (),
) -> Report:
    """Learn a topic from examples; the weights are written beside its file. `decided` are folders in which people
    said of forms what they are: their pages are examples, too."""
    topic = read_topic(file)
    shown, unfetched = await _shown(positive, negative, web, on_progress)
    shown += [example for folder in decided for example in decided_examples(folder, topic.name)]
    return _written(authoring.train(topic, shown, bundled_background(), model), file, unfetched)


async def judge_topic(
    name: str, positive: Examples, negative: Examples, web: WebSettings, on_progress: OnProgress
) -> Report:
    """How well a topic judges pages one knows."""
    topic = find_topic(name)
    shown, unfetched = await _shown(positive, negative, web, on_progress)
    return replace(authoring.examine(topic, shown, bundled_background()), unfetched=unfetched)


def _check_free(file: Path) -> None:
    if file.exists():
        raise BadTarget(f"{file}: there is a file already; choose another name, or say --overwrite")


def _written(report: Report, file: Path, unfetched: int) -> Report:
    return replace(report, written=tuple(write_topic(report.topic, file)), unfetched=unfetched)


async def _shown(
    positive: Examples, negative: Examples, web: WebSettings, on_progress: OnProgress
) -> tuple[list[ExamplePage], int]:
    on, failed = await _pages(positive, web, on_progress)
    off, also_failed = await _pages(negative, web, on_progress)
    return [*on, *(replace(page, on_topic=False) for page in off)], failed + also_failed


async def _pages(words: Examples, web: WebSettings, on_progress: OnProgress) -> tuple[list[ExamplePage], int]:
    """The pages that the words name, and how many of them could not be fetched."""
    shown, urls = gather(words)
    if not urls:
        return shown, 0
    from leadline.web.door import open_door

    async with open_door(web, cookie_urls=urls, read=parse) as fetcher:

        async def page(url: str) -> Page | FetchError:
            try:
                return parse(await fetcher.fetch(Request(url, permit=TARGET)))
            except FetchError as error:
                return error

        pages = await asyncio.gather(*(page(url) for url in urls))
    failures = [page for page in pages if isinstance(page, FetchError)]
    for failure in failures:
        on_progress(Warned(str(failure)))
    came = [fetched(page) for page in pages if not isinstance(page, FetchError)]
    return [*shown, *came], len(failures)
