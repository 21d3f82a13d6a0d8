"""What was stored may come back damaged: a disk, a careless hand, or a folder from somebody else.

`@stored("a form")` on whatever takes stored text apart turns the many ways in which that goes wrong into one
sentence. It belongs on functions that do nothing else, or it would hide faults of the program.
"""

import functools
import json
import zlib
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from leadline.errors import ArchiveError

P = ParamSpec("P")
T = TypeVar("T")

_WRONG = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, zlib.error)
_LARGEST = 2**28
"""Bytes that one stored value may unpack to; the links of a page of 10 MB take a tenth of it."""


def stored(what: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Raise `ArchiveError` where what is read back makes no sense."""

    def decorate(read: Callable[P, T]) -> Callable[P, T]:
        @functools.wraps(read)
        def reading(*args: P.args, **named: P.kwargs) -> T:
            try:
                return read(*args, **named)
            except _WRONG as error:
                raise ArchiveError(
                    f"the database of the crawl is damaged: {what} in it cannot be read "
                    f"({type(error).__name__}: {str(error)[:80]}); put the folder back from a backup"
                ) from error

        return reading

    return decorate


@stored("a document")
def loads(text: str) -> Any:
    """JSON that was stored."""
    return json.loads(text)


def inflated(blob: bytes) -> bytes:
    """What `zlib.compress` packed, if it is of a size that we would have packed."""
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(blob, _LARGEST)
    if unpacking.unconsumed_tail:
        raise ValueError("it unpacks to more than any page has")
    return data
