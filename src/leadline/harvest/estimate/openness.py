"""Whether the choice of a list that is taken for "any" asks for nothing: what it is called is only a guess.

Values part the records, so two of them have none in common, and what asks for nothing has some in common with
every other choice. So a record that came while a list was left open, and when it was set, shows that it was open;
rows that show several of its values in one column show it without a query. Where an answer that came whole has
nothing of what another choice brings, its choice is a value like the others: "All inclusive" of a list of boards.

>>> from leadline.model.form import Control, Option
>>> from leadline.model.query import Reply
>>> options = (Option("", "All inclusive"), Option("h", "Half"), Option("n", "None"))
>>> board = Field((Control("select-one", "board", "", (), options),), "Board", any_value="")
>>> guesses, rows = Openness([board]), (("a", (("Board", "Half"),)), ("b", (("Board", "None"),)))
>>> sorted(guesses.doubted)
['board']
>>> guesses.take(Answer((), Reply.RESULTS, 2, 2, rows=rows), (), Ledger())
>>> sorted(guesses.doubted)
[]
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from leadline.harvest.estimate.ledger import Ledger
from leadline.model.field import PARTS_OF_DATES, Field
from leadline.model.query import Answer, Choice, Reply

_SHOWN = 2  # values of a list that rows show in one column: one alone may be all that was asked for
_TRIED = 3
"""Other choices that brought nothing new, where none brought anything at all: a site may want more than one field
filled in. Records of other choices, before they are more than a part of the page."""
_ANSWERED = frozenset({Reply.RESULTS, Reply.EMPTY})


@dataclass(slots=True)
class _Guess:
    """One list whose "any" nothing bears out so far."""

    values: int
    own: str  # what a reader sees for the choice that is taken for "any"
    labels: frozenset[str]  # what a reader sees for the others
    is_value: bool = False  # records have it like a value
    shown: dict[str, set[str]] = field(default_factory=dict)  # column → labels
    tried: set[str] = field(default_factory=set)  # other choices that were answered, with nothing new
    met: set[str] = field(default_factory=set)  # records that other choices brought
    apart: set[str] = field(default_factory=set)
    """Those of them that an open answer should have had."""

    def read(self, answer: Answer) -> bool:
        """Whether rows show that several values came where none was chosen."""
        for _, cells in answer.rows:
            for column, text in cells:
                said = _folded(text)
                self.is_value |= bool(self.own) and said == self.own
                if said in self.labels:
                    self.shown.setdefault(column, set()).add(said)
        return not self.is_value and any(len(labels) >= _SHOWN for labels in self.shown.values())


class Openness:
    """A fold over answers; `fields` are those of the form. One end of a range, or a part of a date, bounds nothing
    by itself when it is left out; a box that is not ticked says nothing that could be misread."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self._guesses = {
            one.name: _guess(one)
            for one in fields
            if one.finite
            and one.control != "checkbox"
            and one.anything is not None
            and one.narrowing
            and not (one.end or one.composite or one.type in PARTS_OF_DATES)
        }
        self.closed: frozenset[str] = frozenset()
        """Lists whose choice is a value like the others."""

    def take(self, answer: Answer, narrowed: Choice, ledger: Ledger) -> None:
        """One answer more than `ledger` has."""
        chosen = dict(narrowed)
        for name, guess in tuple(self._guesses.items()):
            if name not in chosen:
                is_open = guess.read(answer) or not guess.met.isdisjoint(answer.met)
            else:
                is_open = any(one in ledger.times and one not in guess.met for one in answer.met)
                self._note(guess, chosen[name], answer)
                if not is_open and _should_have(ledger, narrowed, name):
                    guess.apart.update(answer.met)
            if is_open:
                del self._guesses[name]
            elif len(guess.apart) >= _TRIED:
                del self._guesses[name]
                self.closed |= {name}

    def _note(self, guess: _Guess, value: str, answer: Answer) -> None:
        guess.met.update(answer.met)
        if answer.reply in _ANSWERED and not answer.new:
            guess.tried.add(value)

    @property
    def unproven(self) -> frozenset[str]:
        """Lists of which nothing shows that they are open, and that were not asked through."""
        return frozenset(name for name, one in self._guesses.items() if len(one.tried) < one.values)

    @property
    def doubted(self) -> frozenset[str]:
        """Those of them where too few other choices were tried to speak for it."""
        few = (name for name, one in self._guesses.items() if len(one.tried) < min(_TRIED, one.values))
        return frozenset(few)


def _guess(one: Field) -> _Guess:
    labels = {choice.value: _folded(choice.label) for choice in one.choices}
    others = frozenset(labels[value] for value in one.narrowing if labels[value])
    return _Guess(len(one.narrowing), labels.get(one.anything or "", ""), others)


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _should_have(ledger: Ledger, narrowed: Choice, name: str) -> bool:
    """Whether all that matches came of a query that asks the same but for this list."""
    rest = {pair for pair in narrowed if pair[0] != name}
    return any(one.records and set(one.narrowed) <= rest and ledger.is_whole(one) for one in ledger.queries)
