"""Asking the site: one request that is given up when we are stopped, and answers that say "come back later"."""

import asyncio

from leadline.errors import HostResting, OutOfRequests
from leadline.harvest.stopping import REQUESTS, RESTING
from leadline.model.page import Request, Response
from leadline.model.rest import told
from leadline.protocols import Fetcher
from leadline.store.crawl import CrawlStore

NotNow = HostResting | OutOfRequests
"""What was asked for stays open: the site, or the user, wants no more requests for now."""
NOT_NOW = (HostResting, OutOfRequests)


async def ask(fetcher: Fetcher, request: Request, stop: asyncio.Event) -> Response | None:
    """The answer, or None if we were stopped. A POST under way is waited for: it cannot be taken back."""
    fetching = asyncio.ensure_future(fetcher.fetch(request))
    stopping = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait({fetching, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not fetching.done() and request.method == "GET":
            return None
        return await fetching
    finally:
        for task in (fetching, stopping):
            task.cancel()
        await asyncio.gather(fetching, stopping, return_exceptions=True)


def heard(store: CrawlStore, response: Response, what: str) -> Response:
    """The answer, or `HostResting` where the host asks with it for more time than we wait.

    Once for each `what`: an answer that says so for ever would keep all others waiting. A POST that left, and
    whose redirect says so, cannot be taken back.
    """
    if response.rest_until is None or (response.request.method == "POST" and response.hops):
        return response
    if store.put_off(what, response.fetched_at, url=response.url, status=response.status):
        raise resting(response)
    return response


def resting(response: Response) -> HostResting:
    """What the host said with this answer, as who asks it next would be told."""
    until = response.rest_until or response.fetched_at
    seconds = until - response.fetched_at
    found = f"the host answers {response.status}: it is to be left alone for {seconds:.0f} s, until {told(until)}"
    return HostResting(response.url, found, until)


def ended_by(error: NotNow) -> tuple[str, str]:
    """The word and the sentence for what ended a harvest."""
    if isinstance(error, OutOfRequests):
        return REQUESTS, f"{error}; leadline resume goes on there"
    return RESTING, f"{error}; leadline resume goes on then"
