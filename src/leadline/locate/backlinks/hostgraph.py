"""A host graph as a backlink provider: an index made once and mapped into memory: opening it costs nothing.

::

    names.npy        reversed host names, sorted, one after the other
    name_ends.npy    where each begins and ends in there: host i is names[name_ends[i]:name_ends[i + 1]]
    sources.npy      hosts that link to host 0, then those that link to host 1, …
    source_ends.npy  sources of host i are sources[source_ends[i]:source_ends[i + 1]]
    hostgraph.json   how many hosts and links, and which files it was made of

Hosts of a site stand side by side, and so do the links to them: one question is two searches among the names and
one slice of the links. The folder appears under its name only when it is complete.
"""

import json
import tempfile
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.errors import ArchiveError, BadTarget
from leadline.locate.backlinks.graph_columns import Places, Runs, index_hosts, read_links, write_links
from leadline.locate.backlinks.graph_files import INDEX, GraphFiles, find_files
from leadline.model.url import canonical, site_of_host

FORMAT = 1
MANIFEST = "hostgraph.json"
CHUNK = 4_000_000
"""Links in memory at once, 8 bytes each and a few times that while they are sorted; a twentieth as many names,
which are objects."""


def build(files: GraphFiles, into: Path, tell: Callable[[str], None], *, chunk: int = CHUNK) -> None:
    """Make the index; `tell` hears now and then how far it is."""
    if into.exists() and read_manifest(into) is None and any(into.iterdir()):
        raise BadTarget(f"{into} holds something else than an index of a host graph; name a new or empty folder")
    try:
        into.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".hostgraph-", dir=into.parent) as name:
            work = Path(name)
            made = work / "made"
            made.mkdir()
            hosts, ranks = index_hosts(files.vertices, made, work, chunk // 20)
            tell(f"{hosts:,} hosts")
            runs = Runs(work, chunk)
            read_links(files.edges, runs, Places(hosts, ranks), tell)
            links = write_links(runs, made, hosts)
            manifest = {"format": FORMAT, "hosts": hosts, "links": links, "made_of": made_of(files)}
            (made / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
            if into.exists():
                into.rename(work / "old")
            made.rename(into)
    except OSError as error:
        raise BadTarget(
            f"the index of a host graph cannot be written to {into}: {error.strerror}; "
            "name another folder with --option locate.backlinks_index=DIR"
        ) from error


def made_of(files: GraphFiles) -> list[list[object]]:
    """By name, size and time: enough to see that a file is another one now."""
    return [[file.name, (found := file.stat()).st_size, found.st_mtime_ns] for file in files]


def read_manifest(index: Path) -> dict[str, object] | None:
    """What an index says about itself; None if there is none that this version can read."""
    try:
        found = json.loads((index / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.get("format") == FORMAT else None


# ── asking it ─────────────────────────────────────────────────────────────────────────────────────────────

_LOOKED_AT = 20_000
"""Sources ranked in one answer. Sites with more are famous, and each source costs a look into the index, on a
cold disk a tenth of a millisecond: of theirs an even share is looked at."""


def find_index(given: Sequence[Path], index: Path | None) -> Path | None:
    """An index that needs no files: the given folder is one, or holds one and nothing it could be made of."""
    if len(given) != 1 or not given[0].is_dir():
        return None
    home = index or given[0] / INDEX
    if read_manifest(given[0]) is not None:
        return given[0]
    alone = all(found.name == INDEX for found in given[0].iterdir())
    return home if alone and read_manifest(home) is not None else None


def prepare(given: Sequence[Path], index: Path | None, tell: Callable[[str], None]) -> Path:
    """The folder of the index of these files, made if there is none or the files have changed."""
    if (alone := find_index(given, index)) is not None:
        return alone
    files = find_files(given)
    home = index or (given[0] if given[0].is_dir() else given[0].parent) / INDEX
    if (read_manifest(home) or {}).get("made_of") != made_of(files):
        tell(f"making an index of the host graph, once, in {home}")
        build(files, home, lambda how_far: tell(f"index of the host graph: {how_far}"))
    return home


class HostGraph:
    """`leadline.protocols.BacklinkSource` over an index that `prepare` made."""

    def __init__(self, index: Path) -> None:
        manifest = read_manifest(index)
        if manifest is None:
            raise ArchiveError(f"{index} holds no index of a host graph that this version can read; delete it")
        try:
            self._names = _column(index / "names.npy")
            self._name_ends = _column(index / "name_ends.npy")
            self._sources = _column(index / "sources.npy")
            self._ends = _column(index / "source_ends.npy")
            whole = (
                len(self._name_ends) == len(self._ends) == manifest["hosts"] + 1  # type: ignore[operator]  # a number, or the comparison fails
                and self._name_ends[-1] == len(self._names)
                and self._ends[-1] == len(self._sources) == manifest["links"]
            )
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise ArchiveError(f"the index of a host graph in {index} is damaged ({error}); delete it") from error
        if not whole:
            raise ArchiveError(f"the index of a host graph in {index} is damaged; delete it, and it is made again")

    @property
    def hosts(self) -> int:
        return len(self._ends) - 1

    @property
    def links(self) -> int:
        return len(self._sources)

    async def backlinks(self, target: str, limit: int) -> Sequence[str]:
        """Home pages of hosts that link to any host of the site, one of each site, best known first. About single
        pages a graph of hosts knows nothing."""
        return [] if "://" in target else list(self._answer(target, limit))

    def _answer(self, site: str, limit: int) -> Iterator[str]:
        own = self._hosts_of(site)
        given = set[str]()
        for source in self._ranked(own):
            if len(given) >= limit:
                return
            host = ".".join(reversed(self._name(source).decode("ascii", errors="replace").split(".")))
            url = canonical(f"http://{host}/")
            if url is not None and (found := site_of_host(host)) not in given and found != site:
                given.add(found)
                yield url

    def _hosts_of(self, site: str) -> list[range]:
        """The site's own name, and the names below it unless each of these is a site of its own (github.io)."""
        name = b".".join(reversed(site.encode().split(b".")))
        at = self._place(name)
        own = [range(at, at + 1)] if at < self.hosts and self._name(at) == name else []
        if site_of_host(f"www.{site}") != site:
            return own
        # A hyphen sorts before the dot: `com.example-shop` stands between the two. The slash comes next to it.
        return [*own, range(self._place(name + b"."), self._place(name + b"/"))]

    def _ranked(self, own: list[range]) -> Iterator[int]:
        """Hosts that link to these and are none of them; those with most links to themselves first."""
        slices = [self._sources[self._ends[hosts.start] : self._ends[hosts.stop]] for hosts in own]
        step = max(1, -(-sum(map(len, slices)) // _LOOKED_AT))
        looked_at = np.concatenate([part[::step] for part in slices] or [self._sources[:0]])
        found = np.unique(looked_at).astype(np.int64)
        for hosts in own:
            found = found[(found < hosts.start) | (found >= hosts.stop)]
        fame = self._ends[found + 1] - self._ends[found]
        return (int(source) for source in found[np.lexsort((found, -fame))])

    def _place(self, name: bytes) -> int:
        return bisect_left(range(self.hosts), name, key=self._name)

    def _name(self, place: int) -> bytes:
        return bytes(self._names[self._name_ends[place] : self._name_ends[place + 1]].tobytes())


def _column(file: Path) -> NDArray[Any]:
    found: NDArray[Any] = np.load(file, mmap_mode="r" if file.stat().st_size > 128 else None, allow_pickle=False)
    return found
