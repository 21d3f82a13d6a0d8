"""A host graph as Common Crawl publishes it, indexed once and asked: against a dictionary, and a million links."""

import asyncio
import gzip
import random
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from leadline.errors import ArchiveError, BadTarget
from leadline.locate.backlinks.graph_files import INDEX, find_files
from leadline.locate.backlinks.hostgraph import HostGraph, build, prepare

HOSTS = [
    "com.example",
    "com.example-shop",
    "com.example.blog",
    "com.example.www.old",
    "com.examples",
    "de.katalog",
    "io.github.anna",
    "io.github.bert",
    "io.github",
    "org.hub",
    "org.hub.news",
    "uk.co.shop",
]
LINKS = [
    ("de.katalog", "com.example"),
    ("org.hub", "com.example.blog"),
    ("org.hub.news", "com.example.blog"),
    ("uk.co.shop", "com.example.www.old"),
    ("com.example.blog", "com.example"),
    ("com.examples", "com.example-shop"),
    ("de.katalog", "org.hub"),
    ("uk.co.shop", "org.hub"),
    ("com.examples", "de.katalog"),
    ("org.hub", "io.github.anna"),
    ("de.katalog", "io.github"),
]


def write_graph(folder: Path, hosts: Sequence[str], links: Sequence[tuple[str, str]], ids: Sequence[int]) -> Path:
    """One graph in four files, two of them packed."""
    folder.mkdir(exist_ok=True)
    number = dict(zip(hosts, ids, strict=True))
    vertices = [f"{number[host]}\t{host}\n" for host in hosts]
    edges = [f"{number[a]}\t{number[b]}\n" for a, b in links]
    for name, lines in (("vertices", vertices), ("edges", edges)):
        half = len(lines) // 2
        (folder / f"cc-host-{name}-0.txt").write_text("".join(lines[:half]))
        with gzip.open(folder / f"cc-host-{name}-1.txt.gz", "wt") as out:
            out.write("".join(lines[half:]).rstrip("\n"))  # the last line may end without a line feed
    return folder


def said(_: str) -> None:
    """Nobody listens."""


