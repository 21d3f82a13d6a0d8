"""What pages about a subject talk about: enough of it, nothing twice, weighted as it should be."""

import time
from collections.abc import Iterator

import pytest

from leadline_lab.spec import Role
from leadline_lab.words import DOMAINS, LANGUAGES, NEIGHBOURS, SUBJECTS, Lexicon, lexicon
from leadline_lab.words.lexicon import _entries
from leadline_lab.words.reading import table
from leadline_lab.words.split import held_back

ALL = [(subject, language) for subject in DOMAINS + SUBJECTS for language in LANGUAGES]


def lists(found: Lexicon) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name in ("words", "anchors", "search_anchors", "sections", "headlines", "brand_words"):
        yield name, getattr(found, name)
    yield from zip(("first", "second"), found.communities, strict=True)


@pytest.mark.parametrize("domain", DOMAINS)
def test_english_domains_are_rich(domain: str) -> None:
    """An English domain has the words, link texts, sections and headlines that many different sites need."""
    found = lexicon(domain, "en", Role.REPORTING)
    assert len(_entries(domain)["en"].words) >= 180
    assert len(found.anchors) >= 30
    assert len(found.search_anchors) >= 15
    assert len(found.sections) >= 20
    assert len(found.headlines) >= 20
    assert len(found.brand_words) >= 12
    assert all(len(community) >= 25 for community in found.communities)


@pytest.mark.parametrize(("subject", "language"), ALL)
def test_every_subject_is_spoken_in_every_language(subject: str, language: str) -> None:
    """Other languages and off-topic subjects have fewer words, but enough for pages, and every kind of list."""
    found = lexicon(subject, language, Role.REPORTING)
    own = len(_entries(subject)[language].words)
    domain = subject in DOMAINS
    assert own >= (50 if domain else 90 if language == "en" else 25)
    assert len(found.anchors) >= 4
    assert len(found.sections) >= 5
    assert len(found.headlines) >= 3
    assert len(found.search_anchors) >= 6 if domain else not found.search_anchors
    assert all(len(community) >= 8 if domain else not community for community in found.communities)


@pytest.mark.parametrize(("subject", "language"), ALL)
def test_no_list_says_anything_twice(subject: str, language: str) -> None:
    """Lists hold every entry once, so that weights and splits mean what they say."""
    for name, entries in lists(lexicon(subject, language, Role.REPORTING)):
        assert len(set(entries)) == len(entries), name
    assert len(set(_entries(subject)[language].words)) == len(_entries(subject)[language].words)


@pytest.mark.parametrize("subject", ["hotel", "car-repair"])
def test_weights_fall_with_rank_and_give_neighbours_their_share(subject: str) -> None:
    """Own words fall like 1/(rank+k); what is only borrowed weighs no more than the neighbours' shares."""
    found = lexicon(subject, "en", Role.REPORTING)
    assert len(found.words) == len(found.weights)
    assert sum(found.weights) == pytest.approx(1.0)
    own = set(_entries(subject)["en"].words)
    borrowed = sum(w for word, w in zip(found.words, found.weights, strict=True) if word not in own)
    assert 0 < borrowed <= sum(share for _, share in NEIGHBOURS[subject])
    pure = [w for w, word in zip(found.weights, found.words, strict=True) if word in own]
    assert sum(pure[:20]) > 3 * sum(pure[-20:])


@pytest.mark.parametrize("domain", DOMAINS)
def test_topical_anchors_name_no_form(domain: str) -> None:
    """Link texts that are only about the subject do not give away a form; those of form pages differ from them."""
    found = lexicon(domain, "en", Role.REPORTING)
    assert not [anchor for anchor in found.anchors if "search" in anchor.lower() or "finder" in anchor.lower()]
    assert not set(found.anchors) & set(found.search_anchors)


@pytest.mark.parametrize(("subject", "language"), ALL)
def test_headlines_take_a_word_and_brands_fit_host_names(subject: str, language: str) -> None:
    """A headline's only slot is a topical word; brand words are plain letters."""
    found = lexicon(subject, language, Role.REPORTING)
    assert all("{" not in headline.format(word="thing") for headline in found.headlines)
    assert all(brand.isascii() and brand.isalpha() and brand.islower() for brand in found.brand_words)


@pytest.mark.parametrize(("subject", "language"), [pair for pair in ALL if pair[0] not in ("people", "route")])
def test_tuning_worlds_see_two_thirds(subject: str, language: str) -> None:
    """Tuning lists are what the hash leaves of the reporting lists, in order, and never fewer than two."""
    tuning, reporting = lexicon(subject, language, Role.TUNING), lexicon(subject, language, Role.REPORTING)
    for (name, kept), (_, every) in zip(lists(tuning), lists(reporting), strict=True):
        if name == "words":
            assert not [word for word in kept if held_back(word)]
            continue
        assert [entry for entry in every if entry in set(kept)] == list(kept)
        assert len(kept) >= min(2, len(every))
        if len(kept) > 2:
            assert kept == tuple(entry for entry in every if not held_back(entry))


def test_one_subject_costs_little_of_all() -> None:
    """Files are read when they are asked for: one subject costs a small part of all of them."""

    def cpu(subjects: tuple[str, ...]) -> float:
        for cached in (lexicon, _entries, table):
            cached.cache_clear()
        start = time.process_time()
        for subject in subjects:
            lexicon(subject, "en", Role.REPORTING)
        return time.process_time() - start

    every = min(cpu(DOMAINS + SUBJECTS) for _ in range(3))
    assert min(cpu(("knitting",)) for _ in range(5)) < every / 5
