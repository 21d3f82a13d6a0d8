"""The little web behind a real socket: every host name on one port of the loopback, requests written down."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from aiohttp import web
from little_web import LittleWeb

from leadline.errors import NotArchived
from leadline.gate.targets import TARGET
from leadline.model.page import Request


@dataclass
class Seen:
    """Requests as the server saw them; `until` waits for a number of them."""

    port: int = 0
    arrivals: list[tuple[float, str, str]] = field(default_factory=list)
    later: Callable[[str, str], str | None] = lambda _host, _path: None
    """What a host says in Retry-After instead of giving a page (host, path); None where it gives it."""
    latency: Callable[[], float] = lambda: 0.0
    """Seconds an answer takes: drawn by chance, answers come in another order each time."""
    moved: dict[str, str] = field(default_factory=dict)
    """Paths that answer with a redirect, and where to."""
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def add(self, host: str, path: str) -> None:
        with self._changed:
            self.arrivals.append((time.time(), host, path))
            self._changed.notify_all()

    def paths(self, host: str) -> list[str]:
        return [path for _, name, path in self.arrivals if name == host]

    def until(self, count: int, alive: Callable[[], bool]) -> bool:
        """Wait until `count` requests came in; False if the other side ended before."""
        with self._changed:
            while len(self.arrivals) < count:
                if not self._changed.wait(0.05) and not alive():
                    return False
        return True


@contextmanager
def serving(little: LittleWeb) -> Iterator[Seen]:
    seen = Seen()
    ready = threading.Event()
    loop = asyncio.new_event_loop()

    async def answer(request: web.Request) -> web.Response:
        host = request.host.partition(":")[0]
        seen.add(host, request.path)
        await asyncio.sleep(seen.latency())
        if (seconds := seen.later(host, request.path)) is not None:
            return web.Response(status=429, headers={"Retry-After": seconds})
        if request.path in seen.moved:
            return web.Response(status=302, headers={"Location": seen.moved[request.path]})
        if request.path == "/robots.txt":
            return web.Response(status=404)
        try:
            found = await little.fetch(Request(f"http://{host}{request.path_qs}", permit=TARGET))
        except (NotArchived, ValueError):
            return web.Response(status=404, text="nothing here")
        return web.Response(status=found.status, body=found.body, content_type="text/html")

    async def start() -> web.AppRunner:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        seen.port = runner.addresses[0][1]
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
        yield seen
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
