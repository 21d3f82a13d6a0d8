"""Learning a topic from examples, and judging it."""

import numpy as np
import pytest
from pages_of_topics import BOOKS, CARS, GARDEN, JOBS, MAIL, page

from leadline.errors import BadTarget
from leadline.learn.features import unit_weights
from leadline.learn.linear import LinearModel
from leadline.learn.text import term_counts
from leadline.topics.background import bundled_background, from_bytes
from leadline.topics.classify import classifier, linear_model
from leadline.topics.evaluation import cross_validate, probabilities, score
from leadline.topics.examples import ExamplePage
from leadline.topics.topic import Keyword, Topic, keyword_model
from leadline.topics.train import LabelledPage, deciding, labelled, learn, learn_naive_bayes, telling_terms
from leadline_bench.training.background import counted, stored

GARDENS = [
    f"{GARDEN} {more}"
    for more in (
        "Tulips and lawns.",
        "Prune the roses in March.",
        "Compost feeds the soil.",
        "Seeds, bulbs, plants.",
    )
]


def examples(texts: list[str], *, on_topic: bool, name: str) -> list[LabelledPage]:
    pages = [page(text) for text in texts]
    shown = [ExamplePage(one, f"{name}{number % 3}.example", on_topic) for number, one in enumerate(pages)]
    return labelled(shown)


def test_positive_examples_alone_suffice() -> None:
    """Four pages about gardens teach gardens; cars, books and sign-in pages are turned away."""
    topic = learn(Topic("gardens"), examples(GARDENS, on_topic=True, name="g"), bundled_background())
    judge = classifier(topic)
    assert (
        judge.probability([page("How to prune roses: seeds, soil, compost and water for your plants and ferns.")])[
            0
        ]
        > 0.5
    )
    assert max(judge.probability([page(CARS), page(BOOKS), page(MAIL), page(JOBS)])) < 0.5


def test_naive_bayes_learns_the_same_lesson() -> None:
    """The papers' learner, too, needs no negative examples."""
    topic = learn_naive_bayes(Topic("gardens"), examples(GARDENS, on_topic=True, name="g"), bundled_background())
    judge = classifier(topic)
    assert judge.probability([page("Prune roses, loosen the soil, water the seeds and ferns.")])[0] > 0.5
    assert max(judge.probability([page(CARS), page(MAIL)])) <= 0.5  # on topic is more than one half
    assert judge.why(page(GARDEN))[0][1] > 0


def test_negative_examples_teach_the_difference() -> None:
    """A near miss that keywords cannot tell apart is learned from examples."""
    topic = Topic("cars", keywords=(Keyword("car"), Keyword("vehicle")))
    rent = "Rent a car or vehicle at the airport. Pick-up, drop-off, driver age, daily rates."
    positive = examples([CARS + " Dealer.", CARS + " Mileage.", CARS], on_topic=True, name="on")
    negative = examples([rent + " Hire.", rent + " Insurance.", rent], on_topic=False, name="off")
    before = classifier(topic).probability([page(rent)])[0]
    after = classifier(learn(topic, [*positive, *negative], bundled_background())).probability([page(rent)])[0]
    assert after < 0.5 < before


def test_the_same_examples_give_the_same_weights_in_any_order() -> None:
    """Training is a function of the set of examples and the seed."""
    shown = [*examples(GARDENS, on_topic=True, name="g"), *examples([CARS, MAIL], on_topic=False, name="n")]
    first = learn(Topic("g"), shown, bundled_background()).learned
    second = learn(Topic("g"), shown[::-1], bundled_background()).learned
    assert first is not None
    assert second is not None
    assert isinstance(first.model, LinearModel)
    assert isinstance(second.model, LinearModel)
    assert first.model.weights.keys() == second.model.weights.keys()
    assert all(abs(first.model.weights[t] - second.model.weights[t]) < 0.002 for t in first.model.weights)


def test_a_word_of_one_site_is_not_learned() -> None:
    """A site's own name does not become the topic, however often it says it."""
    shown = [
        LabelledPage({"acme": 9, "car": 2}, "acme.com", True),
        LabelledPage({"acme": 9, "car": 1}, "acme.com", True),
        LabelledPage({"car": 3, "dealer": 1}, "other.com", True),
    ]
    assert "acme" not in telling_terms(shown, [], bundled_background(), 100)
    assert "car" in telling_terms(shown, [], bundled_background(), 100)


def test_a_large_site_counts_as_much_as_a_small_one() -> None:
    """Ninety pages of one site do not outvote the other sites."""
    big = [LabelledPage({"big": 1, "both": 1}, "big.com", True)] * 90
    small = [
        LabelledPage({"small": 1, "both": 1, "big": 1}, "s.com", True),
        LabelledPage({"small": 1, "both": 1}, "t.com", True),
    ]
    ranked = telling_terms([*big, *small], [], bundled_background(), 3)
    assert ranked[0] == "both"
    assert "small" in ranked


def test_without_text_there_is_nothing_to_learn() -> None:
    """Examples without words are refused with a sentence."""
    with pytest.raises(BadTarget, match="at least one page that is on topic"):
        learn(Topic("t"), [LabelledPage({}, "a.com", True)], bundled_background())


