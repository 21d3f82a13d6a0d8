"""Words as they are counted are those the index has, in every script, and as often."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.store import word_blocks
from leadline.store.fulltext import SEARCH, FullText, SearchDocument
from leadline.store.search_query import parsed, spaced
from leadline.store.word_counts import Vocabulary, Wording

_TEXTS = [
    "",
    "Used cars, and the USED carsharing; e-mail x9y",
    "Prüfung für Öl — „Straße“ naïve cafés »Ende«",
    "Привет, мир! Ёлка и ёж",
    spaced("日本語の本 タイ ไทย"),
    "e\u0301te\u0301 o\u0308 \u0301 a\u200bb x\u00a0y  z\u3000w\t\n-",
    "ﬁne ½ ² Ⅷ ١٢ _under_ a'b İstanbul ǅ",
    "pneumonoultramicroscopic sixteenletters16 seventeenletters17",
]


def _by_index(text: str) -> Counter[str]:
    """What FTS5 parts it into."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = 'unicode61 remove_diacritics 2')")
        database.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)")
        database.execute("INSERT INTO t VALUES (?)", (text,))
        return Counter(str(term) for (term,) in database.execute("SELECT term FROM v"))


@pytest.mark.parametrize("text", _TEXTS)
def test_a_text_is_parted_as_the_index_does_it(text: str) -> None:
    with Wording.opened() as wording:
        for _ in range(2):  # the second time from what is remembered
            assert Counter(wording.of(text).decode().split()) == _by_index(text)
        assert Counter(wording.asked(text).decode().split()) == _by_index(text)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60))
def test_any_text_is_parted_as_the_index_does_it(text: str) -> None:
    with Wording.opened() as wording:
        assert Counter(wording.of(text).decode().split()) == _by_index(text)


@given(st.lists(st.text("ab0", min_size=1, max_size=20)), st.lists(st.text("ab0", min_size=1, max_size=20)))
def test_words_are_told_apart(known: list[str], text: list[str]) -> None:
    words = Vocabulary(sorted({word.encode() for word in known}))
    assert {len(word) for word in words.words} <= set(range(17))
    counted = words.counted(" ".join(text).encode()).tolist()
    assert counted == [*(text.count(word.decode()) for word in words.words), len(text) - sum(counted[:-1])]
    assert set(words.words) == {word.encode() for word in known if len(word) <= 16}


def test_words_that_share_a_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leadline.store.word_counts._SLOTS", 2)
    many = [f"word{number}".encode() for number in range(200)]
    words = Vocabulary(many)
    assert words.counted(b" ".join(words.words * 3 + [b"none"])).tolist() == [3] * 200 + [1]


def test_questions_in_other_letters_are_reckoned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And say what the index says."""
    monkeypatch.setattr(word_blocks, "LEAST_BLOCK", 50)
    with FullText(tmp_path) as index:
        with index.updating():
            for number in range(60):
                text = "für " * (number % 7) + "мир " * (number % 5) + "fur \0 x"
                index.put(_document(str(number), text))
        by_index = [index.search(parsed(typed), 5) for typed in ("für", "мир für", "fur x", "Мир")]
        index.settle()
        with closing(sqlite3.connect(tmp_path / SEARCH)) as database:
            counted = {word for (word,) in database.execute("SELECT word FROM common")}
        assert {"fur", "мир", "x"} <= counted
        assert [index.search(parsed(typed), 5) for typed in ("für", "мир für", "fur x", "Мир")] == by_index


def _document(name: str, text: str) -> SearchDocument:
    where = ("http://x.example/", "title", text, "", "")
    return SearchDocument("page", name, "", *where, f"2026-11-{1 + int(name) % 28:02}", hidden=False)
