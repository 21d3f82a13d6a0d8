"""Ways of asking a form, each a series of queries: the choices of one field (`FieldSweep`), words for one
(`WordSeries`).

`auto` takes the next query from the series that brings most new records a page. What a series did is forgotten
slowly, so that one that dries up loses to one that does not. `Progress` is what all of them come to.
"""

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from leadline.harvest.planners.combinations import hashed
from leadline.harvest.planners.words import Phrases, RecentYield, Vocabulary
from leadline.harvest.values.block_distance import similarity
from leadline.harvest.values.table import THRESHOLD
from leadline.learn.text import normalise
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Reply

_KEEP = 0.8  # how much of what a series did is remembered at its next query
_TRUST = 2.0  # pages' worth of trust in what a series promises
_FAILS = frozenset({Reply.ERROR, Reply.FAILED, Reply.REQUIRED})
_FAILURES = 3
_CUT_SHORT = 0.2
"""A word that brought the known part of a longer answer says less about others than one that is known whole."""
_IDLE, _TELLING = 2, 20
"""Choices of one field, and records they brought, all known, after which its other choices are not tried."""
_EMPTY = 5  # empty answers say less than known ones: a level nobody has is no sign that the others are known


@dataclass(eq=False)
class QuerySeries(ABC):
    """A way of asking, the other fields as in `base`: what it brought lately, and how long it brought nothing."""

    base: Choice
    field: Field
    promise: float  # new records a page that are hoped for
    asked: int = 0
    records: int = 0
    new: int = 0
    known_in_a_row: int = 0  # answers with records, none of them new
    whole_in_a_row: int = 0  # those of them that were not cut off
    empty_in_a_row: int = 0
    failed_in_a_row: int = 0
    recent: RecentYield = dataclasses.field(default_factory=lambda: RecentYield(_KEEP))

    @abstractmethod
    def next(self, order: Sequence[str], used: Collection[Choice]) -> Choice | None:
        """Its next query; None when nothing is left to ask."""

    def learn(self, answer: Answer) -> None:
        self.asked += 1
        self.records += answer.records
        self.new += answer.new
        self.recent.add(answer.new, answer.pages)
        failed = answer.reply in _FAILS
        empty = answer.records == 0 and answer.reply is not Reply.TOO_MANY
        self.failed_in_a_row = self.failed_in_a_row + 1 if failed else 0
        self.empty_in_a_row = self.empty_in_a_row + 1 if empty else 0
        self.known_in_a_row = 0 if answer.new else self.known_in_a_row + (answer.records > 0)
        whole = answer.records > 0 and not answer.cut_short
        self.whole_in_a_row = 0 if answer.new else self.whole_in_a_row + whole

    @property
    def rate(self) -> float:
        return self.recent.rate(self.promise, _TRUST)

    def is_dry(self, barren: int) -> bool:
        """Whether it is not worth going on."""
        nothing_new = self.known_in_a_row >= barren or self.empty_in_a_row >= barren * _EMPTY
        return nothing_new or self.failed_in_a_row >= _FAILURES


@dataclass(eq=False, kw_only=True)
class FieldSweep(QuerySeries):
    """All choices of one field."""

    seed: int
    queries: set[Choice] = dataclasses.field(default_factory=set)
    """Its own, those that another series had asked before included."""
    exhausted: bool = False
    beside_all: bool = False  # everything seems to be there already
    _left: list[str] | None = None

    def next(self, order: Sequence[str], used: Collection[Choice]) -> Choice | None:
        if self._left is None:
            self._left = sorted(self.field.narrowing, key=lambda v: hashed(self.seed, self.field.name, v))
        standing = dict(self.base).get(self.field.name, self.field.default)
        while self._left:
            value = self._left.pop()
            choice = self.base if value == standing else joined(self.base, self.field.name, value, order)
            self.queries.add(choice)
            if choice not in used:
                return choice
        self.exhausted = True
        return None

    def is_dry(self, barren: int) -> bool:
        """A field that changes nothing is given up sooner: how records are shown, dates that are switched off."""
        enough = self.beside_all or self.records >= _TELLING
        idle = not self.new and self.whole_in_a_row >= _IDLE and enough
        return idle or super().is_dry(barren)


