"""Links of a graph by where they lead: numbers `to << 32 | from`, sorted in chunks, merged a window at a time."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from leadline.errors import BadTarget
from leadline.locate.backlinks.columns import Column
from leadline.locate.backlinks.graph_files import edges_in
from leadline.locate.backlinks.graph_hosts import MOST_HOSTS, UNKNOWN, Ranks

_TOLD_EVERY = 100_000_000

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
    """Take in all links of the files."""
    read, told = 0, 0
    for file in files:
        for first, origin, target in edges_in(file):
            runs.add(_keys(places.of(origin, file, first), places.of(target, file, first)))
            read += len(origin)
            if read - told >= _TOLD_EVERY:
                told = read
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


def _keys(origin: Keys, target: Keys) -> Keys:
    """Links of a host to itself tell nothing."""
    keys: Keys = ((target << np.uint64(32)) | origin)[origin != target]
    return keys


def write_links(runs: Runs, made: Path, hosts: int) -> int:
    """Both columns of links; how many different links there are."""
    count, begun = 0, 0
    with (
        Column(made / "sources.npy", np.uint32) as sources,
        Column(made / "source_ends.npy", np.int64) as ends,
    ):
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
