"""Figures about pages: links, where they lead, files beside them."""

from collections.abc import Iterator
from statistics import median, quantiles
from urllib.parse import urljoin, urlsplit

from leadline_lab.anatomy import Anchor, Block, Listing, Pager, Prose, Results, Sheet
from leadline_lab.pages.files import OPENSEARCH, SEARCH_ACTION, notices
from leadline_lab.randomness import dice
from leadline_lab.web import Ask, Web
from leadline_lab.world import Site, World

_INSIDE_PAGES = 3
"""Pages looked at besides the home page, as a reader's clicks would choose them."""
_SEEN_THROUGH = 3
"""Of so many sites one is looked at beyond its home page: only the heavy tail of home pages needs them all."""


def page_rows(world: World, sites: int) -> Iterator[tuple[str, float, float]]:
    web = Web(world)
    roll = dice(world.spec.seed, "calibration")
    numbers = sorted(roll.sample(range(len(world)), sites))
    homes: list[int] = []
    inside = outside = robots = soft = 0
    seen_through = set(roll.sample(numbers, -(-sites // _SEEN_THROUGH)))
    for number in numbers:
        site = world.site(number)
        home = web.sheet(f"http://{site.host}/")
        assert home is not None
        homes.append(sum(1 for _ in hrefs_of(home)))
        robots += web.unwritten(Ask("GET", f"http://{site.host}/robots.txt")).status == 200
        soft += web.unwritten(Ask("GET", f"http://{site.host}/made-up-{number}/nothing")).status == 200
        if number not in seen_through:
            continue
        for sheet in (home, *_others(web, site, home, number)):
            for href in hrefs_of(sheet):
                if _is_inside(href, site):
                    inside += 1
                else:
                    outside += 1
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


def _others(web: Web, site: Site, home: Sheet, number: int) -> Iterator[Sheet]:
    own = [href for href in hrefs_of(home) if _is_inside(href, site)]
    for href in dice(web.world.spec.seed, "clicks", number).sample(own, _INSIDE_PAGES):
        sheet = web.sheet(urljoin(home.url, href))
        if sheet is not None:
            yield sheet


def _is_inside(href: str, site: Site) -> bool:
    """A URL with a scheme names its host; any other stays on the site. Joining a million of them took a minute."""
    return "://" not in href or urlsplit(href).netloc == site.host


def hrefs_of(sheet: Sheet) -> Iterator[str]:
    """All links of a page, as they are written."""
    return (href for zone in sheet.zones for block in zone.blocks for href in _hrefs(block))


def links_of(sheet: Sheet) -> Iterator[str]:
    """Absolute URLs of all links of a page."""
    return (urljoin(sheet.url, href) for href in hrefs_of(sheet))


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
