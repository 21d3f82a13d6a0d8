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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leadline.learn.features import Counts, unit_weights
from leadline.learn.linear import LinearModel, sigmoid
from leadline.learn.naive_bayes import NaiveBayes
from leadline.learn.text import page_term_counts, terms
from leadline.model.page import Page
from leadline.topics.background import Background, bundled_background
from leadline.topics.topic import ON, Topic, keyword_model

_OFTEN = 1_024
_LOG = [0.0, *(1.0 + math.log(n) for n in range(1, _OFTEN + 1))]
_SQUARE = [weight * weight for weight in _LOG]


def page_text(page: Page) -> str:
    """What of a page is read; the only place that decides it, for training too."""
    return f"{page.title} {page.title} {page.text}"


def page_counts(page: Page) -> dict[str, int]:
    """The terms of `page_text`; those of its text are counted once for all who weigh them."""
    counts = dict(page_term_counts(page))
    for term in 2 * terms(page.title):
        counts[term] = counts.get(term, 0) + 1
    return counts


@dataclass(frozen=True, slots=True)
class PageClassifier:
    """A `leadline.protocols.TopicClassifier`; counting terms is apart from weighing them, to be done once."""

    model: LinearModel | NaiveBayes

    def probability(self, pages: Sequence[Page]) -> list[float]:
        return self.weigh(self.read(pages))

    def read(self, pages: Sequence[Page]) -> list[dict[str, int]]:
        return [page_counts(page) for page in pages]

    def weigh(self, counted: Sequence[Counts]) -> list[float]:
        """P(on topic) of pages that were read before."""
        if isinstance(self.model, NaiveBayes):
            return [found.get(ON, 0.0) for found in self.model.probability(counted)]
        return [sigmoid(_score(self.model, counts)) for counts in counted]

    def why(self, page: Page) -> list[tuple[str, float]]:
        (counts,) = self.read([page])
        model = self.model
        pull = model.why(counts, ON) if isinstance(model, NaiveBayes) else model.why(unit_weights(counts))
        return in_words(pull, page_text(page))


def _score(model: LinearModel, counts: Counts) -> float:
    """`model.score(unit_weights(counts))`, but only terms the model knows are weighed: half the time.

    Sums are exactly rounded (fsum), so the order in which a set gives its terms cannot be seen in the result."""
    weights = model.weights
    known = weights.keys() & counts.keys()
    if not known:
        return model.bias
    length = math.sqrt(math.fsum(_squares(counts.values())))
    score = math.fsum(weights[term] * _LOG[min(counts[term], _OFTEN)] for term in known)
    return model.bias + score / length


def _squares(counts: Iterable[int]) -> Iterable[float]:
    """Looked up without a step of Python's own for each: a page has a thousand terms."""
    try:
        return list(map(_SQUARE.__getitem__, counts))
    except IndexError:
        return [_SQUARE[min(n, _OFTEN)] for n in counts]


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
