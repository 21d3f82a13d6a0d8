"""Links of a page that are read when somebody first looks at one."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from leadline.model.page import Link


class LaterLinks(Sequence[Link]):
    """Many strategies never look."""

    __slots__ = ("_links", "_read")

    def __init__(self, read: Callable[[], tuple[Link, ...]]) -> None:
        self._read = read
        self._links: tuple[Link, ...] | None = None

    def whole(self) -> tuple[Link, ...]:
        if self._links is None:
            self._links = self._read()
        return self._links

    def __len__(self) -> int:
        return len(self.whole())

    def __iter__(self) -> Iterator[Link]:
        return iter(self.whole())

    @overload
    def __getitem__(self, at: int) -> Link: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Link, ...]: ...
    def __getitem__(self, at: int | slice) -> Link | tuple[Link, ...]:
        return self.whole()[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.whole() == tuple(other)

    def __hash__(self) -> int:
        return hash(self.whole())

    def __repr__(self) -> str:
        return repr(self.whole())

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self.whole(),)


class Links(LaterLinks):
    """Links whose addresses are known before."""

    __slots__ = ("urls",)
    urls: tuple[str, ...]


def urls_of(links: Sequence[Link]) -> Sequence[str]:
    return links.urls if isinstance(links, Links) else [link.url for link in links]
