"""A finite web in memory: sites with a few pages each, some on the topic, some with a search form.

It is a `Fetcher`, so the loop under test is the real one, without sockets. Everything is a function of the URL.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leadline.errors import NotArchived
from leadline.model.page import Page, Request, Response
from leadline.model.url import canonical, parts_of
from leadline.store.sqlite.store import SqliteStore


@dataclass
class LittleWeb:
    """`sites` sites of `pages` pages; every third site is off the topic, every fourth has a form: at depth 2, or
    here deep and there shallow, so that with every page of a budget forms come in."""

    sites: int = 6
    pages: int = 12
    spread: bool = False
    fetched: list[str] = field(default_factory=list)

    def home(self, number: int) -> str:
        return f"http://site{number}.example/"

    async def fetch(self, request: Request) -> Response:
        self.fetched.append(request.url)
        parts = parts_of(request.url)
        number = int(parts.host.removeprefix("site").removesuffix(".example"))
        if number >= self.sites:
            raise NotArchived(request.url, "no such site")
        name = parts.path.strip("/")
        status = 200 if name == "" or (name.startswith("p") and int(name[1:]) < self.pages) else 404
        body = self._html(number, int(name[1:]) if name else 0).encode() if status == 200 else b"no such page"
        headers = (("Content-Type", "text/html; charset=utf-8"),)
        return Response(request, request.url, status, headers, body, fetched_at=0.0)

    async def close(self) -> None:
        """Nothing to give back."""

    def _html(self, site: int, page: int) -> str:
        words = " ".join(["used cars dealer mileage" if site % 3 else "onion soup cheese recipe"] * 6)
        links = [f"/p{2 * page + 1}", f"/p{2 * page + 2}"]
        links += [self.home((site * 7 + page + k) % (self.sites + 1)) for k in (1, 2)]
        anchors = "".join(f'<li><a href="{href}">to {href}</a>' for href in links)
        form = (
            '<form action="/find"><label>Make <input name="make"></label><input type="submit" value="Find"></form>'
            if site % 4 == 1 and page == (1 + 5 * site % (self.pages - 1) if self.spread else 4)
            else ""
        )
        filler = " ".join(f"w{zlib.crc32(f'{site} {page} {i}'.encode()) % 9973}" for i in range(60))
        return f"<title>Site {site} page {page}</title><h1>{words}</h1><p>{filler}</p><ul>{anchors}</ul>{form}"


class Words:
    """A topic classifier that looks for one word."""

    def probability(self, pages: Sequence[Page]) -> list[float]:
        return [0.9 if "cars" in page.text else 0.1 for page in pages]

    def why(self, page: Page) -> list[tuple[str, float]]:
        return [("cars", 1.0)] if "cars" in page.text else []


def seeds(count: int) -> list[str]:
    return [canonical(f"http://site{n}.example/") or "" for n in range(1, count + 1)]


def log_of(path: Path) -> str:
    """The log of a crawl as canonical lines: equal crawls, equal text."""
    store = SqliteStore(path)
    try:
        return "\n".join(store.pages.lines("log"))
    finally:
        store.close()
