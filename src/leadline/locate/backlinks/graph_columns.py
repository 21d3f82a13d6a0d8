"""Hosts and links of a graph, written as sorted columns in memory that does not grow with the graph.

Hosts are sorted by their reversed names: as they come if they come so, as Common Crawl's do, numbered from 0; else
sorted in chunks that are merged, with a map from their ids kept on disk. Links are sorted by where they lead, as
numbers `to << 32 | from`, in chunks that are merged a window at a time.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Self, TypeVar

import numpy as np
from numpy.lib import format as npy
from numpy.typing import DTypeLike, NDArray

from leadline.errors import BadTarget
from leadline.locate.backlinks.graph_files import edges_in, vertices_in

MOST_HOSTS = 2**32 - 1
UNKNOWN = np.uint32(MOST_HOSTS)  # in a map from ids: no host has this one
_MERGED_AT_ONCE = 64

T = TypeVar("T")
Ranks = NDArray[np.uint32] | None  # id → place among the sorted names; None where ids are those places


_HEADER = 128  # bytes; a header of one dimension takes as many, whatever the length is (the format pads it to 64)


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

    def __exit__(self, *_: object) -> None:
        with self._out as out:
            out.seek(0)
            about = {"descr": npy.dtype_to_descr(self._kind), "fortran_order": False, "shape": (self._length,)}
            npy.write_array_header_1_0(out, about)
            assert out.tell() == _HEADER


class _NotSorted(Exception):
    pass


def index_hosts(files: Sequence[Path], made: Path, work: Path, chunk: int) -> tuple[int, Ranks]:
    """Write both columns of names; how many hosts there are, and the map from ids to them."""
    try:
        return _write_names(_as_they_come(files), made, None), None
    except _NotSorted:
        pass
    runs = _sorted_runs(files, work, chunk)
    top = max(int(run.name.rpartition("-")[2]) for run in runs)
    ranks: NDArray[np.uint32] = np.memmap(work / "ranks", np.uint32, "w+", shape=(top + 1,))
    for start in range(0, top + 1, 2**20):
        ranks[start : start + 2**20] = UNKNOWN
    return _write_names(_merged_hosts(runs, work), made, ranks), ranks


def _as_they_come(files: Sequence[Path]) -> Iterator[tuple[bytes, int]]:
    last = b""
    for place, (number, name) in enumerate(vertices_in(files)):
        if number != place or name <= last:
            raise _NotSorted
        last = name
        yield name, number


def _write_names(hosts: Iterator[tuple[bytes, int]], made: Path, ranks: Ranks) -> int:
    """Both columns of names, a host of several ids once; how many hosts that are."""
    count, end, last = 0, 0, b""
    with Column(made / "names.npy", np.uint8) as names, Column(made / "name_ends.npy", np.int64) as ends:
        ends.append(np.zeros(1, np.int64))
        for some in _batched(hosts, 65_536):
            new: list[bytes] = []
            for name, number in some:
                if name != last:
                    new.append(name)
                    last = name
                if ranks is not None:
                    ranks[number] = count + len(new) - 1
            lengths = np.fromiter(map(len, new), np.int64, len(new))
            names.append(np.frombuffer(b"".join(new), np.uint8))
            ends.append(end + np.cumsum(lengths))
            count, end = count + len(new), end + int(lengths.sum())
            if count > MOST_HOSTS:
                raise BadTarget(f"the host graph has more than {MOST_HOSTS:,} hosts, which the index cannot hold")
    return count


def _sorted_runs(files: Sequence[Path], work: Path, chunk: int) -> list[Path]:
    """Files of sorted lines; each is named for the largest id in it."""
    hosts = ((name, number) for number, name in vertices_in(files))
    runs: list[Path] = []
    while some := sorted(islice(hosts, chunk)):
        if (top := max(number for _, number in some)) >= MOST_HOSTS:
            raise BadTarget(f"id {top} of a host is over {MOST_HOSTS - 1}; number the hosts from 0")
        runs.append(_write_run(iter(some), work / f"hosts{len(runs)}-{top}"))
    return runs


def _write_run(hosts: Iterator[tuple[bytes, int]], file: Path) -> Path:
    with file.open("wb") as out:
        out.writelines(b"%s\t%d\n" % host for host in hosts)
    return file


def _merged_hosts(runs: list[Path], work: Path) -> Iterator[tuple[bytes, int]]:
    """In several rounds if there are many, since open files are not without end."""
    round_ = 0
    while len(runs) > _MERGED_AT_ONCE:
        round_ += 1
        runs = [
            _write_run(heapq.merge(*map(_read_run, some)), work / f"merged{round_}-{number}")
            for number, some in enumerate(_batched(runs, _MERGED_AT_ONCE))
        ]
    return heapq.merge(*map(_read_run, runs))


def _read_run(file: Path) -> Iterator[tuple[bytes, int]]:
    with file.open("rb") as lines:
        for line in lines:
            name, _, number = line.partition(b"\t")
            yield name, int(number)
    file.unlink()


def _batched(things: Iterable[T], size: int) -> Iterator[list[T]]:
    source = iter(things)
    while some := list(islice(source, size)):
        yield some


# ── links ─────────────────────────────────────────────────────────────────────────────────────────────────

_REPORTED_EVERY = 100_000_000

Keys = NDArray[np.uint64]


class Runs:
    """Numbers taken in in any order and given back sorted, each once."""

    def __init__(self, work: Path, chunk: int) -> None:
        self._work = work
        self._chunk = chunk
        self._filling: Keys = np.empty(chunk, np.uint64)
        self._filled = 0
        self._runs: list[Keys] = []

    def add(self, keys: Keys) -> None:
        while len(keys):
            some = keys[: self._chunk - self._filled]
            self._filling[self._filled : self._filled + len(some)] = some
            self._filled += len(some)
            keys = keys[len(some) :]
            if self._filled == self._chunk:
                self._put_away()

    def _put_away(self) -> None:
        keys = self._filling[: self._filled]
        keys.sort()
        file = self._work / f"links{len(self._runs)}"
        with file.open("wb") as out:
            keys.tofile(out)
        self._filled = 0
        if len(keys):
            self._runs.append(np.memmap(file, np.uint64, "r"))

    def merged(self) -> Iterator[Keys]:
        """Windows of the sorted whole: all that is not above the nearest end of a window of some run."""
        self._put_away()
        self._filling = np.empty(0, np.uint64)
        window = max(self._chunk // (2 * max(len(self._runs), 1)), 256)
        left = list(self._runs)
        while left:
            bound = min(run[min(window, len(run)) - 1] for run in left)
            cuts = [int(np.searchsorted(run[:window], bound, side="right")) for run in left]
            yield _different(np.concatenate([run[:cut] for run, cut in zip(left, cuts, strict=True)]))
            left = [run[cut:] for run, cut in zip(left, cuts, strict=True) if cut < len(run)]


def _different(keys: Keys) -> Keys:
    """Sorted, each once. `np.unique` hashes, which takes twenty times as long here; a stable sort merges what is
    sorted in parts."""
    keys.sort(kind="stable")
    first = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=first[1:])
    return keys[first]


def read_links(files: Sequence[Path], runs: Runs, places: "Places", tell: Callable[[str], None]) -> None:
    read, reported = 0, 0
    for file in files:
        for first, origin, target in edges_in(file):
            from_, to = places.of(origin, file, first), places.of(target, file, first)
            # Links of a host to itself tell nothing.
            runs.add(((to << np.uint64(32)) | from_)[from_ != to])
            read += len(origin)
            if read - reported >= _REPORTED_EVERY:
                reported = read
                tell(f"{read:,} links read")
    tell(f"{read:,} links read; sorting")


@dataclass(frozen=True, slots=True)
class Places:
    """Ids, as the files have them, to places among the sorted names."""

    hosts: int
    ranks: Ranks

    def of(self, ids: NDArray[np.int64], file: Path, first: int) -> Keys:
        if self.ranks is None:
            self._check(ids >= self.hosts, ids, file, first)
            return ids.astype(np.uint64)
        self._check(ids >= len(self.ranks), ids, file, first)
        found: NDArray[np.uint32] = self.ranks[ids]
        self._check(found == UNKNOWN, ids, file, first)
        return found.astype(np.uint64)

    @staticmethod
    def _check(strange: NDArray[np.bool_], ids: NDArray[np.int64], file: Path, first: int) -> None:
        if strange.any():
            at = int(strange.argmax())
            raise BadTarget(
                f"{file}, line {first + at}: host {ids[at]} is in no vertices file; "
                "give vertices and edges of one and the same graph"
            )


def write_links(runs: Runs, made: Path, hosts: int) -> int:
    """Both columns of links; how many different links there are."""
    count, begun = 0, 0
    with Column(made / "sources.npy", np.uint32) as sources, Column(made / "source_ends.npy", np.int64) as ends:
        for keys in runs.merged():
            targets = (keys >> np.uint64(32)).astype(np.int64)
            sources.append((keys & np.uint64(MOST_HOSTS)).astype(np.uint32))
            begun = _write_ends(ends, begun, int(targets[-1]) + 1, targets, count)
            count += len(keys)
        _write_ends(ends, begun, hosts + 1, np.empty(0, np.int64), count)
    return count


def _write_ends(ends: Column, begun: int, end: int, targets: NDArray[np.int64], count: int) -> int:
    """Where the sources of hosts begun … end-1 begin; most hosts have none, so it goes in steps."""
    for start in range(begun, end, 2**20):
        places = np.arange(start, min(end, start + 2**20))
        ends.append(count + np.searchsorted(targets, places, side="left"))
    return max(begun, end)
