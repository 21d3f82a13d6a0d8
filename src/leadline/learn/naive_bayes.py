"""Naive Bayes: counts in, probabilities out. The classifier of FFC, ACHE and SmartCrawler.

The multinomial model of McCallum and Nigam, *A comparison of event models for naive Bayes text classification*,
AAAI workshop 1998: a document is drawn word by word, P(t|c) = (tf(t,c) + s) / (Σ tf(·,c) + s·|V|).

One deviation, against the known overconfidence of naive Bayes on long texts (Rennie et al., *Tackling the poor
assumptions of naive Bayes text classifiers*, ICML 2003): a document counts as at most `longest` words, its log
likelihood scaled down accordingly.

Counts are integers, so the order of examples does not matter and a fold over a log gives the same bits each time.

>>> model = NaiveBayes(smoothing=1.0)
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
from typing import Any, Self

from leadline.learn.features import Counts

VERSION = 1


class NaiveBayes:
    """Any number of classes, named by strings; they appear with their first example."""

    def __init__(self, *, smoothing: float = 1.0, longest: int | None = None, equal_priors: bool = False) -> None:
        self.smoothing = smoothing
        self.longest = longest
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
        return frozenset(self._vocabulary)

    def add(self, label: str, counts: Counts, documents: int = 1) -> None:
        """Take in one example, or the summed counts of several."""
        self._counts.setdefault(label, Counter()).update(counts)
        self._documents[label] += documents
        self._totals[label] += sum(counts.values())
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
        length = sum(known.values())
        scale = min(1.0, self.longest / length) if self.longest and length else 1.0
        return {
            label: (0.0 if self.equal_priors else math.log(self._documents[label] / self._documents.total()))
            + scale * math.fsum(self._term(t, label, n) for t, n in known.items())
            for label in self.labels
        }

    def _term(self, term: str, label: str, count: int) -> float:
        seen = self._counts[label][term] + self.smoothing
        return count * math.log(seen / (self._totals[label] + self.smoothing * len(self._vocabulary)))

    def to_dict(self) -> dict[str, Any]:
        """Plain data, the same bytes for the same counts."""
        return {
            "model": "naive-bayes",
            "version": VERSION,
            "event": "words",
            "smoothing": self.smoothing,
            "longest": self.longest,
            "equal_priors": self.equal_priors,
            "classes": {
                label: {"documents": self._documents[label], "counts": dict(sorted(self._counts[label].items()))}
                for label in self.labels
            },
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        if stored.get("model") != "naive-bayes" or stored.get("version") != VERSION:
            raise ValueError(f"not a naive Bayes model of version {VERSION}: {stored.get('model')!r}")
        if stored["event"] != "words":
            raise ValueError(f"a naive Bayes model over {stored['event']} is not offered any more")
        model = cls(**{name: stored[name] for name in ("smoothing", "longest", "equal_priors")})
        for label, seen in stored["classes"].items():
            model.add(label, seen["counts"], seen["documents"])
        return model


def _normalised(scores: Mapping[str, float]) -> dict[str, float]:
    if not scores:
        return {}
    highest = max(scores.values())
    weights = {label: math.exp(score - highest) for label, score in scores.items()}
    total = math.fsum(weights.values())
    return {label: weight / total for label, weight in weights.items()}
