"""Parts of a page that stand in the same place: the page's own grammar, learned from the top down.

All bodies are one group (there is one). The children of all members of a group fall into groups by their tag,
their classes and what they contain; so cards in several rows of a grid, entries under several dates and rows of
several tables meet in one group although they have different parents. Which classes a site gives to every row
and which to some (`featured`, `category-7`) need not be known: a child joins the first group that it resembles
by half.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from leadline.answers.records.heads import has_only_header_cells
from leadline.answers.records.outline import Node, Outline

_LEADERS = 8
"""Groups of one tag under one group; what comes after joins the nearest."""
_JOINS = 0.55
_TURNS = 0.95


@dataclass(slots=True, eq=False)
class NodeGroup:
    """Members in the order of the page; `depth` is that of all of them."""

    number: int
    tag: str
    parent: int
    depth: int
    members: list[Node] = field(default_factory=list)


def group_nodes(outline: Outline) -> list[NodeGroup]:
    """All groups, outer ones first; every part knows its own (`Part.group`)."""
    outline.root.group = 0
    found = [NodeGroup(0, outline.root.tag, -1, 0, [outline.root])]
    for group in found:
        children = (child for member in group.members for child in member.children)
        _grouped(children, group, found)
    return found


def _grouped(children: Iterable[Node], parent: NodeGroup, found: list[NodeGroup]) -> None:
    leaders: dict[str, list[tuple[Node, frozenset[str], NodeGroup]]] = {}
    for child in children:
        contents = _contents(child)
        # Heads of columns are like no row below them, and must not be what those are compared with.
        known = leaders.setdefault("heads" if has_only_header_cells(child) else child.tag, [])
        best, row_similarity = None, 0.0
        for leader, inner, group in known:
            like = resemblance(child, contents, leader, inner)
            if like > row_similarity:
                best, row_similarity = group, like
            if like >= 1.0:
                break
        if best is None or (row_similarity < _JOINS and len(known) < _LEADERS):
            best = NodeGroup(len(found), child.tag, parent.number, parent.depth + 1)
            found.append(best)
            known.append((child, contents, best))
        child.group = best.number
        best.members.append(child)


def resemblance(one: Node, inner: frozenset[str], other: Node, other_inner: frozenset[str]) -> float:
    """0 to 1, half of it for classes and half for what they contain."""
    if one.classes or other.classes:
        shared = len(one.classes & other.classes)
        named = max(0.5, shared / len(one.classes | other.classes)) if shared else 0.2
        if one.classes == other.classes:
            named = 1.1  # the same classes are meant to be the same, whatever is missing inside
    else:
        named = 1.0
    within = len(inner & other_inner) / len(inner | other_inner) if inner or other_inner else 1.0
    if (
        within < _TURNS
        and len(one.children) > 1
        and len(one.children) == len(other.children)
        and _tags(one) == _tags(other)
    ):
        within = _TURNS  # every second row has other classes, also on its cells
    if one.tag == "tr" and named <= 1.0 and _cells(one) != _cells(other):
        named = 0.0  # rows of a table have as many cells; those of another table beside it may not
    elif one.tag in _TABLES and named <= 1.0 and _first_line(one) != _first_line(other):
        named = 0.0  # a bar of links, a calendar and the records may all be tables
    return 0.5 * named + 0.5 * within


_TABLES = frozenset({"table", "tbody"})


def _first_line(table: Node) -> list[str]:
    """The cells that a table begins with."""
    line = table
    while line.tag in ("table", "tbody", "thead") and line.children:
        line = next((node for node in line.children if node.end > node.start), line.children[0])
    return [cell.tag for cell in line.children]


def _cells(line: Node) -> int:
    return len(line.children) + len(line.spanned_by)


def _tags(node: Node) -> list[tuple[str, ...]]:
    return [
        (child.tag, *(grand.tag for grand in child.children[:_LOOKED_AT])) for child in node.children[:_LOOKED_AT]
    ]


def _contents(node: Node) -> frozenset[str]:
    """Tags and classes of its children, tags of theirs."""
    found: set[str] = set()
    for child in node.children[:_LOOKED_AT]:
        found.add(child.tag)
        found.update(child.classes)
        found.update(f">{grand.tag}" for grand in child.children[:_LOOKED_AT])
    return frozenset(found)


_LOOKED_AT = 40
