"""A NumPy file written piece by piece: its length, known only at the end, goes into a header of fixed size."""

from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.lib import format as npy
from numpy.typing import DTypeLike, NDArray

_HEADER = 128
"""Bytes; a header of one dimension takes as many, whatever the length is (the format pads it to 64)."""


class Column:
    """Use it as a context; `np.load(file, mmap_mode="r")` reads it afterwards."""

    def __init__(self, file: Path, kind: DTypeLike) -> None:
        self._kind = np.dtype(kind)
        self._out = file.open("wb")
        self._out.write(bytes(_HEADER))
        self._length = 0

    def append(self, values: NDArray[Any]) -> None:
        values.astype(self._kind, copy=False).tofile(self._out)
        self._length += len(values)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._out as out:
            out.seek(0)
            about = {"descr": npy.dtype_to_descr(self._kind), "fortran_order": False, "shape": (self._length,)}
            npy.write_array_header_1_0(out, about)
            assert out.tell() == _HEADER
