"""The store of a crawl: an event and all it brings are there together or not at all."""

from collections.abc import Callable

import pytest
from store_backends import BACKENDS, new_store, reopening
from store_samples import entry, fill, finding, form, no_keys, outcome, ranked, response, take_all

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
from leadline.store.archive import Place
from leadline.store.crawl import Capture, CrawlStore, Entry
from leadline.store.forms import pack_form, unpack_form
from leadline.store.rests import resting

reopen = pytest.fixture(params=BACKENDS)(reopening)
store = pytest.fixture(new_store)


def test_an_event_comes_with_its_consequences(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """Outcome, links, commands, findings, forms and capture are there after reopening."""
    fill(store, ranked("a.example/"), groups=["g"])
    with store.db.transaction():
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
    capture = Capture.of(response(), Place("leadline-00000.warc.gz", 10, 20, "sha1:ABC"))
    store.record(Entry(event, advice, origin, capture, (form("f1"), form("f2"))), no_keys)
    again = reopen()
    assert list(again.events()) == [event]
    assert again.frontier.waiting() == {"later": 1}
    assert again.frontier.open_groups() == [("later", 2, 3)]
    assert again.left == {"b.example"}
    assert again.known_findings(["a.example#f1", "a.example#f2"]) == {"a.example#f1"}
    assert again.archive_ends() == {"leadline-00000.warc.gz": 30}
    with again.db.transaction():
        assert again.frontier.put_back() == 0


def test_a_failed_record_leaves_nothing(store: CrawlStore) -> None:
    """If any part cannot be written, no part is, and the store goes on as before."""
    fill(store, ranked("a.example/"), ranked("z.example/"), groups=["g"])
    with store.db.transaction():
        origin = store.frontier.take("g")

    def broken(_: object) -> list[float]:
        raise RuntimeError("the model broke")

    advice = Advice((ranked("b.example/"),), (LeaveSite("b.example", "enough"), Rerank(1)))
    with pytest.raises(RuntimeError, match="the model broke"):
        store.record(Entry(outcome(0, found=(finding("x"),)), advice, origin), broken)
    assert (store.log.length, store.pages, store.left) == (0, 0, set())
    assert store.known_findings(["x"]) == set()
    store.record(Entry(outcome(0), Advice((ranked("b.example/"),)), origin), no_keys)
    assert take_all(store) == ["z.example/", "b.example/"]


def test_what_goes_with_an_event_is_committed_with_it(store: CrawlStore) -> None:
    """What a caller writes beside an event shares its fate."""

    def also() -> None:
        store.db.run("INSERT INTO meta (key, value) VALUES ('mine', 'yes')")
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        store.record(Entry(outcome(0), Advice()), no_keys, also)
    assert store.meta("mine") is None
    assert store.log.length == 0


def test_rerank_and_batches_come_as_commands(store: CrawlStore) -> None:
    """A strategy's re-rank uses its keys, and its batch moves links; the same version may come again."""
    fill(store, ranked("a", "stored", 1, "low"), ranked("b", "stored", 2, "high"))
    keys = {"low": 9.0, "high": 0.0}
    advice = Advice((), (Rerank(1), LoadBatch("stored", "queue", 1), Rerank(1)))
    store.record(Entry(outcome(0), advice), lambda patterns: [keys[p] for p in patterns])
    assert take_all(store, "queue") == ["a"]


def test_where_a_redirect_ended_is_not_visited_again(store: CrawlStore) -> None:
    """The final URL of a page counts as met."""
    store.record(entry(outcome(0, final_url="http://b.example/")), no_keys)
    assert fill(store, ranked("b.example/")) == 0


def test_findings_know_their_page(store: CrawlStore) -> None:
    """The first page that has a goal keeps it, with the number of pages it took to get there."""
    store.record(entry(outcome(0)), no_keys)
    store.record(entry(outcome(1, found=(finding("x"), finding("y")))), no_keys)
    store.record(entry(outcome(2, found=(finding("x", 0.1),))), no_keys)
    assert store.db.all("SELECT identity, number, page, score FROM finding ORDER BY identity") == [
        ("x", 1, 2, 0.9),
        ("y", 1, 2, 0.9),
    ]
    assert store.known_findings([]) == set()


def test_backlink_questions_stay_until_answered(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """A question survives a restart; its answer ends it."""
    asks = Advice((), (AskBacklinks("a.example"), AskBacklinks("b.example"), AskBacklinks("a.example")))
    store.record(Entry(outcome(0), asks), no_keys)
    again = reopen()
    assert again.unanswered() == ["a.example", "b.example"]
    again.record(Entry(Backlinks(1, "a.example", ("http://c.example/",)), Advice()), no_keys)
    assert again.unanswered() == ["b.example"]


def test_promises_survive(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """Hosts that were promised rest have it in the next process too, for the last promise made."""
    store.promise("a.example", 100.0)
    store.promise("a.example", 120.0)
    store.promise("b.example", 50.0)
    found = reopen().remembered(60.0, gap=100.0)
    assert [(host, rest.until) for host, rest in found.promised] == [("a.example", 120.0)]
    assert found.disbelieved == ()


def test_what_a_host_asked_for_survives(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """Moment and number of refusals are there in the next process, also after a later request's promise; an answer
    ends the count."""
    store.promise("a.example", 100.0)
    store.rest("a.example", Rest(until=700.0, seconds=600.0, refusals=3))
    store.promise("a.example", 102.0)
    ((host, rest),) = reopen().remembered(110.0, gap=30.0).promised
    assert (host, rest.until, rest.refusals) == ("a.example", 700.0, 3)
    again = reopen()
    assert [(r.host, r.until) for r in resting(again.db, 110.0)] == [("a.example", "1970-01-01T00:11:40+00:00")]
    again.rest("a.example", Rest(until=700.0, seconds=0.0))
    assert reopen().remembered(701.0, gap=30.0).promised == ()


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
    next_at: float, rest: Rest, believed: float, store: CrawlStore, reopen: Callable[[], CrawlStore]
) -> None:
    """What is further away than it can have been meant is cut, said in a sentence and noted; and cut once: however
    often it is resumed, the wait ends."""
    store.promise("a.example", next_at)
    store.rest("a.example", rest)
    found = reopen().remembered(1_000.0, gap=30.0)
    assert [(host, kept.until) for host, kept in found.promised] == [("a.example", believed)]
    assert len(found.disbelieved) == 1
    assert "a.example" in found.disbelieved[0]
    again = reopen()
    assert again.db.one("SELECT count(*) FROM happening WHERE kind = 'disbelieved'") == (1,)
    later = again.remembered(1_010.0, gap=30.0)
    assert [(host, kept.until) for host, kept in later.promised] == [("a.example", believed)]
    assert later.disbelieved == ()


def test_a_damaged_row_is_no_promise(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """Text where a number was: nothing is waited for, and nothing falls over."""
    store.rest("a.example", Rest(10.0, 10.0, 1))
    with store.db.transaction():
        store.db.run(
            "UPDATE host SET next_at = 'soon', rest_until = 'later', rest_seconds = x'00', refusals = 'x'"
        )
    assert [rest.until for _, rest in reopen().remembered(1_000.0, gap=30.0).promised] in ([], [0.0])


def test_what_was_put_off_is_put_off_once(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """The second time something is to be put off the store says so, also in the next process."""
    assert store.put_off("http://a.example/", 0.0, status=429)
    assert not reopen().put_off("http://a.example/", 0.0, status=429)


def test_the_newest_snapshot_counts(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """A snapshot says how many events it has folded; a newer one takes its place."""
    assert store.snapshot() is None
    store.record(entry(outcome(0)), no_keys)
    store.keep_snapshot("one")
    store.record(entry(outcome(1)), no_keys)
    store.keep_snapshot("two")
    store.keep_snapshot("three")
    assert reopen().snapshot() == (2, "three")


def test_meta_is_kept_and_overwritten(store: CrawlStore, reopen: Callable[[], CrawlStore]) -> None:
    """The last value of a key holds; a key nobody set has none."""
    store.set_meta("seed", "1")
    store.set_meta("seed", "2")
    assert (reopen().meta("seed"), reopen().meta("other")) == ("2", None)


def test_a_form_is_packed_whole() -> None:
    """A form read from the store is the form that was on the page."""
    assert unpack_form(pack_form(form())) == form()
