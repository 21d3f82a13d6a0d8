"""The files of a host graph: found in a folder or given by name, read in blocks of whole lines.

Vertices are lines `id<TAB>reversed.host` (more columns are let be: the domain graph counts hosts there), edges
are lines `from<TAB>to`; plain or gzipped, in one file or in many. A line that is neither is named by file and
number: a graph with holes would answer wrongly without anybody noticing.
"""

import gzip
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from leadline.errors import BadTarget

INDEX = "leadline-index"  # folder of the index, beside the files it is made of
_BLOCK = 2**20
_VERTICES = re.compile("vertices|vertex|nodes")
_EDGES = re.compile("edges|arcs")
_VERTEX_LINE = re.compile(rb"(\d{1,10})\t([\w.-]+)(?:\t.*)?")
_EDGE_LINE = re.compile(rb"(\d{1,10})\t(\d{1,10})")

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class GraphFiles:
    vertices: tuple[Path, ...]
    edges: tuple[Path, ...]

    def __iter__(self) -> Iterator[Path]:
        return iter((*self.vertices, *self.edges))


def find_files(given: Sequence[Path]) -> GraphFiles:
    """Sort out what was given: by name in folders, and by name or first line where files are named."""
    vertices: list[Path] = []
    edges: list[Path] = []
    for path in given:
        if not path.exists():
            raise BadTarget(f"there is no host graph at {path}; give a folder, or files parted by commas")
        for file, name in _members(path):
            if _VERTICES.search(name) or (file == path and _holds(file, _VERTEX_LINE, _EDGE_LINE)):
                vertices.append(file)
            elif _EDGES.search(name) or (file == path and _holds(file, _EDGE_LINE)):
                edges.append(file)
    if not vertices or not edges:
        missing = "edges" if vertices else "vertices"
        raise BadTarget(
            f"no {missing} in {', '.join(map(str, given))}; a host graph is files with 'vertices' and 'edges' "
            "in their names, as Common Crawl publishes them"
        )
    return GraphFiles(tuple(vertices), tuple(edges))


def _members(path: Path) -> Iterator[tuple[Path, str]]:
    """Files with the name to judge them by: in a folder the folders below it count, for `vertices/part-1.gz`."""
    if path.is_file():
        yield path, path.name.lower()
        return
    for file in sorted(path.rglob("*")):
        inner = file.relative_to(path)
        plain = file.suffix in (".gz", ".txt", ".tsv", "")
        if file.is_file() and plain and INDEX not in inner.parts and not inner.name.startswith("."):
            yield file, str(inner).lower()


def _holds(file: Path, line: re.Pattern[bytes], unless: re.Pattern[bytes] | None = None) -> bool:
    first = next((block.partition(b"\n")[0] for _, block in blocks(file)), b"")
    return bool(line.fullmatch(first)) and not (unless and unless.fullmatch(first))


def blocks(file: Path) -> Iterator[tuple[int, bytes]]:
    """(number of its first line, some whole lines), each line with its line feed and no carriage return."""
    number, rest = 1, b""
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as stream:
            while read := stream.read(_BLOCK):
                whole, feed, tail = (rest + read).rpartition(b"\n")
                if feed:
                    block = (whole + feed).replace(b"\r\n", b"\n")
                    yield number, block
                    number += block.count(b"\n")
                rest = tail
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadTarget(f"{file} breaks off or is damaged ({error}); download it again") from error
    except OSError as error:
        raise BadTarget(f"{file} cannot be read: {error.strerror or error}") from error
    if rest:
        yield number, rest + b"\n"


def vertices_in(files: Iterable[Path]) -> Iterator[tuple[int, bytes]]:
    """(id, reversed host) of every line."""
    for file in files:
        for first, block in blocks(file):
            for number, line in enumerate(block.split(b"\n")[:-1], first):
                found = _VERTEX_LINE.fullmatch(line)
                if found is None:
                    raise _broken(file, number, line, "id<TAB>reversed.host")
                yield int(found[1]), found[2]


def edges_in(file: Path) -> Iterator[tuple[int, Numbers, Numbers]]:
    """(number of the first line, where links are from, where they lead), some lines at a time."""
    for first, block in blocks(file):
        pair = _numbers(block)
        if pair is None:
            for number, line in enumerate(block.split(b"\n"), first):
                if not _EDGE_LINE.fullmatch(line):
                    raise _broken(file, number, line, "from<TAB>to, two numbers")
            raise AssertionError("lines that are all well-formed were not read")
        yield first, *pair


def _numbers(block: bytes) -> tuple[Numbers, Numbers] | None:
    """Both columns of lines of two numbers, or None if a line is anything else.

    NumPy reads numbers with any space between them and stops where there is none, so the shape of the lines is
    looked at first; both together take a tenth of the time of splitting lines."""
    data = np.frombuffer(block, np.uint8)
    ends = np.flatnonzero((data < ord("0")) | (data > ord("9")))
    marks = data[ends]
    if len(ends) % 2 or np.any(marks[0::2] != ord("\t")) or np.any(marks[1::2] != ord("\n")):
        return None
    lengths = np.diff(ends, prepend=-1) - 1
    if lengths.min() < 1 or lengths.max() > 10:
        return None
    values: Numbers = np.fromstring(block.decode("ascii"), np.int64, sep=" ")
    return values[0::2], values[1::2]


def _broken(file: Path, number: int, line: bytes, wanted: str) -> BadTarget:
    shown = line[:60].decode("ascii", errors="backslashreplace")
    return BadTarget(
        f"{file}, line {number}: {shown!r} is not {wanted}; download the file again, or remove the line"
    )
