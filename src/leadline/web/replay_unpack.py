"""Archives that cannot be entered in the middle, unpacked once into a plain file."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from leadline.errors import ArchiveError

_CHUNK = 1 << 20
_ALWAYS_FINE = 1 << 30
"""Below this size nothing is called a bomb."""
_ZSTD = (b"\x28\xb5\x2f\xfd", b"\x5d\x2a\x4d\x18")
"""A frame, or the skippable frame that holds a dictionary."""


def is_zstd(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) in _ZSTD


def unpack_whole(packed: Path, plain: Path, expansion: int) -> None:
    """Write what is in `packed` to `plain`; a torn end is left out, a bomb raises `ArchiveError`."""
    most = max(_ALWAYS_FINE, expansion * packed.stat().st_size)
    written = 0
    with plain.open("wb") as out:
        for chunk in _zstd(packed) if is_zstd(packed) else _gzip(packed):
            written += out.write(chunk)
            if written > most:
                raise ArchiveError(
                    f"{packed} unpacks to more than {expansion} times its size, so it was taken for a "
                    "decompression bomb and not replayed; unpack it yourself and give the .warc if you trust it"
                )


def _gzip(path: Path) -> Iterator[bytes]:
    with gzip.open(path) as file:
        try:
            while chunk := file.read1(_CHUNK):
                yield chunk
        except (EOFError, zlib.error, gzip.BadGzipFile):
            return  # the walk over the plain file reports the record that is torn by this


def _zstd(path: Path) -> Iterator[bytes]:
    from fastwarc.stream_io import ZstdReader

    reader = ZstdReader(str(path))
    try:
        while chunk := reader.read(_CHUNK):
            yield chunk
    except OSError as error:
        raise ArchiveError(
            f"{path} cannot be unpacked as Zstandard ({error}), so nothing of it was replayed; "
            "test it with 'zstd -t', and recompress it as .warc.gz"
        ) from error
    finally:
        reader.close()
