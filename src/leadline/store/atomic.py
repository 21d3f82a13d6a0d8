"""Files that are there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, EIO, ENOSPC, EROFS
from pathlib import Path
from typing import BinaryIO, Protocol

FAILING = frozenset({ENOSPC, EDQUOT, EFBIG, EROFS, EIO})
"""What a disk that is full, broken or not to be written says; other errors are about what was asked for."""


@contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """A new file that takes the place of `path` when the block ends without an error, and only then."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        fresh.unlink(missing_ok=True)
        # A file of our own making: a link that somebody put there under that name is not followed.
        with fresh.open("xb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


class Writing(Protocol):
    """Takes bytes."""

    def write(self, data: bytes, /) -> int: ...


def copy_part(source: Path, length: int, out: Writing) -> int:
    """Copy the first `length` bytes; how many of them there were not."""
    left = length
    with source.open("rb") as file:
        while left and (piece := file.read(min(left, 1 << 20))):
            out.write(piece)
            left -= len(piece)
    return left
