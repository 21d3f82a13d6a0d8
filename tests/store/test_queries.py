"""Queries and records: planned → sent → recorded, each record once, and nothing half."""

from dataclasses import replace

import pytest
from store_backends import BACKENDS, Reopen, new_store, reopening
from store_samples import outcome

from leadline.gate.targets import TARGET
from leadline.model.page import Request
from leadline.model.query import Left, Query, Record, Reply, Submission
from leadline.store.batch import (
    AnswerVerdict,
    Batch,
    DetailState,
    OpenSubmission,
    PageYield,
    PlannedQuery,
    QueryRole,
    RecordUpdate,
    SourcePage,
    SubmissionResult,
)
from leadline.store.protocols import Store

reopen = pytest.fixture(params=BACKENDS)(reopening)
store = pytest.fixture(new_store)

FORM_PAGE = SourcePage("http://a.example/", "Find a car")


def request(path: str) -> Request:
    return Request(f"http://a.example/{path}", permit=TARGET)


def record(identity: str, **fields: str) -> Record:
    query = Query("f1", (("q", "x"),))
    pairs = tuple((fields or {"title": identity}).items())
    return Record(identity, pairs, f"text {identity}", f"http://a.example/{identity}", query, FORM_PAGE.url, 1.0)


def plan(store: Store, word: str, role: QueryRole = QueryRole.PLANNED) -> OpenSubmission:
    choice = (("q", word),)
    store.commit(Batch(planned=PlannedQuery(Query("f1", choice), choice, FORM_PAGE, request(f"?q={word}"), role)))
    return opened(store)


def opened(store: Store) -> OpenSubmission:
    found = store.queries.open()
    assert found is not None
    return found


def answer(store: Store, result: SubmissionResult) -> None:
    """Record what the open submission brought."""
    event = outcome(store.log.length, opened(store).request.url)
    store.commit(Batch(event, recorded=(opened(store), result)))


FOUND = AnswerVerdict(Reply.RESULTS, 3, "results", 3)


def test_a_submission_is_planned_sent_and_recorded(store: Store, reopen: Reopen) -> None:
    """It is open until its answer is recorded, and says how far it got and what exactly was sent."""
    planned = plan(store, "red")
    assert (planned.state, planned.page, planned.source, planned.reply) == (Submission.PLANNED, 0, FORM_PAGE, None)
    fresh = request("?q=red&token=7")
    store.commit(Batch(marked=(planned, Submission.SENT, fresh)))
    sent = opened(reopen())
    assert (sent.state, sent.request.url) == (Submission.SENT, fresh.url)
    again = reopen()
    answer(again, SubmissionResult((record("1"),), verdict=FOUND))
    assert reopen().queries.open() is None


def test_an_answer_of_several_pages_is_one(store: Store, reopen: Reopen) -> None:
    """The next page is planned with the page before; the answer is complete when no page follows, all its pages
    added up, with the verdict of its first."""
    number = plan(store, "red").query_id
    answer(store, SubmissionResult((record("1"), record("2")), request("?p=2"), "ul", verdict=FOUND, size=10))
    second = opened(reopen())
    assert (second.page, second.shape, second.reply, second.count) == (1, "ul", Reply.RESULTS, 3)
    again = reopen()
    assert list(again.queries.answers()) == []
    assert again.queries.sent(number) == {
        ("GET", "http://a.example/?q=red", None),
        ("GET", "http://a.example/?p=2", None),
    }
    answer(again, SubmissionResult((record("2"), record("3")), size=5, seconds=2.0))
    ((found, whole),) = reopen().queries.answers()
    assert (found, whole.choice, whole.reply) == (number, (("q", "red"),), Reply.RESULTS)
    assert (whole.records, whole.new, whole.pages, whole.size, whole.seconds) == (4, 3, 2, 15, 2.0)
    assert whole.sample == (("title", "1"), ("title", "2"), ("title", "3"))
    assert reopen().queries.counts() == (3, 1, 2)


