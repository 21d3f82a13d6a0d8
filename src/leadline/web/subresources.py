"""What a rendered page asks for while its scripts run, brought by the door: the browser itself has no network.

| asked for | answer |
|---|---|
| the page itself | the answer we hold already; the server is not asked twice |
| another page (a script goes there) | fetched like any page: guard, robots.txt, delay, redirects; GET only |
| script, style sheet | guard, robots.txt, the host's slot with a shorter pause; within the page's budget |
| data | the same, of the page's own site and of sites the user named, if the gate permits the call |
| frame of a page that is used | the same, of the page's own host: its search or its answers may stand there |
| image, font, media, other frames, web socket, beacon, anything else | refused: nobody reads it |

Redirects of parts are followed here, each hop checked, and the browser sees the last answer alone. What was asked
for by GET is kept for other pages of the same door, so a site's program is asked for once, and its data, too: a
page that looks words up by itself fetches the same for every word. Data that came is kept with what it was asked
by (`calls`): what a harvest asks for later. What was refused is counted.
"""

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import unquote

from leadline.errors import FetchError, GivenUp, Refused
from leadline.gate.calls import ScriptCall, call_permit, page_part
from leadline.gate.links import Decision, Denied
from leadline.model.call import RecordedCall
from leadline.model.page import Accept, Headers, Hop, Request, Response, header
from leadline.model.permit import Permit
from leadline.model.url import parts_of, site_of
from leadline.protocols import Clock
from leadline.web.blocks import HTML
from leadline.web.browsing import Allowed
from leadline.web.guard import check_url
from leadline.web.http import HttpFetcher
from leadline.web.settings import WebSettings
from leadline.web.tasks import ExpiringCache

if TYPE_CHECKING:
    from playwright.async_api import Request as Asked

_WANTED = frozenset({"script", "stylesheet", "xhr", "fetch"})
_DATA = frozenset({"xhr", "fetch"})
_DOCUMENT = "document"  # a page, or a frame of one
_PROGRAMS = (".js", ".mjs")
_WAITS = 4  # parts of the time for a page's scripts that one call may take
_TOLD = 20  # refusals that are told by name
_CALLS = 300  # calls of one page that are kept
_PICTURES = frozenset({"image", "font", "media", "manifest"})
_NAVIGATIONS = 5
_KEPT_BYTES = 32 * 2**20
_KEPT_SECONDS = 3_600.0

_OURS = frozenset({"user-agent", "cookie", "host", "accept-encoding", "connection", "content-length"})
"""Headers that the door sets; the browser's own word on them does not count."""
_UNDONE = frozenset(
    {"content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive", "set-cookie"}
    # An attachment would become a download, and hints make the browser ask for more on its own.
    | {"content-disposition", "link", "alt-svc", "report-to", "reporting-endpoints", "nel"}
)


