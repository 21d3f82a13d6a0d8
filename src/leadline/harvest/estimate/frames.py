"""What words of audits are drawn from, and what each record that they bring stands for (`lots`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from leadline.harvest.evidence import tokens_of
from leadline.model.query import Choice, Row

_LETTERS = 600  # of one field that are read for words


@dataclass(frozen=True, slots=True)
class Frame:
    """What a word was drawn from, as it was at that time."""

    ways_to: Mapping[str, float]
    """For each word that may be drawn: how many of the known records lead to it, each counting one in all."""
    words: Mapping[str, frozenset[str]]  # of each known record
    columns: frozenset[str]

    @property
    def all_ways(self) -> float:
        return fsum(self.ways_to.values())  # the same in whatever order sets are gone through

    def ways(self, identity: str, fields: Sequence[tuple[str, str]]) -> float:
        """How many known records other than itself lead to a record."""
        known = self.words.get(identity)
        said = known if known is not None else words_in(columns_of(fields), self.columns)
        own = 1 / len(said) if known is not None and said else 0.0
        return fsum(max(0.0, self.ways_to[word] - own) for word in said if word in self.ways_to)


@dataclass(frozen=True, slots=True)
class Drawn:
    choice: Choice
    word: str
    start: str  # the record it is a word of
    often: float  # the share of the known records that have it
    frame: Frame
    linked: float  # the share of the known records that other known records lead to by words not asked for yet
    least: float  # ways to a record that is weighed by no fewer

    def weights(self, rows: Sequence[Row]) -> dict[str, float]:
        """What each record of the answer stands for."""
        ways = {identity: max(self.least, self.frame.ways(identity, said)) for identity, said in rows}
        total = self.frame.all_ways
        return {identity: total / found for identity, found in ways.items() if identity != self.start}


def columns_of(fields: Sequence[tuple[str, str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, value in fields:
        found.setdefault(name, set()).update(tokens_of(value[:_LETTERS]))
    return {name: frozenset(words) for name, words in found.items()}


def words_in(columns: Mapping[str, frozenset[str]], searched: frozenset[str]) -> frozenset[str]:
    return frozenset(word for name in searched for word in columns.get(name, ()))
