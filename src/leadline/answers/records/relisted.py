"""The region of a known shape on another page, one row being enough."""

from collections.abc import Sequence

from leadline.answers.records.groups import Group
from leadline.answers.records.outline import Outline, Part
from leadline.answers.records.regions import Region, candidates, runs
from leadline.answers.records.shape import Row, Shape, fits, place_of


def region_like(outline: Outline, groups: Sequence[Group], shape: Shape) -> Region | None:
    """The rows that fit best; None if there are none."""
    if shape.run:
        return _runs_like(outline, groups, shape)
    found: dict[str, list[Row]] = {}
    fitting: dict[str, int] = {}
    for group in groups[1:]:
        for part in group.members:
            if not part.away and part.last > part.first and (fit := fits(shape, part)):
                place = place_of(part)
                found.setdefault(place, []).append((part,))
                fitting[place] = fit
    if not found:
        return None
    best = max(found, key=lambda place: (fitting[place], len(found[place])))
    return Region(tuple(_outermost(found[best])), shape)


def _outermost(rows: list[Row]) -> list[Row]:
    """Without rows of a table within a row, which stand in a place of the same name."""
    kept: list[Row] = []
    for row in sorted(rows, key=lambda row: (row[0].first, -row[0].last)):
        if not kept or row[0].first >= kept[-1][0].last:
            kept.append(row)
    return kept


def _runs_like(outline: Outline, groups: Sequence[Group], shape: Shape) -> Region | None:
    same = [region for region in candidates(outline, groups) if region.shape.run and _alike(region.shape, shape)]
    if same:
        return max(same, key=lambda region: len(region.rows))
    starts: dict[int, list[Part]] = {}
    for group in groups[1:]:
        for part in group.members:
            if part.above is not None and not part.away and fits(shape, part):
                starts.setdefault(id(part.above), []).append(part)
    if not starts:
        return None
    parts = max(starts.values(), key=len)
    above = parts[0].above
    children = [child for child in above.parts if child.last > child.first] if above is not None else []
    rows = runs(children, parts[0].group)
    return Region(tuple(rows), shape) if rows else None


def _alike(one: Shape, other: Shape) -> bool:
    return (one.parent.rpartition("/")[2], one.row) == (other.parent.rpartition("/")[2], other.row)
