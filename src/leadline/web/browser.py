"""The browser: a page as its scripts make it, in a Chromium that has no network of its own.

The plain answer (`leadline.web.http`) is given to the browser, whose every question comes back to the same door
(`leadline.web.subresources`). What the scripts made of the page takes the body's place:

- `url`, `status` and the headers are those of the page; `Content-Type` is that of the new body.
- `X-Leadline-Rendered` says why it was rendered, and `; unfinished` where its time was up before it came to rest.
- `X-Leadline-Not-Rendered` says why it was not, where it should have been; the plain page is the answer then.
- Where controls and texts stand on the screen is noted at the end of the body (`leadline.web.geometry`).
- `attempts` counts what was sent for its parts, too. Other pages that a script went to are `hops` of status 303.

The program is the system's own Chromium (`apt install chromium`, or Chrome): its security updates come with the
system's. It gets no profile, no downloads and no way out but a proxy on loopback that refuses everything. Whatever
it tries on its own (a web socket, a prefetch, a redirect that was not handed to us, its vendor's services) arrives
there, so a way round the guard would have to go round this proxy too; it is started with no name resolving but the
proxy's, no QUIC and no UDP. Its own sandbox stays on, except for root, for whom it cannot be had.
"""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from leadline.errors import FetchError, ScriptsFailed
from leadline.model.page import Headers, Response, Truncation
from leadline.protocols import Clock
from leadline.web.blocks import NOT_RENDERED, RENDERED
from leadline.web.browser_tab import BrowserTab, Rendered, Stuck
from leadline.web.browsing import Allowed
from leadline.web.door import needed_chromium
from leadline.web.http import HttpFetcher, user_agent
from leadline.web.page_in_use import PageInUse
from leadline.web.settings import WebSettings
from leadline.web.subresources import PartsCache, Subresources

if TYPE_CHECKING:
    from playwright.async_api import Browser as ChromiumBrowser
    from playwright.async_api import BrowserContext, Route


_TABS = 4
_PAGES_A_BROWSER = 300  # a browser keeps what pages leave behind; a new one takes a second
_REPLACED = frozenset({"content-type", "content-encoding", "content-length", "transfer-encoding"})


class Browser:
    """Renders pages for `leadline.web.door.RenderingFetcher`; started with the first one."""

    def __init__(self, http: HttpFetcher, settings: WebSettings, clock: Clock) -> None:
        self.chromium = Chromium(settings)
        self._http = http
        self._settings = settings
        self._clock = clock
        self._cache = PartsCache(clock)
        self._tabs = asyncio.Semaphore(_TABS)
        self._open = 0
        self._pages = 0
        self._broken: str | None = None

    async def close(self) -> None:
        await self.chromium.close()

    async def render(self, plain: Response, why: str) -> Response:
        """The page as its scripts make it; the plain one where they do not come to an end."""
        async with self._tabs:
            parts = Subresources(self._http, self._settings, self._cache, plain)
            self._open += 1
            try:
                rendered = await self._run(parts)
            except Stuck as stuck:
                # Fit for a header, whatever the browser said.
                why_not = "".join(c if c.isprintable() and c.isascii() else " " for c in str(stuck)[:200])
                headers = (*plain.headers, (NOT_RENDERED, why_not))
                return replace(plain, headers=headers, attempts=plain.attempts + parts.sent)
            finally:
                self._open -= 1
                if self._pages >= _PAGES_A_BROWSER and self._open == 0:
                    self._pages = 0
                    await self.chromium.close()
        return self._answer(plain, parts, rendered, why)

    @asynccontextmanager
    async def using(self, plain: Response, allowed: Allowed) -> AsyncIterator[tuple[PageInUse, Subresources]]:
        """A page to be used, and what it asks for. Raises `ScriptsFailed` where its scripts never let go."""
        limits = self._settings.limits
        async with self._tabs:
            parts = Subresources(self._http, self._settings, self._cache, plain, allowed=allowed, in_use=True)
            self._open += 1
            try:
                tab = await self._tab(parts)
                try:
                    answer = partial(self._answer, plain, parts, why="used")
                    in_use = PageInUse(tab, parts, answer, limits.use_seconds, limits.body)
                    await tab.load(limits.use_seconds / 2)
                    yield in_use, parts
                finally:
                    if not await tab.close():
                        await self.chromium.close()
            except Stuck as stuck:
                raise ScriptsFailed(plain.url, f"the page's scripts never let go: {stuck}") from stuck
            finally:
                self._open -= 1

    async def _run(self, parts: Subresources) -> Rendered:
        tab = await self._tab(parts)
        try:
            return await tab.render(self._settings.limits.render_seconds, self._settings.limits.body)
        finally:
            if not await tab.close():
                await self.chromium.close()

    async def _tab(self, parts: Subresources) -> BrowserTab:
        from playwright.async_api import Error

        if self._broken is not None:
            raise self._no_browser(parts.page.url)
        self._pages += 1
        try:
            return await BrowserTab.open(await self.chromium.context(), parts)
        except Error as error:
            if self.chromium.starts:
                raise Stuck("the browser died") from error
            self._broken = str(error).strip().partition("\n")[0]
            raise self._no_browser(parts.page.url) from error

    def _no_browser(self, url: str) -> Exception:
        message = f"the browser cannot be started: {self._broken}"
        return FetchError(url, message) if self._settings.render == "always" else Stuck(message)

    def _answer(self, plain: Response, parts: Subresources, rendered: Rendered, why: str) -> Response:
        last = parts.page
        body = rendered.html.encode(errors="replace")
        cap = self._settings.limits.body
        cut = rendered.cut or len(body) > cap
        now = self._clock.now()
        return replace(
            last,
            request=plain.request,
            headers=_headers(last.headers, f"{why}; unfinished" if rendered.unfinished else why),
            body=body[:cap],
            fetched_at=now,
            seconds=plain.seconds + max(0.0, now - plain.fetched_at),
            truncated=Truncation.SIZE if cut else last.truncated,
            hops=(*plain.hops, *parts.hops),
            attempts=plain.attempts + parts.sent,
            rest_until=plain.rest_until,
        )


