"""A register behind a form that cuts its answers, with one side door of any kind beside it: complete, a part of
the register, or as long as it and about something else."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from leadline_lab.doors import HEADS, Doorway, Thing

TREES = [
    "alder",
    "birch",
    "cedar",
    "elm",
    "fir",
    "hazel",
    "juniper",
    "larch",
    "maple",
    "oak",
    "pine",
    "rowan",
    "spruce",
    "willow",
    "yew",
]
PLACES = [
    "harbour",
    "garden",
    "library",
    "market",
    "tower",
    "mill",
    "bridge",
    "forge",
    "chapel",
    "quarry",
    "orchard",
    "ferry",
]
SIZE, CAP, PAGE = 360, 30, 10


@dataclass(frozen=True)
class Entry:
    number: int

    @property
    def title(self) -> str:
        n = self.number
        return f"{TREES[n % 15].title()} {self.number * 37 % 1009} of the {PLACES[n // 15 % 12]}"

    @property
    def place(self) -> str:
        return PLACES[self.number // 15 % 12]

    @property
    def path(self) -> str:
        return f"/tree/{self.number}"


ENTRIES = [Entry(n) for n in range(SIZE)]
FORM = '<form action="/find" role="search"><label>Keywords <input name="q"></label><button>Search</button></form>'
Answer = tuple[int, str, str, tuple[tuple[str, str], ...]]


@dataclass
class DoorSite:
    """One register with one door, and the log of what it was asked."""

    kind: str
    entries: list[Entry]  # what the door lists
    address: str = ""
    asked: list[str] = field(default_factory=list)

    def url(self, path: str = "/") -> str:
        return f"http://{self.address}{path}"

    def answer(self, target: str) -> Answer:
        parts = urlsplit(target)
        given = dict(parse_qsl(parts.query))
        door = self.door
        if parts.path == "/robots.txt":
            named = door.named_in_robots if door is not None else ""
            return 200, "text/plain", f"User-agent: *\nDisallow:\n{named}", ()
        page = self._page(parts.path, given)
        if page is not None:
            return 200, "text/html; charset=utf-8", page, ()
        found = door.answer(parts.path, given) if door is not None else None
        return found or (404, "text/html", "<title>Not here</title>", ())

    @property
    def door(self) -> Doorway | None:
        things = [Thing(str(one.number), one.title, one.path, {"place": one.place}) for one in self.entries]
        return Doorway(self.kind, things, self.url("")) if self.kind in HEADS else None

    def _page(self, path: str, given: dict[str, str]) -> str | None:
        if path == "/":
            named = HEADS.get(self.kind, "")
            return f"<html><head><title>Trees</title>{named}</head><body>{FORM}<p>Trees of the town."
        if path.startswith("/tree/") and path[6:].isdecimal() and int(path[6:]) < SIZE:
            one = ENTRIES[int(path[6:])]
            rows = f"<tr><th>Place<td>{one.place}<tr><th>Height<td>{one.number % 31 + 2} m"
            return f"<title>{one.title}</title><h1>{one.title}</h1><table>{rows}</table>"
        if path != "/find":
            return None
        words = given.get("q", "").lower().split()
        found = [one for one in ENTRIES if all(word in one.title.lower().split() for word in words)]
        if not found:
            return f"<title>Trees</title>{FORM}<p>No tree was found.<p>Trees of the town."
        start = int(given.get("start", "0"))
        rows = "".join(
            f'<div class="hit"><h3><a href="{one.path}">{one.title}</a></h3><p>{one.place}</p></div>'
            for one in found[:CAP][start : start + PAGE]
        )
        more = start + PAGE < min(CAP, len(found))
        ahead = (
            f'<a rel="next" href="/find?q={given.get("q", "")}&amp;start={start + PAGE}">Next</a>' if more else ""
        )
        return f"<title>Trees</title>{FORM}{rows}{ahead}<p>Trees of the town."


@contextmanager
def door_site(kind: str, entries: list[Entry] | None = None) -> Iterator[DoorSite]:
    site = DoorSite(kind, ENTRIES if entries is None else entries)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path != "/robots.txt":
                site.asked.append(self.path)
            status, kind, body, more = site.answer(self.path)
            data = body.encode()
            self.send_response(status)
            for name, value in (("Content-Type", kind), ("Content-Length", str(len(data))), *more):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.address = f"127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