@dataclass(eq=False, kw_only=True)
class WordSeries(QuerySeries):
    """Values and words for one text field."""

    lists: list[list[str]]  # values to try in this order, each list until it runs dry
    vocabulary: Vocabulary
    free: bool  # whether any word will do when the lists are through
    most: int
    phrases: Phrases = dataclasses.field(default_factory=Phrases)
    own: Vocabulary = dataclasses.field(default_factory=lambda: Vocabulary(0))
    """Words of records in the field of this label."""
    _alike: dict[str, bool] = dataclasses.field(default_factory=dict)
    _tried: set[str] = dataclasses.field(default_factory=set)
    _dry: float = 0.0

    def read(self, sample: Iterable[tuple[str, str]]) -> None:
        """Take in what records have in the field of this label: an author is found by words of authors."""
        label = normalise(self.field.label)
        pairs = [(name, value) for name, value in sample if label and self._is_called(name, label)]
        if pairs:
            self.own.read(pairs)

    def _is_called(self, name: str, label: str) -> bool:
        if name not in self._alike:
            self._alike[name] = similarity(normalise(name), label) >= THRESHOLD
        return self._alike[name]

    def skip(self, words: Iterable[str]) -> None:
        self._tried.update(map(_key, words))

    def next(self, order: Sequence[str], used: Collection[Choice]) -> Choice | None:
        for word in self._candidates():
            self._tried.add(_key(word))
            choice = joined(self.base, self.field.name, word, order)
            if choice not in used:
                return choice
        return None

    def learn(self, answer: Answer) -> None:
        """Judge the word of an answer, and the list it came from."""
        super().learn(answer)
        word = dict(answer.choice).get(self.field.name, "")
        for vocabulary in (self.own, self.vocabulary):
            vocabulary.learn(word, answer)
        if self.free:
            self.phrases.learn(word, answer)
        dry = _CUT_SHORT if answer.cut_short or answer.reply is Reply.TOO_MANY else 1
        self._dry = 0 if answer.new else self._dry + dry
        if answer.reply in _FAILS and self.lists:  # a site that wants longer words says so for each shorter one
            self.lists[0] = [other for other in self.lists[0] if len(other) > len(word)]

    def is_dry(self, barren: int) -> bool:
        """Whether neither a list nor words bring anything; a dry list makes room for the next one."""
        if self._dry < barren:
            return False
        if self.lists:
            self.lists.pop(0)
            self._dry = 0
            return not self.lists and not self.free
        return True

    def _candidates(self) -> Iterator[str]:
        while self.asked < self.most:
            while self.lists and not self.lists[0]:
                self.lists.pop(0)
            if self.lists:
                word: str | None = self.lists[0].pop(0)
            elif not self.free:
                return
            else:
                word = self.phrases.next(self._tried) or self.own.best(self._tried)
                word = word or self.vocabulary.best(self._tried) or self.phrases.next(self._tried, shortest=2)
            if word is None:
                return
            if _key(word) not in self._tried:
                yield word


def joined(base: Choice, name: str, value: str, order: Sequence[str]) -> Choice:
    """A choice with one more field set, in the order of the form, so that equal choices are equal."""
    chosen = {**dict(base), name: value}
    return tuple((one, chosen[one]) for one in order if one in chosen)


def _key(word: str) -> str:
    return normalise(word) or word


FAILURES = 5  # queries in a row without an answer, after which a planner gives up
MEETING_NOTHING = 3  # times as many probes are sent where they meet nothing
PAGE = 10.0  # records of a page before any was seen
FURNITURE = 2
"""So few records, the same in every answer, are likelier a part of the page than all that a source has."""


_LITTLE = 0.2  # what an answer that was cut, or is empty, counts beside one of known records that came whole
_PATIENCE, _FEW = 3, 30
"""How much longer a dry spell may last while something says that more is there, or too few came to have the
words."""


@dataclass(slots=True)
class Progress:
    """Sums over answers; those of a dry spell start again with every new record."""

    records: int = 0  # distinct ones
    page: float = PAGE  # records of a page, as the last answer with records had them
    failures: int = 0  # answers in a row that did not come
    barren: int = 0  # answers in a row without a new record
    dry: float = 0.0
    """The same by what they say: one that was cut shows what it always shows, an empty one nothing at all."""
    known: int = 0  # those of them that had records: only these are evidence that all is known
    met: int = 0  # known records that were met again

    def add(self, answer: Answer, *, cut: bool = False, echo: bool = False) -> None:
        """`cut`: the answer is known to have been cut, whatever it says. `echo`: what was asked changed nothing,
        so that nothing follows from its records being known."""
        failed = answer.reply is Reply.FAILED
        whole = answer.records > 0 and not (cut or answer.cut_short)
        self.dry = 0.0 if answer.new else self.dry + (1 if whole else _LITTLE)
        self.records += answer.new
        self.failures = self.failures + 1 if failed else 0
        self.barren = 0 if answer.new else self.barren + (not failed)
        self.known = 0 if answer.new else self.known + (answer.records > 0 and not echo)
        self.met += 0 if echo else answer.records - answer.new
        if answer.records:
            self.page = answer.records / max(1, answer.pages)

    @property
    def tells(self) -> bool:
        """Whether meeting known records again says anything: one or two that every answer has are furniture."""
        return self.records > FURNITURE

    def limit(self, barren: int, least: float | None) -> int:
        """How long a dry spell may last where it is `barren` answers as a rule; at least so many are there."""
        more = self.records < _FEW or (least is not None and least >= self.records + 1)
        return barren * (_PATIENCE if more else 1)

    def has_probed(self, probes: int, records: int) -> bool:
        """Whether so many queries that met known records, so many in all, bear out that everything is there."""
        return self.tells and self.known >= probes and self.met >= min(records, self.records)

    def restart(self) -> None:
        """Evidence is gathered anew: something was resolved that was not before."""
        self.barren = self.known = self.met = 0
        self.dry = 0.0
