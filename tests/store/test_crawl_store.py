"""The store of a crawl: an event and all it brings are there together or not at all."""

from dataclasses import replace
from pathlib import Path

import pytest
from store_backends import BACKENDS, Reopen, new_store, reopening
from store_samples import batch, fill, finding, form, outcome, ranked, response, take_all

from leadline.errors import ArchiveError
from leadline.model.events import Backlinks
from leadline.model.rest import LONGEST_REST, Rest
from leadline.protocols import (
    Advice,
    AskBacklinks,
    CloseGroup,
    LeaveGroup,
    LeaveSite,
    LoadBatch,
    OpenGroup,
    Rerank,
)
from leadline.store.archive import capture_of
from leadline.store.batch import Batch, DetailState, Note, RecordUpdate
from leadline.store.codec import pack_form, unpack_form
from leadline.store.protocols import Store
from leadline.store.sqlite.database import Database
from leadline.store.sqlite.store import SqliteStore

reopen = pytest.fixture(params=BACKENDS)(reopening)
store = pytest.fixture(new_store)


def test_an_event_comes_with_its_consequences(store: Store, reopen: Reopen) -> None:
    """Outcome, links, commands, findings, forms and capture are there after reopening."""
    fill(store, ranked("a.example/"), groups=["g"])
    origin = store.frontier.take("g")
    advice = Advice(
        (ranked("b.example/", "later", nth=0), ranked("c.example/", "gone")),
        (
            OpenGroup("later", 2, 3),
            LeaveGroup("gone", "why not"),
            CloseGroup("g"),
            LeaveSite("b.example", "enough"),
        ),
    )
    event = outcome(0, found=(finding("a.example#f1"),))
    capture = replace(capture_of(response()), warc="leadline-00000.warc.gz", warc_offset=10, warc_length=20)
    store.commit(Batch(event, advice, origin, capture, (form("f1"), form("f2"))))
    again = reopen()
    assert list(again.log.events()) == [event]
    assert again.frontier.waiting() == {"later": 1}
    assert again.frontier.open_groups() == [("later", 2, 3)]
    assert again.frontier.left_sites == {"b.example"}
    assert again.log.known_findings(["a.example#f1", "a.example#f2"]) == {"a.example#f1"}
    assert again.pages.archive_ends() == {"leadline-00000.warc.gz": 30}
    assert again.frontier.release_all() == 0


def test_a_failed_record_leaves_nothing(store: Store) -> None:
    """If any part cannot be written, no part is, and the store goes on as before."""
    fill(store, ranked("a.example/"), ranked("z.example/"), groups=["g"])
    origin = store.frontier.take("g")

    def broken(_: object) -> list[float]:
        raise RuntimeError("the model broke")

    advice = Advice((ranked("b.example/"),), (LeaveSite("b.example", "enough"), Rerank(1)))
    with pytest.raises(RuntimeError, match="the model broke"):
        store.commit(Batch(outcome(0, found=(finding("x"),)), advice, origin), broken)
    assert (store.log.length, store.log.pages, store.frontier.left_sites) == (0, 0, set())
    assert store.log.known_findings(["x"]) == set()
    store.commit(Batch(outcome(0), Advice((ranked("b.example/"),)), origin))
    assert take_all(store) == ["z.example/", "b.example/"]


def test_what_goes_with_an_event_is_committed_with_it(store: Store) -> None:
    """Whatever of a batch cannot be written, nothing of it is."""
    lost = RecordUpdate("nobody", DetailState.READ, (("title", "x"),))
    with pytest.raises(ArchiveError, match="a row is missing"):
        store.commit(Batch(outcome(0), decisions=(("mine", "yes"),), snapshot="s", updates=(lost,)))
    assert store.decisions.get("mine") is None
    assert (store.log.length, store.log.snapshot()) == (0, None)
    store.commit(Batch(outcome(0), decisions=(("mine", "yes"),), snapshot="s"))
    assert store.decisions.get("mine") == "yes"
    assert (store.log.length, store.log.snapshot()) == (1, (1, "s"))


def test_rerank_and_batches_come_as_commands(store: Store) -> None:
    """A strategy's re-rank uses its keys, and its batch moves links; the same version may come again."""
    fill(store, ranked("a", "stored", 1, "low"), ranked("b", "stored", 2, "high"))
    keys = {"low": 9.0, "high": 0.0}
    advice = Advice((), (Rerank(1), LoadBatch("stored", "queue", 1), Rerank(1)))
    store.commit(Batch(outcome(0), advice), lambda patterns: [keys[p] for p in patterns])
    assert take_all(store, "queue") == ["a"]


def test_where_a_redirect_ended_is_not_visited_again(store: Store) -> None:
    """The final URL of a page counts as met."""
    store.commit(batch(outcome(0, final_url="http://b.example/")))
    assert fill(store, ranked("b.example/")) == 0


def test_findings_know_their_page(store: Store) -> None:
    """The first page that has a goal keeps it, with the number of pages it took to get there."""
    store.commit(batch(outcome(0)))
    store.commit(batch(outcome(1, found=(finding("x"), finding("y")))))
    store.commit(batch(outcome(2, found=(finding("x", 0.1),))))
    found = [(row["identity"], row["found_at_page"], row["score"]) for row in store.pages.rows("forms")]
    assert found == [("x", 2, 0.9), ("y", 2, 0.9)]
    assert store.log.known_findings([]) == set()


