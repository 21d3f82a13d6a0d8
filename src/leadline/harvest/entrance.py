"""From the page a user names to the one with the form on it: itself, or a frame it is made of.

A reader sees the search of a frameset, or of an `iframe`, on the page whose address they copy. Frames are asked
for only where the page has no form of its own, and only those of the same site: a frame of somebody else's is
another site, which nobody asked to harvest.
"""

from collections.abc import Callable
from dataclasses import dataclass

from leadline.answers.document import read
from leadline.errors import BadTarget, FetchError, InputError
from leadline.gate.links import Denied, SeenLink, follow
from leadline.harvest.choice import ChosenForm
from leadline.model.page import Link, Page, Request, Response
from leadline.parse.document import Document
from leadline.protocols import Fetcher

_FRAMES = 4
"""Frames that are looked into: head, menu, content and foot."""
_ERRORS = 400


@dataclass(frozen=True, slots=True)
class Entered:
    """The page with the form, as it came and as it reads, and the form."""

    response: Response
    document: Document
    judged: ChosenForm


async def entered(response: Response, choose: Callable[[Page], ChosenForm], fetcher: Fetcher | None) -> Entered:
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


async def _in_frames(
    page: Page, choose: Callable[[Page], ChosenForm], fetcher: Fetcher, none: InputError
) -> Entered:
    """The first frame with a form that may be sent. What speaks against one says more than that there is none."""
    reason: InputError | FetchError = none
    for frame in _frames(page):
        try:
            return await _in_frame(frame, choose, fetcher)
        except (InputError, FetchError) as no:
            reason = no if reason is none and not isinstance(no, BadTarget) else reason
    raise reason


async def _in_frame(frame: Link, choose: Callable[[Page], ChosenForm], fetcher: Fetcher) -> Entered:
    judged = follow(SeenLink("", frame.url, frame.marks), "a frame of the page the user named")
    if isinstance(judged, Denied):
        raise BadTarget(f"{frame.url}: the frame is not asked for: {judged.why}")
    response = await fetcher.fetch(Request(frame.url, permit=judged))
    document = read(response)
    return Entered(response, document, choose(document.page))


def _frames(page: Page) -> list[Link]:
    """The frames of the page's own site, as they stand."""
    shown = (link for link in page.links if _tag(link.tag_path) in ("frame", "iframe"))
    own = {link.url: link for link in shown if link.same_site and link.url != page.url}
    return list(own.values())[:_FRAMES]


def _tag(path: str) -> str:
    """
    >>> _tag("html/body/iframe.search#box")
    'iframe'
    """
    return path.rsplit("/", 1)[-1].partition("#")[0].partition(".")[0]
