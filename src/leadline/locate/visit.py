"""One visit: fetch a URL, parse it, and say what it was. No state; the loop keeps the books."""

from dataclasses import dataclass

from leadline.errors import FetchError
from leadline.locate.traps import trap, without_session
from leadline.model.events import Failure
from leadline.model.page import Link, Page, Request, Response
from leadline.parse.page import parse
from leadline.protocols import Fetcher
from leadline.store.archive import Archive
from leadline.store.frontier import Waiting
from leadline.web.blocks import recognise
from leadline.web.soft404 import SoftNotFound, worth_asking


@dataclass(frozen=True, slots=True)
class Visit:
    """What came of one link: a page, or why there is none."""

    link: Waiting
    response: Response | None = None
    page: Page | None = None
    failure: Failure | None = None
    set_aside: str | None = None


async def visit(link: Waiting, fetcher: Fetcher, missing: SoftNotFound | None) -> Visit:
    try:
        response = await fetcher.fetch(Request(link.url))
    except FetchError as error:
        return Visit(link, failure=Failure(error.kind, error.found))
    if not response.ok:
        block = recognise(response)
        why = f"block page: {block.kind}" if block else f"status {response.status}"
        return Visit(link, response, set_aside=why)
    page = parse(response)
    block = recognise(response)
    if block is not None:
        return Visit(link, response, page, set_aside=f"block page: {block.kind}")
    seen = (link.url, response.url, page.title, page.text)
    if (
        missing is not None
        and worth_asking(*seen)
        and await missing.is_missing(*seen[:2], response.status, *seen[2:])
    ):
        return Visit(link, response, page, set_aside="soft 404")
    return Visit(link, response, page)


@dataclass(frozen=True, slots=True)
class ArchivedProbes:
    """A fetcher whose answers go to the archive: what was found out about a host decides about its pages, so a
    replay has to find out the same. They are committed with the page that made us ask."""

    fetcher: Fetcher
    archive: Archive

    async def fetch(self, request: Request) -> Response:
        response = await self.fetcher.fetch(request)
        self.archive.append(response, extra={"probe": "soft 404"})
        return response

    async def close(self) -> None:
        """The fetcher is its owner's to close."""


def read(response: Response) -> tuple[str, str]:
    """Title and text, as `SoftNotFound` compares them."""
    page = parse(response)
    return page.title, page.text


def followable(page: Page) -> tuple[Link, ...]:
    """The links of a page that lead somewhere worth a request, sessions cut out of their URLs."""
    if page.robots.nofollow:
        return ()
    kept: dict[str, Link] = {}
    for link in page.links:
        url = without_session(link.url)
        if url in kept or trap(url) is not None:
            continue
        kept[url] = link if url == link.url else link._replace(url=url)
    return tuple(kept.values())
