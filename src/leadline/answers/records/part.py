"""One element of a page, or one line of one, as `outline` keeps them."""

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class Part:
    """An element, or a line of one."""

    tag: str
    given: dict[str, str | None]
    above: "Part | None"
    first: int
    """Its texts are `texts[first:last]` of the outline."""
    last: int = 0
    parts: list["Part"] = field(default_factory=list)
    names: frozenset[str] = frozenset()
    """Classes that last."""
    link: "Part | None" = None
    """The link it stands in."""
    preformatted: bool = False
    away: bool = False
    """In navigation, a footer, an advertisement: no place for records."""
    group: int = -1
    """Which of the page's groups it belongs to, see `groups`."""
    heads: bool = False
    """Holds the heads of columns, see `heads`."""
    reached: tuple["Part", ...] = ()
    """Cells of rows above that span this row of a table as well, see `spans`."""

    def word(self, name: str) -> str:
        return self.given.get(name) or ""

    def chain(self) -> Iterator["Part"]:
        """Itself and everything above."""
        part: Part | None = self
        while part is not None:
            yield part
            part = part.above
