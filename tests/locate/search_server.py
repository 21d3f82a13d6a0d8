"""A search engine on a loopback port that speaks SearXNG's and Brave's JSON, and can be told to misbehave."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from aiohttp import web

KEY = "key-for-tests"
Answer = Callable[[web.Request], web.Response]


@dataclass
class Engine:
    """What it knows, what it was asked, and how it answers instead if it is told to."""

    port: int = 0
    pages: list[str] = field(default_factory=list)
    per_page: int = 10
    asked: list[web.Request] = field(default_factory=list)
    instead: Answer | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def brave(self) -> str:
        return f"{self.address}res/v1/web/search"

    @property
    def paths(self) -> list[str]:
        return [request.path for request in self.asked]

    def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request)
        if self.instead is not None:
            return self.instead(request)
        if request.path == "/search" and request.query.get("format") == "json":
            return web.json_response({"query": request.query["q"], **self._searxng(int(request.query["pageno"]))})
        if request.path == "/res/v1/web/search":
            if request.headers.get("X-Subscription-Token") != KEY:
                return web.json_response({"error": {"code": "SUBSCRIPTION_TOKEN_INVALID"}}, status=422)
            return web.json_response(self._brave(int(request.query["offset"]), int(request.query["count"])))
        return web.Response(status=404, text="User-agent: *\nDisallow: /")

    def _searxng(self, page: int) -> dict[str, object]:
        here = self.pages[(page - 1) * self.per_page : page * self.per_page]
        hits: list[object] = [{"url": url, "title": "A page", "engine": "some"} for url in here]
        return {
            "results": [*hits, {"title": "a hit without an address"}],
            "answers": [],
            "unresponsive_engines": [],
        }

    def _brave(self, offset: int, count: int) -> dict[str, object]:
        here = self.pages[offset * count : (offset + 1) * count]
        more = len(self.pages) > (offset + 1) * count
        section = {"web": {"type": "search", "results": [{"url": url} for url in here]}} if here else {}
        return {"type": "search", "query": {"more_results_available": more}, **section}


@contextmanager
def searching(engine: Engine) -> Iterator[Engine]:
    ready = threading.Event()
    loop = asyncio.new_event_loop()

    async def handle(request: web.Request) -> web.Response:
        return engine.answer(request)

    async def start() -> web.AppRunner:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", handle)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        engine.port = runner.addresses[0][1]
        return runner

    def work() -> None:
        asyncio.set_event_loop(loop)
        runner = loop.run_until_complete(start())
        ready.set()
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    ready.wait()
    try:
        yield engine
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
