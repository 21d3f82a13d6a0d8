"""The pages of a university and the links among them, as they were.

Links to pages that nobody saved are left out, here and for the oracle: nothing is known of what is behind them.
An address is the same with and without `www.`, `index.html` and a slash at its end, as servers had it then.
"""

import re
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote

from leadline.errors import BadTarget
from leadline.gate.targets import UNSENT
from leadline.learn.text import term_counts
from leadline.learn.vocabulary import page_words
from leadline.locate.critic import digest_of, fingerprint
from leadline.locate.visit import followable
from leadline.model.page import Link, Request, Response
from leadline.model.url import canonical, host_of, parts_of, site_of
from leadline.parse.document import parse
from leadline.topics.classify import page_text
from leadline_bench.development import members

ARCHIVE = Path("webkb") / "dev.tar.xz"
SMALLEST = 40
"""Pages that can be reached at a university that is worth a crawl."""
_COLON = "\uf03a"
"""How the archive writes the colon of an address."""
_END_OF_HEADERS = re.compile(rb"\r?\n\r?\n")
_FRONT = re.compile(r"/(?:index|home|welcome|default)\.html?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CampusPage:
    """One page with what crawls read of it."""

    url: str
    kind: str
    """course, project, student, faculty, staff, department or other, as people labelled it."""
    terms: Mapping[str, int]
    links: tuple[Link, ...]
    """Among the pages of its university."""
    digest: int | None
    fingerprint: int
    forms: int


@dataclass(frozen=True, slots=True)
class Campus:
    """A university."""

    name: str
    start: str
    """Where crawls begin: the page of the department, or else the one that leads furthest."""
    pages: Mapping[str, CampusPage]
    """By address; those that can be reached."""

    def of_kind(self, kind: str) -> frozenset[str]:
        return frozenset(url for url, page in self.pages.items() if page.kind == kind)


def campuses(data: Path) -> list[Campus]:
    """Every university of the archive that is worth a crawl, the largest first."""
    if not (data / ARCHIVE).is_file():
        raise BadTarget(f"{data / ARCHIVE} is not there; --data names the folder with the development data")
    sites: dict[str, dict[str, CampusPage]] = defaultdict(dict)
    for page in _read(data / ARCHIVE):
        sites[site_of(page.url)].setdefault(_key(page.url), page)
    found = [_campus(site, there) for site, there in sorted(sites.items()) if len(there) >= SMALLEST]
    return sorted((c for c in found if len(c.pages) >= SMALLEST), key=lambda c: (-len(c.pages), c.name))


def _read(archive: Path) -> Iterator[CampusPage]:
    """Every page, with all its links still."""
    for name, body in members(archive):
        _, kind, _, written = name.split("/", 3)
        url = canonical(written.replace(_COLON, ":").replace("^", "/"))
        if url is not None and url.startswith("http"):
            html = _END_OF_HEADERS.split(body, maxsplit=1)[-1]
            head = (("Content-Type", "text/html"),)
            page = parse(Response(Request(url, permit=UNSENT), url, 200, head, html, 0.0))
            (terms,) = term_counts([page_text(page)])
            made = digest_of(page), fingerprint(page_words(page)), len(page.forms)
            yield CampusPage(url, kind, terms, followable(page), *made)


def _key(url: str) -> str:
    path = _FRONT.sub("/", unquote(parts_of(url).path))
    return host_of(url).removeprefix("www.") + path.rstrip("/")


def _campus(site: str, there: Mapping[str, CampusPage]) -> Campus:
    pages = {page.url: _closed(page, there) for page in there.values()}
    departments = [url for url, page in pages.items() if page.kind == "department"]
    reached = {url: _reached(pages, url) for url in departments or pages}
    start = min(reached, key=lambda url: (-len(reached[url]), url))
    return Campus(site, start, {url: pages[url] for url in sorted(reached[start])})


def _closed(page: CampusPage, there: Mapping[str, CampusPage]) -> CampusPage:
    """The page with its links to pages that are there, each under the one address that is."""
    links: dict[str, Link] = {}
    for link in page.links:
        target = there.get(_key(link.url))
        if target is not None and target.url != page.url:
            links.setdefault(target.url, link._replace(url=target.url))
    return replace(page, links=tuple(links.values()))


def _reached(pages: Mapping[str, CampusPage], start: str) -> set[str]:
    seen, waiting = {start}, deque([start])
    while waiting:
        for link in pages[waiting.popleft()].links:
            if link.url not in seen:
                seen.add(link.url)
                waiting.append(link.url)
    return seen


def oracle(campus: Campus, wanted: frozenset[str]) -> list[str]:
    """The pages somebody fetches who knows all of them: always on to the nearest page that is wanted."""
    fetched: dict[str, None] = {campus.start: None}
    left = set(wanted) - fetched.keys()
    while left:
        way = _nearest(campus, fetched, left)
        fetched |= dict.fromkeys(way)
        left -= fetched.keys()
    return list(fetched)


def _nearest(campus: Campus, fetched: Mapping[str, None], left: set[str]) -> list[str]:
    """The way from what was fetched to the nearest wanted page, that page at its end."""
    before: dict[str, str] = dict.fromkeys(fetched, "")
    waiting = deque(fetched)
    while waiting:
        url = waiting.popleft()
        if url in left:
            way = [url]
            while before[way[-1]] not in fetched:
                way.append(before[way[-1]])
            return way[::-1]
        for link in campus.pages[url].links:
            if link.url not in before:
                before[link.url] = url
                waiting.append(link.url)
    raise ValueError("pages of a campus can all be reached from its start")
