"""The log: what goes in comes out, with the way that led there, and equal logs are equal bytes."""

import json
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store_backends import AT_HAND, BACKENDS, Reopen, new_store, reopening
from store_samples import batch, fill, link, outcome, ranked

from leadline.model.events import Backlinks, Event, Failure, Finding, Outcome, Starved
from leadline.model.page import Link
from leadline.protocols import Advice
from leadline.store.batch import Batch, FrontierLink
from leadline.store.protocols import Store
from leadline.store.sqlite.store import SqliteStore

reopen = pytest.fixture(params=BACKENDS)(reopening)
store = pytest.fixture(new_store)

# Pages hold any text, halves of characters included; a low half behind a high one is one character.
TEXT = st.text(st.characters(exclude_categories=[]), max_size=12).filter(
    lambda text: text == text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
)
SCORE = st.floats(allow_nan=False, allow_infinity=False)
NUMBER = st.none() | st.integers(0, 2**64 - 1)
LINK = st.builds(Link, TEXT, TEXT, TEXT, TEXT, st.frozensets(TEXT, max_size=2), st.booleans(), st.just(""))
OUTCOME = st.builds(
    Outcome,
    number=st.just(0),
    url=st.just("http://a.example/"),
    group=st.just("g"),
    depth=st.integers(0, 99),
    final_url=st.just("http://a.example/b"),
    status=st.none() | st.integers(100, 599),
    on_topic=st.none() | SCORE,
    links=st.lists(LINK, max_size=3).map(tuple),
    forms=st.integers(0, 9),
    found=st.lists(st.builds(Finding, TEXT.filter(bool), TEXT, SCORE), max_size=2).map(tuple),
    failure=st.none() | st.builds(Failure, st.just("timeout"), TEXT),
    set_aside=st.none() | st.just("duplicate"),
    digest=NUMBER,
    fingerprint=NUMBER,
)
EVENT = OUTCOME | st.just(Starved(0)) | st.builds(Backlinks, st.just(0), TEXT, st.lists(TEXT).map(tuple))


def record(store: Store, events: Iterable[Event]) -> None:
    for event in events:
        store.commit(Batch(event, Advice()))


def encodable(event: Event) -> bool:
    """Columns of their own hold what is text to SQL: identities of findings, sites."""
    texts = [event.site] if isinstance(event, Backlinks) else []
    if isinstance(event, Outcome):
        texts = [text for found in event.found for text in (found.identity, found.url)]
    return all(text.encode(errors="ignore").decode() == text for text in texts)


@given(st.lists(EVENT.filter(encodable), max_size=5))
@settings(max_examples=40, deadline=None)
def test_any_event_comes_back_as_it_was(events: list[Event]) -> None:
    """Whatever a crawl can meet is read from the log as it was written, after reopening."""
    from dataclasses import replace

    numbered = [replace(event, number=number) for number, event in enumerate(events)]
    with TemporaryDirectory() as folder:
        for backend in AT_HAND:
            reopen = backend(Path(folder))
            record(reopen(), numbered)
            store = reopen()
            assert list(store.log.events()) == numbered
            for line in store.pages.lines("log"):
                assert json.loads(line.encode())["number"] < len(numbered)
            store.close()


def test_the_path_that_led_to_a_page_comes_back(store: Store, reopen: Reopen) -> None:
    """An event carries the last links followed to it, nearest last, as many as there are levels."""
    fill(store, ranked("0.example/"))
    for number in range(6):
        taken = store.frontier.take("g")
        assert taken is not None
        links = (
            link(f"http://x{number}.example/"),
            link(f"http://{number + 1}.example/", anchor=f"to {number + 1}"),
        )
        path = store.log.path_to(taken.parent, taken.nth)
        event = outcome(number, taken.url, links, path=path)
        store.commit(batch(event, ranked(f"{number + 1}.example/", nth=1), origin=taken))
    events = [event for event in reopen().log.events() if isinstance(event, Outcome)]
    anchors = [[step.anchor for step in event.path] for event in events]
    assert anchors == [
        [],
        ["to 1"],
        ["to 1", "to 2"],
        ["to 1", "to 2", "to 3"],
        ["to 2", "to 3", "to 4"],
        ["to 3", "to 4", "to 5"],
    ]


def test_paths_are_found_when_memory_has_forgotten(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages with more links than memory holds are read again from the log."""
    monkeypatch.setattr("leadline.store.sqlite.log._LINKS_KEPT", 3)
    links = tuple(link(f"http://a.example/{n}", anchor=str(n)) for n in range(10))
    record(store, [outcome(0, links=links), outcome(1, links=links[:1])])
    assert [step.anchor for step in store.log.path_to(0, 7)] == ["7"]
    assert [step.anchor for step in store.log.path_to(1, 0)] == ["0"]


def test_reading_goes_on_from_anywhere(store: Store) -> None:
    """Events are read in order from a given number, past any page size, also while more are appended."""
    record(store, [outcome(n) for n in range(450)])
    seen = []
    for event in store.log.events(since=199):
        seen.append(event.number)
        if event.number == 300:
            record(store, [Starved(450)])
    assert seen == list(range(199, 451))


def test_a_gap_is_refused(store: Store) -> None:
    """The log takes the next number and no other, and a refusal changes nothing."""
    record(store, [outcome(0)])
    with pytest.raises(AssertionError, match="no gaps"):
        record(store, [outcome(2)])
    record(store, [outcome(1)])
    assert store.log.length == 2


def test_pages_counts_answers(store: Store, reopen: Reopen) -> None:
    """Answers of any status count as pages; failures and other events do not."""
    failed = outcome(2, status=None, failure=Failure("dns", "no such name"))
    record(store, [outcome(0), Starved(1), failed, outcome(3, status=404), Backlinks(4, "a.example", ())])
    assert store.log.pages == 2
    assert reopen().log.pages == 2


def test_equal_logs_are_equal_bytes(tmp_path: Path) -> None:
    """The lines of two stores with the same events are the same, byte for byte, whatever times they had."""
    lines = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        for backend in AT_HAND:
            store = backend(tmp_path / name)()
            many = (link("http://b.example/", "ü"), link("http://c.example/"))
            record(store, [outcome(0, links=many, on_topic=0.1), Starved(1)])
            store.note(1.0 if name == "one" else 2.0, "started")
            lines.append("\n".join(store.pages.lines("log")))
            store.close()
    assert len(set(lines)) == 1
    assert '"ü"' in lines[0]


def test_the_way_to_a_page_outlives_its_store(tmp_path: Path) -> None:
    """A crawl learns from the pages of an earlier one, whose folder is closed by then."""
    store = SqliteStore(tmp_path / "x.db")
    store.commit(Batch(outcome(0, links=(link("http://b.example/"),))))
    store.commit(Batch(outcome(1), origin=FrontierLink(1, 1, "http://b.example/", "g", 1, 0, 0)))
    events = list(store.log.events())
    store.close()
    assert [[step.url for step in event.path] for event in events if isinstance(event, Outcome)] == [
        [],
        ["http://b.example/"],
    ]
