"""How to find a list again on another page of the same answer, or in the answer to another query."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from leadline.answers.records.outline import Node

RecordRow = tuple[Node, ...]
_UNSAFE = re.compile(r"[|/.\s]")


@dataclass(frozen=True, slots=True)
class Shape:
    """Where rows stand, what they look like, and what tells one from another.

    `parent` are the elements above, `row` is the tag of a row and the classes that most rows have. `key` says what
    records go by: `url`, `text`, or the name of a field after `=`.
    """

    parent: str
    row: str
    run: bool
    key: str = ""
    link: str = ""
    """Which of a record's links leads to its own page (path below the row)."""

    def __str__(self) -> str:
        return "|".join(("run" if self.run else "row", self.parent, self.row, self.link, self.key))

    @classmethod
    def read(cls, text: str) -> "Shape":
        kind, parent, row, *rest = text.split("|", 4)
        link, key = (*rest, "", "")[:2]
        return cls(parent, row, kind == "run", key, link)

    def keyed(self, key: str, link: str) -> "Shape":
        return replace(self, key=key, link=_UNSAFE_BAR.sub("_", link))


_UNSAFE_BAR = re.compile(r"\|")


def shape_of(rows: Sequence[RecordRow], *, run: bool = False) -> Shape:
    """The shape of a list of rows."""
    counts = Counter(name for row in rows for name in row[0].classes)
    common = sorted(name for name, count in counts.items() if count * 2 > len(rows))
    return Shape(parent_path(rows[0][0]), ".".join(map(_plain, (rows[0][0].tag, *common))), run)


def parent_path(node: Node) -> str:
    """The three elements above a row, the nearest last."""
    parent = list(islice(node.lineage(), 1, 4))
    return "/".join(_named(one) for one in reversed(parent))


def _named(node: Node) -> str:
    return ".".join(map(_plain, (node.tag, *sorted(node.classes))))


def _plain(name: str) -> str:
    return _UNSAFE.sub("_", name)


def fit_of(shape: Shape, node: Node) -> int:
    """How well a part fits the rows of a shape: 0 not at all, else one and the number of elements above it that
    fit as well."""
    tag, *names = shape.row.split(".")
    if node.tag != tag or not set(names) <= {_plain(name) for name in node.classes}:
        return 0
    wanted, there = shape.parent.split("/"), parent_path(node).split("/")
    same = 0
    for one, other in zip(reversed(wanted), reversed(there), strict=False):
        if one != other:
            break
        same += 1
    return same + 1 if same or names else 0
