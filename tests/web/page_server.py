"""A server process that hands out typical pages, gzipped: 43 KB, 80 links, one form, some 3,600 words."""

import asyncio
import gzip
import multiprocessing
import random
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

from aiohttp import web

PAGES = 40


def typical_page(seed: int) -> str:
    chance = random.Random(seed)

    def words(count: int) -> str:
        return " ".join("".join(chance.choices("aeinrstlmdo", k=chance.randint(3, 10))) for _ in range(count))

    options = "".join(f'<option value="{n}">{words(1)}</option>' for n in range(12))
    menu = "".join(f'<li class="item"><a href="/c/{seed}/{n}">{words(2)}</a></li>\n' for n in range(25))
    rows = "".join(
        f'<div class="row r{n % 3}"><h3><a class="t" href="/item/{seed}-{n}.html">{words(4)}</a></h3>'
        f"<p>{words(45)} <b>{words(2)}</b> {words(30)}</p></div>\n"
        for n in range(40)
    )
    foot = "".join(f'<a href="http://partner{n}.example/p/{n}">{words(2)}</a> | ' for n in range(15))
    return (
        f'<!doctype html><html lang="en"><head><title>{words(5)}</title><script>{"x=2;" * 800}</script></head>'
        f'<body><form action="/s"><label>Find <input name="q"></label><select name="k">{options}</select>'
        f'<input type="hidden" name="t" value="1"><button>Go</button></form>'
        f'<ul class="nav">{menu}</ul><div id="main">{rows}</div><div id="foot">{foot}</div></body></html>'
    )


def _serve(tell: Connection) -> None:
    bodies = [gzip.compress(typical_page(seed).encode()) for seed in range(PAGES)]
    headers = {"Content-Encoding": "gzip", "Content-Type": "text/html; charset=utf-8"}

    async def answer(request: web.Request) -> web.Response:
        if request.path == "/robots.txt":
            return web.Response(status=404)
        return web.Response(body=bodies[int(request.path.rpartition("/")[2]) % PAGES], headers=headers)

    async def main() -> None:
        app = web.Application()
        app.router.add_get("/{path:.*}", answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        tell.send(runner.addresses[0][1])
        await asyncio.Event().wait()

    asyncio.run(main())


@contextmanager
def page_server() -> Iterator[int]:
    """The port of a server in a process of its own: its work does not count as ours."""
    context = multiprocessing.get_context("spawn")
    hear, tell = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(tell,), daemon=True)
    process.start()
    try:
        yield hear.recv()
    finally:
        process.kill()
        process.join()
