"""What every site says, and what host names are made of."""

import string
from typing import get_args

import pytest

from leadline_lab.anatomy import Kind
from leadline_lab.spec import Role
from leadline_lab.words import LANGUAGES, brands, tlds, tongue
from leadline_lab.words.tongue import SLOTS

LABELS = {
    "name", "first_name", "email", "password", "repeat_password", "phone", "address", "zip", "city", "country",
    "message", "subject", "company", "consent", "card_number", "quantity", "keyword", "site_keyword", "sort",
    "per_page", "username",
}  # fmt: skip
LEAST = {"none": 15, "too_many": 6, "required": 8, "error": 6, "count": 10, "suggestions": 6}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_enough_of_everything(language: str) -> None:
    """Function words, general words, dull anchors, pagers and the calendar are there in every language."""
    found = tongue(language, Role.REPORTING)
    assert len(found.function_words) >= 120
    assert len(found.general_words) >= (250 if language == "en" else 120)
    assert len(found.dull_anchors) >= 20
    assert len(found.pager) >= 8
    assert all(previous and following for previous, following in found.pager)
    assert (len(found.months), len(found.weekdays)) == (12, 7)
    for entries in (found.function_words, found.general_words, found.dull_anchors, found.pager):
        assert len(set(entries)) == len(entries)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_and_field_has_its_words(language: str) -> None:
    """Every kind of form has five buttons or more, every meaning four labels or more, none of them twice."""
    found = tongue(language, Role.REPORTING)
    assert set(found.buttons) == set(get_args(Kind))
    assert all(len(texts) >= 5 for texts in found.buttons.values())
    assert set(found.labels) >= LABELS
    for said in (found.labels, found.nav, found.options):
        assert all(len(texts) >= 4 for texts in said.values())
    for said in (found.buttons, found.labels, found.nav, found.options, found.messages):
        assert all(len(set(texts)) == len(texts) for texts in said.values())
    assert {"OK"} <= set(found.buttons["search"]) & set(found.buttons["login"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_say_the_same_kinds_of_things(language: str) -> None:
    """A language has the meanings English has, so that no form or page fails in one of them."""
    found, english = tongue(language, Role.REPORTING), tongue("en", Role.REPORTING)
    for name in ("nav", "buttons", "labels", "options", "messages"):
        assert set(getattr(found, name)) == set(getattr(english, name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_have_only_the_slots_that_are_promised(language: str) -> None:
    """Messages are many and need no other slot than `SLOTS` says; counts always say the number."""
    found = tongue(language, Role.REPORTING)
    assert set(found.messages) == set(SLOTS)
    for name, texts in found.messages.items():
        assert len(texts) >= LEAST.get(name, 4)
        for text in texts:
            slots = {slot for _, slot, _, _ in string.Formatter().parse(text) if slot is not None}
            assert slots <= set(SLOTS[name]), text
            assert name not in ("count", "rounded", "capped", "too_many") or "n" in slots
            assert name != "required" or "field" in slots


@pytest.mark.parametrize("language", LANGUAGES)
def test_frequencies_look_like_a_language(language: str) -> None:
    """The ten most frequent function words are 40 to 70 % of them; general words are spread wider."""
    found = tongue(language, Role.TUNING)
    assert sum(found.function_weights) == pytest.approx(1.0)
    assert sum(found.general_weights) == pytest.approx(1.0)
    assert 0.35 < sum(found.function_weights[:10]) < 0.7
    assert sum(found.general_weights[:10]) < 0.3
    assert len(found.general_weights) == len(found.general_words)
    assert list(found.function_weights) == sorted(found.function_weights, reverse=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tuning_worlds_hear_a_part(language: str) -> None:
    """Tuning worlds hear a part of the buttons, labels and messages, at least two of each, and all the grammar."""
    tuning, reporting = tongue(language, Role.TUNING), tongue(language, Role.REPORTING)
    assert tuning.function_words == reporting.function_words
    assert (tuning.months, tuning.weekdays) == (reporting.months, reporting.weekdays)
    hidden = total = 0
    for name in ("nav", "buttons", "labels", "options", "messages"):
        for meaning, texts in getattr(reporting, name).items():
            kept = getattr(tuning, name)[meaning]
            assert set(kept) <= set(texts)
            assert len(kept) >= 2
            hidden, total = hidden + len(texts) - len(kept), total + len(texts)
    assert 0.2 < hidden / total < 0.4


def test_brands_are_many_and_fit_any_host_name() -> None:
    """There are stems and tails for tens of thousands of host names, all plain letters."""
    stems, tails = brands(Role.REPORTING)
    assert len(stems) >= 150
    assert len(tails) >= 60
    assert all(part.isascii() and part.isalpha() and part.islower() for part in stems + tails)
    assert len(set(stems)) == len(stems)
    assert len(set(tails)) == len(tails)


@pytest.mark.parametrize("language", LANGUAGES)
def test_top_level_domains_have_shares(language: str) -> None:
    """The shares of a language's top-level domains sum to one, .com among them."""
    found = dict(tlds(language))
    assert sum(found.values()) == pytest.approx(1.0)
    assert "com" in found
    assert len(found) >= 5
