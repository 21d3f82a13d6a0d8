"""Figures about pages: links, where they lead, files beside them."""

from collections.abc import Iterator
from statistics import median, quantiles
from urllib.parse import urljoin, urlsplit

from leadline.lab.anatomy import Anchor, Block, Listing, Pager, Prose, Results, Sheet
from leadline.lab.pages.files import OPENSEARCH, SEARCH_ACTION, notices
from leadline.lab.randomness import dice
from leadline.lab.web import Ask, Web
from leadline.lab.world import Site, World

_INSIDE_PAGES = 3
"""Pages looked at besides the home page, as a reader's clicks would choose them."""


def page_rows(world: World, sites: int) -> Iterator[tuple[str, float, float]]:
    web = Web(world)
    roll = dice(world.spec.seed, "calibration")
    numbers = sorted(roll.sample(range(len(world)), sites))
    homes: list[int] = []
    inside = outside = robots = soft = 0
    for number in numbers:
        site = world.site(number)
        home = web.sheet(f"http://{site.host}/")
        assert home is not None
        links = list(links_of(home))
        homes.append(len(links))
        for sheet in (home, *_others(web, site, links, number)):
            for link in links_of(sheet):
                if urlsplit(link).netloc == site.host:
                    inside += 1
                else:
                    outside += 1
        robots += web.reply(Ask("GET", f"http://{site.host}/robots.txt")).status == 200
        soft += web.reply(Ask("GET", f"http://{site.host}/made-up-{number}/nothing")).status == 200
    deciles = quantiles(homes, n=10)
    yield "links on a home page: median", 88, median(homes)
    yield "links on a home page: mean", 157, sum(homes) / len(homes)
    yield "links on a home page: 10 %", 14, deciles[0]
    yield "links on a home page: 90 %", 353, deciles[-1]
    yield "internal links for an external one", 10, inside / outside
    yield "sites with a robots.txt", world.spec.faults.robots_sites, robots / len(numbers)
    yield "sites with soft 404s", world.spec.faults.soft_404_sites, soft / len(numbers)
    told = [notices(world, number) for number in range(len(world))]
    yield "sites with OpenSearch", OPENSEARCH, sum(bool(n.opensearch) for n in told) / len(told)
    yield "sites with a SearchAction", SEARCH_ACTION, sum(bool(n.search_action) for n in told) / len(told)


def _others(web: Web, site: Site, links: list[str], number: int) -> Iterator[Sheet]:
    own = [link for link in links if urlsplit(link).netloc == site.host]
    for link in dice(web.world.spec.seed, "clicks", number).sample(own, _INSIDE_PAGES):
        sheet = web.sheet(link)
        if sheet is not None:
            yield sheet


def links_of(sheet: Sheet) -> Iterator[str]:
    """Absolute URLs of all links of a page."""
    for zone in sheet.zones:
        for block in zone.blocks:
            for href in _hrefs(block):
                yield urljoin(sheet.url, href)


def _hrefs(block: Block) -> Iterator[str]:
    if isinstance(block, Listing):
        yield from (piece.href for item in block.items for piece in item if isinstance(piece, Anchor))
    elif isinstance(block, Prose):
        yield from (piece.href for piece in block.pieces if isinstance(piece, Anchor))
    elif isinstance(block, Results):
        yield from (link for link in block.links if link)
    elif isinstance(block, Pager):
        yield from (href for href in (block.previous, block.following) if href)
        yield from (href for _, href in block.numbered)
