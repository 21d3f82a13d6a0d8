"""Soft 404: hosts with every habit, on real sockets."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from leadline.gate.targets import TARGET
from leadline.lexicon.phrases import template
from leadline.locate.visit import read
from leadline.model.page import Request
from leadline.model.url import canonical
from leadline.protocols import Fetcher
from leadline.web.door import open_door
from leadline.web.settings import WebSettings
from leadline.web.soft404 import SoftNotFound, made_up_path, worth_asking

Site = Callable[[str], tuple[int, str]]
"""Path → status and page; for a redirect the page is where it leads."""

MENU = "Home Books Authors Series Prizes Shops Events News Help About Contact Terms Privacy Careers Press "
TEMPLATE = "<title>{title}</title><nav>" + MENU * 8 + "</nav><main>{main}</main><footer>All rights kept</footer>"
PAGES = {
    "/": TEMPLATE.format(title="Bookshop", main="Welcome"),
    "/books/harbour": TEMPLATE.format(title="The Quiet Harbour", main="The Quiet Harbour, a novel, 12 euro"),
    "/books/tide": TEMPLATE.format(title="Tide", main="Tide"),
    "/empty": TEMPLATE.format(title="Search", main="No books match your search"),
    "/plain": TEMPLATE.format(title="Bookshop", main="Opening hours: ten to six"),
}


@dataclass
class Served:
    """A running site: its address and the paths it was asked for."""

    origin: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def serving(site: Site) -> Iterator[Served]:
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            status, page = site(self.path)
            body = page.encode() if status < 300 or status >= 400 else b""
            self.send_response(status)
            if not body:
                self.send_header("Location", page)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Served(f"http://127.0.0.1:{server.server_port}", asked)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


async def missing(fetcher: Fetcher, judge: SoftNotFound, url: str) -> bool:
    answer = await fetcher.fetch(Request(canonical(url) or "", permit=TARGET))
    title, text = read(answer)
    return await judge.is_missing(canonical(url) or "", answer.url, answer.status, title, text)


def judged(site: Site, *paths: str, most: int = 2) -> dict[str, bool]:
    """What is said about each path of a site; asserts that the host was probed at most so often in all."""

    async def run(served: Served) -> dict[str, bool]:
        settings = WebSettings(delay=0.0, robots=False, allow_private=True, retries=0)
        async with open_door(settings) as fetcher:
            judge = SoftNotFound(fetcher, read=read)
            return {path: await missing(fetcher, judge, served.origin + path) for path in paths}

    with serving(site) as served:
        found = asyncio.run(run(served))
    probes = [path for path in served.asked if path not in paths and path not in PAGES]
    assert 1 <= len(probes) <= most
    return found


def with_errors(error: Callable[[str], tuple[int, str]]) -> Site:
    return lambda path: (200, PAGES[path]) if path in PAGES else error(path)


def test_an_honest_host_is_probed_once() -> None:
    """A host that answers 404 is believed: its pages are there, its 404s are missing."""
    site = with_errors(lambda _: (404, "<h1>Not found"))
    found = judged(site, "/books/tide", "/empty", "/nowhere", "/books/harbour", most=1)
    assert found == {"/books/tide": False, "/empty": False, "/nowhere": True, "/books/harbour": False}


@pytest.mark.parametrize(
    "message",
    [
        "Sorry, there is no such page here.",
        "Oops",
        "Nothing found for {path}",
        "{path}",
        "Page not found at {number} o'clock, reference {number}",
        "",
    ],
)
def test_error_pages_inside_a_large_template(message: str) -> None:
    """An error of a few words in the site's template is told from pages with as few words of their own."""
    calls = iter(range(1000, 2000))

    def error(path: str) -> tuple[int, str]:
        main = message.format(path=path.strip("/").replace("-", " "), number=next(calls))
        return 200, TEMPLATE.format(title="Bookshop", main=main)

    found = judged(with_errors(error), "/no-such-book", "/books/gone-for-good", *PAGES)
    assert [path for path, gone in found.items() if gone] == ["/no-such-book", "/books/gone-for-good"]


