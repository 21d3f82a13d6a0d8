"""How like real pages the lab's are, in what strategies live on: links between sites, anchors, boxes, words.

    python -m leadline_bench.locate.likeness [SETTING…]

prints a table: a column for each set of the development data, and one for each setting of tuning world 3, from the
same code over parsed pages. Pages are ordinary ones (items in the lab); the data hold next to no home pages.
"""

import gzip
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from statistics import median
from urllib.parse import unquote, urlsplit

from leadline.forms.kinds.model import judge
from leadline.gate.targets import UNSENT
from leadline.model.page import Link, Page, Request, Response
from leadline.model.url import canonical
from leadline.parse.document import parse
from leadline.topics.bundled import bundled
from leadline.topics.classify import PageClassifier, classifier
from leadline_bench.development import data_folder, members
from leadline_bench.report import Cell, Report, Table, markdown
from leadline_lab.plan import Page as Place
from leadline_lab.plan import plan_of
from leadline_lab.randomness import dice
from leadline_lab.settings import at_setting
from leadline_lab.spec import SCALES, Role, WorldSpec
from leadline_lab.web import Ask, Web
from leadline_lab.words import tongue
from leadline_lab.world import open_world

_TOPICS = ("auto", "book", "job", "movie")
"""Domains that there are real pages of."""
_SITES = 60
"""Of the lab, for each of them."""
_WORLD = WorldSpec(3, SCALES["medium"])
_FRONTS = ("", "index.html", "index.htm", "index.php", "default.asp", "home")


@dataclass(frozen=True, slots=True)
class Traits:
    """What is counted of one page."""

    words: int
    links: int
    outward: int
    deep: int
    """Of those that lead to another site: into its middle."""
    silent: int
    dull: int
    searches: bool
    told: bool | None
    """Whether its topic's keywords recognise it; None where no bundled topic is meant."""


def traits(page: Page, domain: str = "") -> Traits:
    outward = [link for link in page.links if not link.same_site]
    anchors = [link.anchor.strip().lower() for link in page.links]
    told = _plain(domain).probability([page])[0] > 0.5 if domain in _TOPICS else None
    return Traits(
        words=len(page.text.split()),
        links=len(page.links),
        outward=len(outward),
        deep=sum(map(_is_deep, outward)),
        silent=anchors.count(""),
        dull=sum(anchor in _dull() for anchor in anchors),
        searches=any(judge(form).searchable > 0.5 for form in page.forms),
        told=told,
    )


@lru_cache(maxsize=len(_TOPICS))
def _plain(domain: str) -> PageClassifier:
    """The topic by its keywords: its learned weights have seen the pages of the data."""
    return classifier(replace(bundled(domain), learned=None))


@lru_cache(maxsize=1)
def _dull() -> frozenset[str]:
    return frozenset(text.lower() for text in tongue("en", Role.REPORTING).dull_anchors)


def _is_deep(link: Link) -> bool:
    parts = urlsplit(link.url)
    return bool(parts.query) or parts.path.strip("/").lower() not in _FRONTS


def _of(found: Sequence[Traits], part: str, whole: str) -> float | None:
    total = sum(getattr(t, whole) for t in found)
    return sum(getattr(t, part) for t in found) / total if total else None


def _told(found: Sequence[Traits]) -> float | None:
    known = [t.told for t in found if t.told is not None]
    return sum(known) / len(known) if known else None


ROWS: dict[str, Callable[[Sequence[Traits]], Cell]] = {
    "pages": len,
    "words on a page, median": lambda found: float(median(t.words for t in found)),
    "links on a page, median": lambda found: float(median(t.links for t in found)),
    "links that lead to another site": lambda found: _of(found, "outward", "links"),
    "… and into its middle": lambda found: _of(found, "deep", "outward"),
    "links without a text": lambda found: _of(found, "silent", "links"),
    "links that say 'more', 'click here' …": lambda found: _of(found, "dull", "links"),
    "pages with a searchable form": lambda found: sum(t.searches for t in found) / len(found),
    "pages that keywords of their topic recognise": _told,
}


# ── where pages come from ─────────────────────────────────────────────────────────────────────────────────


def _swde(data: Path) -> Iterator[Traits]:
    with gzip.open(data / "swde" / "dev_page_urls.tsv.gz", "rt", encoding="utf-8") as lines:
        urls = dict(line.rstrip("\n").split("\t")[:2] for line in lines)
    for name, body in members(data / "swde" / "dev_pages.tar.xz", every=7):
        yield traits(_page(body, urls.get(name, "")), name.split("/")[0])


def _recipes(data: Path) -> Iterator[Traits]:
    for name, body in members(data / "recipe_sites" / "dev.tar.xz"):
        if name.endswith("html"):
            yield traits(_page(body, f"http://{name.split('/')[0]}/recipe"))


def _diseases(data: Path) -> Iterator[Traits]:
    for name, body in members(data / "ache_ebola" / "dev.tar.xz"):
        yield traits(_page(body, unquote(name.partition("/")[2])))


def _page(body: bytes, url: str) -> Page:
    address = canonical(url) or "http://x.invalid/"
    head = (("Content-Type", "text/html"),)
    return parse(Response(Request(address, permit=UNSENT), address, 200, head, body, 0.0))


def of_world(spec: WorldSpec, sites: int = _SITES) -> Iterator[Traits]:
    """An item of each of some sites about the domains, as English as the data."""
    world = open_world(spec)
    web = Web(world)
    for domain in _TOPICS:
        about = [
            n for n in world.of("deep", domain) + world.of("topical", domain) if world.site(n).language == "en"
        ]
        for number in dice("likeness", domain).sample(about, sites):
            url = plan_of(world, world.site(number)).url(Place("item", 0))
            yield traits(_page(web.reply(Ask("GET", url)).body, url), domain)


def compared(columns: Mapping[str, Sequence[Traits]]) -> Table:
    rows = tuple((name, *(row(found) for found in columns.values())) for name, row in ROWS.items())
    return Table("Ordinary pages", ("", *columns), rows)


def main() -> None:
    data = data_folder()
    columns = {"swde": list(_swde(data)), "recipes": list(_recipes(data)), "ache": list(_diseases(data))}
    columns |= {said: list(of_world(at_setting(_WORLD, said))) for said in sys.argv[1:] or ["default"]}
    sys.stdout.write(markdown(Report("likeness", {}, {}, (compared(columns),))))


if __name__ == "__main__":
    main()
