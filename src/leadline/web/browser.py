"""The browser's fetcher: a page as its scripts make it, where it is nothing without them.

Every page is fetched the plain way first (`leadline.web.http`): guard, robots.txt, the host's turn, redirects and
retries are one piece of code, and a page that comes complete costs nothing more. The answer is then given to a
Chromium without a network, whose every question comes back to the same door (`leadline.web.parts`). What the
scripts made of the page takes the body's place:

- `url`, `status` and the headers are those of the page; `Content-Type` is that of the new body.
- `X-Leadline-Rendered` says why it was rendered, and `; unfinished` where its time was up before it came to rest.
- `X-Leadline-Not-Rendered` says why it was not, where it should have been; the plain page is the answer then.
- Where controls and texts stand on the screen is noted at the end of the body (`leadline.web.geometry`).
- `attempts` counts what was sent for its parts, too. Other pages that a script went to are `hops` of status 303.

What stands in front of a page (a captcha, a challenge) is never rendered: its script would try to get past it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from leadline.errors import FetchError
from leadline.model.page import Accept, Headers, Page, Request, Response, Truncation
from leadline.protocols import Clock
from leadline.web.blocks import recognise
from leadline.web.charset import decoded
from leadline.web.chromium import Chromium
from leadline.web.http import HttpFetcher
from leadline.web.parts import HTML, KeptParts, Parts
from leadline.web.reading import is_heavy
from leadline.web.scripts import NOT_RENDERED, RENDERED, may_need_scripts, needs_scripts
from leadline.web.settings import WebSettings
from leadline.web.tab import Rendered, Stuck, Tab

_TABS = 4
_PAGES_A_BROWSER = 300
"""A browser keeps what pages leave behind; a new one takes a second."""
_REPLACED = frozenset({"content-type", "content-encoding", "content-length", "transfer-encoding"})

Read = Callable[[Response], Page]


class BrowserFetcher:
    """`leadline.protocols.Fetcher` with a browser behind it. Made by `leadline.web.door.open_door`.

    `read` parses a page, so that it can be seen what is missing.
    """

    def __init__(self, http: HttpFetcher, settings: WebSettings, clock: Clock, read: Read) -> None:
        self.http = http
        self.chromium = Chromium(settings)
        self._settings = settings
        self._clock = clock
        self._read = read
        self._kept = KeptParts(clock)
        self._tabs = asyncio.Semaphore(_TABS)
        self._open = 0
        self._pages = 0
        self._broken: str | None = None

    async def close(self) -> None:
        await self.http.close()
        await self.chromium.close()

    async def fetch(self, request: Request) -> Response:
        plain = await self.http.fetch(request)
        if request.accept is not Accept.PAGE:
            return plain
        why = await asyncio.to_thread(self._why, plain) if is_heavy(plain.body) else self._why(plain)
        return plain if why is None else await self._rendered(plain, why)

    def _why(self, plain: Response) -> str | None:
        """Why scripts should run on this answer; None if they should not."""
        if not self._renderable(plain):
            return None
        if self._settings.render == "always":
            return "always"
        if not may_need_scripts(plain.body):
            return None
        return needs_scripts(self._read(plain), decoded(plain).text)

    def _renderable(self, plain: Response) -> bool:
        return plain.ok and bool(plain.body) and plain.content_type in HTML and recognise(plain) is None

    async def _rendered(self, plain: Response, why: str) -> Response:
        async with self._tabs:
            parts = Parts(self.http, self._settings, self._kept, plain)
            self._open += 1
            try:
                rendered = await self._run(parts)
            except Stuck as stuck:
                headers = (*plain.headers, (NOT_RENDERED, _plain_text(str(stuck))))
                return replace(plain, headers=headers, attempts=plain.attempts + parts.sent)
            finally:
                self._open -= 1
                await self._renew()
        return self._answer(plain, rendered, why)

    async def _run(self, parts: Parts) -> Rendered:
        tab = await self._tab(parts)
        try:
            return await tab.render(self._settings.limits.render_seconds, self._settings.limits.body)
        finally:
            if not await tab.close():
                await self.chromium.discard()

    async def _tab(self, parts: Parts) -> Tab:
        from playwright.async_api import Error

        if self._broken is not None:
            raise self._no_browser(parts.page.url)
        self._pages += 1
        try:
            return await Tab.open(await self.chromium.context(), parts)
        except Error as error:
            if self.chromium.starts:
                raise Stuck("the browser died") from error
            self._broken = str(error).strip().partition("\n")[0]
            raise self._no_browser(parts.page.url) from error

    def _no_browser(self, url: str) -> Exception:
        said = f"the browser cannot be started: {self._broken}"
        return FetchError(url, said) if self._settings.render == "always" else Stuck(said)

    async def _renew(self) -> None:
        if self._pages >= _PAGES_A_BROWSER and self._open == 0:
            self._pages = 0
            await self.chromium.discard()

    def _answer(self, plain: Response, rendered: Rendered, why: str) -> Response:
        last = rendered.page
        body = rendered.html.encode(errors="replace")
        cap = self._settings.limits.body
        cut = rendered.cut or len(body) > cap
        now = self._clock.now()
        return replace(
            plain,
            url=last.url,
            status=last.status,
            headers=_headers(last.headers, f"{why}; unfinished" if rendered.unfinished else why),
            body=body[:cap],
            fetched_at=now,
            seconds=plain.seconds + max(0.0, now - plain.fetched_at),
            address=last.address,
            truncated=Truncation.SIZE if cut else last.truncated,
            hops=(*plain.hops, *rendered.hops),
            attempts=plain.attempts + rendered.sent,
            sent_headers=last.sent_headers,
        )


def _headers(headers: Headers, why: str) -> Headers:
    kept = tuple((name, value) for name, value in headers if name.lower() not in _REPLACED)
    return (*kept, ("Content-Type", "text/html; charset=utf-8"), (RENDERED, why))


def _plain_text(text: str) -> str:
    """Fit for a header, whatever the browser said."""
    return "".join(c if c.isprintable() and c.isascii() else " " for c in text[:200])
