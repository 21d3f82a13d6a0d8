"""The split between tuning and reporting worlds."""

from leadline_lab.spec import Role
from leadline_lab.words import DOMAINS, SUBJECTS, brands, lexicon
from leadline_lab.words.split import held_back, seen


def test_about_a_third_is_held_back() -> None:
    """Over all words of all subjects, a third is for reporting worlds only."""
    every = {word for subject in DOMAINS + SUBJECTS for word in lexicon(subject, "en", Role.REPORTING).words}
    share = sum(map(held_back, every)) / len(every)
    assert 0.30 < share < 0.37
    stems, tails = brands(Role.REPORTING)
    kept_stems, kept_tails = brands(Role.TUNING)
    assert 0.55 < len(kept_stems + kept_tails) / len(stems + tails) < 0.78


def test_the_split_never_moves() -> None:
    """These strings are on the side they have always been on: worlds of earlier releases stay comparable."""
    said = ["hotel", "Search", "Go", "novel", "breakfast", "odometer", "harbor", "click here", "Price"]
    assert [word for word in said if held_back(word)] == ["novel", "harbor"]


def test_case_does_not_matter_and_numbers_stay() -> None:
    """A word is held back in every spelling of its case; numbers are never held back."""
    assert all(held_back(word) == held_back(word.upper()) for word in ("garden", "sedan", "novel", "pilot"))
    assert not any(held_back(str(number)) for number in range(500))


def test_every_list_keeps_two_entries() -> None:
    """Even a list that the hash would empty keeps two entries, or the one it has; the order stays."""
    doomed = [f"word{n}" for n in range(200) if held_back(f"word{n}")][:5]
    assert len(doomed) == 5
    kept = seen(doomed, Role.TUNING)
    assert len(kept) == 2
    assert [word for word in doomed if word in kept] == list(kept)
    assert kept == seen(doomed, Role.TUNING)
    assert seen(doomed[:1], Role.TUNING) == tuple(doomed[:1])
    assert seen([], Role.TUNING) == ()


def test_reporting_worlds_see_everything() -> None:
    """Nothing is kept from reporting worlds."""
    entries = [f"entry{n}" for n in range(50)]
    assert seen(entries, Role.REPORTING) == tuple(entries)
    assert set(seen(entries, Role.TUNING)) < set(entries)
