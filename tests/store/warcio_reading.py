"""Archives as warcio, which is not ours, reads and checks them."""

import argparse
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator  # type: ignore[import-untyped]  # warcio has no types
from warcio.checker import Checker  # type: ignore[import-untyped]


@dataclass(frozen=True)
class ReadRecord:
    kind: str
    offset: int
    headers: dict[str, str]
    block: bytes


def read(data: bytes) -> Iterator[ReadRecord]:
    """Every record of an archive, or of a piece that was cut out of one."""
    records = ArchiveIterator(io.BytesIO(data), no_record_parse=True)
    for record in records:
        block: bytes = record.raw_stream.read()
        yield ReadRecord(record.rec_type, records.get_record_offset(), dict(record.rec_headers.headers), block)


def read_folder(folder: Path) -> Iterator[tuple[str, ReadRecord]]:
    """(file, record) of every archive in a folder."""
    for file in sorted(folder.glob("*.warc.gz")):
        for record in read(file.read_bytes()):
            yield file.name, record


def problems(folder: Path) -> int:
    """What `warcio check` ends with: 0 where every digest of every record is right."""
    files = sorted(str(file) for file in folder.glob("*.warc.gz"))
    found: int = Checker(argparse.Namespace(inputs=files, verbose=False)).process_all()
    return found
