"""The browser as a process: found on the system, started without a network, ended for good.

The program is the system's own Chromium (`apt install chromium`, or Chrome): its security updates come with the
system's. It gets no profile, no downloads and no way out but a proxy that refuses everything
(`leadline.web.sink`); Chromium's own sandbox stays on, except for root, for whom it cannot be had.
"""

import asyncio
import os
import secrets
import shutil
from importlib.util import find_spec
from typing import TYPE_CHECKING

from leadline.errors import MissingExtra
from leadline.web.settings import WebSettings
from leadline.web.sink import Sink

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Playwright, Route

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_CLOSE_SECONDS = 10.0
_FLAGS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
    "--mute-audio",
    # What does not go through a proxy: QUIC and the UDP of WebRTC.
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    # A page's scripts die of their own hunger before the machine does.
    "--js-flags=--max-old-space-size=512",
)


def program(settings: WebSettings) -> str | None:
    """Where the browser is, if there is one and what drives it is installed."""
    if find_spec("playwright") is None:
        return None
    names = (settings.chromium,) if settings.chromium else _PROGRAMS
    return next((found for name in names if (found := shutil.which(name))), None)


def check_program(settings: WebSettings) -> str:
    """Where the browser is; raises with what to install."""
    found = program(settings)
    if found is None:
        where = f" (web.chromium = {settings.chromium!r} is no program)" if settings.chromium else ""
        raise MissingExtra(
            "Rendering pages (--render always)",
            "browser",
            f", and a Chromium: apt install chromium, or any chromium or google-chrome on the PATH{where}",
        )
    return found


async def _refuse(route: "Route") -> None:
    await route.abort("blockedbyclient")


class Chromium:
    """One browser with one context that pages share; started on first use, again after it died."""

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._starting = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._context: BrowserContext | None = None
        self.sink = Sink()
        self._port: int | None = None
        self.starts = 0

    async def context(self) -> "BrowserContext":
        """Where to open pages."""
        async with self._starting:
            if self._browser is None or not self._browser.is_connected() or self._context is None:
                await self._end_browser()
                await self._start()
            assert self._context is not None
            return self._context

    async def _start(self) -> None:
        from playwright.async_api import async_playwright

        if self._playwright is None:
            self._port = await self.sink.open()
            self._playwright = await async_playwright().start()
        # The proxy has a name that nobody knows, and no other name or address resolves: what does not ask the
        # proxy (WebTransport, a raw prefetch) finds nothing, not even on this machine.
        name = f"{secrets.token_hex(16)}.invalid"
        self._browser = await self._playwright.chromium.launch(
            executable_path=check_program(self._settings),
            chromium_sandbox=os.geteuid() != 0,
            args=[*_FLAGS, f"--host-resolver-rules=MAP {name} 127.0.0.1,MAP * ~NOTFOUND"],
            proxy={"server": f"http://{name}:{self._port}", "bypass": "<-loopback>"},
            # Ctrl-C is ours: what is under way is put away first.
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
        self._context = await self._browser.new_context(
            user_agent=self._settings.agent,
            service_workers="block",
            accept_downloads=False,
            viewport={"width": 1280, "height": 1024},
        )
        # Pages get routes of their own; this is for windows that nobody opened for them.
        await self._context.route("**/*", _refuse)
        self.starts += 1

    async def discard(self) -> None:
        """Away with a browser that no longer answers, or has grown old; the next page gets another one."""
        async with self._starting:
            await self._end_browser()

    async def _end_browser(self) -> None:
        browser, self._browser, self._context = self._browser, None, None
        if browser is not None:
            from playwright.async_api import Error

            try:
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await browser.close()
            except (Error, TimeoutError):
                pass  # it is gone already, or goes with its driver in `close`

    async def close(self) -> None:
        async with self._starting:
            await self._end_browser()
            if self._playwright is not None:
                await self._playwright.stop()
                self._playwright = None
                await self.sink.close()
