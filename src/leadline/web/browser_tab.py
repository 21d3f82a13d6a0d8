"""One page in the browser: its scripts run, it comes to rest, and what they made of it is read out.

A page is at rest when nothing it asked for is under way and nothing new was asked for during half a second; at the
latest when its time is up. Then its tree is written down as HTML in a world of our own, where none of the page's
redefinitions hold, with the boxes of its controls and texts (`leadline.web.geometry`). Open shadow trees are
written where a reader sees them, since search boxes stand in web components too; `<noscript>` is left out, since
it is what the page is *not* with scripts.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from leadline.web.geometry import MARK, MOST, UNREAD
from leadline.web.subresources import Subresources, headers_for_browser

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Dialog, Page, Route
    from playwright.async_api import Request as Asked

_QUIET_SECONDS = 0.5
_READ_ON = 20  # times that a page whose program is still being read is waited for: ten seconds
_READ_SECONDS = 5.0
_CLOSE_SECONDS = 5.0
_LONGEST_URL = 200  # letters of an address that is told
_MOST_ASKED = 1_000  # requests of one page; pages with many pictures have a few hundred

_QUIETEN = """
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'SharedWorker'])
  delete window[name];
window.open = () => null; window.print = () => {};
{
  // To refuse ten thousand calls one by one takes half a minute; here it takes none.
  let left = 500;
  // A key that was pressed is a question of ours, and what it needs may be asked for; no script can press one.
  addEventListener('keydown', pressed => { if (pressed.isTrusted) left = 500; }, true);
  const ask = window.fetch, send = XMLHttpRequest.prototype.send;
  window.fetch = function (...given) {
    return left-- > 0 ? ask.apply(this, given) : Promise.reject(new TypeError('Failed to fetch'));
  };
  XMLHttpRequest.prototype.send = function (...given) {
    if (left-- > 0) send.apply(this, given); else this.abort();
  };
}
"""


@dataclass(frozen=True, slots=True)
class Rendered:
    html: str
    cut: bool  # longer than a page may be
    unfinished: bool  # its time was up before it came to rest


class Stuck(Exception):
    """The page's scripts never let go, or its process died: there is nothing to read."""


