"""The frontier: every URL once, best pattern first, first come first served within one."""

from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from store_backends import BACKENDS, Reopen, new_store, reopening
from store_samples import advise, fill, keyed, outcome, ranked, take_all

from leadline.errors import ArchiveError
from leadline.protocols import Advice, CloseGroup, LeaveGroup, LoadBatch, OpenGroup, Rerank
from leadline.store.batch import Batch, DetailState, RecordUpdate
from leadline.store.protocols import Store
from leadline.store.sqlite.database import Database
from leadline.store.sqlite.store import SqliteStore

reopen = pytest.fixture(params=BACKENDS)(reopening)
store = pytest.fixture(new_store)


def test_a_url_is_let_in_once(store: Store) -> None:
    """A URL met before waits only once, in whatever batch, group or pattern it comes again."""
    assert fill(store, ranked("a/1"), ranked("a/2"), ranked("a/1", pattern="q")) == 2
    assert fill(store, ranked("a/2", group="h"), ranked("a/3")) == 1
    assert take_all(store) == ["a/1", "a/2", "a/3"]
    assert fill(store, ranked("a/1")) == 0


def test_the_best_pattern_is_served_first(store: Store) -> None:
    """Links go by key, largest first; links of equal pattern, and patterns of equal key, by arrival."""
    fill(store, ranked("a/1", key=1, pattern="low"), ranked("a/2", key=3, pattern="top"))
    fill(
        store, ranked("a/3", key=3, pattern="also top"), ranked("a/4", key=9, pattern="top"), ranked("a/5", key=2)
    )
    assert take_all(store) == ["a/2", "a/4", "a/3", "a/5", "a/1"]


def test_a_pattern_that_ran_empty_takes_the_key_of_the_next_link(store: Store) -> None:
    """A model may have moved on while a pattern was empty; its old key is not used again."""
    fill(store, ranked("a/1", key=9, pattern="p"))
    assert take_all(store) == ["a/1"]
    fill(store, ranked("a/2", key=1, pattern="p"), ranked("a/3", key=5, pattern="q"))
    assert take_all(store) == ["a/3", "a/2"]


def test_rerank_moves_whole_patterns(store: Store) -> None:
    """A re-rank asks for each pattern once and reorders all its links."""
    fill(store, *(ranked(f"a/{n}", key=n % 3, pattern=str(n % 3)) for n in range(9)))
    asked: list[str] = []

    def key(pattern: str) -> float:
        asked.append(pattern)
        return -float(pattern)

    advise(store, Rerank(1), places=keyed(key))
    assert sorted(asked) == ["0", "1", "2"]
    assert take_all(store) == ["a/0", "a/3", "a/6", "a/1", "a/4", "a/7", "a/2", "a/5", "a/8"]


def test_links_under_way_are_reranked_too(store: Store, reopen: Reopen) -> None:
    """What comes back after a crash has its place under the present model."""
    fill(store, ranked("a/1", key=9, pattern="1"), ranked("a/2", key=1, pattern="2"))
    assert store.frontier.take("g") is not None
    advise(store, Rerank(1), places=keyed(float))
    again = reopen()
    assert again.frontier.release_all() == 1
    assert take_all(again) == ["a/2", "a/1"]


def test_busy_hosts_are_passed_over(store: Store) -> None:
    """The best link whose URL is free is taken, of the best `depth` links and none behind them."""
    fill(store, ranked("busy/1", key=3, pattern="a"), ranked("busy/2", key=3, pattern="a"))
    fill(store, ranked("free/1", key=2, pattern="b"), ranked("free/2", key=1, pattern="c"))
    assert store.frontier.take("g", lambda url: "busy" not in url, depth=2) is None
    found = store.frontier.take("g", lambda url: "busy" not in url, depth=3)
    assert found is not None
    assert found.url == "http://free/1"
    assert take_all(store) == ["busy/1", "busy/2", "free/2"]


def test_the_beginning_of_a_run_stays_what_the_table_has(store: Store) -> None:
    """What was looked at before is not read again: links that join, are taken or come back are seen."""
    fill(store, *(ranked(f"a{n % 3}/{n}", key=1, pattern="p") for n in range(30)))
    first = store.frontier.take("g", depth=64, busy={"a0", "a1"})
    assert first is not None
    assert first.url == "http://a2/2"
    fill(store, ranked("b/1", key=1, pattern="p"))
    second = store.frontier.take("g", depth=64, busy={"a0", "a1", "a2"})
    assert second is not None
    assert second.url == "http://b/1"
    assert store.frontier.take("g", depth=64, busy={"a0", "a1", "a2"}) is None
    assert store.frontier.refused == "a2"
    store.commit(Batch(released=((first.pattern, first.position),)))
    assert [store.frontier.take("g", depth=3, busy={"a0", "a1"})] == [first]
    assert len(take_all(store)) == 29


