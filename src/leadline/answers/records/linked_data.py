"""What a page says about its records for machines: JSON-LD (schema.org), microdata and RDFa."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from leadline.answers.records.nodes import Node, RecordRow, walk
from leadline.model.url import join

Fields = tuple[tuple[str, str], ...]
Thing = Mapping[str, object]
_LAST_STEP = re.compile(r"[#/:]")
_NODES_READ = 400
_DEEPEST = 6  # what JSON-LD describes stands five levels deep: graph, page, list, member, its item
_SKIPPED = frozenset(
    {"@type", "@id", "@context", "url", "position", "mainEntityOfPage", "potentialAction", "sameAs"}
)
_WRAPPERS = frozenset(
    {"WebPage", "WebSite", "Organization", "BreadcrumbList", "ImageObject", "SearchAction", "SearchResultsPage",
     "CollectionPage", "ItemPage", "SiteNavigationElement", "WPHeader", "WPFooter"}
)  # fmt: skip


def linked_things(sources: Sequence[str]) -> Iterator[Thing]:
    """Everything that JSON-LD of a page describes and that is not about the page or the site itself."""
    for value in _read(sources):
        yield from _things(value, 0)


def _things(value: object, depth: int) -> Iterator[Thing]:
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for one in value:
            yield from _things(one, depth + 1)
    elif isinstance(value, dict):
        for key in ("@graph", "itemListElement", "item", "mainEntity"):
            yield from _things(value.get(key), depth + 1)
        types = _types(value)
        if types and not types & _WRAPPERS and not types <= {"ItemList", "ListItem"}:
            yield value


def listed_things(sources: Sequence[str]) -> list[Thing]:
    """The members of the lists that JSON-LD of a page describes, breadcrumbs left out."""
    found: list[Thing] = []
    for list_ in (one for value in reversed(list(_read(sources))) for one in _item_lists(value, 0)):
        members = list_.get("itemListElement")
        for member in members if isinstance(members, list) else ():
            inner = member.get("item") if isinstance(member, dict) else None
            thing = inner if isinstance(inner, dict) else member
            if isinstance(thing, dict) and isinstance(thing.get("name"), str):
                found.append(thing)
    return found


def _item_lists(value: object, depth: int) -> Iterator[Thing]:
    if isinstance(value, dict) and "ItemList" in _types(value):
        yield value
    inner = (value.get("@graph"), value.get("mainEntity")) if isinstance(value, dict) else value
    for one in inner if isinstance(inner, list | tuple) and depth < _DEEPEST else ():
        yield from _item_lists(one, depth + 1)


def _types(thing: Thing) -> set[str]:
    types = thing.get("@type", "")
    return {types} if isinstance(types, str) else set(map(str, types)) if isinstance(types, list) else set()


def _read(sources: Sequence[str]) -> Iterator[object]:
    for source in sources:
        try:
            yield json.loads(source, strict=False)
        except (ValueError, RecursionError):  # a page's own mistake; the others count all the same
            continue


def fields_by_subject(sources: Sequence[str], base: str) -> dict[str, Fields]:
    """Fields of the things that a page describes, by their address and by their name."""
    found: dict[str, Fields] = {}
    for thing in linked_things(sources):
        name, fields = thing.get("name"), thing_fields(thing)
        if (url := thing_url(thing, base)) is not None:
            found.setdefault(url, fields)
        if isinstance(name, str):
            found.setdefault(name, fields)
    return found


def thing_url(thing: Thing, base: str) -> str | None:
    address = thing.get("url") or thing.get("@id")
    return join(base, address) if isinstance(address, str) else None


def thing_fields(thing: Thing) -> Fields:
    """A described thing as fields; of things within it their names. What is a list there stands once for each of
    its values.

    >>> thing_fields({"name": "Pie", "recipeIngredient": ["flour", "", "apples"], "author": [{"name": "Ann"}]})
    (('name', 'Pie'), ('recipeIngredient', 'flour'), ('recipeIngredient', 'apples'), ('author', 'Ann'))
    """
    shown = ((name, value) for name, value in thing.items() if name not in _SKIPPED)
    listed = ((name, value[:_NODES_READ] if isinstance(value, list) else [value]) for name, value in shown)
    return tuple((name, text) for name, values in listed for value in values if (text := _text(value)))


def _text(value: object) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return ", ".join(filter(None, map(_text, value)))
    if isinstance(value, dict):
        for key in ("name", "@value", "text", "price", "ratingValue", "value", "url"):
            if key in value:
                return _text(value[key])
    return ""


# ── attributes ────────────────────────────────────────────────────────────────────────────────────────────


def property_of(node: Node | None) -> str:
    """The property that an element says it holds in microdata or RDFa; empty if none, or if it is a thing of its
    own."""
    if node is None or not node.attributes:
        return ""
    names = (node.attributes.get("itemprop") or node.attributes.get("property") or "").split()
    return _LAST_STEP.split(names[0])[-1] if names and "itemscope" not in node.attributes else ""


def attribute_fields(row: RecordRow) -> Fields:
    """Properties of a record that are written into attributes only (`<meta content>`, `<time datetime>`)."""
    found: dict[str, str] = {}
    for node in walk(row, _NODES_READ):
        name = property_of(node)
        if name and (value := node.attr("content") or node.attr("datetime")):
            found.setdefault(name, " ".join(value.split()))
    return tuple(found.items())
