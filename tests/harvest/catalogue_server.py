"""A small catalogue on a loopback port: forms of many kinds, results in pages, and a log of what it was asked."""

import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

RECORDS = 21
"""Two full pages and one record on the third: the last page repeats nothing."""
PAGE_SIZE = 10

SEARCH = (
    '<form action="/find" method="get" role="search"><label>Search titles <input name="q"></label>'
    '<select name="kind"><option value="all" selected>All<option value="book">Books</select>'
    '<div style="display:none"><input name="website" value=""></div>'
    '<input type="hidden" name="lang" value="en"><input type="submit" name="go" value="Search"></form>'
)
LOGIN = (
    '<form action="/login" method="post"><input name="user"><input type="password" name="pw">'
    "<button>Log in</button></form>"
)
CONTACT = (
    '<form action="/mail.cgi" method="post"><input name="subject"><textarea name="message"></textarea>'
    "<button>Send message</button></form>"
)
NEWSLETTER = (
    '<form action="/list"><input name="address" placeholder="Your e-mail"><button>Subscribe</button></form>'
)
FORMS = {
    "/get.html": SEARCH,
    "/post.html": SEARCH.replace('action="/find" method="get"', 'action="/search" method="post"'),
    "/login.html": LOGIN,
    "/contact.html": CONTACT,
    "/newsletter.html": NEWSLETTER,
    "/many.html": LOGIN + SEARCH + NEWSLETTER,
    "/two.html": SEARCH + SEARCH.replace("/find", "/other").replace('name="q"', 'name="query"'),
    "/robots.html": SEARCH.replace("/find", "/private/find"),
    "/circle.html": SEARCH.replace("/find", "/circle"),
    "/endless.html": SEARCH.replace("/find", "/endless"),
    "/wall.html": SEARCH.replace("/find", "/wall"),
    "/nothing.html": SEARCH.replace("/find", "/nothing"),
    "/required.html": SEARCH.replace('name="q"', 'name="q" required'),
    "/plain.html": "<p>No form at all.",
}
WALL = (
    "<html><title>Just a moment</title><body><p>Please solve the captcha</p><div class='g-recaptcha'></div></body>"
)

NO_SITEMAP = 404, ""
"""Of any site here: where the question fails, it is repeated for seconds."""


@dataclass
class Catalogue:
    """What was asked, and the means to hold an answer back."""

    address: str = ""
    asked: list[tuple[str, str, list[tuple[str, str]]]] = field(default_factory=list)
    """(method, path, pairs) of every request but those for robots.txt."""
    hold_from: int | None = None
    """Requests from this number on (0 is the first) wait until `release` is set."""
    seen: int = 0
    """Requests of any kind, robots.txt too."""
    visits: list[tuple[str, str, str, str]] = field(default_factory=list)
    """(host, method, path, cookies) of the requests in `asked`."""
    later: Callable[[str], str | None] = lambda _path: None
    """What a path says in Retry-After instead of its page; None where it gives it."""
    moved: dict[str, str] = field(default_factory=dict)
    """Paths that answer with a redirect, and where to; the query comes along."""
    versions: bool = False
    """Whether pages come with an ETag, and are not sent again to who has them."""
    unsent: int = 0  # pages that were not sent again
    arrived: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    release: threading.Event = field(default_factory=threading.Event)

    def instead(self, path: str, query: str) -> tuple[int, str, str] | None:
        """Status and a header that take the place of a page."""
        if (seconds := self.later(path)) is not None:
            return 429, "Retry-After", seconds
        return (302, "Location", f"{self.moved[path]}?{query}") if path in self.moved else None

    @property
    def version_header(self) -> str:
        return "ETag" if self.versions else "X-Checked"

    def sent(self, status: int, data: bytes, is_known: bool) -> tuple[int, bytes]:
        """Status and body for who has this version of the page, or has not."""
        if not (self.versions and status == 200 and is_known):
            return status, data
        self.unsent += 1
        return 304, b""

    def url(self, path: str) -> str:
        return f"http://{self.address}{path}"

    def submissions(self) -> list[tuple[str, str, list[tuple[str, str]]]]:
        return [asked for asked in self.asked if not asked[1].endswith(".html")]


