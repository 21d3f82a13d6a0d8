"""One element of a page, or one line of one, as `outline` keeps them."""

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class Node:
    """An element, or a line of one."""

    tag: str
    attributes: dict[str, str | None]
    parent: "Node | None"
    start: int
    """Its texts are `texts[start:end]` of the outline."""
    end: int = 0
    children: list["Node"] = field(default_factory=list)
    classes: frozenset[str] = frozenset()
    """Classes that last."""
    link: "Node | None" = None
    """The link it stands in."""
    preformatted: bool = False
    boilerplate: bool = False
    """In navigation, a footer, an advertisement: no place for records."""
    group: int = -1
    """Which of the page's groups it belongs to, see `groups`."""
    is_header: bool = False
    """Holds the heads of columns, see `heads`."""
    spanned_by: tuple["Node", ...] = ()
    """Cells of rows above that span this row of a table as well, see `spans`."""

    def attr(self, name: str) -> str:
        return self.attributes.get(name) or ""

    def lineage(self) -> Iterator["Node"]:
        """Itself and everything above."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent
