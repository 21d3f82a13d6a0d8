"""Pages that were brought before, asked for once more: "only if it has changed", where the server knows that.

What a server said about a page's version (ETag, Last-Modified; RFC 9110, section 13) is sent back with the next
request for it. If it answers 304, what the archive holds is the answer. If it sends the same bytes again, they are
not stored again. Either way the archive gets a revisit record that says where the page lies.

Only a GET that was answered directly is asked for like that: behind a redirect, or after a POST, another page may
be meant.
"""

from collections.abc import Iterator
from dataclasses import replace

from leadline.model.page import Headers, Request, Response, header
from leadline.model.url import url_digest
from leadline.protocols import Fetcher
from leadline.store.archive import Archive
from leadline.store.protocols import Store
from leadline.web.replay import read_answer_at, repeated
from leadline.web.settings import Limits

_LIMITS = Limits(body=2**31)  # what is in the archive was let in before
_CONDITIONS = (("etag", "If-None-Match"), ("last-modified", "If-Modified-Since"))


class RevisitingFetcher:
    """`leadline.protocols.Fetcher` in front of another, which knows what the archive of a folder holds."""

    def __init__(self, fetcher: Fetcher, store: Store, archive: Archive) -> None:
        self._fetcher = fetcher
        self._store = store
        self._archive = archive
        # Digests: the addresses of all pages of a large source would take ten times the memory.
        self._latest = {url_digest(url): event for url, event in store.rounds.latest()}
        self.unchanged = 0  # answers that said: not modified

    async def close(self) -> None:
        await self._fetcher.close()

    def archived(self, request: Request) -> Response | None:
        """What the archive holds as the newest answer to a request."""
        event = self._latest.get(url_digest(request.url)) if request.method == "GET" else None
        place = self._store.rounds.place(event) if event is not None else None
        if place is None:
            return None
        name, offset, at = place
        file = self._archive.path(name)
        same = repeated(file, offset)
        before = read_answer_at(file, offset, request, request.url, at, _LIMITS)
        is_whole = before.ok and before.truncated is None and same.url == request.url
        return replace(before, revisited=same) if is_whole else None

    async def fetch(self, request: Request) -> Response:
        before = self.archived(request)
        if before is None or before.revisited is None:
            return await self._fetcher.fetch(request)
        conditions = tuple(_conditions(before.headers))
        response = await self._fetcher.fetch(replace(request, headers=request.headers + conditions))
        response = replace(response, request=request)
        if response.status == 304 and conditions:
            self.unchanged += 1
            return replace(
                before,
                request=request,
                fetched_at=response.fetched_at,
                seconds=response.seconds,
                address=response.address,
                attempts=response.attempts,
                sent_headers=response.sent_headers,
                revisited=replace(before.revisited, not_modified=response.headers),
            )
        is_same = response.status == before.status and not response.hops and response.truncated is None
        if is_same and response.body == before.body:
            return replace(response, revisited=before.revisited)
        return response


def _conditions(headers: Headers) -> Iterator[tuple[str, str]]:
    for told, asked in _CONDITIONS:
        if (value := header(headers, told)) is not None:
            yield asked, value