def test_backlink_questions_stay_until_answered(store: Store, reopen: Reopen) -> None:
    """A question survives a restart; its answer ends it."""
    asks = Advice((), (AskBacklinks("a.example"), AskBacklinks("b.example"), AskBacklinks("a.example")))
    store.commit(Batch(outcome(0), asks))
    again = reopen()
    assert again.log.unanswered() == ["a.example", "b.example"]
    again.commit(Batch(Backlinks(1, "a.example", ("http://c.example/",)), Advice()))
    assert again.log.unanswered() == ["b.example"]


def test_promises_survive(store: Store, reopen: Reopen) -> None:
    """Hosts that were promised rest have it in the next process too, for the last promise made."""
    store.promise("a.example", 100.0)
    store.promise("a.example", 120.0)
    store.promise("b.example", 50.0)
    found = reopen().hosts.promises(60.0, gap=100.0)
    assert [(host, rest.until) for host, rest in found.hosts] == [("a.example", 120.0)]
    assert found.disbelieved == ()


def test_what_a_host_asked_for_survives(store: Store, reopen: Reopen) -> None:
    """Moment and number of refusals are there in the next process, also after a later request's promise; an answer
    ends the count."""
    store.promise("a.example", 100.0)
    store.rest("a.example", Rest(until=700.0, seconds=600.0, refusals=3))
    store.promise("a.example", 102.0)
    ((host, rest),) = reopen().hosts.promises(110.0, gap=30.0).hosts
    assert (host, rest.until, rest.refusals) == ("a.example", 700.0, 3)
    again = reopen()
    assert [(r.host, r.until) for r in again.hosts.resting(110.0)] == [("a.example", "1970-01-01T00:11:40+00:00")]
    again.rest("a.example", Rest(until=700.0, seconds=0.0))
    assert reopen().hosts.promises(701.0, gap=30.0).hosts == ()


@pytest.mark.parametrize(
    ("next_at", "rest", "believed"),
    [
        (0.0, Rest(4e9, 600.0, 1), 1_600.0),
        (0.0, Rest(4e9, 4e9, 1), 1_000.0 + LONGEST_REST),
        (0.0, Rest(float("inf"), float("inf"), 2**62), 1_000.0 + LONGEST_REST),
        (4e9, Rest(0.0, 0.0), 1_030.0),
        (4e9, Rest(1_100.0, 600.0, 1), 1_100.0),
    ],
    ids=["clock jumped back", "damaged", "endless", "promise", "promise and rest"],
)
def test_a_moment_in_the_far_future_is_not_believed(
    next_at: float, rest: Rest, believed: float, store: Store, reopen: Reopen
) -> None:
    """What is further away than it can have been meant is cut, said in a sentence and noted; and cut once: however
    often it is resumed, the wait ends."""
    store.promise("a.example", next_at)
    store.rest("a.example", rest)
    found = reopen().hosts.promises(1_000.0, gap=30.0)
    assert [(host, kept.until) for host, kept in found.hosts] == [("a.example", believed)]
    assert len(found.disbelieved) == 1
    assert "a.example" in found.disbelieved[0]
    again = reopen()
    assert [row["kind"] for row in again.pages.rows("events")] == ["disbelieved"]
    later = again.hosts.promises(1_010.0, gap=30.0)
    assert [(host, kept.until) for host, kept in later.hosts] == [("a.example", believed)]
    assert later.disbelieved == ()


def test_a_damaged_row_is_no_promise(tmp_path: Path) -> None:
    """Text where a number was: nothing is waited for, and nothing falls over."""
    database = Database(tmp_path / "leadline.db")
    store = SqliteStore(database)
    store.rest("a.example", Rest(10.0, 10.0, 1))
    with database.transaction():
        database.run(
            "UPDATE host SET next_at = 'soon', rest_until = 'later', rest_seconds = x'00', refusals = 'x'"
        )
    assert [rest.until for _, rest in store.hosts.promises(1_000.0, gap=30.0).hosts] in ([], [0.0])
    store.close()


def test_what_was_postponed_is_known(store: Store, reopen: Reopen) -> None:
    """What was put off once is known to have been, also in the next process."""
    assert not store.log.is_postponed("http://a.example/")
    store.commit(Batch(postponed="http://a.example/", notes=(Note(0.0, "put off", {"status": 429}),)))
    assert reopen().log.is_postponed("http://a.example/")
    assert reopen().log.last_note("put off") == {"status": 429}
    assert reopen().log.last_note("stopped") is None


def test_the_newest_snapshot_counts(store: Store, reopen: Reopen) -> None:
    """A snapshot says how many events it has folded; a newer one takes its place."""
    assert store.log.snapshot() is None
    store.commit(batch(outcome(0)))
    store.commit(Batch(snapshot="one"))
    store.commit(batch(outcome(1)))
    store.commit(Batch(snapshot="two"))
    store.commit(Batch(snapshot="three"))
    assert reopen().log.snapshot() == (2, "three")


def test_a_decision_is_kept_and_overwritten(store: Store, reopen: Reopen) -> None:
    """The last value of a name holds; a name nobody decided has none."""
    store.decide("seed", "1")
    store.decide("seed", "2")
    assert (reopen().decisions.get("seed"), reopen().decisions.get("other")) == ("2", None)


def test_a_form_is_packed_whole() -> None:
    """A form read from the store is the form that was on the page."""
    assert unpack_form(pack_form(form())) == form()
