"""How much rows look alike."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from leadline.answers.records.outline import Node
from leadline.answers.records.shape import RecordRow

_COMPARED = 30
_LOOKED_AT = 150


def row_similarity(rows: Sequence[RecordRow]) -> float:
    """How much of what stands in one row stands in the others: mean Jaccard index of neighbours' elements."""
    compared = [kinds(row) for row in rows[:_COMPARED]]
    if len(compared) < 2:
        return 1.0
    pairs = list(pairwise(compared))
    return sum(len(one & other) / len(one | other) for one, other in pairs) / len(pairs)


def kinds(row: RecordRow) -> frozenset[str]:
    found: set[str] = set()
    stack: list[Node] = list(reversed(row))
    for _ in range(_LOOKED_AT):
        if not stack:
            break
        node = stack.pop()
        found.add(node.tag)
        found.update(node.classes)
        stack.extend(reversed(node.children))
    return frozenset(found)


def common_kinds(rows: Sequence[RecordRow]) -> frozenset[str]:
    """What most of the rows have."""
    counts: Counter[str] = Counter()
    for row in rows[:_COMPARED]:
        counts.update(kinds(row))
    return frozenset(kind for kind, count in counts.items() if count * 2 > min(len(rows), _COMPARED))
