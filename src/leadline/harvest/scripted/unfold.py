"""A list that no call brings which could be made again: brought to the screen in the browser, and read from there.

Some pages make their records of something that only they can read, sign every call anew, or are refused when asked
twice. There the browser scrolls, or presses what says "more", as long as the page grows and the time for using a
page lasts; what stands there then is the one answer that there is.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from leadline.answers.document import read
from leadline.answers.records.cut import cut_records
from leadline.errors import FetchError, ScriptsFailed
from leadline.harvest.scripted.more import leads_on
from leadline.harvest.scripted.source import call_source
from leadline.model.call import Call
from leadline.model.page import Accept, Page, Response
from leadline.model.query import Query
from leadline.parse.document import Document
from leadline.protocols import Fetcher
from leadline.submit.calls import call_request, value_at
from leadline.web.browsing import PageInUse

if TYPE_CHECKING:
    from leadline.harvest.choice import ChosenForm
    from leadline.harvest.prepare import HarvestJob
    from leadline.harvest.source import HarvestSource

LIST = 3  # records on the screen that make a list


@dataclass(frozen=True, slots=True)
class Unfolded:
    """The page at rest, and with all of its list that came."""

    page: Response
    whole: Response


def shows_list(response: Response) -> bool:
    return len(cut_records(read(response)).cuts) >= LIST


async def unfolded(in_use: PageInUse, most: int) -> Unfolded | None:
    """The page asked for more, `most` times, as long as it grows; None where it shows no list."""
    first = whole = await in_use.shown()
    page = Document.of(first).page
    if not shows_list(first):
        return None
    try:
        for _ in range(most):
            grown = await _grown(in_use, page, len(whole.body))
            if grown is None:
                break
            whole = grown
    except ScriptsFailed:
        pass  # the time is up: what came until now is what there is
    return Unfolded(first, whole)


async def _grown(in_use: PageInUse, page: Page, before: int) -> Response | None:
    await in_use.scroll()
    shown = await in_use.shown()
    if len(shown.body) > before:
        return shown
    onward = leads_on(await in_use.clickable(), page)
    if onward is None or not await in_use.click(onward):
        return None
    shown = await in_use.shown()
    return shown if len(shown.body) > before else None


def screen_source(found: Unfolded, job: "HarvestJob") -> tuple["ChosenForm", "HarvestSource", Call]:
    """The page as a source of one answer."""
    call = Call("GET", found.page.url)
    chosen, source = call_source(call, found.page, job)
    return chosen, source, call


async def answered(call: Call, source: "HarvestSource", fetcher: Fetcher) -> Response | None:
    """The answer to a call that is made over the door, as it asks for nothing in particular; None where it brings
    nothing: it was signed for once, or is refused to whoever is no browser."""
    try:
        # Data: where a server has its own page for a call without a word, no script is to make something of it.
        asked = replace(call_request(call, Query("", ()), source.permit), accept=Accept.ANY)
        response = await fetcher.fetch(asked)
    except FetchError:
        return None
    if call.fields:
        return response  # without a word it may well bring nothing, or be answered with an error
    if not response.ok:
        return None
    if call.rows is None:
        return response
    document = read(response, call.held)
    listed = value_at(document.wrapped.data, call.rows) if document.wrapped is not None else None
    return response if listed else None