class BrowserTab:
    """One page in a context of its own, for one rendering."""

    def __init__(self, page: "Page", session: "CDPSession", parts: Subresources) -> None:
        self._page = page
        self._session = session
        self._parts = parts
        self._bringing: set[asyncio.Task[None]] = set()
        self._busy = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._asked = 0

    @classmethod
    async def open(cls, context: "BrowserContext", parts: Subresources) -> "BrowserTab":
        page = await context.new_page()
        tab = cls(page, await context.new_cdp_session(page), parts)
        page.on("dialog", _dismiss)
        page.on("popup", _shut)
        page.on("websocket", lambda socket: parts.sockets.add(socket.url[:_LONGEST_URL]))
        await page.add_init_script(_QUIETEN)
        await page.route("**/*", tab._route)
        return tab

    def renewed(self) -> None:
        """Another question to the page: it may ask for as much again."""
        self._asked = 0
        self._parts.renewed()

    async def close(self) -> bool:
        """Give the page back; False where the browser no longer reacts."""
        from playwright.async_api import Error

        for task in self._bringing:
            task.cancel()
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self._page.unroute_all(behavior="ignoreErrors")
                await self._page.close()
                await self._page.context.close()
        except (Error, TimeoutError):
            return False
        return True

    async def render(self, seconds: float, cap: int) -> Rendered:
        """Run the scripts of the page; raises `Stuck` where nothing comes of it."""
        unfinished = not await self.load(seconds)
        html, cut = await self._tree(cap)
        return Rendered(html, cut, unfinished)

    async def load(self, seconds: float) -> bool:
        """Open the page and let it come to rest; False if its time was up before."""
        with _stuck():
            return await self._at_rest(seconds)

    async def written(self, cap: int) -> Rendered:
        """The page as it is now."""
        html, cut = await self._tree(cap)
        return Rendered(html, cut, unfinished=False)

    async def _tree(self, cap: int) -> tuple[str, bool]:
        # Scripts are nothing that anybody sees, and who uses a page reads the screen.
        boxes = {"mark": MARK, "most": MOST, "unread": sorted(UNREAD), "bare": self._parts.in_use}
        html, cut = await self.read(_render_script(), cap, self._parts.page.url, boxes)
        return html, cut

    async def rest(self, seconds: float) -> None:
        """Wait until the page is at rest again, `seconds` at most: one that never is goes on as it is."""
        with _stuck(), suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._rest()

    async def insert(self, text: str) -> None:
        """Put text where the cursor is, as from a clipboard: one event instead of one a letter; and press a key
        that changes nothing, for pages that listen to keys alone."""
        with _stuck():
            async with asyncio.timeout(_READ_SECONDS):
                if text:
                    await self._page.keyboard.insert_text(text)
                else:
                    await self._page.keyboard.press("Delete")
                await self._page.keyboard.press("End")

    async def enter(self) -> None:
        with _stuck():
            async with asyncio.timeout(_READ_SECONDS):
                await self._page.keyboard.press("Enter")

    async def read(self, function: str, *given: object) -> Any:  # whatever the function returns, as JSON
        """Call a function in a world that shares the page's tree and nothing else with its scripts."""
        if self._asked >= _MOST_ASKED:
            raise Stuck(f"it asked for {_MOST_ASKED:,} things and more")
        with _stuck():
            async with asyncio.timeout(_READ_SECONDS):
                return await self._call(f"({function})({', '.join(json.dumps(value) for value in given)})")

    async def _call(self, expression: str) -> Any:
        send = self._session.send
        frame = (await send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        world = await send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "leadline"})
        place = {"contextId": world["executionContextId"], "returnByValue": True}
        answer = await send("Runtime.evaluate", {"expression": expression, **place})
        if "value" not in answer["result"]:
            raise Stuck(f"its tree cannot be read: {answer.get('exceptionDetails', {}).get('text', 'no answer')}")
        return answer["result"]["value"]

    async def _at_rest(self, seconds: float) -> bool:
        """Let the page come to rest; False if its time was up before."""
        try:
            async with asyncio.timeout(seconds):
                # Playwright's own waiting ends in a fault or never, where a script goes elsewhere meanwhile.
                await self._page.goto(self._parts.begins_at, wait_until="commit", timeout=0)
                await self._rest()
        except TimeoutError:
            # Ends a script that never lets go: what it made of the page until now can be read then.
            async with asyncio.timeout(_READ_SECONDS):
                await self._session.send("Runtime.terminateExecution")
            return False
        return True

    async def _rest(self) -> None:
        waited = 0
        while True:
            await self._idle.wait()
            self._busy.clear()
            try:
                async with asyncio.timeout(_QUIET_SECONDS):
                    await self._busy.wait()
            except TimeoutError:
                state = await self._call("document.readyState")
                waited += state == "interactive"
                # Quiet may be a large program that is being read: it has not begun to ask for anything then.
                at_rest = self._idle.is_set() and not self._busy.is_set()
                if at_rest and (state == "complete" or waited > _READ_ON):
                    return

    async def _end(self) -> None:
        """Away with a page that asks without end: to refuse ten thousand calls one by one takes half a minute."""
        from playwright.async_api import Error

        self._bringing.clear()
        with suppress(Error):  # it is gone already
            await self._page.close()

    async def _route(self, route: "Route", asked: "Asked") -> None:
        self._asked += 1
        if self._asked >= _MOST_ASKED:
            if self._asked == _MOST_ASKED:
                await self._end()
            return
        task = asyncio.create_task(self._bring(route, asked))
        self._bringing.add(task)
        self._idle.clear()
        # Waited for in a way that a cancelled task hurts nobody: Playwright would report it as a crash.
        await asyncio.wait({task})
        self._bringing.discard(task)
        if not self._bringing:
            self._idle.set()
        if not task.cancelled():
            task.result()

    async def _bring(self, route: "Route", asked: "Asked") -> None:
        from playwright.async_api import Error

        main = self._is_main(asked)
        reply = await self._parts.answer(asked, main=main)
        if reply is not None:  # what is refused at once, again and again, keeps no page from coming to rest
            self._busy.set()
        with suppress(Error):  # the page went elsewhere or is closed, and no longer waits for it
            if reply is None:
                # A navigation that is blocked ends on an error page; one that is given up leaves the page alone.
                await route.abort("aborted" if main else "blockedbyclient")
            else:
                headers = headers_for_browser(reply.headers)
                await route.fulfill(status=reply.status, headers=headers, body=reply.body)

    def _is_main(self, asked: "Asked") -> bool:
        from playwright.async_api import Error

        with suppress(Error):  # a frame that is only just being made is not the main one
            return asked.is_navigation_request() and asked.frame == self._page.main_frame
        return False


@lru_cache(maxsize=1)
def _render_script() -> str:
    return (files("leadline.web") / "render.js").read_text("utf-8")


@contextmanager
def _stuck() -> Iterator[None]:
    """Playwright's errors in our words."""
    from playwright.async_api import Error

    try:
        yield
    except (Error, TimeoutError) as error:
        raise Stuck(str(error).strip().partition("\n")[0] or "it did not answer in time") from error


async def _dismiss(dialog: "Dialog") -> None:
    from playwright.async_api import Error

    with suppress(Error):  # went away with its page
        await dialog.dismiss()


async def _shut(popup: "Page") -> None:
    await popup.close()
