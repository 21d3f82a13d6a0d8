"""Stores to test. Each test module makes its fixtures of these, so that another backend is one more entry::

reopen = pytest.fixture(params=BACKENDS)(reopening)
store = pytest.fixture(new_store)
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from leadline.store.crawl import CrawlStore

BACKENDS: dict[str, Callable[[Path], CrawlStore]] = {"sqlite": lambda folder: CrawlStore(folder / "leadline.db")}


def reopening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], CrawlStore]]:
    """Open the test's store, each time as a new process would: without what the last one had in memory."""
    opened: list[CrawlStore] = []

    def open_again() -> CrawlStore:
        if opened:
            opened.pop().close()
        opened.append(BACKENDS[request.param](tmp_path))
        return opened[-1]

    yield open_again
    for store in opened:
        store.close()


def new_store(reopen: Callable[[], CrawlStore]) -> CrawlStore:
    """An empty store."""
    return reopen()
