"""Several folders read as one: the sources of a project, one table.

Rows come folder by folder, each with the name of its `folder`. Which fields of records are one column,
`joint_table` says.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol

from leadline.errors import BadTarget
from leadline.store.codec import dumps
from leadline.store.protocols import Store

FOLDER = "folder"


class RowsOf(Protocol):
    """What exports read (`leadline.store.protocols.Pages`)."""

    def rows(self, what: str) -> Iterator[dict[str, Any]]: ...

    def lines(self, what: str) -> Iterator[str]: ...


class Exportable(Protocol):
    """A store, or several together."""

    @property
    def pages(self) -> RowsOf: ...

    def at_one_moment(self) -> AbstractContextManager[None]: ...

    def copy_to(self, path: Path) -> None: ...


def labels(paths: Sequence[Path]) -> list[str]:
    """A name for each folder: its own, with so many of those above it as tell it from the others.

    >>> labels([Path("a/cars"), Path("b/cars"), Path("b/flats")])
    ['a/cars', 'b/cars', 'flats']
    """
    whole = [path.resolve().parts for path in paths]
    found = []
    for parts in whole:
        alike = [other for other in whole if other is not parts]
        sizes = (size for size in range(1, len(parts)) if all(other[-size:] != parts[-size:] for other in alike))
        found.append("/".join(parts[-next(sizes, len(parts)) :]))
    return found


class Together:
    """`Exportable` over the stores of several folders, by name."""

    def __init__(self, stores: Mapping[str, Store]) -> None:
        self._stores = stores

    @property
    def pages(self) -> RowsOf:
        return self

    def rows(self, what: str) -> Iterator[dict[str, Any]]:
        for name, store in self._stores.items():
            for row in store.pages.rows(what):
                yield {FOLDER: name, **row}

    def lines(self, what: str) -> Iterator[str]:
        return map(dumps, self.rows(what))

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Of each of them; one after the other, since they are written by different processes."""
        with ExitStack() as reading:
            for store in self._stores.values():
                reading.enter_context(store.at_one_moment())
            yield

    def copy_to(self, path: Path) -> None:
        raise BadTarget(
            f"{path.name}: the databases of several folders are not one; export records as any format, "
            f"or one folder at a time: {', '.join(self._stores)}"
        )
