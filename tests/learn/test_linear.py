"""Logistic regression: what it must find, and what it must leave alone."""

import pytest

from leadline.learn.linear import LinearModel, fit, sigmoid


def test_the_optimum_has_no_slope() -> None:
    """At the found weights the gradient of loss and penalty vanishes."""
    documents = [{"a": 1.0}, {"a": 0.5, "b": 0.5}, {"b": 1.0}]
    labels, strength = [True, True, False], 0.1
    model = fit(documents, labels, strength=strength, steps=2_000)
    errors = [p - y for p, y in zip(model.probability(documents), labels, strict=True)]
    slope_a = (errors[0] * 1.0 + errors[1] * 0.5) / 3 + strength * model.weights["a"]
    slope_b = (errors[1] * 0.5 + errors[2] * 1.0) / 3 + strength * model.weights["b"]
    assert abs(slope_a) + abs(slope_b) + abs(sum(errors)) < 1e-6


def test_words_without_examples_keep_their_prior() -> None:
    """A keyword no example shows stays what its author made it."""
    prior = LinearModel({"rare": 2.5, "car": 1.0}, -1.0)
    model = fit([{"car": 1.0}, {"book": 1.0}], [True, False], prior=prior)
    assert model.weights["rare"] == 2.5
    assert model.weights["car"] > 1.0
    assert model.weights["book"] < 0


def test_a_strong_prior_is_hardly_moved() -> None:
    """The strength says how much evidence it takes."""
    prior = LinearModel({"car": 1.0})
    weak = fit([{"car": 1.0}], [False], prior=prior, strength=0.01)
    strong = fit([{"car": 1.0}], [False], prior=prior, strength=100.0)
    assert weak.weights["car"] < strong.weights["car"] <= 1.0
    assert strong.weights["car"] == pytest.approx(1.0, abs=0.01)


def test_importance_outweighs_numbers() -> None:
    """One important example can beat three unimportant ones."""
    documents, labels = [{"a": 1.0}] * 4, [True, False, False, False]
    assert fit(documents, labels).probability([{"a": 1.0}])[0] == pytest.approx(0.25, abs=0.02)
    heavy = fit(documents, labels, importance=[9.0, 1.0, 1.0, 1.0])
    assert heavy.probability([{"a": 1.0}])[0] == pytest.approx(0.75, abs=0.02)


def test_only_chosen_terms_are_learned() -> None:
    """Terms that were not selected get no weight."""
    model = fit([{"a": 1.0, "site": 1.0}, {"b": 1.0}], [True, False], terms=["a", "b"])
    assert set(model.weights) == {"a", "b"}


def test_difference_and_sum_undo_each_other() -> None:
    """What was learned on top of a prior, added to it, is the model."""
    prior, model = LinearModel({"a": 1.0, "b": 2.0}, 0.5), LinearModel({"a": 3.0, "c": 1.0}, -1.0)
    again = prior + (model - prior)
    assert again.bias == model.bias
    assert {t: w for t, w in again.weights.items() if w} == dict(model.weights)


def test_why_adds_up_to_the_score() -> None:
    """Reasons and bias are the whole score; nothing decides unseen."""
    model = LinearModel({"a": 2.0, "b": -3.0}, 0.25)
    features = {"a": 1.0, "b": 0.5, "c": 9.0}
    assert model.why(features) == [("a", 2.0), ("b", -1.5)]
    assert sum(w for _, w in model.why(features)) + model.bias == model.score(features)


def test_rounding_drops_what_is_nothing() -> None:
    """Stored weights have few digits and no zeros."""
    assert LinearModel({"b": 1.23456, "a": 0.00001}, 0.98765).rounded(2) == LinearModel({"b": 1.23}, 0.99)


@pytest.mark.parametrize("score", [-1e9, -40.0, 0.0, 40.0, 1e9])
def test_no_score_overflows(score: float) -> None:
    """Any score gives a probability, opposite scores opposite ones."""
    assert 0.0 <= sigmoid(score) <= 1.0
    assert sigmoid(score) + sigmoid(-score) == pytest.approx(1.0)
