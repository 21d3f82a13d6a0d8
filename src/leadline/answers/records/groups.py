"""Parts of a page that stand in the same place: the page's own grammar, learned from the top down.

All bodies are one group (there is one). The children of all members of a group fall into groups by their tag,
their classes and what they contain; so cards in several rows of a grid, entries under several dates and rows of
several tables meet in one group although they have different parents. Which classes a site gives to every row
and which to some (`featured`, `category-7`) need not be known: a child joins the first group that it resembles
by half.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from leadline.answers.records.heads import is_heading_row
from leadline.answers.records.outline import Outline, Part

_LEADERS = 8
"""Groups of one tag under one group; what comes after joins the nearest."""
_JOINS = 0.55
_TURNS = 0.95


@dataclass(slots=True, eq=False)
class Group:
    """Members in the order of the page; `depth` is that of all of them."""

    number: int
    tag: str
    above: int
    depth: int
    members: list[Part] = field(default_factory=list)


def groups_of(outline: Outline) -> list[Group]:
    """All groups, outer ones first; every part knows its own (`Part.group`)."""
    outline.root.group = 0
    found = [Group(0, outline.root.tag, -1, 0, [outline.root])]
    for group in found:
        children = (child for member in group.members for child in member.parts)
        _grouped(children, group, found)
    return found


def _grouped(children: Iterable[Part], above: Group, found: list[Group]) -> None:
    leaders: dict[str, list[tuple[Part, frozenset[str], Group]]] = {}
    for child in children:
        contents = _contents(child)
        # Heads of columns are like no row below them, and must not be what those are compared with.
        known = leaders.setdefault("heads" if is_heading_row(child) else child.tag, [])
        best, likeness = None, 0.0
        for leader, inner, group in known:
            like = resemblance(child, contents, leader, inner)
            if like > likeness:
                best, likeness = group, like
            if like >= 1.0:
                break
        if best is None or (likeness < _JOINS and len(known) < _LEADERS):
            best = Group(len(found), child.tag, above.number, above.depth + 1)
            found.append(best)
            known.append((child, contents, best))
        child.group = best.number
        best.members.append(child)


def resemblance(one: Part, inner: frozenset[str], other: Part, other_inner: frozenset[str]) -> float:
    """0 to 1, half of it for classes and half for what they contain."""
    if one.names or other.names:
        shared = len(one.names & other.names)
        named = max(0.5, shared / len(one.names | other.names)) if shared else 0.2
        if one.names == other.names:
            named = 1.1  # the same classes are meant to be the same, whatever is missing inside
    else:
        named = 1.0
    within = len(inner & other_inner) / len(inner | other_inner) if inner or other_inner else 1.0
    if (
        within < _TURNS
        and len(one.parts) > 1
        and len(one.parts) == len(other.parts)
        and _tags(one) == _tags(other)
    ):
        within = _TURNS  # every second row has other classes, also on its cells
    if one.tag == "tr" and named <= 1.0 and _cells(one) != _cells(other):
        named = 0.0  # rows of a table have as many cells; those of another table beside it may not
    elif one.tag in _TABLES and named <= 1.0 and _first_line(one) != _first_line(other):
        named = 0.0  # a bar of links, a calendar and the records may all be tables
    return 0.5 * named + 0.5 * within


_TABLES = frozenset({"table", "tbody"})


def _first_line(table: Part) -> list[str]:
    """The cells that a table begins with."""
    line = table
    while line.tag in ("table", "tbody", "thead") and line.parts:
        line = next((part for part in line.parts if part.last > part.first), line.parts[0])
    return [cell.tag for cell in line.parts]


def _cells(line: Part) -> int:
    return len(line.parts) + len(line.reached)


def _tags(part: Part) -> list[tuple[str, ...]]:
    return [(child.tag, *(grand.tag for grand in child.parts[:_LOOKED_AT])) for child in part.parts[:_LOOKED_AT]]


def _contents(part: Part) -> frozenset[str]:
    """Tags and classes of its children, tags of theirs."""
    found: set[str] = set()
    for child in part.parts[:_LOOKED_AT]:
        found.add(child.tag)
        found.update(child.names)
        found.update(f">{grand.tag}" for grand in child.parts[:_LOOKED_AT])
    return frozenset(found)


_LOOKED_AT = 40
