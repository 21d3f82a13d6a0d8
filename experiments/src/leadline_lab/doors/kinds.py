"""What each kind of side door answers for a list of things: sitemaps, feeds, data services, files.

`Doorway.answer(path, given)` is a pure function; how a page names the door stands in `HEADS`.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

BATCH = 50
"""Things in one answer of a door that has several."""
HEADS: Mapping[str, str] = {
    "sitemap": "",
    "robots": "",
    "feed": '<link rel="alternate" type="application/rss+xml" href="/feed?page=1">',
    "oai-pmh": '<a href="/oai?verb=Identify">For machines</a>',
    "opensearch": '<link rel="search" type="application/opensearchdescription+xml" href="/osd.xml">',
    "ckan": '<meta name="generator" content="ckan 2.10.1">',
    "socrata": '<a href="/resource/ab12-cd34.csv">Data</a>',
    "odata": '<a href="/odata/">OData</a>',
    "wfs": '<a href="/ows?service=WFS&amp;request=GetCapabilities">Map service</a>',
    "table": '<a href="/things.json">JSON</a>',
    "blog": '<link rel="https://api.w.org/" href="/wp-json/">',
    "csv": '<a href="/all.csv">Download as CSV</a>',
    "dataset": '<script type="application/ld+json">{"@type":"Dataset","distribution":'
    '[{"@type":"DataDownload","encodingFormat":"text/csv","contentUrl":"/all.csv"}]}</script>',
}
KINDS = tuple(HEADS)
LEADS_ON = ("sitemap", "robots")
"""Kinds that name pages of things and say nothing else about them."""
Given = Mapping[str, str]
Answer = tuple[int, str, str, tuple[tuple[str, str], ...]]
_XML = "application/xml"


@dataclass(frozen=True, slots=True)
class Thing:
    """What a door lists."""

    key: str
    title: str
    path: str
    """Of its own page; empty if it has none."""
    cells: Mapping[str, str]
    """What else is known about it."""


@dataclass(frozen=True, slots=True)
class Doorway:
    """One door of one site."""

    kind: str
    things: Sequence[Thing]
    root: str
    """The site's address without a slash at its end."""
    others: Sequence[str] = ("/", "/about")
    """Paths of pages that are no things: sitemaps name them, too."""

    @property
    def named_in_robots(self) -> str:
        return f"Sitemap: {self.root}/maps/index.xml\n" if self.kind == "robots" else ""

    def answer(self, path: str, given: Given) -> Answer | None:
        """Status, type, body and headers; None for an address that is not of this door."""
        found = _ANSWERS[self.kind](self, path, given)
        if found is None or isinstance(found, tuple):
            return found
        return 200, "application/json", json.dumps(found), ()

    def url(self, path: str) -> str:
        return f"{self.root}{path}" if path else ""

    def batch(self, given: Given, name: str, first: int = 0) -> tuple[Sequence[Thing], int]:
        start = int(given.get(name, str(first))) - first
        return self.things[start : start + BATCH], start + BATCH

    def rows(self, some: Sequence[Thing]) -> list[dict[str, str]]:
        return [{"id": one.key, "title": one.title, **one.cells} for one in some]

    def items(self, some: Sequence[Thing]) -> str:
        return "".join(
            f"<item><title>{escape(one.title)}</title><link>{escape(self.url(one.path))}</link>"
            f"<guid>{escape(one.key)}</guid></item>"
            for one in some
        )


def _sitemap(door: Doorway, path: str, given: Given) -> Answer | None:
    """An index of two parts, at the well-known address or where robots.txt says."""
    del given
    head, space = '<?xml version="1.0"?>', "http://www.sitemaps.org/schemas/sitemap/0.9"
    if path in ("/sitemap.xml", "/maps/index.xml"):
        if (path == "/maps/index.xml") != (door.kind == "robots"):
            return None
        parts = "".join(f"<sitemap><loc>{door.url(f'/maps/{n}.xml')}</loc></sitemap>" for n in (0, 1))
        return 200, _XML, f'{head}<sitemapindex xmlns="{space}">{parts}</sitemapindex>', ()
    if path not in ("/maps/0.xml", "/maps/1.xml"):
        return None
    half = len(door.things) // 2
    some = door.things[:half] if path == "/maps/0.xml" else door.things[half:]
    paths = [*door.others, *(one.path for one in some)]
    listed = "".join(f"<url><loc>{escape(door.url(one))}</loc></url>" for one in paths)
    return 200, _XML, f'{head}<urlset xmlns="{space}">{listed}</urlset>', ()


def _feed(door: Doorway, path: str, given: Given) -> Answer | None:
    if path != "/feed":
        return None
    page = int(given.get("page", "1"))
    more = page * BATCH < len(door.things)
    ahead = f'<a:link xmlns:a="http://www.w3.org/2005/Atom" rel="next" href="/feed?page={page + 1}"/>'
    listed = door.items(door.things[(page - 1) * BATCH : page * BATCH])
    return 200, "application/rss+xml", f"<rss><channel>{ahead * more}{listed}</channel></rss>", ()


