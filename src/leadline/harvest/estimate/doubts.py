"""Lines that may be no record, or a record under another name.

A field that finds words brings every record that has the word, whoever asks. A line that came once, and not where
its own words were asked for, may be a part of the page, or a record that other answers show otherwise. Other lines
with the same words tell how often that happens to any record; what is beyond it is in doubt.

>>> doubts, lines = Doubts(), [*"abcdefghi", "menu"]
>>> for identity in lines:
...     doubts.came(identity, {"title": frozenset({"red", "house"})})
>>> for word in ("red", "house"):
...     doubts.asked("q", word, {*lines} - {"menu"}, {one: ["title"] for one in lines})
>>> round(doubts.lines({"menu": 1} | dict.fromkeys("abcdefghi", 2), {"q": frozenset({"title"})}), 2)
0.89
"""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

_MOST = 0.5  # of the lines with a word that an answer may lack, and tell about one of them
_Test = tuple[str, str, str]
"""A text field, a column and a word of it that was asked for there, alone, and all that matches came."""


@dataclass(slots=True)
class Doubts:
    _asked: dict[str, set[str]] = field(default_factory=dict)
    _missed: dict[str, dict[_Test, bool]] = field(default_factory=dict)
    """Line → answers it should have been among, if the field searches the column; whether it was not."""
    _of: Counter[_Test] = field(default_factory=Counter)  # lines that should have been
    _absent: Counter[_Test] = field(default_factory=Counter)

    def came(self, identity: str, columns: Mapping[str, frozenset[str]]) -> None:
        """A line that no answer before had."""
        self._missed[identity] = {}
        for name, asked in self._asked.items():
            for column, words in columns.items():
                for word in words & asked:
                    self._note(identity, (name, column, word), missed=True)

    def asked(self, name: str, word: str, met: Container[str], carriers: Mapping[str, Sequence[str]]) -> None:
        """A word, the lines that came, and those that have it with the columns where they do."""
        self._asked.setdefault(name, set()).add(word)
        for identity, columns in carriers.items():
            for column in columns:
                self._note(identity, (name, column, word), missed=identity not in met)

    def _note(self, identity: str, test: _Test, *, missed: bool) -> None:
        if test not in self._missed[identity]:
            self._missed[identity][test] = missed
            self._of[test] += 1
            self._absent[test] += missed

    def forget(self, identity: str) -> None:
        for test, missed in self._missed.pop(identity).items():
            self._of[test] -= 1
            self._absent[test] -= missed

    def lines(self, times: Mapping[str, int], searched: Mapping[str, Container[str]]) -> float:
        """How many are in doubt, by how often each came and by which columns each field searches."""
        found, expected = [0, 0], [0.0, 0.0]  # of lines that came by none, and by one, of their own words
        for identity, tests in self._missed.items():
            told = {test: self._fails(test, tests[test]) for test in tests if test[1] in searched.get(test[0], ())}
            usable = [test for test in told if told[test] < _MOST]
            hits = sum(not tests[test] for test in usable)
            if times.get(identity, 1) == 1 and hits <= 1 and hits < len(usable):
                found[hits] += 1
            for place, chance in enumerate(_chances([told[test] for test in usable])):
                expected[place] += chance
        return sum(max(0.0, one - other) for one, other in zip(found, expected, strict=True))

    def _fails(self, test: _Test, missed: bool) -> float:
        """The share of the other lines that an answer lacks."""
        others = self._of[test] - 1
        return (self._absent[test] - missed) / others if others else 1.0


def _chances(fails: Sequence[float]) -> tuple[float, float]:
    """That a record misses all of these answers; that it misses all but one."""
    but_one = ((1 - one) * prod(fails[:place]) * prod(fails[place + 1 :]) for place, one in enumerate(fails))
    return prod(fails) if fails else 0.0, sum(but_one) if len(fails) > 1 else 0.0
