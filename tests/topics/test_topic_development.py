"""Scores on the development data, from sites not seen in training: what the project promises of its topics.

Each fifth page of every SWDE site is read, to keep within a minute; `leadline_bench.training.topics`
reads all.
"""

from pathlib import Path

import pytest

from leadline.topics.background import bundled_background
from leadline.topics.evaluation import cross_validate, probabilities, score
from leadline.topics.train import learn, learn_naive_bayes
from leadline_bench.training import topics as training

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data"

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not (DATA / "swde").is_dir(), reason="the development data are not beside the project"),
]


@pytest.fixture(scope="module", name="swde")
def _swde() -> list[training.Judged]:
    return training.swde(DATA, every=5)


@pytest.mark.parametrize("name", ["auto", "book", "job", "movie"])
def test_four_domains_on_unseen_sites(swde: list[training.Judged], name: str) -> None:
    """At least 95 % of pages, plain and balanced, learned and by keywords alone."""
    examples = training.judged(swde, name)
    topic = training.unlearned(name)
    learned = score(cross_validate(topic, examples, bundled_background(), learn), examples)
    keywords = score(probabilities(topic, examples, bundled_background()), examples)
    for result in (learned, keywords):
        assert result.sites == 31
        assert result.accuracy >= 0.95
        assert result.balanced >= 0.95


def test_naive_bayes_on_unseen_sites(swde: list[training.Judged]) -> None:
    """The papers' learner holds the same line."""
    examples = training.judged(swde, "job")
    found = cross_validate(training.unlearned("job"), examples, bundled_background(), learn_naive_bayes)
    assert score(found, examples).accuracy >= 0.95


def test_sports_stars_by_keywords(swde: list[training.Judged]) -> None:
    """The bundled people topic, which saw no such page, knows basketball players."""
    examples = training.judged(swde, "nbaplayer")
    found = probabilities(training.unlearned("people"), examples, bundled_background())
    assert score(found, examples).balanced >= 0.95


def test_hard_negatives() -> None:
    """Ebola pages against other diseases: at least 90 % on unseen sites."""
    examples = training.ebola(DATA)
    found = cross_validate(training.EBOLA, examples, bundled_background(), learn)
    result = score(found, examples)
    assert result.accuracy >= 0.90
    assert result.balanced >= 0.90
