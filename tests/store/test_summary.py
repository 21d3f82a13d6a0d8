"""Reports from the store: counts as they are defined, and the life of one URL."""

from collections.abc import Callable

import pytest
from store_backends import BACKENDS, new_store, reopening
from store_samples import entry, fill, finding, form, link, no_keys, outcome, ranked

from leadline.model.events import Backlinks, Failure
from leadline.protocols import Advice, LeaveGroup, LeaveSite
from leadline.store.crawl import CrawlStore, Entry
from leadline.store.summary import life_of, progress_of, summarise

reopen = pytest.fixture(params=BACKENDS)(reopening)
store = pytest.fixture(new_store)


def lived(store: CrawlStore) -> None:
    """One page that links to two others, one of them failed; one under way; two refused; one site left."""
    fill(store, ranked("a.example/"))
    with store.db.transaction():
        origin = store.frontier.take("g")
    page = outcome(
        0,
        links=(link("http://b.example/", "to b"), link("http://c.example/")),
        on_topic=0.9,
        found=(finding("a.example#f1"),),
        set_aside="duplicate",
    )
    children = (ranked("b.example/", nth=0), ranked("c.example/", nth=1), ranked("d.example/", "gone", nth=1))
    advice = Advice(children, (LeaveGroup("gone", "no"), LeaveSite("c.example", "five pages without a form")))
    store.record(Entry(page, advice, origin, forms=(form("f1"), form("f2"))), no_keys)
    with store.db.transaction():
        origin = store.frontier.take("g")
    failed = outcome(1, "http://b.example/", status=None, final_url="", failure=Failure("dns", "no such name"))
    store.record(entry(failed, origin=origin), no_keys)
    for number, kind in ((2, "robots"), (3, "address-refused")):
        refused = outcome(number, f"http://{kind}.example/", status=None, failure=Failure(kind, "no"))
        store.record(entry(refused), no_keys)
    store.record(Entry(Backlinks(4, "a.example", ()), Advice()), no_keys)
    store.promise("a.example", 1.0)
    store.promise("a.example", 2.0)


def test_counts_are_what_they_are_called(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """Every count of a summary, from a crawl small enough to count by hand."""
    lived(store)
    found = summarise(reopen().db)
    assert (found.pages, found.requests, found.sites, found.waiting) == (1, 2, 1, 1)
    assert (found.forms, found.relevant_forms, found.on_topic, found.set_aside) == (2, 1, 1, 1)
    assert (found.errors, found.robots_blocked, found.refused, found.backlink_calls) == (1, 1, 1, 1)
    assert found.failures == {"dns": 1, "robots": 1, "address-refused": 1}
    assert found.left_sites == 1
    assert progress_of(reopen().db) == (1, 3)


def test_a_url_has_a_life(store: CrawlStore) -> None:
    """What became of a URL: fetched, failed, waiting (or under way), dropped, or never met."""
    lived(store)
    names = ("a", "b", "c", "d", "e")
    assert [life_of(store.db, f"http://{name}.example/").state for name in names] == [
        "fetched",
        "failed",
        "waiting",
        "seen",
        "unknown",
    ]
    failed = life_of(store.db, "http://b.example/")
    assert (failed.failure, failed.way) == ("dns", (("http://a.example/", "to b"),))
    waiting = life_of(store.db, "http://c.example/")
    assert (waiting.group, waiting.key, waiting.left) == ("g", 1.0, "five pages without a form")
    with store.db.transaction():
        assert store.frontier.take("g") is not None
    assert life_of(store.db, "http://c.example/") == waiting
