"""How databases read what was typed."""

from dataclasses import replace

import pytest
from database_samples import WORLD, databases
from hypothesis import example, given, settings
from hypothesis import strategies as st

from leadline_lab.sources import Attribute, ask
from leadline_lab.sources.question import fold, tokens
from leadline_lab.sources.wording import phrases_of
from leadline_lab.sources.writing import date_text, read_date, read_number, written
from leadline_lab.spec import Role
from leadline_lab.words import LANGUAGES


@given(st.integers(-20_000, 20_000), st.sampled_from(["iso", "dmy", "mdy", "dots"]))
def test_dates_are_read_as_they_are_written(days: int, look: str) -> None:
    """Each look of a date leads back to its day, and so does ISO 8601 on every site."""
    assert read_date(date_text(days, look), look) == days
    assert read_date(date_text(days, "iso"), look) == days


@pytest.mark.parametrize("text", ["31/31/2025", "tomorrow", "", "2025-13-01", "1.1"])
def test_broken_dates_are_not_read(text: str) -> None:
    """What is no date in this look is none."""
    assert read_date(text, "dmy") is None


@given(
    st.integers(0, 10_000_000), st.sampled_from([",", ".", "\u00a0", ""]), st.sampled_from(["{}", "${}", "{} €"])
)
def test_numbers_are_read_as_they_are_written(value: int, separator: str, look: str) -> None:
    """Copying a price from a result into the form means that price."""
    price = Attribute("price", "price", "range", ("Price",), low=0, high=1, format=look, separator=separator)
    assert read_number(written(price, value)) == value


@pytest.mark.parametrize("text", ["cheap", "", "12 monkeys", "1.2.3", "١٢"])
def test_words_are_not_numbers(text: str) -> None:
    """What is no number is none, digits of other scripts included."""
    assert read_number(text) is None


@given(st.text())
def test_folding_is_final(text: str) -> None:
    """Folding what is folded changes nothing, and its tokens are parts of it."""
    assert fold(fold(text)) == fold(text)
    assert all(token in fold(text) for token in tokens(fold(text)))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30), st.text(max_size=10))
@example("¨", "")
def test_no_input_breaks_a_database(keyword: str, price: str) -> None:
    """Quotes, wildcards, operators and control characters are searched for or complained about."""
    for site, known in databases(15):
        source = replace(known, size=60)
        asked = {name: [keyword] for name in source.requires}
        answer = ask(
            WORLD, site, source, {**asked, "keyword": [keyword], "price.low": [price], source.title: [keyword]}
        )
        assert answer.outcome in ("records", "none", "too-many", "required", "error")


def test_every_language_has_every_message() -> None:
    """The same messages with the same slots exist in all languages, several variants of each."""
    english = phrases_of("en", Role.REPORTING)
    for language in LANGUAGES:
        said = phrases_of(language, Role.REPORTING)
        assert said.keys() == english.keys()
        for name, variants in said.items():
            assert len(set(variants)) >= 3, (language, name)
            for variant in variants:
                variant.format(field="x", n="5", q="x", word="x", shown=1, to=2, **{"from": 1})
