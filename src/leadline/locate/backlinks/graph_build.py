"""The index of a host graph, made once, in memory that does not grow with the graph.

::

    names.npy        reversed host names, sorted, one after the other
    name_ends.npy    where each begins and ends in there: host i is names[name_ends[i]:name_ends[i + 1]]
    sources.npy      hosts that link to host 0, then those that link to host 1, …
    source_ends.npy  sources of host i are sources[source_ends[i]:source_ends[i + 1]]
    hostgraph.json   how many hosts and links, and which files it was made of

`graph_hosts` writes the first two, `graph_links` the others; a chunk of names, of links, or a window over sorted
chunks is all that is ever in memory. The folder appears under its name only when it is complete.
"""

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from leadline.errors import BadTarget
from leadline.locate.backlinks.graph_files import GraphFiles
from leadline.locate.backlinks.graph_hosts import index_hosts
from leadline.locate.backlinks.graph_links import Places, Runs, read_links, write_links

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


def is_current(files: GraphFiles, index: Path) -> bool:
    """Whether there is an index of just these files."""
    manifest = read_manifest(index)
    return manifest is not None and manifest.get("made_of") == made_of(files)


def read_manifest(index: Path) -> dict[str, object] | None:
    """What an index says about itself; None if there is none that this version can read."""
    try:
        found = json.loads((index / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.get("format") == FORMAT else None