def test_edited_keywords_still_count_after_training() -> None:
    """What was learned is added to the keywords, so that a new keyword works at once."""
    learned = learn(
        Topic("g", keywords=(Keyword("garden"),)), examples(GARDENS, on_topic=True, name="g"), bundled_background()
    )
    edited = Topic("g", keywords=(Keyword("garden"), Keyword("greenhouse")), learned=learned.learned)
    assert "greenhous" not in linear_model(learned, bundled_background()).weights
    assert linear_model(edited, bundled_background()).weights["greenhous"] > 0


def test_more_keywords_need_more_of_them() -> None:
    """One word of a three-word topic says more than one of a hundred-word topic."""
    few = keyword_model(
        Topic("few", keywords=tuple(Keyword(w) for w in ("car", "dealer", "sedan"))), bundled_background()
    )
    many = keyword_model(
        Topic("many", keywords=tuple(Keyword(f"car{chr(97 + n % 26)}{chr(97 + n // 26)}") for n in range(100))),
        bundled_background(),
    )
    assert max(many.weights.values()) < few.weights["car"]


def test_imagined_pages_look_like_pages() -> None:
    """They have length at most one, hold known terms, come from every kind, and repeat with the seed."""
    background = bundled_background()
    imagined = background.imagine(2, seed=3)
    assert len(imagined) == 2 * len(background.pages)
    assert imagined == background.imagine(2, seed=3) != background.imagine(2, seed=4)
    for document in imagined:
        assert document.keys() <= set(background.terms)
        assert sum(weight**2 for weight in document.values()) <= 1.0


def test_kinds_like_the_examples_are_no_negatives() -> None:
    """A topic that the background itself holds is not taught against itself."""
    recipes = [{"recip": 3, "ingredi": 2, "cook": 2, "minut": 2}] * 5
    gardens = [{"rose": 3, "prune": 2, "soil": 2}] * 5
    kinds = [recipes, gardens]
    background = counted(kinds, ["recip", "ingredi", "cook", "minut", "rose", "prune", "soil"])
    imagined = background.imagine(3, seed=0, unlike=[unit_weights(counts) for counts in recipes])
    assert len(imagined) == 3
    assert all("recip" not in document for document in imagined)


def test_the_background_survives_its_file() -> None:
    """Counts come back from plain arrays; the same counts are the same bytes."""
    background = bundled_background()
    written = stored(background)
    again = from_bytes(written)
    assert again.terms == background.terms
    np.testing.assert_array_equal(again.counts, background.counts)
    assert stored(again) == written


def test_folds_share_no_site() -> None:
    """Every example is judged by a topic that was taught no page of its site."""
    taught_sites: list[set[str]] = []
    shown = [*examples(GARDENS, on_topic=True, name="g"), *examples([CARS, MAIL, BOOKS], on_topic=False, name="n")]

    def spy(topic: Topic, lessons: object, background: object) -> Topic:
        assert isinstance(lessons, list)
        taught_sites.append({lesson.site for lesson in lessons})
        return learn(topic, lessons, bundled_background())

    found = cross_validate(Topic("g"), shown, bundled_background(), spy, folds=3)
    assert len(found) == len(shown)
    for site in {example.site for example in shown}:
        assert any(site not in sites for sites in taught_sites)
    assert score(found, shown).accuracy > 0.8


def test_one_site_is_not_enough_for_a_score() -> None:
    """Cross-validation over sites says what it needs."""
    shown = [LabelledPage({"a": 1}, "one.com", True), LabelledPage({"b": 1}, "two.com", False)]
    with pytest.raises(BadTarget, match="pages of two sites"):
        cross_validate(Topic("t"), shown, bundled_background(), learn)


def test_an_interval_knows_that_pages_of_a_site_are_alike() -> None:
    """Fifty pages of two sites leave more doubt than fifty of fifty."""
    found = [0.9] * 25 + [0.1] * 25
    two = score(found, [LabelledPage({}, site, True) for site in "a" * 25 + "b" * 25])
    fifty = score(found, [LabelledPage({}, str(n), True) for n in range(50)])
    assert two.accuracy == fifty.accuracy == 0.5
    assert (two.low, two.high) == (0.0, 1.0)
    assert 0.3 < fifty.low < 0.4 < 0.6 < fifty.high < 0.7


def test_a_perfect_score_is_not_certainty() -> None:
    """Ten of ten right still has an interval below one (Wilson)."""
    result = score([0.9] * 10, [LabelledPage({}, str(n), True) for n in range(10)])
    assert result.low == pytest.approx(0.722, abs=0.001)
    assert result.specificity is None
    assert result.balanced == 1.0


def test_an_example_is_judged_as_its_page_is() -> None:
    """The fast path of the classifier and the one of training give the same probability."""
    topic = Topic("cars", keywords=(Keyword("car"), Keyword("dealer")))
    shown = [page(text, title="A title") for text in (CARS, BOOKS, "", "car " * 5_000)]
    fast = classifier(topic).probability(shown)
    slow = probabilities(topic, labelled([ExamplePage(one, "a") for one in shown[:3]]), bundled_background())
    assert fast[:3] == pytest.approx(slow, abs=1e-12)
    assert fast[3] > 0.5


def test_deciding_words_are_those_with_the_largest_weights() -> None:
    """Both signs are shown, strongest first."""
    assert deciding(LinearModel({"a": 1.0, "b": -3.0, "c": 0.0}), 2) == [("b", -3.0), ("a", 1.0)]
    assert term_counts(["a car"])[0] == {"car": 1}