def ask(graph: HostGraph, site: str, limit: int = 20) -> list[str]:
    return list(asyncio.run(graph.backlinks(site, limit)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    hosts = sorted(HOSTS)
    return write_graph(tmp_path / "graph", hosts, LINKS, range(len(hosts)))


def test_hosts_that_link_to_any_host_of_the_site(folder: Path) -> None:
    """One home page a site, best known first; the site itself and names that only begin alike do not count."""
    graph = HostGraph(prepare([folder], None, said))
    assert (graph.hosts, graph.links) == (len(HOSTS), len(LINKS))
    assert ask(graph, "example.com") == ["http://hub.org/", "http://katalog.de/", "http://shop.co.uk/"]
    assert ask(graph, "example.com", limit=1) == ["http://hub.org/"]
    assert ask(graph, "example-shop.com") == ["http://examples.com/"]
    assert ask(graph, "nobody.example") == ask(graph, "zzz") == ask(graph, "[::1]") == []


def test_sites_below_a_shared_host_are_sites_of_their_own(folder: Path) -> None:
    """Links to one user of a hosting service are not links to the service, nor to another user."""
    graph = HostGraph(prepare([folder], None, said))
    assert ask(graph, "anna.github.io") == ["http://hub.org/"]
    assert ask(graph, "bert.github.io") == []
    assert ask(graph, "github.io") == ["http://katalog.de/"]


@pytest.mark.parametrize("order", ["ids in any order", "names in any order", "ids with gaps", "names twice"])
def test_graphs_that_are_not_sorted_are_sorted(tmp_path: Path, order: str) -> None:
    """Hosts may come in any order, with any ids, even twice: answers are the same, also in many small chunks."""
    dice = random.Random(order)
    hosts = sorted(HOSTS)
    ids = list(range(len(hosts)))
    if order == "names in any order":
        dice.shuffle(hosts)
    elif order == "ids with gaps":
        ids = [7 * n + 3 for n in ids]
    else:
        dice.shuffle(ids)
    folder = write_graph(tmp_path / "graph", hosts, LINKS, ids)
    if order == "names twice":
        (folder / "more-vertices.txt").write_text("500\torg.hub\n")
        (folder / "more-edges.txt").write_text(f"500\t{ids[hosts.index('com.example')]}\n")
    index = tmp_path / "index"
    build(find_files([folder]), index, said, chunk=40)
    graph = HostGraph(index)
    assert graph.hosts == len(HOSTS)
    assert ask(graph, "example.com") == ["http://hub.org/", "http://katalog.de/", "http://shop.co.uk/"]


def test_more_chunks_than_files_may_be_open_at_once(tmp_path: Path) -> None:
    """Two hundred sorted chunks of names are merged in rounds, and nobody is lost."""
    hosts = [f"com.h{number:05}" for number in range(400)]
    random.Random(4).shuffle(hosts)
    links = [(host, "com.h00000") for host in hosts if host != "com.h00000"]
    folder = write_graph(tmp_path / "graph", hosts, links, range(400))
    build(find_files([folder]), tmp_path / "index", said, chunk=40)
    graph = HostGraph(tmp_path / "index")
    assert (graph.hosts, graph.links) == (400, 399)
    assert sorted(ask(graph, "h00000.com", 1000)) == [f"http://h{number:05}.com/" for number in range(1, 400)]


def test_agrees_with_a_dictionary(tmp_path: Path) -> None:
    """On a random graph with repeated and circular links every answer is the one a plain search gives."""
    dice = random.Random(11)
    hosts = sorted({f"com.s{dice.randrange(60)}" + dice.choice(["", ".a", ".b.c"]) for _ in range(200)})
    links = [(dice.choice(hosts), dice.choice(hosts)) for _ in range(900)]
    folder = write_graph(tmp_path / "graph", hosts, links, range(len(hosts)))
    build(find_files([folder]), tmp_path / "index", said, chunk=64)
    graph = HostGraph(tmp_path / "index")
    different = {(a, b) for a, b in links if a != b}
    assert graph.links == len(different)
    fame = {host: sum(b == host for _, b in different) for host in hosts}

    def site(host: str) -> str:
        return ".".join(reversed(host.split(".")[:2]))

    for wanted in sorted({site(host) for host in hosts}):
        linking = {a for a, b in different if site(b) == wanted and site(a) != wanted}
        expected: dict[str, str] = {}
        for host in sorted(linking, key=lambda host: (-fame[host], host)):
            expected.setdefault(site(host), "http://" + ".".join(reversed(host.split("."))) + "/")
        assert ask(graph, wanted, 1000) == list(expected.values())


def test_the_index_is_made_once(folder: Path) -> None:
    """A second run opens what is there; a changed file, and only that, has it made anew; it can be moved."""
    told: list[str] = []
    index = prepare([folder], None, told.append)
    assert index == folder / INDEX
    assert told
    told.clear()
    assert prepare([folder], None, told.append) == index
    assert told == []
    (folder / "cc-host-edges-0.txt").write_text("5\t0\n")
    prepare([folder], None, told.append)
    assert told
    moved = index.rename(folder.parent / "moved")
    assert HostGraph(prepare([moved], None, said)).hosts == len(HOSTS)


def test_files_may_be_given_one_by_one(folder: Path, tmp_path: Path) -> None:
    """Names that say nothing are told apart by their first line; the index goes where it was asked to go."""
    (tmp_path / "hosts").write_bytes((folder / "cc-host-vertices-0.txt").read_bytes())
    (tmp_path / "who").write_bytes((folder / "cc-host-edges-0.txt").read_bytes().splitlines(keepends=True)[0])
    given = [tmp_path / "hosts", folder / "cc-host-vertices-1.txt.gz", tmp_path / "who"]
    index = prepare(given, tmp_path / "elsewhere", said)
    assert index == tmp_path / "elsewhere"
    graph = HostGraph(index)
    assert (graph.hosts, graph.links) == (len(HOSTS), 1)


def _cut(folder: Path) -> None:
    packed = folder / "cc-host-edges-1.txt.gz"
    packed.write_bytes(packed.read_bytes()[:-9])


def _write(name: str, text: str) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / name).write_text(text)

    return write


@pytest.mark.parametrize(
    ("break_it", "says"),
    [
        (_write("cc-host-edges-0.txt", "0\t1\n1\tx\n"), "cc-host-edges-0.txt, line 2: '1\\tx' is not from<TAB>to"),
        (_write("cc-host-edges-0.txt", "0\t1\n\n1\t2\n"), "edges-0.txt, line 2: '' is not from<TAB>to"),
        (_write("cc-host-edges-0.txt", "0\t1\n0 1\n"), "line 2: '0 1' is not from<TAB>to"),
        (_write("cc-host-edges-0.txt", "0\t1\t2\n3\n"), "line 1: '0\\t1\\t2' is not from<TAB>to"),
        (_write("cc-host-edges-0.txt", "0\t99999999999\n"), "line 1: '0\\t99999999999' is not"),
        (
            _write("cc-host-edges-0.txt", "0\t1\n1\t77\n"),
            "line 2: host 77 is in no vertices file; give vertices and",
        ),
        (
            _write("cc-host-vertices-0.txt", "0\tcom.example\nnought\tcom.example\n"),
            "line 2: 'nought\\tcom.example'",
        ),
        (_write("cc-host-vertices-0.txt", "4294967295\tcom.example\n"), "number the hosts from 0"),
        (_cut, "cc-host-edges-1.txt.gz breaks off or is damaged"),
        (lambda folder: [file.unlink() for file in folder.glob("*edges*")], "no edges in"),
        (lambda folder: [file.unlink() for file in folder.glob("*vert*")], "no vertices in"),
    ],
)
def test_broken_files_are_named_with_a_remedy(folder: Path, break_it: Callable[[Path], object], says: str) -> None:
    """File, line and what to do, in one sentence; and no half-made index stays behind."""
    break_it(folder)
    before = sorted(folder.rglob("*"))
    with pytest.raises(BadTarget) as caught:
        prepare([folder], None, said)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert sorted(folder.rglob("*")) == before


def test_nothing_else_is_overwritten_and_damage_is_seen(folder: Path, tmp_path: Path) -> None:
    """A folder with other things in it is not taken for an index, and a cut index is not opened."""
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear")
    with pytest.raises(BadTarget, match="holds something else"):
        prepare([folder], tmp_path / "letters", said)
    with pytest.raises(BadTarget, match="there is no host graph at"):
        prepare([tmp_path / "nowhere"], None, said)
    index = prepare([folder], None, said)
    np.save(index / "sources.npy", np.zeros(3, np.uint32))
    with pytest.raises(ArchiveError, match="delete it"):
        HostGraph(index)


def _random_graph(folder: Path, hosts: int, links: int) -> Path:
    """Popular hosts get most of the links, as on the web."""
    folder.mkdir()
    dice = np.random.default_rng(5)
    (folder / "vertices.txt").write_text("".join(f"{n}\tcom.host{n:07}\n" for n in range(hosts)))
    targets = (hosts * dice.random(links) ** 3).astype(int)
    sources = np.sort(dice.integers(0, hosts, links))
    with gzip.open(folder / "edges.txt.gz", "wt", compresslevel=1) as out:
        out.writelines(f"{a}\t{b}\n" for a, b in zip(sources.tolist(), targets.tolist(), strict=True))
    return folder


def _cost(folder: Path, index: Path) -> tuple[float, int]:
    """Seconds and peak bytes of making an index with 20,000 links in memory at once."""
    began = time.process_time()
    build(find_files([folder]), index, said, chunk=20_000)
    seconds = time.process_time() - began
    tracemalloc.start()
    try:
        build(find_files([folder]), index, said, chunk=20_000)
        return seconds, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_many_links_take_no_more_memory_than_a_few(tmp_path: Path) -> None:
    """Memory stays what the chunk says while the graph grows fivefold, so does time; opening is free."""
    small = _random_graph(tmp_path / "small", 40_000, 80_000)
    large = _random_graph(tmp_path / "large", 40_000, 400_000)
    few_seconds, few_bytes = _cost(small, tmp_path / "small-index")
    many_seconds, many_bytes = _cost(large, tmp_path / "large-index")
    assert many_bytes < 1.25 * few_bytes
    assert many_bytes < 13 * 2**20
    assert many_seconds < 2 * 5 * few_seconds
    ask(
        HostGraph(tmp_path / "small-index"), "host0000000.com"
    )  # reads what each process reads once, such as suffixes
    began = time.process_time()
    graph = HostGraph(tmp_path / "large-index")
    known = ask(graph, "host0000000.com")
    assert time.process_time() - began < many_seconds / 20
    assert len(known) == 20