class PartsCache(ExpiringCache[Response]):
    """Scripts, style sheets and data of all pages, and addresses that never answer."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock, _KEPT_BYTES)
        self.waits: set[str] = set()


@dataclass(slots=True)
class Subresources:
    """The answers for one page, and what they cost."""

    http: HttpFetcher
    settings: WebSettings
    cache: PartsCache  # of all pages
    page: Response  # where the browser is now; another one after a script went there
    hops: list[Hop] = field(default_factory=list)
    sent: int = 0
    asked: int = 0
    received: int = 0
    allowed: Allowed = field(default_factory=Allowed)  # what the user's word lets its calls do
    typed: str | None = None  # what was typed into the page's search, if anything
    in_use: bool = False  # somebody types into it, and reads its frames as well
    only_known: bool = False  # calls of kinds that were not made before may no longer be made
    calls: list[RecordedCall] = field(default_factory=list)  # data that came
    scripts: list[RecordedCall] = field(default_factory=list)  # programs that came: some are nothing but data
    refused: list[str] = field(default_factory=list)  # what the page did not get, and why; the first few
    refused_calls: list[str] = field(default_factory=list)  # calls among them that asked for what was typed
    refused_posts: list[str] = field(default_factory=list)  # calls among them that posted before anything was
    sockets: set[str] = field(default_factory=set)  # web sockets that it wanted, and the proxy refuses
    stays: int = 0  # pages that it wanted to go to and may not
    blocked: int = 0  # how much it did not get in all, pictures and the like left out
    other_sites: set[str] = field(default_factory=set)  # hosts of other sites whose data it wanted
    _waiting: dict[str, Response] = field(default_factory=dict)  # where `page` will be, by its URL
    _begun: bool = False
    _navigations: int = 0

    def renewed(self) -> None:
        """Another question to the page: it may ask for as much again."""
        self.asked = self.received = self._navigations = 0
        self.hops.clear()

    @property
    def begins_at(self) -> str:
        """The page with the place on it where its scripts begin, if the user named one."""
        place = self.page.request.place
        return f"{self.page.url}#{place}" if place else self.page.url

    async def answer(self, asked: "Asked", *, main: bool) -> Response | None:
        """What to tell the browser; None is a refusal."""
        try:
            if asked.resource_type == _DOCUMENT:
                return await (self._navigate(asked) if main else self._frame(asked))
            return await self._part(asked)
        except FetchError as error:
            self.blocked += asked.resource_type not in _PICTURES
            self.stays += main
            if len(self.refused) < _TOLD:
                self.refused.append(str(error))
            kept = self.refused_calls if self._is_search(asked) else self.refused_posts
            is_told = self._is_search(asked) or (self._is_own_data(asked) and asked.method == "POST")
            if is_told and len(kept) < _TOLD:
                kept.append(str(error))
            return None

    async def _navigate(self, asked: "Asked") -> Response:
        if not self._begun:
            self._begun = True
            return self.page
        url = check_url(asked.url)
        if url in self._waiting:
            self.page = self._waiting.pop(url)
            return self.page
        if asked.method != "GET":
            raise Refused(url, "a script sends a form there, which is not its business")
        self._navigations += 1
        if self._navigations > _NAVIGATIONS:
            raise Refused(url, f"scripts went to {_NAVIGATIONS} other pages already")
        found = await self.http.fetch(Request(url, permit=_permitted(url, page_part(url, "page"))))
        self.sent += found.attempts
        if found.content_type not in HTML:
            raise Refused(url, f"a script goes there, and it is no page but {found.content_type!r}")
        self.hops += [Hop(self.page.url, 303, url), *found.hops]
        if found.url == url:
            self.page = found
            return found
        return self._moved(found)

    def _moved(self, found: Response) -> Response:
        """What leads to where an answer came from: a redirect in an answer of ours would be followed past us, to
        the proxy that refuses everything."""
        self._waiting[found.url] = found
        # JSON quotes what a script's string needs quoted, and a canonical URL holds no angle bracket.
        script = f"<meta charset=utf-8><script>location.replace({json.dumps(found.url)})</script>"
        return replace(found, status=200, headers=(("Content-Type", "text/html"),), body=script.encode())

    async def _frame(self, asked: "Asked") -> Response:
        """A page inside of the page: nobody could read one of another origin."""
        url = check_url(asked.url)
        if url in self._waiting:
            return self._waiting.pop(url)
        if not self.in_use or parts_of(url).origin != parts_of(self.page.url).origin:
            raise Refused(url, "a frame is not needed to read the page")
        found = await self._part(asked)
        if parts_of(found.url).origin != parts_of(self.page.url).origin or found.content_type not in HTML:
            raise Refused(url, "it is no page of the same host")
        return found if found.url == url else self._moved(found)

    async def _part(self, asked: "Asked") -> Response:
        kind, url = kind_of(asked), asked.url
        if kind not in _WANTED and kind != _DOCUMENT:
            raise Refused(url, f"a {kind} is not needed to read the page")
        request = self._request(asked)
        key = (request.url, header(request.headers, "origin") or "")
        shared = request.method == "GET"
        if shared and (known := self.cache.get(key)) is not None:
            self._keep(kind, known)
            return known
        limits = self.settings.limits
        left = limits.render_bytes - self.received
        if self.asked >= limits.render_requests or left <= 0:
            raise Refused(url, f"the page asked for {self.asked} parts of {self.received:,} bytes already")
        self.asked += 1
        gap = self.settings.delay * self.settings.render_share
        most = limits.render_seconds / _WAITS if kind in _DATA else None
        path = request.url.partition("?")[0]
        if path in self.cache.waits:
            raise Refused(url, "a script waits for news there")
        try:
            found = await self.http.fetch_part(request, min(limits.body, left), gap, most)
        except GivenUp:
            # News and no data: asked for again, it would keep all else from coming over the host's connection.
            self.cache.waits.add(path)
            raise
        self.sent += found.attempts
        self.received += len(found.body)
        self._keep(kind, found)
        if shared and found.status == 200 and "no-store" not in (header(found.headers, "cache-control") or ""):
            self.cache.put(key, found, found.fetched_at + _KEPT_SECONDS, len(found.body))
        return found

    def _keep(self, kind: str, found: Response) -> None:
        kept = self.calls if kind in _DATA else self.scripts
        if kind in _DATA | {"script"} and len(kept) < _CALLS:
            kept.append(RecordedCall(found, self.typed))

    def _request(self, asked: "Asked") -> Request:
        url = check_url(asked.url)
        headers = tuple((n, v) for n, v in asked.headers.items() if n not in _OURS and not n.startswith("sec-"))
        if asked.resource_type not in _DATA:
            permit = _permitted(url, page_part(url, kind_of(asked)))
            if asked.method != "GET":
                raise Refused(url, f"a script may not {asked.method}")
            return Request(url, headers=headers, accept=Accept.ANY, permit=permit)
        self._check_site(url)
        if self.only_known and _kind(asked.method, url) not in {_kind(*_asked(call)) for call in self.calls}:
            raise Refused(url, "a list or a box that was set wants what nothing asked for before")
        body = asked.post_data_buffer or b""
        wanted = ScriptCall(url, asked.method, body.decode("utf-8", "replace"), self.typed, self.allowed.searches)
        permit = _permitted(url, call_permit(wanted))
        if asked.method == "POST":
            return Request(url, "POST", headers, body, Accept.ANY, permit=permit)
        return Request(url, headers=headers, accept=Accept.ANY, permit=permit)

    def _is_search(self, asked: "Asked") -> bool:
        """Whether it asks the page's own site for what was typed."""
        said = f"{unquote(asked.url)} {(asked.post_data_buffer or b'').decode('utf-8', 'replace')}"
        return self._is_own_data(asked) and self.typed is not None and self.typed in said

    def _is_own_data(self, asked: "Asked") -> bool:
        return asked.resource_type in _DATA and site_of(asked.url) == site_of(self.page.url)

    def _check_site(self, url: str) -> None:
        site, host = site_of(url), parts_of(url).host
        if site != site_of(self.page.url) and not {site, host} & self.allowed.sites:
            self.other_sites.add(host)
            raise Refused(url, f"a script wants data of another site: --allow-site {host} lets it")


def kind_of(asked: "Asked") -> str:
    """What is asked for; what a worker imports has no kind of its own, and is a script by its name."""
    kind, path = asked.resource_type, asked.url.partition("?")[0]
    return "script" if kind == "other" and path.endswith(_PROGRAMS) else kind


def _asked(call: RecordedCall) -> tuple[str, str]:
    return call.answer.request.method, call.answer.request.url


def _kind(method: str, url: str) -> tuple[str, str]:
    return method, url.partition("?")[0]


def _permitted(url: str, judged: Decision) -> Permit:
    if isinstance(judged, Denied):
        raise Refused(url, f"a script asks for it: {judged.why}")
    return judged


def headers_for_browser(headers: Headers) -> dict[str, str]:
    """Of an answer as the browser gets it: unpacked already, cookies kept by the door."""
    joined: dict[str, str] = {}
    for name, value in headers:
        low = name.lower()
        if low not in _UNDONE:
            joined[low] = f"{joined[low]}, {value}" if low in joined else value
    joined.setdefault("content-type", "text/html")
    return joined
