"""The region of a known shape on another page, one row being enough."""

from collections.abc import Sequence

from leadline.answers.records.groups import NodeGroup
from leadline.answers.records.outline import Node, Outline
from leadline.answers.records.regions import Region, candidate_regions, sibling_runs
from leadline.answers.records.shape import RecordRow, Shape, fit_of, parent_path


def region_of_shape(outline: Outline, groups: Sequence[NodeGroup], shape: Shape) -> Region | None:
    """The rows that fit best; None if there are none."""
    if shape.run:
        return _runs_like(outline, groups, shape)
    found: dict[str, list[RecordRow]] = {}
    fitting: dict[str, int] = {}
    for group in groups[1:]:
        for node in group.members:
            if not node.boilerplate and node.end > node.start and (fit := fit_of(shape, node)):
                place = parent_path(node)
                found.setdefault(place, []).append((node,))
                fitting[place] = fit
    if not found:
        return None
    best = max(found, key=lambda place: (fitting[place], len(found[place])))
    return Region(tuple(_outermost(found[best])), shape)


def _outermost(rows: list[RecordRow]) -> list[RecordRow]:
    """Without rows of a table within a row, which stand in a place of the same name."""
    kept: list[RecordRow] = []
    for row in sorted(rows, key=lambda row: (row[0].start, -row[0].end)):
        if not kept or row[0].start >= kept[-1][0].end:
            kept.append(row)
    return kept


def _runs_like(outline: Outline, groups: Sequence[NodeGroup], shape: Shape) -> Region | None:
    same = [
        region for region in candidate_regions(outline, groups) if region.shape.run and _alike(region.shape, shape)
    ]
    if same:
        return max(same, key=lambda region: len(region.rows))
    starts: dict[int, list[Node]] = {}
    for group in groups[1:]:
        for node in group.members:
            if node.parent is not None and not node.boilerplate and fit_of(shape, node):
                starts.setdefault(id(node.parent), []).append(node)
    if not starts:
        return None
    nodes = max(starts.values(), key=len)
    parent = nodes[0].parent
    children = [child for child in parent.children if child.end > child.start] if parent is not None else []
    rows = sibling_runs(children, nodes[0].group)
    return Region(tuple(rows), shape) if rows else None


def _alike(one: Shape, other: Shape) -> bool:
    return (one.parent.rpartition("/")[2], one.row) == (other.parent.rpartition("/")[2], other.row)
