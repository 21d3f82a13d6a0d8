"""A topic: what it is called, which words speak for it and against it, and what was learned about it.

Keywords alone are a model (`keyword_model`): a topic works before any example is seen. A page's score is how dense
the topic's words are on it, rare words counting more:

    score = Σ weight(t) · rarity(t) · x(t),   x = 1 + log tf, scaled to length 1 (leadline.learn.features)

How dense is dense enough depends on how many words the topic lists: of 150, more are found on any page than of
three. The law (docs/rooms/topics.md) is threshold = 0.0125 · length^1.45, length² = Σ (weight · rarity)²,
fitted by eye to the best thresholds for 2 to 150 words drawn from bundled vocabularies. It holds for each
language by itself, since a page is in one: words in German are measured by the threshold of the German words.

Log-odds are 4 · (score/threshold − 1): a page without any of the words has P = 0.02, one with twice the density
of the threshold 0.98.

>>> cars = Topic("cars", keywords=(Keyword("used cars"), Keyword("dealer", 0.5), Keyword("gebraucht", 1.0, "de")))
>>> [{term: round(weight, 2) for term, weight in words.items()} for words in cars.words_by_language()]
[{'us': 0.71, 'car': 0.71, 'dealer': 0.5}, {'gebraucht': 1.0}]
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from leadline.forms.domains.model import DomainModel
from leadline.learn.linear import LinearModel
from leadline.learn.naive_bayes import NaiveBayes
from leadline.learn.text import terms
from leadline.topics.background import Background

ON, OFF = "on", "off"  # the two classes of a naive Bayes topic
SCALE = 0.0125
EXPONENT = 1.45
SURENESS = 4.0


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word (or a few) that tells a topic; weight 1 tells it alone, 0.3 only helps."""

    words: str
    weight: float = 1.0
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Learned:
    """What examples taught: a linear model *added to* the keywords, or a naive Bayes that stands alone.

    `card` says from what it was learned and how well it did; `forms` is what searches on the example pages taught.
    """

    model: LinearModel | NaiveBayes
    card: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    forms: DomainModel | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """Keywords first, corrections second: a topic whose keywords are edited stays usable."""

    name: str
    description: str = ""
    keywords: tuple[Keyword, ...] = ()
    against: tuple[Keyword, ...] = ()
    learned: Learned | None = None

    def words_by_language(self) -> list[dict[str, float]]:
        """Terms and weights of the keywords, one table for each language. A phrase shares its weight."""
        languages = dict.fromkeys(keyword.language for keyword in self.keywords)
        return [_weights([k for k in self.keywords if k.language == language]) for language in languages]

    def words_against(self) -> dict[str, float]:
        """Terms that speak against the topic, with their weights."""
        return _weights(self.against)

    def with_learned(self, learned: Learned | None) -> "Topic":
        return replace(self, learned=learned)


def _weights(keywords: Sequence[Keyword]) -> dict[str, float]:
    found: dict[str, float] = {}
    for keyword in keywords:
        inside = list(dict.fromkeys(terms(keyword.words)))
        for term in inside:
            found[term] = max(found.get(term, 0.0), keyword.weight / math.sqrt(len(inside)))
    return found


def keyword_model(topic: Topic, background: Background) -> LinearModel:
    """The model of a topic's keywords alone; a model that knows nothing if it has none."""
    found: dict[str, float] = {}
    weakest = math.inf
    for weights in topic.words_by_language():
        heavy = {term: weight * background.rarity(term) for term, weight in weights.items()}
        length = math.sqrt(math.fsum(weight * weight for weight in heavy.values()))
        if not length:
            continue
        unit = SURENESS / (SCALE * length**EXPONENT)
        weakest = min(weakest, unit)
        for term, weight in heavy.items():
            found[term] = max(found.get(term, 0.0), unit * weight)
    if not found:
        return LinearModel()
    for term, weight in topic.words_against().items():
        found.setdefault(term, -weakest * weight * background.rarity(term))
    return LinearModel(found, -SURENESS)
