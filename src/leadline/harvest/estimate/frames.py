"""What words of audits are drawn from, and what each record that they bring stands for (`lots`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from leadline.harvest.evidence import tokens_of
from leadline.model.query import Choice, Row

_LETTERS = 600  # of one field that are read for words
_RECORDS = 20_000  # whose words are counted
_LIKE = 2  # words that a record is like all others by, before those that found it


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
    visible: "Visible"

    def weights(self, rows: Sequence[Row]) -> dict[str, tuple[float, float]]:
        """What each record of the answer stands for; and at most, if its row shows all of its words."""
        found: dict[str, tuple[float, float]] = {}
        for identity, said in rows:
            if identity != self.start:
                is_shown = self.word in words_in(columns_of(said), self.frame.columns)
                ways, share = self.frame.ways(identity, said), self.visible.share(identity, is_shown=is_shown)
                usual, fewest = max(self.least, ways / share), max(self.least, ways)
                found[identity] = self.frame.all_ways / usual, self.frame.all_ways / fewest
        return found


class Visible:
    """How much of the text that is searched rows show, by the words that found each record: lists show the
    beginning of a long text and all of a short one, so what they show of two records may be alike, and one of
    them is found by twice as many words.

    >>> rows = Visible()
    >>> for n in range(8):
    ...     rows.found("long", is_shown=n % 4 == 0)
    ...     rows.found("short", is_shown=True)
    >>> round(rows.share("long"), 2), round(rows.share("short"), 2), rows.share("another")
    (0.33, 0.93, 0.625)
    """

    def __init__(self) -> None:
        self._records: dict[str, tuple[int, int]] = {}  # found by so many words; by so many that it shows
        self._found = self._shown = 0

    def found(self, identity: str, *, is_shown: bool) -> None:
        times, shown = self._records.get(identity, (0, 0))
        if times or len(self._records) < _RECORDS:
            self._records[identity] = times + 1, shown + is_shown
        self._found, self._shown = self._found + 1, self._shown + is_shown

    def share(self, identity: str, *, is_shown: bool | None = None) -> float:
        """Of the words that find a record, those that its row shows; `is_shown`: of one word more. Records that
        few words have found are like the others."""
        times, shown = self._records.get(identity, (0, 0))
        if is_shown is not None:
            times, shown = times + 1, shown + is_shown
        usual = max(1, self._shown) / max(1, self._found)
        return (shown + _LIKE * usual) / (times + _LIKE)


def columns_of(fields: Sequence[tuple[str, str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, value in fields:
        found.setdefault(name, set()).update(tokens_of(value[:_LETTERS]))
    return {name: frozenset(words) for name, words in found.items()}


def words_in(columns: Mapping[str, frozenset[str]], searched: frozenset[str]) -> frozenset[str]:
    return frozenset(word for name in searched for word in columns.get(name, ()))
