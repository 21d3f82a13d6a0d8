"""Made-up sources with known truth: words fall on records as Zipf has it, records differ in length."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from leadline.harvest.estimate import SizeEstimator
from leadline.harvest.evidence import Asked, How
from leadline.model.query import Answer, Reply, Row


@dataclass
class WordWorld:
    """Records of words; a query brings all that have its word."""

    records: list[frozenset[str]]
    index: dict[str, list[int]] = field(default_factory=dict)
    shown: int | None = None  # words of each record that rows show; the others are searched all the same

    def __post_init__(self) -> None:
        for number, words in enumerate(self.records):
            for word in sorted(words):
                self.index.setdefault(word, []).append(number)

    def answer(self, word: str, known: set[str]) -> Answer:
        found = self.index.get(word, [])
        met = tuple(f"r{number}" for number in found)
        rows = tuple(self._row(number) for number in found)
        new = sum(identity not in known for identity in met)
        choice = (("q", word),)
        reply = Reply.RESULTS if met else Reply.EMPTY
        return Answer(choice, reply, len(met), new, met=met, rows=rows)

    def _row(self, number: int) -> Row:
        words = sorted(self.records[number])
        if self.shown is not None and self.shown < len(words):
            words = Random(number).sample(words, self.shown)
        return f"r{number}", (("text", " ".join(words)),)

    @property
    def reachable(self) -> int:
        return sum(1 for words in self.records if words)


def world(random: Random, records: int, vocabulary: int, slope: float = 1.0) -> WordWorld:
    weights = [1 / (rank + 2.7) ** slope for rank in range(vocabulary)]
    words = [f"w{rank}" for rank in range(vocabulary)]
    made = []
    for _ in range(records):
        length = max(1, round(random.lognormvariate(1.6, 0.7)))
        made.append(frozenset(random.choices(words, weights, k=length)))
    return WordWorld(made)


def abridged(random: Random, records: int, vocabulary: int) -> WordWorld:
    """Every other text is long, and rows show a quarter of it; of the others they show all."""
    weights = [1 / (rank + 20) for rank in range(vocabulary)]
    words = [f"w{rank}" for rank in range(vocabulary)]
    made = [frozenset(random.choices(words, weights, k=24 if n % 2 else 4)) for n in range(records)]
    return WordWorld(made, shown=6)


@dataclass
class Moment:
    """A crawl after so many queries."""

    queries: int
    others: int  # queries that are no audits
    known: int
    estimator: SizeEstimator


def crawl(source: WordWorld, random: Random, coverage: float = 0.95, most: int = 2_000) -> Iterator[Moment]:
    """Greedy words of known records, with audits as the estimator wants them."""
    estimator = SizeEstimator((), coverage, seed=random.randrange(1_000))
    known: set[str] = set()
    frequency: Counter[str] = Counter()
    tried: set[str] = set()

    def take(word: str, how: How) -> None:
        answer = source.answer(word, known)
        tried.add(word)
        for identity, fields in answer.rows:
            if identity not in known:
                known.add(identity)
                frequency.update(dict(fields)["text"].split())
        estimator.observe(Asked(answer.choice, how, ("q",)), answer)

    take(random.choice(sorted(source.index)), How.ADAPTIVE)
    queries = others = 1
    while queries < most:
        drawn = estimator.draw() if estimator.wants_audit() else None
        untried = [word for word in frequency if word not in tried]
        if not untried:
            return
        if drawn is not None:
            take(dict(drawn)["q"], How.POOL)
        else:
            take(max(untried, key=lambda word: (frequency[word], word)), How.ADAPTIVE)
            others += 1
        queries += 1
        yield Moment(queries, others, len(known), estimator)
