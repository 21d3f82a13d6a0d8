"""Keywords → a model: a topic works before any example is seen.

A page's score is how dense the topic's words are on it, rare words counting more:

    score = Σ weight(t) · rarity(t) · x(t),   x = 1 + log tf, scaled to length 1 (leadline.learn.features)

How dense is dense enough depends on how many words the topic lists: of 150, more are found on any page than of
three. The law (docs/rooms/topics.md) is threshold = 0.0125 · length^1.45, length² = Σ (weight · rarity)²,
fitted by eye to the best thresholds for 2 to 150 words drawn from bundled vocabularies. It holds for each
language by itself, since a page is in one: words in German are measured by the threshold of the German words.

Log-odds are 4 · (score/threshold − 1): a page without any of the words has P = 0.02, one with twice the density
of the threshold 0.98.
"""

import math

from leadline.learn.linear import LinearModel
from leadline.topics.background import Background
from leadline.topics.topic import Topic

SCALE = 0.0125
EXPONENT = 1.45
SURENESS = 4.0


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
        if term not in found:
            found[term] = -weakest * weight * background.rarity(term)
    return LinearModel(found, -SURENESS)
