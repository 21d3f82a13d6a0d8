"""What a page says about its records for machines: microdata, RDFa, JSON-LD (schema.org)."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from leadline.answers.records.outline import Node
from leadline.answers.records.shape import RecordRow
from leadline.model.url import join

_LAST = re.compile(r"[#/:]")
_DEEPEST = 6
_LOOKED_AT = 400
_SKIPPED = frozenset(
    {"@type", "@id", "@context", "url", "position", "mainEntityOfPage", "potentialAction", "sameAs"}
)
_WRAPPERS = frozenset(
    {"WebPage", "WebSite", "Organization", "BreadcrumbList", "ImageObject", "SearchAction", "SearchResultsPage",
     "CollectionPage", "ItemPage", "SiteNavigationElement", "WPHeader", "WPFooter"}
)  # fmt: skip


def property_of(node: Node) -> str:
    """The property that an element says it holds; empty if it says none, or is a thing of its own."""
    if not node.attributes:
        return ""
    said = (node.attributes.get("itemprop") or node.attributes.get("property") or "").split()
    return _LAST.split(said[0])[-1] if said and "itemscope" not in node.attributes else ""


def attribute_fields(row: RecordRow) -> tuple[tuple[str, str], ...]:
    """Properties of a record that are written into attributes only (`<meta content>`, `<time datetime>`)."""
    found: dict[str, str] = {}
    stack = list(reversed(row))
    for _ in range(_LOOKED_AT):
        if not stack:
            break
        node = stack.pop()
        name = property_of(node)
        value = node.attr("content") or node.attr("datetime") if name else ""
        if value:
            found.setdefault(name, " ".join(value.split()))
        stack.extend(reversed(node.children))
    return tuple(found.items())


def linked_things(sources: Sequence[str]) -> Iterator[Mapping[str, object]]:
    """Everything that JSON-LD of a page describes and that is not about the page or the site itself."""
    for said in _read(sources):
        yield from _things(said, 0)


def listed_things(sources: Sequence[str]) -> list[Mapping[str, object]]:
    """The members of the lists that JSON-LD of a page describes, breadcrumbs left out."""
    found: list[Mapping[str, object]] = []
    for list_ in _of_kind("ItemList", sources):
        members = list_.get("itemListElement")
        for member in members if isinstance(members, list) else ():
            inner = member.get("item") if isinstance(member, dict) else None
            thing = inner if isinstance(inner, dict) else member
            if isinstance(thing, dict) and isinstance(thing.get("name"), str):
                found.append(thing)
    return found


def _of_kind(kind: str, sources: Sequence[str]) -> Iterator[Mapping[str, object]]:
    stack: list[tuple[object, int]] = [(said, 0) for said in _read(sources)]
    while stack:
        said, depth = stack.pop()
        if isinstance(said, list):
            stack += [(one, depth + 1) for one in reversed(said) if depth < _DEEPEST]
        elif isinstance(said, dict):
            if kind in (said.get("@type"), *_listed(said.get("@type"))):
                yield said
            stack += [(said.get(key), depth + 1) for key in ("mainEntity", "@graph") if depth < _DEEPEST]


def _listed(said: object) -> Sequence[object]:
    return said if isinstance(said, list) else ()


def _read(sources: Sequence[str]) -> Iterator[object]:
    for source in sources:
        try:
            yield json.loads(source, strict=False)
        except (ValueError, RecursionError):  # a page's own mistake; the others count all the same
            continue


def fields_by_subject(sources: Sequence[str], base: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """Fields of the things that a page describes, by their address and by their name."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for thing in linked_things(sources):
        address, name = thing.get("url") or thing.get("@id"), thing.get("name")
        fields = thing_fields(thing)
        if isinstance(address, str) and (url := join(base, address)) is not None:
            found.setdefault(url, fields)
        if isinstance(name, str):
            found.setdefault(name, fields)
    return found


def _things(said: object, depth: int) -> Iterator[Mapping[str, object]]:
    if depth > _DEEPEST:
        return
    if isinstance(said, list):
        for one in said:
            yield from _things(one, depth + 1)
    elif isinstance(said, dict):
        kinds = said.get("@type", "")
        names = {kinds} if isinstance(kinds, str) else set(map(str, kinds)) if isinstance(kinds, list) else set()
        for key in ("@graph", "itemListElement", "item", "mainEntity"):
            yield from _things(said.get(key), depth + 1)
        if names and not names & _WRAPPERS and not names <= {"ItemList", "ListItem"}:
            yield said


def thing_fields(thing: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """A described thing as fields; of things within it their names."""
    found = ((name, _said(value)) for name, value in thing.items() if name not in _SKIPPED)
    return tuple((name, value) for name, value in found if value)


def _said(value: object) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return ", ".join(filter(None, map(_said, value)))
    if isinstance(value, dict):
        for key in ("name", "@value", "text", "price", "ratingValue", "value", "url"):
            if key in value:
                return _said(value[key])
    return ""
