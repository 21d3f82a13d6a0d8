"""What blocks say to a question is what the index says: the same documents, numbers, order and scores."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from leadline.errors import ArchiveError
from leadline.store import common_words, word_blocks
from leadline.store.fulltext import SEARCH, FullText, SearchDocument
from leadline.store.search_query import parsed

_OFTEN, _SELDOM = (
    ["the", "of", "and", "cars", "used", "price"],
    ["volvo", "opel", "wagon", "café", "diesel", "rust"],
)
_QUESTIONS = [
    "the",
    "of the",
    "used cars of",
    "the the of",
    "Price AND",
    "of volvo",
    "the cafe",
    "zebra of",
    "rust",
]


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_blocks, "BLOCK", 100)
    monkeypatch.setattr(word_blocks, "LEAST_BLOCK", 100)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[FullText]:
    with FullText(tmp_path) as made:
        _put(made, range(350))
        yield made


def _put(index: FullText, numbers: range, text: Callable[[int], str] | None = None) -> None:
    with index.updating():
        for number in numbers:
            index.put(_document(number, text(number) if text else _text(number)))
    index.settle()


def _text(number: int) -> str:
    """Some of them word for word as others, so that there are equal scores."""
    rng = random.Random(number % 40)
    words = [word for word in _OFTEN for _ in range(rng.randrange(1, 60))] + rng.choices(_SELDOM, k=3)
    return " ".join(rng.sample(words, len(words)))


def _document(number: int, text: str) -> SearchDocument:
    when = f"2026-11-{1 + number * 7 % 28:02}"
    return SearchDocument(
        "page", str(number), "", "http://x.example/", text[:30], text, "", "", when, hidden=False
    )


def _blocks(index: FullText) -> int:
    with closing(sqlite3.connect(index._folder / SEARCH)) as database:
        return int(database.execute("SELECT count(*) FROM block").fetchone()[0])


def _answers_as_the_index(index: FullText, most: int = 7) -> None:
    for typed in _QUESTIONS:
        query = parsed(typed)
        assert index.search(query, most) == index.search(replace(query, terms=()), most), typed


@pytest.mark.parametrize("most", [1, 7, 60, 1_000])
def test_the_same_as_the_index(index: FullText, most: int) -> None:
    assert _blocks(index) == 3
    for words in (("of", "the"), ("of", "volvo")):
        assert common_words.reckoned(index._connection, words) is not None
    _answers_as_the_index(index, most)


def test_a_block_without_the_word_asks_the_index_for_it(index: FullText) -> None:
    _put(index, range(350, 500), lambda number: f"cars {_SELDOM[number % 6]} " * (1 + number % 9))
    _put(index, range(500, 620))
    assert _blocks(index) == 6
    reckoned = common_words.reckoned(index._connection, ("of", "cars"))
    assert reckoned is not None
    assert reckoned.until == 600
    _answers_as_the_index(index)


def test_what_changes_and_goes(index: FullText) -> None:
    _put(index, range(20, 60), lambda number: "of the used cars " * number)
    with index.updating():
        index.drop("page", map(str, range(150, 190)))
    index.settle()
    assert _blocks(index) == 3
    _answers_as_the_index(index)
    _put(index, range(50))
    assert _blocks(index) == 3  # of another hundred that went they were made anew
    _answers_as_the_index(index)


def test_a_number_that_is_given_again(tmp_path: Path) -> None:
    with FullText(tmp_path) as index:
        _put(index, range(100))
        with index.updating():
            index.drop("page", ["99"])
        _put(index, range(100, 101), lambda _: "of the")
        _answers_as_the_index(index)


def test_nothing_is_in_it(tmp_path: Path) -> None:
    with FullText(tmp_path) as index:
        index.settle()
        assert index.search(parsed("of the"), 5) == (0, [])


@pytest.mark.parametrize("spoil", ["block SET documents = x'0102'", "common SET packed = x'0102'"])
def test_blocks_that_somebody_spoilt(index: FullText, spoil: str) -> None:
    with closing(sqlite3.connect(index._folder / SEARCH, isolation_level=None)) as database:
        database.execute(f"UPDATE {spoil}")
    with pytest.raises(ArchiveError, match="delete it and try again"):
        index.search(parsed("of the"), 5)
