"""The frontier: every URL once, best pattern first, first come first served within one."""

from collections.abc import Callable

import pytest
from store_backends import BACKENDS, new_store, reopening
from store_samples import fill, ranked, take_all

from leadline.protocols import LoadBatch, OpenGroup
from leadline.store.crawl import CrawlStore

reopen = pytest.fixture(params=BACKENDS)(reopening)
store = pytest.fixture(new_store)


def test_a_url_is_let_in_once(store: CrawlStore) -> None:
    """A URL met before waits only once, in whatever batch, group or pattern it comes again."""
    assert fill(store, ranked("a/1"), ranked("a/2"), ranked("a/1", pattern="q")) == 2
    assert fill(store, ranked("a/2", group="h"), ranked("a/3")) == 1
    assert take_all(store) == ["a/1", "a/2", "a/3"]
    assert fill(store, ranked("a/1")) == 0


def test_the_best_pattern_is_served_first(store: CrawlStore) -> None:
    """Links go by key, largest first; links of equal pattern, and patterns of equal key, by arrival."""
    fill(store, ranked("a/1", key=1, pattern="low"), ranked("a/2", key=3, pattern="top"))
    fill(
        store, ranked("a/3", key=3, pattern="also top"), ranked("a/4", key=9, pattern="top"), ranked("a/5", key=2)
    )
    assert take_all(store) == ["a/2", "a/4", "a/3", "a/5", "a/1"]


def test_a_pattern_that_ran_empty_takes_the_key_of_the_next_link(store: CrawlStore) -> None:
    """A model may have moved on while a pattern was empty; its old key is not used again."""
    fill(store, ranked("a/1", key=9, pattern="p"))
    assert take_all(store) == ["a/1"]
    fill(store, ranked("a/2", key=1, pattern="p"), ranked("a/3", key=5, pattern="q"))
    assert take_all(store) == ["a/3", "a/2"]


def test_rerank_moves_whole_patterns(store: CrawlStore) -> None:
    """A re-rank asks for each pattern once and reorders all its links."""
    fill(store, *(ranked(f"a/{n}", key=n % 3, pattern=str(n % 3)) for n in range(9)))
    asked: list[str] = []

    def keys(patterns: object) -> list[float]:
        asked.extend(patterns)  # type: ignore[arg-type]  # a sequence of patterns
        return [-float(p) for p in patterns]  # type: ignore[attr-defined]

    with store.db.transaction():
        assert store.frontier.rerank(keys) == 3
    assert sorted(asked) == ["0", "1", "2"]
    assert take_all(store) == ["a/0", "a/3", "a/6", "a/1", "a/4", "a/7", "a/2", "a/5", "a/8"]


