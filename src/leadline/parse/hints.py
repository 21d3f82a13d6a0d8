"""What a page says about searching its site outside of its forms: OpenSearch, SearchAction, sitemaps, feeds."""

import json
from collections.abc import Iterable, Iterator, Sequence

from selectolax.lexbor import LexborNode

from leadline.model.page import Hints
from leadline.parse.address import Addresses

_OPENSEARCH = "application/opensearchdescription+xml"
_FEEDS = frozenset({"application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"})
_MOST = 100
"""Hints of one kind kept."""
_LONGEST_JSON = 2**20
_DEEPEST_JSON = 50
_LONGEST_TEMPLATE = 2_048


def hints_of(
    links: Iterable[dict[str, str | None]],
    scripts: Iterable[LexborNode],
    microdata: Sequence[LexborNode],
    addresses: Addresses,
) -> Hints:
    opensearch: list[str] = []
    sitemaps: list[str] = []
    feeds: list[str] = []
    for link in links:
        url = _hinted(link, addresses)
        if url is None:
            continue
        rel = (link.get("rel") or "").lower().split()
        kind = (link.get("type") or "").partition(";")[0].strip().lower()
        if "search" in rel and kind in (_OPENSEARCH, ""):
            opensearch.append(url)
        elif "sitemap" in rel:
            sitemaps.append(url)
        elif "feed" in rel or ("alternate" in rel and kind in _FEEDS):
            feeds.append(url)
    templates = [*_json_templates(scripts), *_microdata_templates(microdata)]
    return Hints(_distinct(opensearch), _absolute(templates, addresses), _distinct(sitemaps), _distinct(feeds))


def _hinted(link: dict[str, str | None], addresses: Addresses) -> str | None:
    rel = (link.get("rel") or "").lower()
    if not any(word in rel for word in ("search", "sitemap", "feed", "alternate")):
        return None
    return addresses.url(link.get("href") or "")


def _distinct(urls: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(urls))[:_MOST]


def _absolute(templates: Iterable[str], addresses: Addresses) -> tuple[str, ...]:
    """Templates keep their `{braces}`, which a URL may not have: they stand aside while it is made absolute."""
    kept: list[str] = []
    for template in templates:
        if "{" not in template or len(template) > _LONGEST_TEMPLATE:
            continue
        url = addresses.url(template.replace("{", "-lbrace-").replace("}", "-rbrace-"))
        if url is not None:
            kept.append(url.replace("-lbrace-", "{").replace("-rbrace-", "}"))
    return _distinct(kept)


def _json_templates(scripts: Iterable[LexborNode]) -> Iterator[str]:
    for script in scripts:
        source = script.text()
        if "SearchAction" not in source or len(source) > _LONGEST_JSON:
            continue
        try:
            data = json.loads(source.strip().removeprefix("<!--").removesuffix("-->"), strict=False)
        except (ValueError, RecursionError):  # broken JSON-LD is common and says nothing
            continue
        yield from _search_actions(data)


def _search_actions(data: object) -> Iterator[str]:
    """Targets of every SearchAction, at any depth: `@graph`, lists, nested organisations."""
    waiting: list[tuple[object, int]] = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > _DEEPEST_JSON:
            continue
        if isinstance(value, list):
            waiting.extend((item, depth + 1) for item in reversed(value))
        elif isinstance(value, dict):
            if _is_search(value.get("@type")):
                yield from _targets(value.get("target") or value.get("urlTemplate"))
            waiting.extend((item, depth + 1) for item in reversed(list(value.values())))


def _is_search(kind: object) -> bool:
    kinds = kind if isinstance(kind, list) else [kind]
    return any(isinstance(k, str) and k.rpartition("/")[2].rpartition(":")[2] == "SearchAction" for k in kinds)


def _targets(target: object) -> Iterator[str]:
    for item in target if isinstance(target, list) else [target]:
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            for key in ("urlTemplate", "url", "@id"):
                if isinstance(item.get(key), str):
                    yield item[key]
                    break


def _microdata_templates(actions: Sequence[LexborNode]) -> Iterator[str]:
    for action in actions[:_MOST]:
        for node in action.css('[itemprop~="target"],[itemprop~="urlTemplate"]')[:_MOST]:
            attributes = node.attributes
            written = attributes.get("content") or attributes.get("href") or node.text()
            yield " ".join(written.split())
