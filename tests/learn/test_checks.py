"""One battery of checks for every learner: a fault found in one becomes a check for all.

To join, a learner gets an entry in `LEARNERS`: how to make it, teach it one example, ask it for P(on topic), and
store it.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from leadline.learn.naive_bayes import NaiveBayes

PAGES: list[tuple[dict[str, int], bool]] = [
    ({"car": 4, "dealer": 1, "mileag": 2}, True),
    ({"car": 1, "dealer": 3}, True),
    ({"book": 2, "author": 2, "price": 1}, False),
    ({"author": 1, "page": 5}, False),
    ({"car": 2, "price": 1}, True),
]


@dataclass(frozen=True)
class Learner:
    """A learner seen through what all of them can do."""

    make: Callable[[], Any]
    teach: Callable[[Any, dict[str, int], bool], None]
    ask: Callable[[Any, Sequence[dict[str, int]]], list[float]]
    restore: Callable[[dict[str, Any]], Any]
    any_order: bool


def _teach_bayes(model: NaiveBayes, counts: dict[str, int], on_topic: bool) -> None:
    model.add("on" if on_topic else "off", counts)


def _ask_bayes(model: NaiveBayes, batch: Sequence[dict[str, int]]) -> list[float]:
    return [found.get("on", 0.5) for found in model.probability(batch)]


LEARNERS = {
    "naive Bayes over words": Learner(
        lambda: NaiveBayes(longest=50), _teach_bayes, _ask_bayes, NaiveBayes.from_dict, any_order=True
    ),
}


@pytest.fixture(params=LEARNERS, name="learner")
def _learner(request: pytest.FixtureRequest) -> Learner:
    return LEARNERS[request.param]


def taught(learner: Learner, pages: Sequence[tuple[dict[str, int], bool]] = PAGES) -> Any:
    model = learner.make()
    for counts, on_topic in pages:
        learner.teach(model, counts, on_topic)
    return model


def answers(learner: Learner, model: Any) -> list[float]:
    return learner.ask(model, [counts for counts, _ in PAGES])


def test_asking_before_learning_works(learner: Learner) -> None:
    """A learner that knows nothing says so and does not fail."""
    assert learner.ask(learner.make(), [{"car": 1}, {}]) == [0.5, 0.5]


def test_it_learns(learner: Learner) -> None:
    """After three rounds the examples themselves are judged rightly."""
    model = taught(learner, PAGES * 3)
    assert [p > 0.5 for p in answers(learner, model)] == [on for _, on in PAGES]


def test_the_same_lessons_give_the_same_bits(learner: Learner) -> None:
    """Nothing random, nothing left over from an earlier model."""
    first, second = taught(learner), taught(learner)
    assert first.to_dict() == second.to_dict()
    assert answers(learner, first) == answers(learner, second)


def test_order_matters_only_where_it_says_so(learner: Learner) -> None:
    """Counting learners give the same model for any order of examples."""
    forward, backward = taught(learner), taught(learner, PAGES[::-1])
    if learner.any_order:
        assert forward.to_dict() == backward.to_dict()
    assert [p > 0.5 for p in answers(learner, forward)] == [p > 0.5 for p in answers(learner, backward)]


def test_a_stored_model_goes_on_as_if_never_stored(learner: Learner) -> None:
    """Through JSON and back, mid-way: later lessons lead to the same model."""
    whole = taught(learner)
    half = taught(learner, PAGES[:2])
    restored = learner.restore(json.loads(json.dumps(half.to_dict())))
    assert restored.to_dict() == half.to_dict()
    for counts, on_topic in PAGES[2:]:
        learner.teach(restored, counts, on_topic)
    assert restored.to_dict() == whole.to_dict()


def test_asking_changes_nothing(learner: Learner) -> None:
    """Unknown words in a question leave no trace."""
    model = taught(learner)
    before = model.to_dict()
    learner.ask(model, [{"never-heard": 3}, {}])
    assert model.to_dict() == before


def test_words_may_appear_later(learner: Learner) -> None:
    """A word first seen in the last example is learned like any other."""
    model = taught(learner)
    for _ in range(5):
        learner.teach(model, {"odomet": 3}, True)
    low, high = learner.ask(model, [{"page": 1}, {"odomet": 1}])
    assert low < high


def test_an_empty_page_is_an_example_too(learner: Learner) -> None:
    """A page without terms neither fails nor gives anything but a probability."""
    model = taught(learner)
    learner.teach(model, {}, False)
    assert 0.0 <= learner.ask(model, [{}])[0] <= 1.0


def test_a_model_of_another_kind_is_refused(learner: Learner) -> None:
    """Stored data that is something else is not taken for a model."""
    with pytest.raises(ValueError, match="not a"):
        learner.restore({"model": "something else", "version": 1})
