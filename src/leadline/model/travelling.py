"""Values that go from one process to another, thousands of times a minute."""

from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def travelling(kind: type[T]) -> type[T]:
    """Let a frozen dataclass be pickled as a call with its fields in their order. By itself it is pickled as a
    state that is put back field by field, with the fields looked up each time: six times as long."""
    names: tuple[str, ...] = kind.__match_args__  # type: ignore[attr-defined]  # a dataclass has them
    state = attrgetter(*names)

    def reduced(value: T) -> tuple[type[T], tuple[Any, ...]]:
        return kind, state(value)

    kind.__reduce__ = reduced  # type: ignore[assignment,method-assign]
    return kind
