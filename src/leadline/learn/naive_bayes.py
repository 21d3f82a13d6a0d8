"""Naive Bayes: counts in, probabilities out. The classifier of FFC, ACHE and SmartCrawler.

McCallum and Nigam, *A comparison of event models for naive Bayes text classification*, AAAI workshop 1998:

- `Event.WORDS`  multinomial: a document is drawn word by word; P(t|c) = (tf(t,c) + s) / (Σ tf(·,c) + s·|V|)
- `Event.TERMS`  Bernoulli: each term is there or not; P(t|c) = (df(t,c) + s) / (n(c) + 2s)

Two deviations, both against the known overconfidence of naive Bayes on long texts (Rennie et al., *Tackling the
poor assumptions of naive Bayes text classifiers*, ICML 2003): the multinomial counts a document as at most
`longest` words, its log likelihood scaled down accordingly (for the Bernoulli model: terms); and the Bernoulli
model can leave out what is absent (`absence=False`), for short texts such as anchors, where absence says nothing.

Counts are integers, so the order of examples does not matter and a fold over a log gives the same bits each time.

>>> model = NaiveBayes(Event.WORDS, smoothing=1.0)
>>> model.add("car", {"dealer": 2, "mileage": 1})
>>> model.add("book", {"author": 2, "dealer": 1})
>>> {label: round(p, 3) for label, p in model.probability([{"dealer": 1}])[0].items()}
{'book': 0.4, 'car': 0.6}
>>> model.why({"dealer": 1, "author": 1}, "book")[0][0]
'author'
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Self

from leadline.learn.features import Counts

VERSION = 1


class Event(StrEnum):
    """What is drawn when a document is made."""

    WORDS = "words"
    TERMS = "terms"


class NaiveBayes:
    """Any number of classes, named by strings; they appear with their first example."""

    def __init__(
        self,
        event: Event = Event.WORDS,
        *,
        smoothing: float = 1.0,
        longest: int | None = None,
        absence: bool = True,
        equal_priors: bool = False,
    ) -> None:
        self.event = event
        self.smoothing = smoothing
        self.longest = longest
        self.absence = absence
        self.equal_priors = equal_priors
        self._documents: Counter[str] = Counter()
        self._counts: dict[str, Counter[str]] = {}
        self._totals: Counter[str] = Counter()
        self._vocabulary: set[str] = set()

    @property
    def labels(self) -> list[str]:
        """The classes seen so far, in the order of the alphabet."""
        return sorted(self._documents)

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every term seen so far."""
        return frozenset(self._vocabulary)

    def add(self, label: str, counts: Counts, documents: int = 1) -> None:
        """Take in one example, or the summed counts of several (`Event.TERMS`: their document frequencies)."""
        bag = self._counts.setdefault(label, Counter())
        seen = counts if self.event is Event.WORDS or documents > 1 else dict.fromkeys(counts, 1)
        bag.update(seen)
        self._documents[label] += documents
        self._totals[label] += sum(seen.values())
        self._vocabulary.update(counts)

    def probability(self, batch: Sequence[Counts]) -> list[dict[str, float]]:
        """P(class | document) for each; without any example nothing is known and the answer is empty."""
        return [_normalised(self._log_odds(counts)) for counts in batch]

    def why(self, counts: Counts, label: str) -> list[tuple[str, float]]:
        """How much each term spoke for `label` against the best other class, strongest first."""
        others = [other for other in self.labels if other != label]
        if label not in self._counts or not others:
            return []
        scores = self._log_odds(counts)
        rival = max(others, key=lambda other: (scores[other], other))
        pull = {
            term: self._term(term, label, count) - self._term(term, rival, count)
            for term, count in counts.items()
            if term in self._vocabulary
        }
        return sorted(pull.items(), key=lambda item: (-abs(item[1]), item[0]))

    def _log_odds(self, counts: Counts) -> dict[str, float]:
        known = {term: count for term, count in counts.items() if term in self._vocabulary}
        length = len(known) if self.event is Event.TERMS else sum(known.values())
        scale = min(1.0, self.longest / length) if self.longest and length else 1.0
        return {
            label: self._prior(label) + scale * (self._present(known, label) + self._absent(known, label))
            for label in self.labels
        }

    def _prior(self, label: str) -> float:
        return 0.0 if self.equal_priors else math.log(self._documents[label] / self._documents.total())

    def _present(self, known: Counts, label: str) -> float:
        return math.fsum(self._term(term, label, count) for term, count in known.items())

    def _absent(self, known: Counts, label: str) -> float:
        if self.event is Event.WORDS or not self.absence:
            return 0.0
        return math.fsum(math.log1p(-self._share(t, label)) for t in self._vocabulary if t not in known)

    def _term(self, term: str, label: str, count: int) -> float:
        times = count if self.event is Event.WORDS else 1
        return times * math.log(self._share(term, label))

    def _share(self, term: str, label: str) -> float:
        seen = self._counts[label][term] + self.smoothing
        if self.event is Event.WORDS:
            return seen / (self._totals[label] + self.smoothing * len(self._vocabulary))
        return seen / (self._documents[label] + 2 * self.smoothing)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, the same bytes for the same counts."""
        return {
            "model": "naive-bayes",
            "version": VERSION,
            "event": self.event.value,
            "smoothing": self.smoothing,
            "longest": self.longest,
            "absence": self.absence,
            "equal_priors": self.equal_priors,
            "classes": {
                label: {"documents": self._documents[label], "counts": dict(sorted(self._counts[label].items()))}
                for label in self.labels
            },
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """The model that `to_dict` described."""
        if stored.get("model") != "naive-bayes" or stored.get("version") != VERSION:
            raise ValueError(f"not a naive Bayes model of version {VERSION}: {stored.get('model')!r}")
        model = cls(
            Event(stored["event"]),
            smoothing=stored["smoothing"],
            longest=stored["longest"],
            absence=stored["absence"],
            equal_priors=stored["equal_priors"],
        )
        for label, seen in stored["classes"].items():
            model._counts[label] = Counter(seen["counts"])
            model._documents[label] = seen["documents"]
            model._totals[label] = sum(seen["counts"].values())
            model._vocabulary.update(seen["counts"])
        return model


def _normalised(scores: Mapping[str, float]) -> dict[str, float]:
    if not scores:
        return {}
    highest = max(scores.values())
    weights = {label: math.exp(score - highest) for label, score in scores.items()}
    total = math.fsum(weights.values())
    return {label: weight / total for label, weight in weights.items()}
