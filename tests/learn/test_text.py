"""Terms of texts, URLs and labels."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.learn import text
from leadline.learn.text import normalise, term_counts, terms, url_terms


def test_words_with_one_stem_are_one_term() -> None:
    """Singular and plural, upper and lower case fall together."""
    assert set(terms("Dealer dealers DEALER's dealers,")) == {"dealer"}


def test_stop_words_of_all_five_languages_are_left_out() -> None:
    """A page need not say which language it is in."""
    assert terms("the and und der les avec para não mit") == []


def test_topic_words_are_no_stop_words_of_another_language() -> None:
    """French *car* must not make English cars invisible."""
    assert terms("car cars job hotel movie route") == ["car", "car", "job", "hotel", "movi", "rout"]


def test_numbers_are_folded() -> None:
    """Years, other numbers and digits inside words carry no particular number."""
    assert terms("1999 2024 17 v6 v8 90210") == ["#year", "#year", "#", "v0", "v0", "#"]


def test_single_letters_and_endless_runs_are_no_terms() -> None:
    """Neither initials nor hashes reach a vocabulary."""
    assert terms(f"x y {'ab' * 30} ok") == ["ok"]


def test_letters_of_other_scripts_are_words() -> None:
    """Cyrillic, Greek and accented letters are letters."""
    assert terms("дом, οίκος; maçã") == ["дом", "οίκος", "maçã"]


@given(st.lists(st.text(max_size=60), max_size=5))
def test_counting_agrees_with_listing(texts: list[str]) -> None:
    """The batched counts are those of the terms one by one, whatever the text."""
    for counts, listed in zip(term_counts(texts), map(terms, texts), strict=True):
        assert dict(counts) == {term: listed.count(term) for term in listed}


def test_a_full_table_changes_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of known pieces is bounded, and forgetting it is invisible."""
    words = [f"{chr(97 + n % 26)}b{chr(97 + n // 26)}bs" for n in range(300)]
    monkeypatch.setattr(text, "_TABLE_SIZE", 10)
    assert terms(" ".join(words * 2)) == [word.removesuffix("s") for word in words * 2]
    assert len(text._table) <= 10


def test_a_page_costs_little_more_than_finding_its_words() -> None:
    """Terms of a page take less time than three regular-expression searches for its words."""
    import re

    page = " ".join(f"Word{n % 900} and, the other{n % 350} thing{n % 500}." for n in range(900))
    word = re.compile(r"\w+")

    def seconds(work: object) -> float:
        assert callable(work)
        begun = time.process_time()
        for _ in range(20):
            work()
        return time.process_time() - begun

    term_counts([page])
    ratios = [seconds(lambda: term_counts([page])) / seconds(lambda: word.findall(page.lower())) for _ in range(5)]
    assert min(ratios) < 3


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://www.usedcars.co.uk/", ["usedcar"]),
        (
            "https://jobs.example.com/search.aspx?jobTitle=x&page_no=2",
            ["job", "exampl", "search", "job", "titl", "page"],
        ),
        ("http://example.com/caf%C3%A9s/list.html", ["exampl", "café", "list"]),
        ("http://127.0.0.1:8000/a1b2/", []),
    ],
)
def test_url_terms(url: str, expected: list[str]) -> None:
    """Host without public suffix, path and query give words; file endings, numbers and www do not."""
    assert url_terms(url) == expected


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Your <b>Job&nbsp;Title</b>:", "job titl"),
        ("Departing from", "depart"),
        ("From", "from"),
        ("", ""),
        ("&nbsp;*", ""),
        ("Zip/Postal Code (5 digits)", "zip postal code 5 digit"),
    ],
)
def test_labels_are_normalised_as_hiwe_does(label: str, expected: str) -> None:
    """Tags, entities, punctuation, stop-words and endings go; a label of stop-words alone keeps them."""
    assert normalise(label) == expected
