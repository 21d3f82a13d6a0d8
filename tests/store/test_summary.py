"""Reports from the store: counts as they are defined, and the life of one URL."""

import pytest
from store_backends import BACKENDS, Reopen, new_store, reopening
from store_samples import batch, fill, finding, form, link, outcome, ranked

from leadline.model.events import Backlinks, Failure
from leadline.protocols import Advice, LeaveGroup, LeaveSite
from leadline.store.batch import Batch
from leadline.store.protocols import Store

reopen = pytest.fixture(params=BACKENDS)(reopening)
store = pytest.fixture(new_store)


def lived(store: Store) -> None:
    """One page that links to two others, one of them failed; one under way; two refused; one site left."""
    fill(store, ranked("a.example/"))
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
    store.commit(Batch(page, advice, origin, forms=(form("f1"), form("f2"))))
    origin = store.frontier.take("g")
    failed = outcome(1, "http://b.example/", status=None, final_url="", failure=Failure("dns", "no such name"))
    store.commit(batch(failed, origin=origin))
    for number, kind in ((2, "robots"), (3, "address-refused")):
        refused = outcome(number, f"http://{kind}.example/", status=None, failure=Failure(kind, "no"))
        store.commit(batch(refused))
    store.commit(Batch(Backlinks(4, "a.example", ()), Advice()))
    store.promise("a.example", 1.0)
    store.promise("a.example", 2.0)


def test_counts_are_what_they_are_called(store: Store, reopen: Reopen) -> None:
    """Every count of a summary, from a crawl small enough to count by hand."""
    lived(store)
    found = reopen().pages.summary()
    assert (found.pages, found.requests, found.sites, found.waiting) == (1, 2, 1, 1)
    assert (found.forms, found.relevant_forms, found.on_topic, found.set_aside) == (2, 1, 1, 1)
    assert (found.errors, found.robots_blocked, found.refused, found.backlink_calls) == (1, 1, 1, 1)
    assert found.failures == {"dns": 1, "robots": 1, "address-refused": 1}
    assert found.left_sites == 1
    assert reopen().pages.progress() == (1, 3)


def test_pages_of_a_backward_crawl_are_pages_counted_apart(store: Store) -> None:
    """They are among the pages; those that brought no answer are not."""
    for number, (group, status) in enumerate(
        [("backward 1", 200), ("backward 2", 404), ("backward 2", None), ("backwards", 200), ("queue 1", 200)]
    ):
        store.commit(batch(outcome(number, f"http://a.example/{number}", group=group, status=status)))
    found = store.pages.summary()
    assert (found.pages, found.backward_pages) == (4, 2)


def test_a_url_has_a_life(store: Store) -> None:
    """What became of a URL: fetched, failed, waiting (or under way), dropped, or never met."""
    lived(store)
    names = ("a", "b", "c", "d", "e")
    assert [store.pages.history(f"http://{name}.example/").state for name in names] == [
        "fetched",
        "failed",
        "waiting",
        "seen",
        "unknown",
    ]
    failed = store.pages.history("http://b.example/")
    assert (failed.failure, failed.way) == ("dns", (("http://a.example/", "to b"),))
    waiting = store.pages.history("http://c.example/")
    assert (waiting.group, waiting.key, waiting.left) == ("g", 1.0, "five pages without a form")
    assert store.frontier.take("g") is not None
    assert store.pages.history("http://c.example/") == waiting
