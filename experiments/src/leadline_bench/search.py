"""`leadline bench search`: what the full-text index costs beside the crawl, and a question beside a look-up.

A synthetic site (`pages`) is crawled by `locate` with everything on, the folder is indexed, and its dashboard is
asked over HTTP: three words that stand on a page, and a single page by its number, in turn. Crawl and indexing are
processes of their own, and their CPU time counts with their starts. A search and a look-up go through the same
door, open the same folder and are timed from outside, so what the machine does besides meets both.
"""

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from leadline.errors import WorkNotDone
from leadline_bench.measure import cpus, run
from leadline_bench.report import Report, Table
from leadline_bench.server import serving

_PERCENTILE = 0.95


@dataclass(frozen=True, slots=True)
class Size:
    """How much is crawled, and how often it is asked."""

    pages: int = 100_000
    queries: int = 200
    concurrency: int = 64
    hosts: int = 250
    site_pages: int = 500


QUICK = Size(pages=120, queries=60, concurrency=8, hosts=40, site_pages=90)


def search(size: Size, seed: int, folder: Path | None, tell: Callable[[str], None]) -> Report:
    """Measure; `folder` is where the crawl is made, and removed."""
    ours, *others = cpus()
    with (
        tempfile.TemporaryDirectory(prefix="leadline-bench-", dir=folder) as workshop,
        serving(size.hosts, size.site_pages, seed, others[-1] if others else None) as site,
    ):
        out, seeds = Path(workshop) / "out", Path(workshop) / "seeds.txt"
        seeds.write_text("\n".join(site.seeds(size.concurrency)), encoding="utf-8")
        words = ["best-first", str(seeds), str(size.pages), str(size.concurrency), str(out)]
        crawled = run("leadline_bench.crawlers.leadline_crawl", words, ours)
        pages = int(crawled.said["pages"])
        tell(f"{pages:,} pages crawled in {crawled.cpu_seconds:.1f} CPU seconds")
        indexed = run("leadline_bench.search_load", ["index", str(out)], ours)
        documents = int(indexed.said["documents"])
        tell(f"{documents:,} pages indexed in {indexed.cpu_seconds:.1f} CPU seconds")
        if not pages or documents < 0.9 * pages:
            raise WorkNotDone(f"{documents:,} of {pages:,} pages are in the index")
        asked = run("leadline_bench.search_load", ["ask", str(out), str(size.queries), str(seed)], ours)
        shutil.rmtree(out, ignore_errors=True)
    slow, quick = (_percentile(asked.said[name]) for name in ("searched", "looked_up"))
    figures = {
        "pages": float(pages),
        "index_over_crawl": indexed.cpu_seconds / crawled.cpu_seconds,
        "index_cpu_ms_per_page": 1e3 * indexed.cpu_seconds / pages,
        "crawl_cpu_ms_per_page": 1e3 * crawled.cpu_seconds / pages,
        "query_ms_p95": 1e3 * slow,
        "lookup_ms_p95": 1e3 * quick,
        "query_over_lookup": slow / quick,
        "answered": asked.said["found"] / size.queries,
    }
    rows = tuple((name, value) for name, value in figures.items())
    notes = (
        "CPU time: user + system, starts included.",
        "Times of questions: over HTTP on loopback, one at a time.",
    )
    return Report(
        "search", {**asdict(size), "seed": seed}, figures, (Table("Search", ("figure", "value"), rows),), notes
    )


def _percentile(values: list[float]) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(_PERCENTILE * len(ordered)))]