def _headers(headers: Headers, why: str) -> Headers:
    kept = tuple((name, value) for name, value in headers if name.lower() not in _REPLACED)
    return (*kept, ("Content-Type", "text/html; charset=utf-8"), (RENDERED, why))


# ── the process ───────────────────────────────────────────────────────────────────────────────────────────

_CLOSE_SECONDS = 10.0
_HEAD_SECONDS = 5.0
_QUIET = "gpu background-networking component-update domain-reliability sync"
_FLAGS = (
    *(f"--disable-{service}" for service in _QUIET.split()),
    *("--no-first-run", "--no-pings", "--mute-audio"),
    # What does not go through a proxy: QUIC and the UDP of WebRTC.
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    # A page's scripts die of their own hunger before the machine does.
    "--js-flags=--max-old-space-size=512",
)


async def _refuse(route: "Route") -> None:
    from playwright.async_api import Error

    with suppress(Error):  # went away with its page
        await route.abort("blockedbyclient")


class Chromium:
    """One browser, started on first use and again after it died. Each page gets a context of its own: what one
    keeps (a database in the browser, a cache) would keep the next from asking for it."""

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._starting = asyncio.Lock()
        self._running = AsyncExitStack()
        self._browser: ChromiumBrowser | None = None
        self.starts = 0

    async def context(self) -> "BrowserContext":
        async with self._starting:
            if self._browser is None or not self._browser.is_connected():
                await self._end()
                self._browser = await self._start()
            context = await self._browser.new_context(
                user_agent=user_agent(self._settings),
                service_workers="block",
                accept_downloads=False,
                viewport={"width": 1280, "height": 1024},
            )
        # Pages get routes of their own; this is for windows that nobody opened for them.
        await context.route("**/*", _refuse)
        return context

    async def _start(self) -> "ChromiumBrowser":
        from playwright.async_api import async_playwright

        server = await asyncio.start_server(_refuse_connection, "127.0.0.1", 0, limit=16_384)
        proxy = await self._running.enter_async_context(server)
        playwright = await self._running.enter_async_context(async_playwright())
        port = proxy.sockets[0].getsockname()[1]
        # The proxy has a name that nobody knows, and no other name or address resolves: what does not ask the
        # proxy (WebTransport, a raw prefetch) finds nothing, not even on this machine.
        name = f"{secrets.token_hex(16)}.invalid"
        browser = await playwright.chromium.launch(
            executable_path=needed_chromium(self._settings),
            chromium_sandbox=os.geteuid() != 0,
            args=[*_FLAGS, f"--host-resolver-rules=MAP {name} 127.0.0.1,MAP * ~NOTFOUND"],
            proxy={"server": f"http://{name}:{port}", "bypass": "<-loopback>"},
            # Ctrl-C is ours: what is under way is put away first.
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
        self.starts += 1
        return browser

    async def close(self) -> None:
        """Away with a browser that no longer answers, grew old or is not needed; the next page gets another."""
        async with self._starting:
            await self._end()

    async def _end(self) -> None:
        browser, self._browser = self._browser, None
        if browser is not None:
            from playwright.async_api import Error

            with suppress(Error, TimeoutError):  # it is gone already, or goes with its driver now
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await browser.close()
        await self._running.aclose()


async def _refuse_connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """All that the proxy does."""
    # Nothing is owed to a connection that is refused anyway. A TimeoutError is an OSError.
    with closing(writer), suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        async with asyncio.timeout(_HEAD_SECONDS):
            await reader.readuntil(b"\r\n")
        writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
