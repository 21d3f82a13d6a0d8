"""A benchmark whose work was not done says so instead of giving figures."""

from pathlib import Path

import pytest

from leadline.errors import WorkNotDone
from leadline.store.sqlite.database import Database
from leadline_bench.measure import run
from leadline_bench.pages import Site
from leadline_bench.proof import prove_leadline, prove_other
from leadline_bench.server import serving

_PAGES = 12


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Site]:
    """A small crawl by Leadline, and the site it was of."""
    folder = tmp_path_factory.mktemp("proof")
    with serving(hosts=20, pages=90, seed=2) as site:
        (folder / "seeds").write_text("\n".join(site.seeds(10)))
        words = ["best-first", str(folder / "seeds"), str(_PAGES), "8", str(folder / "crawl")]
        said = run("leadline_bench.crawlers.leadline_crawl", words).said
        assert (said["pages"], said["stopped_by"]) == (_PAGES, "pages")
    return folder / "crawl", site


def test_a_whole_crawl_is_proved(crawled: tuple[Path, Site]) -> None:
    """Log, links, captures and archive of as many pages as were ordered; of one page more there is no proof."""
    prove_leadline(*crawled, _PAGES)
    with pytest.raises(WorkNotDone, match="12 pages in Leadline's log; 13 were wanted"):
        prove_leadline(*crawled, _PAGES + 1)


def test_an_archive_of_other_pages_is_no_proof(crawled: tuple[Path, Site]) -> None:
    """What lies in the archive is compared with what was served, byte for byte."""
    folder, site = crawled
    other = Site(site.hosts, site.pages, site.port, seed=site.seed + 1)
    with pytest.raises(WorkNotDone, match="0 archived pages that are what was served"):
        prove_leadline(folder, other, _PAGES)


def test_a_capture_that_was_not_committed_is_missed(crawled: tuple[Path, Site]) -> None:
    """Bytes in the archive that the database does not know of do not count."""
    folder, site = crawled
    database = Database(folder / "leadline.db")
    with database.transaction():
        database.run("UPDATE capture SET warc = NULL WHERE number = 3")
    database.close()
    with pytest.raises(WorkNotDone, match="11 captures in Leadline's database"):
        prove_leadline(folder, site, _PAGES)


def test_others_have_to_find_all_links_too() -> None:
    """Too few pages, links that were not found and answers nobody looked at are all work not done."""
    prove_other("scrapy", {"pages": 12, "links": 960, "answers": 12}, 10)
    for said in (
        {"pages": 9, "links": 720},
        {"pages": 10, "links": 799},
        {"pages": 10, "links": 800, "answers": 40},
    ):
        with pytest.raises(WorkNotDone):
            prove_other("scrapy", said, 10)
