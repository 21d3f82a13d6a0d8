"""From the page a user names to the one with the form on it: itself, or a frame it is made of.

A reader sees the search of a frameset, or of an `iframe`, on the page whose address they copy. Frames are asked
for only where the page has no form of its own, and only those of the same site: a frame of somebody else's is
another site, which nobody asked to harvest.
"""

from collections.abc import Callable
from dataclasses import dataclass

from leadline.errors import BadTarget, FetchError, InputError
from leadline.harvest.choice import Judged
from leadline.model.page import Page, Request, Response
from leadline.protocols import Fetcher
from leadline.query.document import Document, read

_FRAMES = 4
"""Frames that are looked into: head, menu, content and foot."""
_ERRORS = 400


@dataclass(frozen=True, slots=True)
class Entered:
    """The page with the form, as it came and as it reads, and the form."""

    response: Response
    document: Document
    judged: Judged


async def entered(response: Response, choose: Callable[[Page], Judged], fetcher: Fetcher | None) -> Entered:
    """The form that `choose` takes. Raises as it does; without a fetcher no frame is looked into."""
    document = read(response)
    try:
        return Entered(response, document, choose(document.page))
    except InputError as no:
        if document.page.forms:
            raise
        none = no if response.status < _ERRORS else BadTarget(f"{no}; the server answered {response.status}")
        if fetcher is None:
            raise none from None
    return await _in_frames(document.page, choose, fetcher, none)


async def _in_frames(page: Page, choose: Callable[[Page], Judged], fetcher: Fetcher, none: InputError) -> Entered:
    """The first frame with a form that may be sent. What speaks against one says more than that there is none."""
    reason: InputError | FetchError = none
    for url in _frames(page):
        try:
            return await _in_frame(url, choose, fetcher)
        except (InputError, FetchError) as no:
            reason = no if reason is none and not isinstance(no, BadTarget) else reason
    raise reason


async def _in_frame(url: str, choose: Callable[[Page], Judged], fetcher: Fetcher) -> Entered:
    response = await fetcher.fetch(Request(url))
    document = read(response)
    return Entered(response, document, choose(document.page))


def _frames(page: Page) -> list[str]:
    """Addresses of the frames of the page's own site, as they stand."""
    shown = (link for link in page.links if _tag(link.tag_path) in ("frame", "iframe"))
    return list(dict.fromkeys(link.url for link in shown if link.same_site and link.url != page.url))[:_FRAMES]


def _tag(path: str) -> str:
    """
    >>> _tag("html/body/iframe.search#box")
    'iframe'
    """
    return path.rsplit("/", 1)[-1].partition("#")[0].partition(".")[0]