def test_looking_ahead_has_no_end_but_depth(store: Store) -> None:
    """Hundreds of patterns of busy hosts do not hide the free link behind them."""
    fill(store, *(ranked(f"busy/{n}", key=500 - n, pattern=str(n)) for n in range(300)), ranked("free/", key=0))
    found = store.frontier.take("g", lambda url: "free" in url, depth=1000)
    assert found is not None
    assert found.url == "http://free/"


def test_taking_many_takes_the_best(store: Store) -> None:
    """A batch holds what single takes would have given, in that order, across patterns."""
    fill(store, *(ranked(f"a/{n}", key=n // 100, pattern=str(n // 100)) for n in range(300)))
    batch = store.frontier.take_many("g", 150)
    store.commit(Batch(dropped=tuple(batch)))
    assert [link.url for link in batch] == [f"http://a/{n}" for n in (*range(200, 300), *range(100, 150))]
    assert store.frontier.waiting() == {"g": 150}
    assert take_all(store) == [f"a/{n}" for n in (*range(150, 200), *range(100))]


def test_taken_links_wait_again_in_their_old_places(store: Store, reopen: Reopen) -> None:
    """After a crash, what was under way is served first again."""
    fill(store, *(ranked(f"a/{n}") for n in range(5)))
    assert store.frontier.take("g") is not None
    assert store.frontier.take("g") is not None
    again = reopen()
    assert again.frontier.waiting() == {"g": 3}
    assert again.frontier.release_all() == 2
    assert again.frontier.release_all() == 0
    assert take_all(again) == [f"a/{n}" for n in range(5)]


def test_new_links_queue_behind_old_ones_after_reopening(store: Store, reopen: Reopen) -> None:
    """First come, first served holds across a restart, also where the last link was taken before it."""
    fill(store, ranked("a/1"), ranked("a/2"))
    store.frontier.take("g", lambda url: url.endswith("2"), depth=2)
    again = reopen()
    fill(again, ranked("a/3"), ranked("a/1"))
    again.frontier.release_all()
    assert take_all(again) == ["a/1", "a/2", "a/3"]


def test_groups_are_served_by_rank_then_age(store: Store) -> None:
    """Open groups with something waiting: lowest rank first, the longest open among equals."""
    fill(store, ranked("a", "one"), ranked("b", "two"), ranked("c", "three"), ranked("d", "stored"))
    advise(store, OpenGroup("empty"))
    advise(store, OpenGroup("two", rank=1))
    advise(store, OpenGroup("one", rank=1, width=4))
    advise(store, OpenGroup("three"))
    assert list(store.frontier.open_groups()) == [("three", 0, 1), ("two", 1, 1), ("one", 1, 4)]


def test_a_closed_group_keeps_its_links_and_its_turn(store: Store, reopen: Reopen) -> None:
    """Closing stores; opening again serves what was stored, in the group's old turn."""
    fill(store, ranked("b", "two"), ranked("a", "one"), groups=["one"])
    advise(store)
    advise(store, OpenGroup("two"))
    advise(store, CloseGroup("one"))
    assert list(store.frontier.open_groups()) == [("two", 0, 1)]
    again = reopen()
    advise(again, OpenGroup("one"))
    assert list(again.frontier.open_groups()) == [("one", 0, 1), ("two", 0, 1)]


def test_a_left_group_stays_left(store: Store, reopen: Reopen) -> None:
    """Its links are dropped, later ones too, and neither opening nor closing brings it back."""
    fill(store, ranked("a/1"), ranked("a/2"), ranked("b/1", "other"), groups=["g", "other"])
    assert store.frontier.take("g") is not None
    advise(store, LeaveGroup("g", "nothing new"))
    advise(store, CloseGroup("g"))
    advise(store, OpenGroup("g"))
    assert fill(store, ranked("a/3")) == 0
    again = reopen()
    assert again.frontier.release_all() == 0
    advise(again, OpenGroup("g"))
    assert again.frontier.waiting() == {"other": 1}
    assert list(again.frontier.open_groups()) == [("other", 0, 1)]


def test_a_batch_takes_the_best_of_several_groups(store: Store) -> None:
    """The best links come first, wherever they waited."""
    fill(store, *(ranked(f"a/{key}", "one" if key % 2 else "two", key, str(key)) for key in range(6)))
    advise(store, LoadBatch(("one", "two", "nothing"), "queue", 3))
    assert take_all(store, "queue") == ["a/5", "a/4", "a/3"]
    assert store.frontier.waiting() == {"one": 1, "two": 2}


def test_a_rerank_moves_links_between_groups(store: Store, reopen: Reopen) -> None:
    """ACHE's levels: a link goes to the level that the new classifier gives it, links that look alike together."""
    fill(store, ranked("a/1", "far", 0, "p"), ranked("a/2", "near", 0, "p"), ranked("a/3", "near", 5, "q"))
    under_way = store.frontier.take("near")
    assert under_way is not None
    places = {"p": ("near", 2.0), "q": ("far", 1.0)}
    advise(store, Rerank(1, '{"features":["p"]}'), places=lambda waiting: [places[p] for _, p in waiting])
    again = reopen()
    assert again.frontier.waiting() == {"near": 2}
    assert again.frontier.release_all() == 1
    assert again.frontier.waiting() == {"near": 2, "far": 1}
    assert take_all(again, "near") == ["a/1", "a/2"]


def test_ten_thousand_groups_open_at_once(store: Store) -> None:
    """A site each: the loop is served as fast as with ten."""
    names = [f"s{number}" for number in range(10_000)]
    fill(store, *(ranked(f"{name}/", name) for name in names))
    advise(store, *(OpenGroup(name, rank=-number) for number, name in enumerate(names)))
    assert [name for name, _, _ in islice(store.frontier.open_groups(), 2)] == ["s9999", "s9998"]


def test_a_batch_moves_with_its_keys(store: Store) -> None:
    """The best links go from the store to the queue and keep their order there."""
    fill(store, *(ranked(f"a/{n}", "stored", key=n % 4, pattern=str(n % 4)) for n in range(8)))
    advise(store, LoadBatch(("stored",), "queue", 3))
    advise(store, LoadBatch(("nothing",), "queue", 3))
    assert store.frontier.waiting() == {"stored": 5, "queue": 3}
    assert take_all(store, "queue") == ["a/3", "a/7", "a/2"]
    assert take_all(store, "stored") == ["a/6", "a/1", "a/5", "a/0", "a/4"]


def test_a_batch_into_a_left_group_is_dropped(store: Store) -> None:
    """Whatever would join a group that was left is dropped."""
    fill(store, ranked("a/1", "stored"), ranked("a/2", "stored"))
    advise(store, LeaveGroup("queue", "done with it"))
    advise(store, LoadBatch(("stored",), "queue", 1))
    assert store.frontier.waiting() == {"stored": 1}


def test_urls_marked_as_seen_are_not_let_in(store: Store) -> None:
    """Where a redirect ended needs no visit of its own."""
    store.commit(Batch(outcome(0, "http://b/1", final_url="http://a/1")))
    store.commit(Batch(outcome(1, "http://b/2", final_url="http://a/2")))
    store.commit(Batch(outcome(2, "http://b/3", final_url="http://a/2")))
    assert fill(store, ranked("a/1"), ranked("a/2"), ranked("a/3")) == 1


def test_dedup_holds_beyond_what_is_kept_in_memory(
    store: Store, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """URLs met long ago, which moved to the sorted table, are known as well as recent ones."""
    monkeypatch.setattr("leadline.store.sqlite.incoming._FEWEST", 100)
    for start in range(0, 1000, 70):
        fill(store, *(ranked(f"a/{n}") for n in range(start, start + 70)))
    again = reopen()
    assert fill(again, *(ranked(f"a/{n}") for n in range(1100))) == 1100 - 1050
    assert len(take_all(again)) == 1100


def test_patterns_are_known_beyond_what_is_kept_in_memory(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pattern that fell out of memory is the same pattern when it comes back."""
    monkeypatch.setattr("leadline.store.sqlite.patterns._KEPT", 3)
    for n in range(40):
        fill(store, ranked(f"a/{n}", key=n % 8, pattern=str(n % 8)))
    assert take_all(store) == [f"a/{n}" for key in reversed(range(8)) for n in range(key, 40, 8)]


def test_a_page_joins_new_waiting_and_emptied_patterns_at_once(store: Store, reopen: Reopen) -> None:
    """After reopening nobody remembers patterns: one that waits keeps its key, one that ran empty takes that of
    the link that joins it, and one met twice on the page is one."""
    fill(store, ranked("a/1", key=5, pattern="waits"), ranked("a/2", key=9, pattern="ran empty"), groups=["g"])
    best = store.frontier.take("g")
    assert best is not None
    store.commit(Batch(dropped=(best,)))
    again = reopen()
    fill(
        again,
        ranked("b/1", key=1, pattern="new"),
        ranked("b/2", key=8, pattern="waits"),
        ranked("b/3", key=3, pattern="ran empty"),
        ranked("b/4", key=7, pattern="new"),
        ranked("b/5", key=2, pattern="other"),
    )
    assert take_all(again) == ["a/1", "b/2", "b/3", "b/5", "b/1", "b/4"]


def test_an_undone_commit_leaves_nothing_behind(store: Store) -> None:
    """After a rollback, memory says what the tables say: links, groups, patterns and digests."""
    fill(store, ranked("a/1", key=5, pattern="p"), ranked("a/0", key=4, pattern="o"), groups=["g"])
    taken = store.frontier.take("g")
    assert taken is not None
    links = (ranked("a/2", pattern="q"), ranked("b/1", "new"))
    missing = RecordUpdate("nobody", DetailState.READ, ())
    place = (taken.pattern, taken.position)
    with pytest.raises(ArchiveError, match="a row is missing"):
        store.commit(Batch(advice=Advice(links, (OpenGroup("new"),)), released=(place,), updates=(missing,)))
    assert store.frontier.waiting() == {"g": 1}
    assert list(store.frontier.open_groups()) == [("g", 0, 1)]
    store.commit(Batch(released=(place,)))
    assert fill(store, ranked("a/2", key=1, pattern="q"), ranked("b/1", "new")) == 2
    assert take_all(store) == ["a/1", "a/0", "a/2"]


def test_batches_committed_together_are_all_there_or_none(store: Store, reopen: Reopen) -> None:
    """What goes wrong behind the second undoes the first, in memory too; what goes well is there at the end."""

    def interrupted() -> None:
        with store.together():
            fill(store, ranked("a/1"), groups=["g"])
            fill(store, ranked("a/2"))
            assert store.frontier.take("g") is not None
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert store.frontier.met() == 0
    with store.together():
        fill(store, ranked("a/1"), groups=["g"])
        fill(store, ranked("a/2"))
    assert take_all(reopen()) == ["a/1", "a/2"]


def test_a_take_that_fails_takes_nothing(store: Store) -> None:
    """Whoever is asked whether a link is free may fail; the link waits on."""
    fill(store, ranked("a/1"), groups=["g"])

    def broken(_: str) -> bool:
        raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea"):
        store.frontier.take("g", broken)
    assert take_all(store) == ["a/1"]


def test_what_was_ever_met_is_counted(store: Store, reopen: Reopen) -> None:
    """A URL counts once, whether it waits, was taken or was dropped."""
    fill(store, ranked("a/1"), ranked("a/2"), ranked("a/1"))
    assert store.frontier.take("g") is not None
    assert (store.frontier.met(), reopen().frontier.met()) == (2, 2)


def test_texts_of_many_links_are_kept_as_they_are(store: Store) -> None:
    """Whatever marks, quotes and words stand in them: a server gets many rows as one text."""
    odd = ['"', "\\", "{a,b}", "NULL", "null", ",", "'", "%s", "?", "$1", " a ", "", "é\u2028", 'a"\\",b']
    links = [ranked(f"a/{n}?{text}", pattern=text) for n, text in enumerate(odd)]
    assert fill(store, *links) == len(odd)
    assert take_all(store) == [f"a/{n}?{text}" for n, text in enumerate(odd)]


def test_what_waits_is_told_before_the_commit_too(store: Store) -> None:
    """Groups are counted once a commit; whoever asks before is told what is true."""
    with store.together():
        fill(store, ranked("a/1"), ranked("a/2"))
        assert store.pages.summary().waiting == 2
        assert store.frontier.take("g") is not None
        assert store.pages.summary().waiting == 1
    assert store.pages.summary().waiting == 1


def test_a_page_costs_few_statements(tmp_path: Path) -> None:
    """Of pages that are recorded together, each with a link taken: a server answers each statement by itself."""
    with closing(Database(tmp_path / "x.db")) as database:
        store, seen = SqliteStore(database), list[str]()
        advise(store, OpenGroup("g"))
        fill(store, *(ranked(f"a/{n}") for n in range(30)))
        assert store.frontier.take("g") is not None
        database._connection.set_trace_callback(seen.append)
        with store.together():
            for number in range(4):
                links = tuple(ranked(f"b/{number}/{n}") for n in range(3))
                event = outcome(store.log.length, f"http://a.example/{number}")
                store.commit(Batch(event, Advice(links), store.frontier.take("g")))
        rows = [one for one in seen if one.startswith(("INSERT INTO met", "INSERT INTO arrived"))]
        assert len(seen) - len(rows) <= 4 * 7
