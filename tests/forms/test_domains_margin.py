"""The support-vector machine behind `train`, and what it is asked for where negative examples abound."""

from random import Random

import pytest

from leadline.forms.domains.margin import widest
from leadline.forms.domains.train import FormExample, train
from leadline.learn.features import Weights
from leadline.learn.linear import LinearModel
from leadline.parse.document import parse_html

BOX = "<form action=/go><input name=q><button>Search</button></form>"
OFF = ("book author isbn", "hotel room guest", "flight airport", "job salary", "car dealer mileage")


def drawn(many: int) -> tuple[list[Weights], list[bool]]:
    """Documents of two kinds that overlap."""
    roll = Random(0)
    labels = [number % 3 == 0 for number in range(many)]
    return [
        {f"w{roll.randrange(6) + (3 if label else 0)}": roll.random() + 0.2 for _ in range(3)} for label in labels
    ], labels


def example(words: str, site: int, *, truth: bool) -> FormExample:
    html = f"<title>{words}</title><p>All about {words}.</p>{BOX}"
    page = parse_html(html, f"http://shop{site}.example/")
    return page.forms[0], page, truth


def abundant() -> list[FormExample]:
    found = [example("wine grape vintage", n, truth=True) for n in range(6)]
    return found + [example(OFF[n % len(OFF)], 100 + n, truth=False) for n in range(25)]


def test_it_finds_what_liblinear_finds() -> None:
    """The same objective has the same minimum, whoever looks for it."""
    feature_extraction = pytest.importorskip("sklearn.feature_extraction")
    svm = pytest.importorskip("sklearn.svm")
    documents, labels = drawn(60)
    vectors = feature_extraction.DictVectorizer(sparse=False)
    theirs = svm.LinearSVC(C=1.0, tol=1e-6, max_iter=100_000).fit(vectors.fit_transform(documents), labels)
    ours = widest(documents, labels, [1.0] * len(documents))
    expected = theirs.decision_function(vectors.transform(documents)).tolist()
    assert [ours.score(document) for document in documents] == pytest.approx(expected, abs=0.05)


def test_what_costs_nothing_keeps_the_prior() -> None:
    """Examples that the prior already tells apart by a margin change nothing."""
    prior = LinearModel({"wine": 3.0, "book": -3.0}, 0.0)
    found = widest([{"wine": 1.0}, {"book": 1.0}], [True, False], [1.0, 1.0], prior)
    assert found.weights == pytest.approx(dict(prior.weights))


def test_a_bare_box_is_told_by_its_page_where_negatives_abound() -> None:
    """The same box is of the domain on one page and not on the other; alone it is neither."""
    model = train(abundant())
    form, page, _ = example("vintage wine", 50, truth=True)
    other, elsewhere, _ = example("author of a book", 51, truth=False)
    assert model.probability(form, page) > 0.5 > model.probability(other, elsewhere)
    assert model.probability(form) < model.probability(form, page)


def test_abundant_examples_give_the_same_model_every_time() -> None:
    """The order of visits is seeded."""
    assert train(abundant()) == train(abundant())


def test_a_prior_is_kept_where_negatives_abound() -> None:
    """What keywords say and no example contradicts still counts."""
    prior = train([example("cellar cork", n, truth=True) for n in range(5)])
    form, page, _ = example("cellar cork", 60, truth=True)
    assert train(abundant(), prior=prior).probability(form, page) > train(abundant()).probability(form, page)
