"""Rounds: a source asked again, in the same store. Gone is only who was asked for by all and came with none."""

from dataclasses import replace

import pytest
from store_backends import BACKENDS, Reopen, new_store, reopening
from test_queries import FOUND, answer, opened, plan, record

from leadline.store.batch import ArchivedPage, Batch, DetailState, RecordUpdate, SubmissionResult
from leadline.store.protocols import Store
from leadline.store.rounds import RoundChange, RoundStep

reopen = pytest.fixture(params=BACKENDS)(reopening)
store = pytest.fixture(new_store)


def asked(store: Store, word: str, *identities: str, text: str = "", truncated: bool = False) -> None:
    plan(store, word)
    rows = tuple(replace(record(one), text=text or f"text {one}") for one in identities)
    answer(store, SubmissionResult(rows, verdict=FOUND, truncated=truncated))


def begin(store: Store) -> None:
    store.commit(Batch(round=RoundChange(RoundStep.BEGIN, 10.0)))


def end(store: Store, *, mark_gone: bool = True) -> None:
    store.commit(Batch(round=RoundChange(RoundStep.SETTLE)))
    store.commit(Batch(round=RoundChange(RoundStep.END, 20.0, mark_gone=mark_gone, body="{}")))


def here(store: Store) -> set[str]:
    return {row["id"] for row in store.pages.rows("records")}


def test_a_round_is_by_itself(store: Store, reopen: Reopen) -> None:
    """What was asked and met in it is told alone while it is open; afterwards the harvest is as it was."""
    asked(store, "red", "1", "2")
    asked(store, "blue", "2", "3")
    before = store.queries.counts()
    begin(store)
    now = reopen()
    assert (now.rounds.current, now.queries.counts(), list(now.queries.answers())) == (1, (0, 0, 0), [])
    assert now.queries.known(["1"]) == frozenset()
    asked(now, "red", "1", "2")
    assert (now.queries.counts(), now.queries.known(["1", "3"])) == ((2, 1, 1), frozenset({"1"}))
    ((_, brought),) = now.queries.answers()
    assert brought.new == 2
    end(now)
    assert (now.queries.counts(), now.rounds.current) == (before, 0)


def test_choices_are_offered_by_what_they_bring(store: Store) -> None:
    """As many as this round has not met of those that the choice brought when it was asked last."""
    asked(store, "red", "1", "2")
    asked(store, "blue", "2", "3", "4")
    begin(store)
    unmet = {dict(one.choice)["q"]: one.records for one in store.rounds.choices()}
    assert unmet == {"red": 2, "blue": 3}
    asked(store, "blue", "2", "3", "4")
    assert store.rounds.unmet((("q", "red"),)) == 1


@pytest.mark.parametrize(
    ("others", "is_gone"),
    [("whole", True), ("unasked", False), ("truncated", False), ("open", False), ("not believed", False)],
)
def test_gone_is_only_who_was_asked_for_by_all(store: Store, others: str, is_gone: bool) -> None:
    """Every choice that had brought a record has to come whole without it; one that is cut off, not answered or
    not asked says nothing."""
    asked(store, "red", "1", "2")
    asked(store, "blue", "2", "3")
    begin(store)
    asked(store, "red", "1")
    if others == "open":
        plan(store, "blue")
    elif others != "unasked":
        asked(store, "blue", "3", truncated=others == "truncated")
    met = store.rounds.sightings()
    end(store, mark_gone=others != "not believed")
    assert ("2" in here(store)) is not is_gone
    assert met.gone == int(is_gone or others == "not believed")
    assert met.missing - met.gone == met.unconfirmed


def test_a_record_is_compared_with_itself_under_the_same_query(store: Store) -> None:
    """Rows that show what was asked for differ between queries, and that is no change; a row that differs from
    what the same query showed is one."""
    asked(store, "red", "1", text="… red …")
    asked(store, "blue", "1", text="… blue …")
    begin(store)
    asked(store, "blue", "1", text="… blue …")
    assert store.rounds.sightings().changed == 0
    end(store)
    begin(store)
    asked(store, "blue", "1", text="… green …")
    assert store.rounds.sightings().changed == 1
    end(store)
    told = [(row["version"], row["state"], row["text"]) for row in store.pages.rows("history")]
    assert told == [(1, "superseded", "… red …"), (2, "current", "… green …")]


def test_what_a_round_did_not_believe_is_asked_for_again(store: Store) -> None:
    """A search that broke for a day does not make its queries worthless."""
    asked(store, "red", "1", "2")
    begin(store)
    asked(store, "red")
    end(store, mark_gone=False)
    begin(store)
    assert [one.records for one in store.rounds.choices()] == [2]


def test_own_pages_are_due_for_the_new_and_the_changed(store: Store) -> None:
    """Others keep what their own pages said; of a changed one the old fields stay until its page is read again,
    and the row is what that is added to."""
    asked(store, "red", "1", "2")
    for one in ("1", "2"):
        fields = (("title", one), ("weight", "3 kg"))
        store.commit(Batch(updates=(RecordUpdate(one, DetailState.READ, fields),)))
    begin(store)
    asked(store, "red", "1", "2", text="other")
    asked(store, "blue", "3")
    store.commit(Batch(round=RoundChange(RoundStep.SETTLE)))
    due = store.queries.next_detail()
    assert due is not None
    assert (due.id, due.fields) == ("1", (("title", "1"),))
    (row,) = (row for row in store.pages.rows("records") if row["id"] == "1")
    assert row["fields"] == {"title": "1", "weight": "3 kg"}


def test_a_recut_keeps_what_rounds_found_out(store: Store) -> None:
    """Records cut again from the same pages have the same versions, and who was gone is gone."""
    asked(store, "red", "1", "2")
    begin(store)
    asked(store, "red", "1", text="other")
    end(store)
    first, again = archived(store, 1), archived(store, 2)
    with store.recutting() as recutting:
        recutting.put(first, SubmissionResult((record("1"), record("2"))))
        recutting.put(again, SubmissionResult((replace(record("1"), text="other"),)))
        recutting.end(())
    assert here(store) == {"1"}
    states = [(row["id"], row["state"]) for row in store.pages.rows("history")]
    assert states == [("1", "superseded"), ("1", "current"), ("2", "gone")]


def archived(store: Store, query: int) -> ArchivedPage:
    plan(store, "any")
    submission = replace(opened(store), query_id=query, page=0)
    return ArchivedPage(submission, "http://a.example/", 200, 1.0, 0.0, "leadline-00000.warc.gz", 0)