def test_a_record_is_kept_once(store: Store) -> None:
    """The first query that brings a record keeps it; known ones are told."""
    plan(store, "red")
    answer(store, SubmissionResult((record("1"), record("2"))))
    plan(store, "blue")
    answer(store, SubmissionResult((record("2", title="other"), record("3"))))
    rows = list(store.pages.rows("records"))
    assert [(row["id"], row["fields"]["title"]) for row in rows] == [("1", "1"), ("2", "2"), ("3", "3")]
    assert store.queries.known(["1", "3", "4"]) == {"1", "3"}
    assert store.queries.newest() == 1
    assert store.queries.alike() == 0
    assert list(store.queries.record_urls()) == [f"http://a.example/{n}" for n in (1, 2, 3)]


def test_an_answer_tells_which_records_it_met(store: Store, reopen: Reopen) -> None:
    """Known ones too, each once, over all its pages, with what a bounded number of them says; also when the
    harvest goes on in another process."""
    plan(store, "red")
    answer(store, SubmissionResult((record("1"), record("2"))))
    plan(store, "blue")
    answer(store, SubmissionResult((record("2"), record("3")), request("?p=2")))
    again = reopen()
    answer(again, SubmissionResult((record("3"), record("1"))))
    plan(again, "none")
    answer(again, SubmissionResult())
    (_, red), (_, blue), (_, none) = reopen().queries.answers()
    assert (red.met, blue.met, none.met) == (("1", "2"), ("2", "3", "1"), ())
    assert blue.rows == (("2", (("title", "2"),)), ("3", (("title", "3"),)), ("1", (("title", "1"),)))


def test_rows_of_a_long_answer_are_spread_over_it(store: Store) -> None:
    """Not its beginning alone: what is sorted first is alike."""
    plan(store, "all")
    answer(store, SubmissionResult(tuple(record(f"{n:05}") for n in range(2500))))
    ((_, whole),) = store.queries.answers()
    assert (len(whole.met), len(whole.rows), whole.rows[-1][0] > "02490") == (2500, 1000, True)


def test_a_failure_that_may_be_sent_again_stays_open(store: Store) -> None:
    """`retry` leaves the submission planned; without it the query is through, and failed."""
    plan(store, "red")
    answer(store, SubmissionResult(failed=True, retry=True))
    assert opened(store).state is Submission.PLANNED
    answer(store, SubmissionResult(failed=True, verdict=AnswerVerdict(Reply.FAILED)))
    assert store.queries.open() is None
    ((_, failed),) = store.queries.answers()
    assert failed.reply is Reply.FAILED
    assert store.queries.counts() == (0, 0, 0)


def test_truncated_answers_are_counted(store: Store) -> None:
    """What each page of an answer brought; answers that hold more than the site gives, said so or by a count that
    is believed later."""
    number = plan(store, "red").query_id
    many = replace(FOUND, stated=50)
    answer(store, SubmissionResult((record("1"),), request("?p=2"), verdict=many))
    assert store.queries.yields(number) == [PageYield(1, 1, None)]
    answer(store, SubmissionResult((record("1"),), request("?p=3"), digest="one"))
    answer(store, SubmissionResult((record("1"), record("2"))))
    assert store.queries.yields(number)[1:] == [PageYield(1, 0, "one"), PageYield(2, 1, None)]
    assert (store.queries.truncated(), store.queries.truncated(by_count=True)) == (0, 1)
    plan(store, "blue")
    answer(store, SubmissionResult(truncated=True))
    assert (store.queries.truncated(), store.queries.truncated(by_count=True)) == (1, 2)


