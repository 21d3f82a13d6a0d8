"""Side doors that a page names: by `<link>`, by an anchor, by the mark of the program that made it, by JSON-LD;
and those at the addresses that are well known for it.

Nothing is guessed: an address that nobody named is asked for only where a standard says where it is
(`/sitemap.xml` beside robots.txt), or where the page itself says which program serves it and that program has one
place for it.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import parse_qsl

from leadline.doors.addresses import with_parameters
from leadline.doors.kinds import KINDS
from leadline.model.door import Door
from leadline.model.page import Link
from leadline.model.url import join, parts_of, rest_of, site_of
from leadline.parse.document import Document

_MOST = 12  # doors of one page that are looked at
_MOST_OF_A_KIND = 3
_RESOURCE = re.compile(r"/(?:resource|api/views|d)/([a-z0-9]{4}-[a-z0-9]{4})(?=[./?]|$)")
_LONGEST_JSON = 2**20


def named_doors(document: Document, sitemaps: Iterable[str] = ()) -> tuple[Door, ...]:
    """The doors of a page, the best kinds first; `sitemaps` are those that robots.txt names."""
    page = document.page
    own = site_of(page.url)
    found: dict[str, Door] = {}
    for door in (*_of_head(document), *_of_links(page.links), *_of_data(document), *_of_hints(document, sitemaps)):
        if site_of(door.url) == own and door.url != page.url:
            found.setdefault(door.url, door)
    order = list(KINDS)
    kept: list[Door] = []
    for door in sorted(found.values(), key=lambda one: order.index(one.kind)):
        if sum(one.kind == door.kind for one in kept) < _MOST_OF_A_KIND:
            kept.append(door)
    return tuple(kept[:_MOST])


def _of_head(document: Document) -> Iterator[Door]:
    """What the page says about itself."""
    page, tree = document.page, document.tree.document
    for node in tree.css("meta[name=generator]")[:5]:
        made_by = (node.attributes.get("content") or "").strip().lower()
        if made_by.startswith("ckan"):
            root = parts_of(page.url).origin
            url = f"{root}/api/3/action/package_search?rows=100&start=0"
            yield Door("ckan", url, "the mark of the program that made the page")
    for node in tree.css("link[rel][href], a[rel][href]")[:500]:
        said = {name: value or "" for name, value in node.attributes.items()}
        rel, kind = said["rel"].lower().split(), said.get("type", "").partition(";")[0].strip().lower()
        where = join(page.base_url, said["href"])
        if where is None:
            continue
        if "https://api.w.org/" in rel:
            yield Door("blog", where, "a link of the page")
        elif "alternate" in rel and kind == "application/json":
            yield Door("blog" if "/wp-json/" in where else "table", where, "a link of the page")
        elif "alternate" in rel and kind in ("text/csv", "text/tab-separated-values"):
            yield Door("csv", where, "a link of the page")


def _of_links(links: Iterable[Link]) -> Iterator[Door]:
    for link in links:
        if (door := _anchored(link)) is not None:
            yield door


def _anchored(link: Link) -> Door | None:
    """The door that an anchor leads to, told by its address alone: standards fix these."""
    path, _, query = rest_of(link.url).partition("?")
    pairs = {name.lower(): value for name, value in parse_qsl(query, keep_blank_values=True)}
    said = "a link of the page"
    if link.marks:
        return None
    if pairs.get("verb") in ("Identify", "ListRecords", "ListIdentifiers", "ListMetadataFormats", "ListSets"):
        return Door("oai-pmh", with_parameters(link.url.partition("?")[0], {"verb": "Identify"}), said)
    if pairs.get("service", "").upper() == "WFS":
        asked = {"service": "WFS", "request": "GetCapabilities"}
        return Door("wfs", with_parameters(link.url.partition("?")[0], asked), said)
    if (resource := _RESOURCE.search(path)) is not None:
        root = parts_of(link.url).origin
        asked = {"$limit": "1000", "$offset": "0", "$order": ":id"}
        return Door("socrata", with_parameters(f"{root}/resource/{resource[1]}.json", asked), said)
    steps = path.lower().strip("/").split("/")
    if "odata" in steps or "odata.svc" in steps:
        is_set = steps[-1] not in ("odata", "odata.svc", "$metadata") and not re.fullmatch(r"v\d+", steps[-1])
        root = link.url.partition("?")[0].removesuffix("$metadata")
        return Door("odata", with_parameters(root, {"$count": "true"}) if is_set else root, said)
    wanted = {pairs.get(name, "").lower() for name in ("format", "_format", "outputformat", "type", "export")}
    if steps[-1].endswith((".csv", ".tsv")) or wanted & {"csv", "text/csv", "tsv"}:
        return Door("csv", link.url, said)
    if steps[-1].endswith(".json") or "json" in wanted:
        return Door("table", link.url, said)
    if steps[-1] in ("sitemap.xml", "sitemap.xml.gz", "sitemap_index.xml", "sitemap.txt"):
        return Door("sitemap", link.url, said)
    return None


def _of_data(document: Document) -> Iterator[Door]:
    """Files of the data sets that JSON-LD describes (schema.org `Dataset`, `DataCatalog`)."""
    for node in document.tree.document.css('script[type="application/ld+json"]')[:20]:
        text = node.text()
        if "contentUrl" not in text or len(text) > _LONGEST_JSON:
            continue
        try:
            data = json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue
        for kind, written in _distributions(data, 0):
            if (url := join(document.page.base_url, written)) is not None:
                yield Door(kind, url, "the page's own data (JSON-LD)")


def _distributions(data: Any, depth: int) -> Iterator[tuple[str, str]]:
    if isinstance(data, dict):
        kind, url = str(data.get("encodingFormat", "")).lower(), data.get("contentUrl")
        if isinstance(url, str) and "csv" in kind:
            yield "csv", url
        elif isinstance(url, str) and kind.endswith("json"):
            yield "table", url
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    for one in inner if depth < 8 else ():
        yield from _distributions(one, depth + 1)


def _of_hints(document: Document, sitemaps: Iterable[str]) -> Iterator[Door]:
    page = document.page
    hints = page.hints
    yield from (Door("opensearch", url, "a link of the page") for url in hints.opensearch)
    listed = [*((url, "robots.txt") for url in sitemaps), *((url, "a link of the page") for url in hints.sitemaps)]
    if not listed:
        listed = [(f"{parts_of(page.url).origin}/sitemap.xml", "the address that sitemaps have")]
    yield from (Door("sitemap", url, by) for url, by in listed)
    yield from (Door("feed", url, "a link of the page") for url in hints.feeds)