def _opensearch(door: Doorway, path: str, given: Given) -> Answer | None:
    if path == "/osd.xml":
        template = escape(door.url("/os?q={searchTerms}&startIndex={startIndex?}&count={count?}"))
        url = f'<Url type="application/rss+xml" template="{template}"/>'
        return 200, _XML, f"<OpenSearchDescription>{url}</OpenSearchDescription>", ()
    if path != "/os":
        return None
    some, _ = door.batch(given, "startIndex", 1)
    space, count = "http://a9.com/-/spec/opensearch/1.1/", len(door.things)
    total = f'<o:totalResults xmlns:o="{space}">{count}</o:totalResults>'
    return 200, "application/rss+xml", f"<rss><channel>{total}{door.items(some)}</channel></rss>", ()


def _oai(door: Doorway, path: str, given: Given) -> Answer | None:
    if path != "/oai":
        return None
    space = 'xmlns="http://www.openarchives.org/OAI/2.0/"'
    if given.get("verb") == "Identify":
        return 200, "text/xml", f"<OAI-PMH {space}><Identify/></OAI-PMH>", ()
    some, end = door.batch(given, "resumptionToken")
    rows = "".join(
        f"<record><header><identifier>oai:t:{escape(one.key)}</identifier></header><metadata>"
        f'<dc xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{escape(one.title)}</dc:title>'
        f"<dc:identifier>{escape(door.url(one.path) or one.key)}</dc:identifier></dc></metadata></record>"
        for one in some
    )
    more = str(end) if end < len(door.things) else ""
    token = f'<resumptionToken completeListSize="{len(door.things)}">{more}</resumptionToken>'
    return 200, "text/xml", f"<OAI-PMH {space}><ListRecords>{rows}{token}</ListRecords></OAI-PMH>", ()


def _ckan(door: Doorway, path: str, given: Given) -> Any:
    if path != "/api/3/action/package_search":
        return None
    some, _ = door.batch(given, "start")
    rows = [{**row, "name": f"thing-{row['id']}"} for row in door.rows(some)]
    return {"success": True, "result": {"count": len(door.things), "results": rows}}


def _socrata(door: Doorway, path: str, given: Given) -> Any:
    start = int(given.get("$offset", "0"))
    return door.rows(door.things[start : start + 1000]) if path == "/resource/ab12-cd34.json" else None


def _odata(door: Doorway, path: str, given: Given) -> Any:
    if path == "/odata/":
        sets = [{"name": "Things", "kind": "EntitySet", "url": "Things"}]
        return {"@odata.context": door.url("/odata/$metadata"), "value": sets}
    if path != "/odata/Things":
        return None
    some, end = door.batch(given, "$skip")
    ahead = {"@odata.nextLink": door.url(f"/odata/Things?$skip={end}")} if end < len(door.things) else {}
    return {"@odata.count": len(door.things), "value": door.rows(some), **ahead}


def _wfs(door: Doorway, path: str, given: Given) -> Any:
    if path != "/ows":
        return None
    if given.get("request") == "GetCapabilities":
        names = "<FeatureTypeList><FeatureType><Name>t:things</Name></FeatureType></FeatureTypeList>"
        return 200, "text/xml", f"<WFS_Capabilities>{names}</WFS_Capabilities>", ()
    some, _ = door.batch(given, "startIndex")
    rows = [{"type": "Feature", "id": f"t.{row['id']}", "properties": row} for row in door.rows(some)]
    return {"type": "FeatureCollection", "numberMatched": len(door.things), "features": rows}


def _table(door: Doorway, path: str, given: Given) -> Any:
    if path != "/things.json":
        return None
    some, end = door.batch(given, "_next")
    names = list(dict.fromkeys(name for row in door.rows(door.things) for name in row))
    rows = [[row.get(name, "") for name in names] for row in door.rows(some)]
    ahead = door.url(f"/things.json?_next={end}") if end < len(door.things) else None
    return {"columns": names, "rows": rows, "next_url": ahead}


def _blog(door: Doorway, path: str, given: Given) -> Any:
    if path == "/wp-json/":
        return {"routes": {"/wp/v2/posts": {}}}
    if path != "/wp-json/wp/v2/posts":
        return None
    page = int(given.get("page", "1"))
    some = door.things[(page - 1) * BATCH : page * BATCH]
    rows = [{"id": one.key, "title": {"rendered": one.title}, "link": door.url(one.path)} for one in some]
    pages = -(-len(door.things) // BATCH)
    more = (("X-WP-Total", str(len(door.things))), ("X-WP-TotalPages", str(pages)))
    return 200, "application/json", json.dumps(rows), more


def _csv(door: Doorway, path: str, given: Given) -> Answer | None:
    del given
    if path != "/all.csv":
        return None
    names = list(dict.fromkeys(name for row in door.rows(door.things) for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, names)
    writer.writeheader()
    writer.writerows(door.rows(door.things))
    return 200, "text/csv; charset=utf-8", out.getvalue(), ()


_ANSWERS: Mapping[str, Callable[[Doorway, str, Given], Any]] = {
    "sitemap": _sitemap,
    "robots": _sitemap,
    "feed": _feed,
    "oai-pmh": _oai,
    "opensearch": _opensearch,
    "ckan": _ckan,
    "socrata": _socrata,
    "odata": _odata,
    "wfs": _wfs,
    "table": _table,
    "blog": _blog,
    "csv": _csv,
    "dataset": _csv,
}
