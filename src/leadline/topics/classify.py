"""Is this page about the topic? P > 0.5 means yes (FFC section 3.1).

Of a page its title is read (twice: it was chosen to say what the page is about) and its text.

>>> from leadline.topics.bundled import bundled
>>> from leadline.model.page import Page
>>> text = "Find used cars near you. Make, model, mileage. 214 dealers with sedans, trucks and SUVs."
>>> page = Page("http://a.com/", "http://a.com/", None, "Used cars", text, None, (), ())
>>> cars = classifier(bundled("auto"))
>>> cars.probability([page])[0] > 0.9, "cars" in [word for word, _ in cars.why(page)[:5]]
(True, True)
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from leadline.learn.features import Counts, Numbers, unit_weights
from leadline.learn.linear import LinearModel, sigmoid
from leadline.learn.naive_bayes import NaiveBayes
from leadline.learn.text import term_counts, terms
from leadline.learn.vocabulary import WeightsByNumber, damped, damped_length, page_words
from leadline.model.page import Page, cached_property
from leadline.topics.background import Background, bundled_background
from leadline.topics.topic import ON, Topic, keyword_model

_OFTEN = 1_024
"""Counts that say no more than this one."""


def page_text(page: Page) -> str:
    """What of a page is read; the only place that decides it, for training too."""
    return f"{page.title} {page.title} {page.text}"


def page_counts(page: Page) -> dict[str, int]:
    """The terms of `page_text`."""
    return term_counts([page_text(page)])[0]


@dataclass(frozen=True)
class PageClassifier:
    """A `leadline.protocols.TopicClassifier`; counting terms is apart from weighing them, to be done once."""

    model: LinearModel | NaiveBayes

    def probability(self, pages: Sequence[Page]) -> list[float]:
        if isinstance(self.model, NaiveBayes):
            return self.weigh(self.read(pages))
        return [sigmoid(self._score(self.model, page)) for page in pages]

    @cached_property
    def _weights(self) -> WeightsByNumber:
        return WeightsByNumber(self.model.weights if isinstance(self.model, LinearModel) else {})

    def _score(self, model: LinearModel, page: Page) -> float:
        words = page_words(page)
        terms, counts = words.counted(*2 * [words.also(page.title)])
        return _score(model, self._weights.of(words.vocabulary, terms), counts)

    def read(self, pages: Sequence[Page]) -> list[dict[str, int]]:
        return [page_counts(page) for page in pages]

    def weigh(self, counted: Sequence[Counts]) -> list[float]:
        """P(on topic) of pages that were read before."""
        if isinstance(self.model, NaiveBayes):
            return [found.get(ON, 0.0) for found in self.model.probability(counted)]
        return [sigmoid(_score_of_counts(self.model, counts)) for counts in counted]

    def why(self, page: Page) -> list[tuple[str, float]]:
        (counts,) = self.read([page])
        model = self.model
        pull = model.why(counts, ON) if isinstance(model, NaiveBayes) else model.why(unit_weights(counts))
        return in_words(pull, page_text(page))


def _score(model: LinearModel, weights: Numbers, counts: NDArray[np.intp]) -> float:
    """`model.score` of `unit_weights`, from the weight and the count of each term.

    Sums are exactly rounded (fsum), so the order of the terms cannot be seen in the result."""
    counts = np.minimum(counts, _OFTEN)
    said = damped(counts)
    told = (weights * said)[weights != 0.0].tolist()
    return model.bias + math.fsum(told) / damped_length(counts) if told else model.bias


def _score_of_counts(model: LinearModel, counts: Counts) -> float:
    weights = np.fromiter(map(model.weights.get, counts, repeat(0.0)), np.float64, len(counts))
    return _score(model, weights, np.fromiter(counts.values(), np.int64, len(counts)))


def classifier(topic: Topic, background: Background | None = None) -> PageClassifier:
    if topic.learned is not None and isinstance(topic.learned.model, NaiveBayes):
        return PageClassifier(topic.learned.model)
    return PageClassifier(linear_model(topic, background or bundled_background()))


def linear_model(topic: Topic, background: Background) -> LinearModel:
    """Keywords plus what was learned."""
    model = keyword_model(topic, background)
    if topic.learned is not None and isinstance(topic.learned.model, LinearModel):
        return model + topic.learned.model
    return model


def in_words(pull: Sequence[tuple[str, float]], text: str) -> list[tuple[str, float]]:
    """Terms as the text writes them: `mileag` decided nothing that a reader knows."""
    written: dict[str, Counter[str]] = {}
    for word in text.lower().split():
        for term in terms(word):
            written.setdefault(term, Counter())[word.strip(".,;:!?()[]\"'«»„“”‘’|/*-–—")] += 1
    commonest = {
        term: min(words, key=lambda word: (-words[word], len(word), word)) for term, words in written.items()
    }
    return [(commonest.get(term, term), weight) for term, weight in pull]
