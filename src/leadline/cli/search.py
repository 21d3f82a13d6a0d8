"""The words of `search`, and how what was found is shown."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leadline.cli.folders import Also
from leadline.cli.network import Json, Server, argument
from leadline.cli.running import say, write_result
from leadline.cli.terminal import harmless

if TYPE_CHECKING:
    from leadline.app.search import Found, SearchReport

EPILOG = (
    "Examples:\n"
    "leadline search my-harvest 'red bicycle'\n"
    "leadline search my-project '\"jane austen\" kind:record year:1813'\n"
    "leadline search my-crawl 'timetable site:example.org -bus' --also other-crawl --json"
)


def search(
    folder: Annotated[Path, argument("DIR", "The folder of a crawl, or of a project.")],
    query: Annotated[str, argument("QUERY", 'Words, "a phrase", begin*, -not, site:…, kind:…, field:value.')],
    *,
    also: Also = None,
    limit: Annotated[int, typer.Option(min=1, max=1_000, metavar="N", help="How many to show.")] = 10,
    skip: Annotated[int, typer.Option(min=0, metavar="N", help="Leave out the first ones.")] = 0,
    as_json: Json = False,
    db: Server = None,  # noqa: ARG001  # see `Server`
) -> int:
    """Search the pages and records that were brought up, hidden ones included."""
    from leadline.app.search import search

    def on_indexed(path: Path, done: int, of: int) -> None:
        say(f"indexing {path}: {done:,} of {of:,}")

    report = search([folder, *(also or ())], query, limit, skip, on_indexed)
    write_result(report.as_json(), _lines(report, skip), as_json=as_json)
    return 0


def _lines(report: "SearchReport", skip: int) -> Iterator[str]:
    if not report.total:
        yield f"Nothing found for: {harmless(report.query)}"
        return
    for number, found in enumerate(report.hits, skip + 1):
        yield from _shown(number, found)
    last = skip + len(report.hits)
    more = f"; --skip {last} shows the next" if last < report.total else ""
    yield f"{report.total:,} found{more}."


def _shown(number: int, found: "Found") -> Iterator[str]:
    from leadline.store.fulltext import END, HIT

    hit = found.hit
    yield f"{number:>3}  {harmless(hit.title or hit.url)}"
    yield f"     {harmless(hit.snippet.replace(HIT, '[').replace(END, ']'))}"
    yield f"     {harmless(hit.url)}"
    asked = ", ".join(f"{name}={value}" for name, value in (hit.shown.get("query") or {}).items() if value)
    about = [f"{'hidden ' if hit.hidden else ''}{hit.kind}", hit.fetched_at[:10], str(found.folder)]
    if asked:
        about.append(f"asked for: {asked[:160]}")
    yield f"     {harmless(' · '.join(about))}"