def test_suggestions_that_vary() -> None:
    """An error page that suggests other pages each time is still recognised."""
    words = ("anchor", "beacon", "compass", "dinghy", "estuary", "fathom", "galley", "hawser", "islet", "jetty")
    calls = iter(range(1000))

    def error(_: str) -> tuple[int, str]:
        call = next(calls)
        some = " ".join(words[(call * 3 + i * 7) % 10] for i in range(4))
        return 200, TEMPLATE.format(title="Not here", main=f"We could not find it. Perhaps you like: {some}")

    found = judged(with_errors(error), "/no-such-book-at-all", *PAGES)
    assert [path for path, gone in found.items() if gone] == ["/no-such-book-at-all"]


def test_unknown_paths_sent_home() -> None:
    """A host that redirects what it does not know to its home page is recognised; the home page is no error."""
    found = judged(with_errors(lambda _: (302, "/")), "/no-such-book", *PAGES)
    assert [path for path, gone in found.items() if gone] == ["/no-such-book"]


def test_an_empty_shell_says_nothing() -> None:
    """Where scripts fill in every page, the shell is the same for all, and no page is called missing."""
    shell = "<title>App</title><div id=root></div><script>start()</script>"
    assert judged(lambda _: (200, shell), "/books/1", "/books/2") == {"/books/1": False, "/books/2": False}


@pytest.mark.parametrize("status", [403, 429, 500])
def test_a_failed_probe_means_unknown(status: int) -> None:
    """A host that answers made-up paths with errors or blocks teaches nothing, and nothing is called missing."""
    site = with_errors(lambda _: (status, "<h1>No"))
    assert judged(site, "/books/tide", "/empty") == {"/books/tide": False, "/empty": False}


def test_a_dead_host_means_unknown() -> None:
    """Where the probe brings no answer at all, a page is not missing."""
    with serving(with_errors(lambda _: (200, "x"))) as served:
        dead = served.origin

    async def run() -> bool:
        settings = WebSettings(delay=0.0, robots=False, allow_private=True, retries=0)
        async with open_door(settings) as fetcher:
            return await SoftNotFound(fetcher, read=read).is_missing(
                f"{dead}/a", f"{dead}/a", 200, "A", "a page of words"
            )

    assert asyncio.run(run()) is False


def test_a_host_asked_about_by_many_at_once_is_probed_once() -> None:
    """Pages that arrive together wait for one pair of probes."""
    error = TEMPLATE.format(title="Bookshop", main="Sorry, there is no such page here.")

    async def run(served: Served) -> list[bool]:
        settings = WebSettings(delay=0.0, robots=False, allow_private=True, retries=0)
        async with open_door(settings) as fetcher:
            judge = SoftNotFound(fetcher, read=read)
            url = served.origin
            asking = (
                judge.is_missing(f"{url}/{n}", f"{url}/{n}", 200, "T", "some words of a page") for n in range(20)
            )
            return await asyncio.gather(*asking)

    with serving(with_errors(lambda _: (200, error))) as served:
        assert not any(asyncio.run(run(served)))
    assert len(served.asked) == 2


def test_made_up_paths() -> None:
    """Made-up paths are the same for the same host and seed, differ otherwise, and need no escaping."""
    paths = {made_up_path(host, seed) for host in ("a.example", "b.example") for seed in range(50)}
    assert len(paths) == 100
    assert made_up_path("a.example", 7) == made_up_path("a.example", 7)
    assert all(canonical(f"http://a.example{path}") == f"http://a.example{path}" for path in paths)


@pytest.mark.parametrize(
    "said",
    [
        *(
            "Sorry",
            "NOT \t FOUND",
            "an error.",
            "terror",
            "x_error",
            "a 404",
            "a4045",
            "expired",
            "nothing to see",
        ),
        *(
            "doesn\u2019t exist",
            "\u0130ntrouvable",
            "\u017forry",
            "\u212aein Fehler",
            "p\u00e1gina n\u00e3o encontrada",
            "",
        ),
        *("\u00fcber uns", "err\u00f6r error", "\u2026oops\u2026", "\u4e0d\u5b58\u5728", "-erro-", "errors"),
    ],
)
def test_apologies_are_found_as_their_pattern_finds_them(said: str) -> None:
    """Looking for each of them in small letters first is only faster."""
    pattern = template("blocks", r"\b404\b|{apologies}|\b{errors}\b")
    found = worth_asking("http://a.test/b", "http://a.test/b", said, "word " * 200)
    assert found == (pattern.search(said) is not None)
