"""Naive Bayes against numbers worked out by hand."""

import math

import pytest

from leadline.learn.naive_bayes import NaiveBayes


def test_multinomial_probability_by_hand() -> None:
    """P(t|c) = (tf + 1)/(total + |V|), priors from the number of documents."""
    model = NaiveBayes(smoothing=1.0)
    model.add("on", {"car": 3})
    model.add("on", {"car": 1, "home": 1})
    model.add("off", {"home": 2})
    # V = {car, home}; on: car 4, home 1 of 5; off: home 2 of 2
    on = 2 / 3 * (5 / 7) * (2 / 7)
    off = 1 / 3 * (1 / 4) * (3 / 4)
    assert model.probability([{"car": 1, "home": 1}])[0]["on"] == pytest.approx(on / (on + off))


def test_a_long_page_is_no_surer_than_the_longest() -> None:
    """Doubling a page beyond `longest` words does not change its probability."""
    model = NaiveBayes(longest=10)
    model.add("on", {"car": 3, "home": 1})
    model.add("off", {"home": 3, "car": 1})
    short, long = model.probability([{"car": 6, "home": 4}, {"car": 60, "home": 40}])
    assert long["on"] == pytest.approx(short["on"])
    assert 0.5 < short["on"] < 1


def test_summed_counts_equal_single_examples() -> None:
    """Counts of many pages can be taken in at once."""
    one, many = NaiveBayes(), NaiveBayes()
    for page in ({"a": 2}, {"a": 1, "b": 1}):
        one.add("off", page)
    many.add("off", {"a": 3, "b": 1}, documents=2)
    assert one.to_dict() == many.to_dict()


def test_why_names_the_terms_that_decide() -> None:
    """The strongest reason is the term whose probabilities differ most, and unknown terms are no reasons."""
    model = NaiveBayes()
    model.add("on", {"car": 9, "home": 1})
    model.add("off", {"home": 9, "mail": 2})
    reasons = dict(model.why({"car": 1, "home": 1, "unheard": 4}, "on"))
    assert list(reasons) == ["car", "home"]
    assert reasons["car"] == pytest.approx(math.log(10 / 13) - math.log(1 / 14))
    assert reasons["home"] < 0


def test_levels_are_just_more_classes() -> None:
    """Three classes share the probability among them (FFC's levels)."""
    model = NaiveBayes()
    for level, word in (("1", "search"), ("2", "browse"), ("3", "about")):
        model.add(level, {word: 4})
    found = model.probability([{"browse": 2}])[0]
    assert max(found, key=lambda level: found[level]) == "2"
    assert sum(found.values()) == pytest.approx(1.0)
