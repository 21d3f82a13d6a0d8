"""A fetcher with a browser beside it: what a page lacks its scripts bring."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from leadline.errors import OutOfOpenings
from leadline.model.page import Accept, Page, Request, Response, header
from leadline.model.typed import Typed
from leadline.protocols import Clock
from leadline.web.browsing import Allowed, BrowserUse, PageInUse, Screen
from leadline.web.open_page import OpenPage
from leadline.web.settings import WebSettings

if TYPE_CHECKING:
    from leadline.web.browser import Browser
    from leadline.web.http import HttpFetcher

_NO_MORE = (
    "was read without its scripts, which make its answers, and the {} openings in a browser of this run are "
    "spent: harvest.openings allows more, --render always any number"
)


@dataclass(slots=True)
class RenderingFetcher:
    """`leadline.protocols.Fetcher` with a browser behind it for pages that are nothing without their scripts.

    Every page is fetched the plain way first: guard, robots.txt, the host's turn, redirects and retries are one
    piece of code, and a page that comes complete costs nothing more. `read` parses a page, so that it can be seen
    what is missing. What stands in front of a page (a captcha, a challenge) is never rendered: its script would
    try to get past it."""

    _http: "HttpFetcher"
    _settings: WebSettings
    _clock: Clock
    _read: Callable[[Response], Page]
    _browser: "Browser | None" = None
    use: BrowserUse = field(default_factory=BrowserUse)
    _is_plain: bool = False
    _plain: Response | None = None  # the page that was rendered last, as it came
    _rendered: set[str] = field(default_factory=set)
    """Pages that were rendered, without their queries: answers that scripts make are not held against answers
    that lack them."""
    _kept: dict[tuple[str, str, bytes | None], Response] = field(default_factory=dict)
    _asked: OpenPage | None = None  # whose search is used on the screen
    _let_go_of: list[OpenPage] = field(default_factory=list)

    @property
    def plain(self) -> "HttpFetcher":
        return self._http

    @property
    def browser(self) -> "Browser":
        if self._browser is None:
            from leadline.web.browser import Browser

            self._browser = Browser(self._http, self._settings, self._clock)
        return self._browser

    async def close(self) -> None:
        self.begin(BrowserUse())
        await self._let_go()
        await self._http.close()
        if self._browser is not None:
            await self._browser.close()

    async def fetch(self, request: Request) -> Response:
        from leadline.web.tasks import is_heavy

        known = self._kept.pop((request.method, request.url, request.body), None)
        if known is not None:
            return replace(known, request=request)
        await self._let_go()
        if self._asked is not None and (asked := Typed.of(request)) is not None:
            self._http.counted(request.url)
            return replace(await self._asked.ask(request, asked), request=request)
        plain, path = await self._http.fetch(request), request.url.partition("?")[0]
        is_new = path not in self._rendered and not self.use.may_open
        if request.accept is not Accept.PAGE or self._is_plain or is_new:
            return plain
        why = await asyncio.to_thread(self._why, plain) if is_heavy(plain.body) else self._why(plain)
        if why is None:
            return plain
        if not self.use.may_open:
            raise OutOfOpenings(request.url, _NO_MORE.format(self.use.openings))
        self.use.openings += 1
        self._plain = plain
        self._rendered.add(path)
        return await self.browser.render(plain, why)

    def begin(self, use: BrowserUse) -> None:
        self.use, self._is_plain, self._plain = use, False, None
        self._let_go_of, self._asked = [*self._let_go_of, *([self._asked] if self._asked else [])], None
        self._rendered.clear()
        self._kept.clear()

    def keep(self, answer: Response) -> None:
        asked = answer.request
        self._kept[asked.method, asked.url, asked.body] = answer

    def plainly(self) -> None:
        self._is_plain = True

    def answer_by(self, screen: Screen, page: Response, allowed: Allowed) -> None:
        self._asked = OpenPage(screen, lambda: self.using(page, allowed), self.use)

    async def _let_go(self) -> None:
        """Pages that stand open for nobody any more."""
        done, self._let_go_of = self._let_go_of, []
        for page in done:
            await page.close()

    def as_it_came(self, page: Response) -> Response | None:
        is_known = self._plain is not None and self._plain.request.url == page.request.url
        return self._plain if is_known else None

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        return await self._http.sitemaps(url)

    @asynccontextmanager
    async def using(self, page: Response, allowed: Allowed) -> AsyncIterator[PageInUse]:
        """The page a response is of, in the browser; `page` may have been rendered before."""
        from leadline.web.blocks import RENDERED

        rendered = header(page.headers, RENDERED.lower()) is not None
        plain = page if not rendered else self.as_it_came(page) or await self._http.fetch(page.request)
        self.use.openings += 1
        async with self.browser.using(plain, allowed) as (in_use, parts):
            try:
                yield in_use
            finally:
                self.use.calls += len(parts.calls)
                self.use.blocked += parts.blocked
                self.use.other_sites |= parts.other_sites
                self.use.refused += parts.refused_calls
                self.use.refused_posts += parts.refused_posts
                self.use.sockets |= parts.sockets

    def _why(self, plain: Response) -> str | None:
        """Why scripts should run on this answer; None if they should not."""
        from leadline.web.blocks import HTML, may_need_scripts, needs_scripts, recognise
        from leadline.web.charset import decoded

        if not plain.ok or not plain.body or plain.content_type not in HTML or recognise(plain) is not None:
            return None
        if self._settings.render == "always":
            return "always"
        if not may_need_scripts(plain.body):
            return None
        return needs_scripts(self._read(plain), decoded(plain).text)