def test_answers_that_were_left_are_not_those_of_the_site(store: Store) -> None:
    """An answer that we left is told by its reason and is none that the site cut off, whatever it states; one that
    is going to be sent again is not left."""
    plan(store, "red")
    answer(store, SubmissionResult((record("1"),), request("?p=2"), verdict=replace(FOUND, stated=50)))
    answer(store, SubmissionResult(failed=True, retry=True, left=Left.FAILED))
    assert store.queries.left() == {}
    answer(store, SubmissionResult((record("2"),), left=Left.KNOWN))
    plan(store, "blue")
    answer(store, SubmissionResult(truncated=True, verdict=FOUND, left=Left.PAGES))
    assert store.queries.left() == {Left.KNOWN: 1, Left.PAGES: 1}
    assert store.queries.truncated(by_count=True) == 0
    assert [(one.left, one.cut_short) for _, one in store.queries.answers()] == [
        (Left.KNOWN, False),
        (Left.PAGES, True),
    ]
    assert [row["left"] for row in store.pages.rows("queries")] == ["known", "max-pages"]


def test_answers_are_told_by_role_and_from_anywhere(store: Store) -> None:
    """A planner observes its own queries, and only those since it last looked; probes are apart."""
    for word, role in (("a", QueryRole.PLANNED), ("zzz", QueryRole.PROBE), ("b", QueryRole.PLANNED)):
        plan(store, word, role)
        answer(store, SubmissionResult())
    planned = list(store.queries.answers())
    assert [found.choice[0][1] for _, found in planned] == ["a", "b"]
    assert [found.choice[0][1] for _, found in store.queries.answers(since=planned[0][0])] == ["b"]
    assert [found.choice[0][1] for _, found in store.queries.answers(QueryRole.PROBE)] == ["zzz"]


def test_pages_of_records_add_to_them(store: Store, reopen: Reopen) -> None:
    """Records are given out in their order until they have a state; what their pages add is kept in them."""
    plan(store, "red")
    answer(store, SubmissionResult(tuple(record(str(n)) for n in range(4))))
    first = store.queries.next_detail()
    assert first is not None
    assert (first.id, first.fields, first.source) == ("0", (("title", "0"),), FORM_PAGE.url)
    second = store.queries.next_detail(skipped="0")
    assert second is not None
    assert second.id == "1"
    more = RecordUpdate("0", DetailState.READ, (("title", "0"), ("year", "1999")))
    store.commit(
        Batch(updates=(more, RecordUpdate("1", DetailState.BARE), RecordUpdate("2", DetailState.REFUSED)))
    )
    again = reopen()
    assert again.queries.detail_counts() == {DetailState.READ: 1, DetailState.BARE: 1, DetailState.REFUSED: 1}
    assert again.queries.last_details(5) == [DetailState.BARE, DetailState.READ]
    last = again.queries.next_detail()
    assert last is not None
    assert last.id == "3"
    assert next(iter(again.pages.rows("records")))["fields"] == {"title": "0", "year": "1999"}


def test_fields_keep_the_order_of_the_page_and_lists_stay_lists(store: Store, reopen: Reopen) -> None:
    """A name that stands more than once is a list; neither storing nor a record's own page sorts the fields."""
    plan(store, "red")
    listed = (("Title", "Red"), ("Author", "Eco"), ("Author", "Weaver"), ("Author", "Eco"), ("Also", "x"))
    answer(store, SubmissionResult((replace(record("0"), fields=listed),)))
    (row,) = store.pages.rows("records")
    assert list(row["fields"].items()) == [("Title", "Red"), ("Author", ["Eco", "Weaver"]), ("Also", "x")]
    found = store.queries.next_detail()
    assert found is not None
    assert found.fields == (("Title", "Red"), ("Author", "Eco"), ("Author", "Weaver"), ("Also", "x"))
    store.commit(Batch(updates=(RecordUpdate("0", DetailState.READ, (*found.fields, ("Age", "\ud800"))),)))
    (row,) = reopen().pages.rows("records")
    assert list(row["fields"]) == ["Title", "Author", "Also", "Age"]
    assert list(row) == ["id", "fields", "text", "url", "query", "source", "fetched_at", "warc"]
    assert row["fields"]["Author"] == ["Eco", "Weaver"]
