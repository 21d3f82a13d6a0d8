"""Classes inside a row that say something about the row, not about one of its columns.

Stripes are not always on the row itself: a list item may hold one `div.light` or `div.dark`, and a table may name
every cell of a row `shaded`. Read as part of the path, such a class would divide each column of the list into two.
"""

from collections.abc import Iterator, Sequence

from leadline.answers.records.outline import Node
from leadline.answers.records.shape import RecordRow

_DEEPEST = 3


def row_level_classes(rows: Sequence[RecordRow]) -> frozenset[str]:
    """Classes that some rows have and others lack, and that are on all parts of a row wherever they are on one."""
    everywhere: frozenset[str] | None = None
    anywhere: set[str] = set()
    on_some: set[str] = set()
    for row in rows:
        shared: set[str] = set()
        for nodes in _frames(row):
            alike = frozenset[str].intersection(*(node.classes for node in nodes))
            shared |= alike
            on_some.update(name for node in nodes for name in node.classes - alike)
        everywhere = frozenset(shared) if everywhere is None else everywhere & shared
        anywhere |= shared
    return frozenset(anywhere - on_some - (everywhere or frozenset()))


def _frames(row: RecordRow) -> Iterator[list[Node]]:
    """The parts side by side below a row; where that is a single one that holds others, those as well.

    A single part that holds none is left out: its class says what it is.
    """
    nodes = [below for node in row for below in node.children]
    for _ in range(_DEEPEST):
        if len(nodes) > 1 or (nodes and nodes[0].children):
            yield nodes
        if len(nodes) != 1:
            return
        nodes = list(nodes[0].children)
