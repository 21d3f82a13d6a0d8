"""Where what is written into a text field comes from, each source of texts with what it did so far.

An *arm* is one column of the records, taken by whole values, by words or by pieces of words. What a text would
bring is judged by the known records that have it, each weighed by 1/degree, because those that one query alone
found are likest to those that none has found (Ntoulas et al. 2005: independence; Lu et al.: weighted greedy). An
arm whose texts do not bring their own records back is soon left.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from leadline.harvest.planners.cascade.known import Column
from leadline.harvest.planners.cascade.survey import Survey, Taken
from leadline.learn.text import STOP_WORDS

Postings = tuple[str, list[int]]
"""A text and the numbers of the known records that have it."""
_TRUST = 10.0  # records' worth of trust in what an arm promises
_CUT = 0.7  # how much of a full answer's share of new records comes where it is cut: the same ones are shown first
_STALE = 1.05  # growth of a column after which its texts are put in order again
_WORST, _BEST = 0.05, 2.0
_STOP = 0.3  # how likely a search is to take a stop-word for a word
_LONGEST_PIECE = 4
_DEAD = 3


@dataclass(eq=False)
class Arm:
    kind: str  # value, word or piece
    column: str  # its name; empty for all columns together
    prior: float  # how likely texts of it are to work
    tries: int = 0
    hits: int = 0
    predicted: float = 0.0
    brought: float = 0.0
    _ranked: list[Postings] = field(default_factory=list)
    _rows: int = -1

    @property
    def works(self) -> float:
        """How likely the next text finds what it should."""
        return (self.hits + 2 * self.prior) / (self.tries + 2)

    @property
    def ratio(self) -> float:
        """How much comes of what is expected."""
        return min(_BEST, max(_WORST, (self.brought + _TRUST) / (self.predicted + _TRUST)))

    @property
    def is_dead(self) -> bool:
        return self.tries >= _DEAD and not self.hits

    def learn(self, taken: Taken, expected: float, postings: Collection[int]) -> None:
        hit = not set(postings).isdisjoint(taken.numbers)
        if hit or not taken.cut:
            self.tries += 1
            self.hits += hit or (bool(taken.numbers) and not postings)
        self.predicted += expected
        self.brought += taken.answer.new

    def texts(self, survey: Survey, word_start: bool) -> list[Postings]:
        """Its texts, those of most records first."""
        column = survey.known.columns.get(self.column) if self.column else survey.known.words
        if column is None:
            return []
        if column.rows > self._rows * _STALE or self._rows < 0:
            self._rows = column.rows
            self._ranked = sorted(self._found(column, word_start), key=lambda one: (-len(one[1]), one[0]))
        return self._ranked

    def _found(self, column: Column, word_start: bool) -> Iterator[Postings]:
        if self.kind == "value":
            yield from ((column.written[key], numbers) for key, numbers in column.values.items())
        elif self.kind == "word":
            yield from column.words.items()
        else:
            yield from pieces(column, word_start=word_start).items()


def pieces(column: Column, *, word_start: bool) -> dict[str, list[int]]:
    """Parts of words with the records that have them; `word_start`: only beginnings."""
    found: dict[str, set[int]] = {}
    for word, numbers in column.words.items():
        for piece in pieces_of(word, word_start=word_start):
            found.setdefault(piece, set()).update(numbers)
    return {piece: sorted(numbers) for piece, numbers in found.items()}


def pieces_of(word: str, *, word_start: bool) -> set[str]:
    """
    >>> sorted(pieces_of("sea", word_start=True)), len(pieces_of("sea", word_start=False))
    (['s', 'se', 'sea'], 6)
    """
    ends = range(1, _LONGEST_PIECE + 1)
    starts = range(1) if word_start else range(len(word))
    return {word[start : start + size] for start in starts for size in ends if start + size <= len(word)}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text worth asking for."""

    text: str
    arm: Arm
    new: float
    size: float  # records it should find in all
    postings: list[int]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the known records say about the others, at one moment."""

    per_weight: float  # records nobody has met for each weight of known ones
    scale: float  # records that are there for each whose fields are known
    room: int | None
    known: Callable[[list[int]], float]

    @classmethod
    def of(cls, survey: Survey) -> "Outlook":
        known = survey.known
        weight = sum(1 / max(1, degree) for degree in known.degrees) or 1.0
        read = max(1, known.read)
        return cls(survey.unseen / weight, len(known) / read, survey.room, known.weight)

    def of_text(self, postings: list[int]) -> tuple[float, float]:
        """(new records, all records) that a text should find."""
        new = self.known(postings) * self.scale * self.per_weight
        size = len(postings) * self.scale + new
        if self.room is not None and size > self.room:
            return new * _CUT * self.room / size, size
        return new, size


def best_of(
    arm: Arm, survey: Survey, outlook: Outlook, skip: Callable[[str], bool], *, word_start: bool
) -> Candidate | None:
    """The text of an arm that should bring most new records, which is not asked for yet.

    Texts come with those of most records first, and none can bring more than all its records count for: the rest
    need not be looked at once the best is above that. Where answers are cut, what is too broad comes first and is
    passed over quickly."""
    best: Candidate | None = None
    most = outlook.scale * outlook.per_weight
    for text, postings in arm.texts(survey, word_start):
        if best is not None and len(postings) * most <= best.new:
            break
        if skip(text):
            continue
        new, size = outlook.of_text(postings)
        new *= _STOP if text in STOP_WORDS else 1.0
        if best is None or new > best.new:
            best = Candidate(text, arm, new, size, postings)
    if best is None:
        return None
    return Candidate(best.text, arm, best.new * arm.works * arm.ratio, best.size, best.postings)
