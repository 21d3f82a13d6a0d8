"""Hosts of a graph, sorted by their reversed names: as they come if they come so, as Common Crawl's do, numbered
from 0; else sorted in chunks that are merged, with a map from their ids kept on disk."""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from leadline.errors import BadTarget
from leadline.locate.backlinks.columns import Column
from leadline.locate.backlinks.graph_files import vertices_in

MOST_HOSTS = 2**32 - 1
UNKNOWN = np.uint32(MOST_HOSTS)
"""In a map from ids: no host has this one."""
_MERGED_AT_ONCE = 64

T = TypeVar("T")
Ranks = NDArray[np.uint32] | None
"""Id → place among the sorted names; None where ids are those places."""


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
