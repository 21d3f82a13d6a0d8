"""Elements that hide what is in them: everything around a control is looked at once, however many ask."""

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from leadline.parse.tree import why_invisible

OUTSIDE = frozenset({"body", "html", "-document", "-undef"})


class Hiders:
    """The hiding elements of one page."""

    def __init__(self) -> None:
        self._nearest: dict[int, LexborNode | None] = {}

    def around(self, node: LexborNode) -> Iterator[LexborNode]:
        """Innermost first, beginning with the element itself if it hides."""
        hider = self._at(node)
        while hider is not None:
            yield hider
            hider = self._at(hider.parent)

    def _at(self, node: LexborNode | None) -> LexborNode | None:
        passed: list[int] = []
        found: LexborNode | None = None
        while node is not None and node.tag not in OUTSIDE:
            if node.mem_id in self._nearest:
                found = self._nearest[node.mem_id]
                break
            passed.append(node.mem_id)
            if why_invisible(node) is not None:
                found = node
                break
            node = node.parent
        self._nearest.update(dict.fromkeys(passed, found))
        return found
