"""zlib's streams unpacked by the fastest library there is on this machine.

ISA-L takes two fifths of zlib's time (43 KB page: 73 µs against 186 in one run), and unpacking was a quarter of
what a page costs at the door. Rarer machines have no wheels of it, and unpack with the standard library.

>>> machine(15).decompress(zlib.compress(b"records"), 100)
b'records'
"""

import zlib
from collections.abc import Callable
from typing import Protocol


class Machine(Protocol):
    """One stream, fed piece by piece; what does not fit into `max_length` waits in `unconsumed_tail`."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    @property
    def unconsumed_tail(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


machine: Callable[[int], Machine]
"""A machine for zlib's `wbits`: 31 is gzip, 15 zlib, -15 a stream without a header."""
try:
    from isal import igzip_lib, isal_zlib
except ImportError:
    machine = zlib.decompressobj
    Fault: type[Exception] = zlib.error
else:
    machine = isal_zlib.decompressobj
    Fault = igzip_lib.IsalError  # type: ignore[assignment]  # its stub calls the class an instance