def test_links_under_way_are_reranked_too(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """What comes back after a crash has its place under the present model."""
    fill(store, ranked("a/1", key=9, pattern="1"), ranked("a/2", key=1, pattern="2"))
    with store.db.transaction():
        assert store.frontier.take("g") is not None
        store.frontier.rerank(lambda patterns: [float(p) for p in patterns])
    again = reopen()
    with again.db.transaction():
        assert again.frontier.put_back() == 1
    assert take_all(again) == ["a/2", "a/1"]


def test_busy_hosts_are_passed_over(store: CrawlStore) -> None:
    """The best link whose URL is free is taken, of the best `depth` links and none behind them."""
    fill(store, ranked("busy/1", key=3, pattern="a"), ranked("busy/2", key=3, pattern="a"))
    fill(store, ranked("free/1", key=2, pattern="b"), ranked("free/2", key=1, pattern="c"))
    with store.db.transaction():
        assert store.frontier.take("g", lambda url: "busy" not in url, depth=2) is None
        found = store.frontier.take("g", lambda url: "busy" not in url, depth=3)
    assert found is not None
    assert found.url == "http://free/1"
    assert take_all(store) == ["busy/1", "busy/2", "free/2"]


def test_looking_ahead_has_no_end_but_depth(store: CrawlStore) -> None:
    """Hundreds of patterns of busy hosts do not hide the free link behind them."""
    fill(store, *(ranked(f"busy/{n}", key=500 - n, pattern=str(n)) for n in range(300)), ranked("free/", key=0))
    with store.db.transaction():
        found = store.frontier.take("g", lambda url: "free" in url, depth=1000)
    assert found is not None
    assert found.url == "http://free/"


def test_taking_many_takes_the_best(store: CrawlStore) -> None:
    """A batch holds what single takes would have given, in that order, across patterns."""
    fill(store, *(ranked(f"a/{n}", key=n // 100, pattern=str(n // 100)) for n in range(300)))
    with store.db.transaction():
        batch = store.frontier.take_many("g", 150)
        store.frontier.done(batch)
    assert [link.url for link in batch] == [f"http://a/{n}" for n in (*range(200, 300), *range(100, 150))]
    assert store.frontier.waiting() == {"g": 150}
    assert take_all(store) == [f"a/{n}" for n in (*range(150, 200), *range(100))]


def test_taken_links_wait_again_in_their_old_places(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """After a crash, what was under way is served first again."""
    fill(store, *(ranked(f"a/{n}") for n in range(5)))
    with store.db.transaction():
        assert store.frontier.take("g") is not None
        assert store.frontier.take("g") is not None
    again = reopen()
    assert again.frontier.waiting() == {"g": 3}
    with again.db.transaction():
        assert again.frontier.put_back() == 2
        assert again.frontier.put_back() == 0
    assert take_all(again) == [f"a/{n}" for n in range(5)]


def test_new_links_queue_behind_old_ones_after_reopening(
    store: CrawlStore, reopen: Callable[[], CrawlStore]
) -> None:
    """First come, first served holds across a restart, also where the last link was taken before it."""
    fill(store, ranked("a/1"), ranked("a/2"))
    with store.db.transaction():
        store.frontier.take("g", lambda url: url.endswith("2"), depth=2)
    again = reopen()
    fill(again, ranked("a/3"), ranked("a/1"))
    with again.db.transaction():
        again.frontier.put_back()
    assert take_all(again) == ["a/1", "a/2", "a/3"]


def test_groups_are_served_by_rank_then_age(store: CrawlStore) -> None:
    """Open groups with something waiting: lowest rank first, the longest open among equals."""
    fill(store, ranked("a", "one"), ranked("b", "two"), ranked("c", "three"), ranked("d", "stored"))
    with store.db.transaction():
        store.frontier.open_group(OpenGroup("empty"), 1)
        store.frontier.open_group(OpenGroup("two", rank=1), 2)
        store.frontier.open_group(OpenGroup("one", rank=1, width=4), 3)
        store.frontier.open_group(OpenGroup("three"), 4)
    assert store.frontier.open_groups() == [("three", 0, 1), ("two", 1, 1), ("one", 1, 4)]


def test_a_closed_group_keeps_its_links_and_its_turn(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """Closing stores; opening again serves what was stored, in the group's old turn."""
    fill(store, ranked("a", "one"), ranked("b", "two"), groups=["one"])
    with store.db.transaction():
        store.frontier.open_group(OpenGroup("two"), 1)
        store.frontier.close_group("one")
    assert store.frontier.open_groups() == [("two", 0, 1)]
    again = reopen()
    with again.db.transaction():
        again.frontier.open_group(OpenGroup("one"), 2)
    assert again.frontier.open_groups() == [("one", 0, 1), ("two", 0, 1)]


def test_a_left_group_stays_left(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """Its links are dropped, later ones too, and neither opening nor closing brings it back."""
    fill(store, ranked("a/1"), ranked("a/2"), ranked("b/1", "other"), groups=["g", "other"])
    with store.db.transaction():
        assert store.frontier.take("g") is not None
        assert store.frontier.leave_group("g", "nothing new") == 1
        store.frontier.close_group("g")
        store.frontier.open_group(OpenGroup("g"), 5)
    assert fill(store, ranked("a/3")) == 0
    again = reopen()
    with again.db.transaction():
        assert again.frontier.put_back() == 0
        again.frontier.open_group(OpenGroup("g"), 6)
    assert again.frontier.waiting() == {"other": 1}
    assert again.frontier.open_groups() == [("other", 0, 1)]


def test_a_batch_moves_with_its_keys(store: CrawlStore) -> None:
    """The best links go from the store to the queue and keep their order there."""
    fill(store, *(ranked(f"a/{n}", "stored", key=n % 4, pattern=str(n % 4)) for n in range(8)))
    with store.db.transaction():
        assert store.frontier.load_batch(LoadBatch("stored", "queue", 3)) == 3
        assert store.frontier.load_batch(LoadBatch("nothing", "queue", 3)) == 0
    assert store.frontier.waiting() == {"stored": 5, "queue": 3}
    assert take_all(store, "queue") == ["a/3", "a/7", "a/2"]
    assert take_all(store, "stored") == ["a/6", "a/1", "a/5", "a/0", "a/4"]


def test_a_batch_into_a_left_group_is_dropped(store: CrawlStore) -> None:
    """Whatever would join a group that was left is dropped."""
    fill(store, ranked("a/1", "stored"), ranked("a/2", "stored"))
    with store.db.transaction():
        store.frontier.leave_group("queue", "done with it")
        assert store.frontier.load_batch(LoadBatch("stored", "queue", 1)) == 1
    assert store.frontier.waiting() == {"stored": 1}


def test_urls_marked_as_seen_are_not_let_in(store: CrawlStore) -> None:
    """Where a redirect ended needs no visit of its own."""
    with store.db.transaction():
        store.frontier.mark_seen(["http://a/1", "http://a/2"])
        store.frontier.mark_seen(["http://a/2"])
    assert fill(store, ranked("a/1"), ranked("a/2"), ranked("a/3")) == 1


def test_dedup_holds_beyond_what_is_kept_in_memory(
    store: CrawlStore, reopen: Callable[[], CrawlStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """URLs met long ago, which moved to the sorted table, are known as well as recent ones."""
    monkeypatch.setattr("leadline.store.seen._FEWEST", 100)
    for start in range(0, 1000, 70):
        fill(store, *(ranked(f"a/{n}") for n in range(start, start + 70)))
    again = reopen()
    assert fill(again, *(ranked(f"a/{n}") for n in range(1100))) == 1100 - 1050
    assert len(take_all(again)) == 1100


def test_patterns_are_known_beyond_what_is_kept_in_memory(
    store: CrawlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pattern that fell out of memory is the same pattern when it comes back."""
    monkeypatch.setattr("leadline.store.patterns._KEPT", 3)
    for n in range(40):
        fill(store, ranked(f"a/{n}", key=n % 8, pattern=str(n % 8)))
    assert take_all(store) == [f"a/{n}" for key in reversed(range(8)) for n in range(key, 40, 8)]


def test_an_undone_transaction_leaves_nothing_behind(store: CrawlStore) -> None:
    """After a rollback, memory says what the tables say: links, groups, patterns and digests."""
    fill(store, ranked("a/1", key=5, pattern="p"), groups=["g"])

    def broken() -> None:
        with store.db.transaction():
            store.frontier.add([ranked("a/2", pattern="q"), ranked("b/1", "new")], None)
            assert store.frontier.take("g") is not None
            store.frontier.open_group(OpenGroup("new"), 1)
            raise RuntimeError("no space")

    with pytest.raises(RuntimeError, match="no space"):
        broken()
    assert store.frontier.waiting() == {"g": 1}
    assert store.frontier.open_groups() == [("g", 0, 1)]
    assert fill(store, ranked("a/2", key=1, pattern="q"), ranked("b/1", "new")) == 2
    assert take_all(store) == ["a/1", "a/2"]