def item(number: int) -> str:
    return (
        f'<li class="result {"odd" if number % 2 else "even"}">'
        f'<h3><a href="/item/{number}?from=list">Title {number}</a></h3>'
        f"<p>Author: Writer {number % 7}</p><p><b>Year:</b> {1990 + number}</p>"
        f'<span class="price">{number}.50 EUR</span></li>'
    )


def page(items: list[int], following: str | None) -> str:
    link = f'<div class="pager"><a href="{following}">Next page</a></div>' if following else ""
    menu = "".join(f'<li><a href="/{name}">{name.title()}</a></li>' for name in ("home", "about", "imprint"))
    return (
        f'<html><title>Results</title><body><ul class="menu">{menu}</ul>{SEARCH}'
        f'<ol class="results">{"".join(item(n) for n in items)}</ol>{link}<footer>All rights</footer>'
    )


def answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Status and body for a path (its query is in the pairs)."""
    if path in FORMS:
        return 200, f"<html><title>Catalogue</title><body><h1>Catalogue</h1>{FORMS[path]}</body></html>"
    given = dict(pairs)
    number = int(given.get("page", "1"))
    first = (number - 1) * PAGE_SIZE + 1
    items = list(range(first, min(first + PAGE_SIZE, RECORDS + 1)))
    if path in ("/find", "/search", "/private/find"):
        more = f"/find?page={number + 1}&amp;q={given.get('q', '')}" if items and items[-1] < RECORDS else None
        return 200, page(items, more)
    if path == "/circle":
        here = given.get("mark", "a")
        return 200, page([ord(here), ord(here) + 100], f"/circle?mark={'bca'['abc'.index(here)]}")
    if path == "/endless":
        return 200, page([1, 2, 3], f"/endless?page={number + 1}")
    if path == "/wall":
        return (200, page([1, 2, 3], "/wall?page=2")) if number == 1 else (403, WALL)
    if path == "/nothing":
        menu = "".join(f"<li>Entry of the menu number {n}" for n in range(5))
        return 200, f"<title>Results</title><ul>{menu}</ul><p>No results found for your search.</p>"
    return 404, "<title>Not here</title>"


@contextmanager
def catalogue(
    answering: Callable[[str, list[tuple[str, str]]], tuple[int, str]] = answer,
) -> Iterator[Catalogue]:
    """The catalogue, or another site, served until the block ends."""
    state = Catalogue()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 2**20  # head and body in one: apart, the second waits 40 ms for the first to be acknowledged

        def do_GET(self) -> None:
            self._answer("GET", b"")

        def do_POST(self) -> None:
            self._answer("POST", self.rfile.read(int(self.headers.get("Content-Length") or 0)))

        def _answer(self, method: str, body: bytes) -> None:
            parts = urlsplit(self.path)
            state.seen += 1
            if parts.path == "/robots.txt":
                return self._send(200, "User-agent: *\nDisallow: /private/\n", "text/plain")
            pairs = parse_qsl(parts.query or body.decode(), keep_blank_values=True)
            state.asked.append((method, parts.path, pairs))
            host = (self.headers.get("Host") or "").partition(":")[0]
            state.visits.append((host, method, parts.path, self.headers.get("Cookie") or ""))
            state.arrived.release()
            if state.hold_from is not None and len(state.asked) > state.hold_from:
                state.release.wait(30)
            if (special := state.instead(parts.path, parts.query)) is not None:
                return self._send(special[0], "not here, not now", more=special[1:])
            found = NO_SITEMAP if parts.path == "/sitemap.xml" else answering(parts.path, pairs)
            return self._send(*found)

        def _send(
            self,
            status: int,
            text: str,
            kind: str = "text/html; charset=utf-8",
            more: tuple[str, str] | None = None,
        ) -> None:
            version = f'"{zlib.crc32(text.encode()):08x}"'
            status, data = state.sent(status, text.encode(), self.headers.get("If-None-Match") == version)
            self.send_response(status)
            self.send_header(state.version_header, version)
            if more is not None:
                self.send_header(*more)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            try:
                self.wfile.write(data)
            except OSError:  # the client was killed, which is what some tests are about
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the parent's name
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, request: object, client_address: object) -> None:
            """Clients that are killed reset their connections; that is no error of the server."""

    with Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        state.address = f"127.0.0.1:{server.server_address[1]}"
        try:
            yield state
        finally:
            state.release.set()
            server.shutdown()
            thread.join()
