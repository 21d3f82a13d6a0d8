"""What a site says to programs: robots.txt, sitemap.xml, an OpenSearch description, a SearchAction."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from urllib.parse import quote, urlencode
from xml.sax.saxutils import escape

from leadline_lab.pages.manner import manner_of
from leadline_lab.pages.models import form_model
from leadline_lab.plan import Page, SitePlan, plan_of
from leadline_lab.randomness import Dice, dice
from leadline_lab.world import World

OPENSEARCH = 0.055
SEARCH_ACTION = 0.032
"""Of all sites (954 pages of about 2015, ALGORITHMS F3)."""
_CAN_SAY = 0.36
"""Share of sites with a search that GET can ask by words: only they can describe it."""
_SITEMAP = 0.35
_IN_SITEMAP = 2_000
_CLOSED = ("/admin/", "/private/", "/stats/", "/cgi-bin/admin/", "/wp-admin/", "/includes/")


_PICTURE = bytes.fromhex("47494638396101000100800000000000ffffff21f90401000000002c000000000100010000020144003b")
"""One transparent dot: all pictures of this web."""
_DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


@dataclass(frozen=True, slots=True)
class File:
    type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Notices:
    """What every page of a site says in its head."""

    opensearch: str = ""
    search_action: str = ""


def file_at(world: World, plan: SitePlan, path: str) -> File | None:
    """The file at a path that is no page."""
    if path == "/robots.txt":
        text = _robots(world, plan)
        return File("text/plain; charset=utf-8", text.encode()) if text else None
    if path == "/sitemap.xml" and _has_sitemap(world, plan):
        return File("application/xml", _sitemap(plan).encode())
    if path == "/opensearch.xml" and notices(world, plan.site.number).opensearch:
        return File("application/opensearchdescription+xml", _opensearch(world, plan).encode())
    if path.endswith((".gif", ".png", ".jpg", ".ico")):
        return File("image/gif", _PICTURE)
    return File("image/svg+xml", _DRAWING) if path.endswith(".svg") else None


def _has_sitemap(world: World, plan: SitePlan) -> bool:
    return dice(world.spec.seed, "sitemap", plan.site.number).chance(_SITEMAP)


def _robots(world: World, plan: SitePlan) -> str:
    """Empty if the site has none. Most forbid nothing or what nobody links to; some close a section, a few the
    program behind one of their searches."""
    roll = dice(world.spec.seed, "robots", plan.site.number)
    if not roll.chance(world.spec.faults.robots_sites):
        return ""
    lines = ["User-agent: *"]
    closed = _closed(plan, roll)
    lines += [f"Disallow: {path}" for path in closed] or ["Disallow:"]
    if roll.chance(0.05):
        lines.append(f"Crawl-delay: {roll.pick((1, 2, 5, 10))}")
    if _has_sitemap(world, plan):
        lines += ["", f"Sitemap: {plan.root}/sitemap.xml"]
    return "\n".join(lines) + "\n"


def _closed(plan: SitePlan, roll: Dice) -> list[str]:
    closed = roll.sample(_CLOSED, roll.between(1, 3)) if roll.chance(0.5) else []
    if roll.chance(0.07):
        closed.append(plan.addresses.path(Page("section", len(plan.outline.sections) - 1)))
    searches = [plan.actions[i] for i, form in enumerate(plan.forms) if form.kind in ("search", "site-search")]
    if searches and roll.chance(0.05):
        closed.append(roll.pick(searches))
    return closed


def _sitemap(plan: SitePlan) -> str:
    urls = "".join(
        f"<url><loc>{escape(plan.url(page))}</loc></url>\n" for page in islice(plan.pages(), _IN_SITEMAP)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{urls}</urlset>\n"
    )


@lru_cache(maxsize=2048)
def notices(world: World, site: int) -> Notices:
    roll = dice(world.spec.seed, "notices", site)
    described, marked = roll.chance(OPENSEARCH / _CAN_SAY), roll.chance(SEARCH_ACTION / _CAN_SAY)
    if not described and not marked:
        return Notices()
    plan = plan_of(world, world.site(site))
    if not _template(world, plan, "x"):
        return Notices()
    return Notices(
        opensearch="/opensearch.xml" if described else "",
        search_action=_template(world, plan, "{search_term_string}") if marked else "",
    )


def _template(world: World, plan: SitePlan, term: str) -> str:
    """Address of a search by words, with `term` in place of them; empty if the site has none that GET can ask."""
    for i, form in enumerate(plan.forms):
        source = plan.sources.get(form.source)
        if form.kind not in ("search", "site-search") or form.steps > 1 or (source is not None and source.token):
            continue
        model = form_model(world, plan, i, "")
        words = [field.name for field in model.inputs if field.meaning == "keyword"]
        if model.method != "get" or not words:
            continue
        kept = [(f.name, f.default) for f in model.inputs if f.control == "hidden" and f.default]
        query = f"{quote(words[0])}={term}"
        return f"{plan.root}{model.action}?{query}" + (f"&{urlencode(kept)}" if kept else "")
    return ""


def _opensearch(world: World, plan: SitePlan) -> str:
    template = _template(world, plan, "{searchTerms}")
    name = escape(manner_of(world, plan.site.number).brand)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n'
        f"<ShortName>{name[:16]}</ShortName>\n<Description>{name}</Description>\n"
        f'<Url type="text/html" template="{escape(template, {chr(34): "&quot;"})}"/>\n</OpenSearchDescription>\n'
    )
