"""Lines that may be no record, or a record under another name.

A field that finds words brings every record that has the word, whoever asks. A line that came once, and not where
its own words were asked for, may be a part of the page, or a record that other answers show otherwise. How often
records do not come although they should is seen in lines that came by other queries too; what is beyond it is in
doubt.

>>> doubts = Doubts()
>>> for identity in ("a", "b", "menu"):
...     doubts.came(identity, {"title": frozenset({"red", "house"})})
>>> for word in ("red", "house"):
...     doubts.asked("q", word, {"a", "b"}, {one: ["title"] for one in ("a", "b", "menu")})
>>> round(doubts.lines({"a": 3, "b": 3, "menu": 1}, {"q": frozenset({"title"})}), 1)
0.9
"""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Doubts:
    _asked: dict[str, set[str]] = field(default_factory=dict)
    """Text field → words that were asked for alone, and all that matches came."""
    _due: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)
    """Line → text field and column → how often it should have come, if the field searches the column."""
    _missed: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def came(self, identity: str, columns: Mapping[str, frozenset[str]]) -> None:
        """A line that no answer before had."""
        due = self._due[identity] = Counter[tuple[str, str]]()
        for name, asked in self._asked.items():
            for column, words in columns.items():
                if before := len(words & asked):
                    due[name, column] = self._missed[identity, name, column] = before

    def asked(self, name: str, word: str, met: Container[str], carriers: Mapping[str, Sequence[str]]) -> None:
        """A word, the lines that came, and those that have it with the columns where they do."""
        self._asked.setdefault(name, set()).add(word)
        for identity, columns in carriers.items():
            for column in columns:
                self._due[identity][name, column] += 1
                self._missed[identity, name, column] += identity not in met

    def forget(self, identity: str) -> None:
        for name, column in self._due.pop(identity):
            self._missed.pop((identity, name, column), None)

    def lines(self, times: Mapping[str, int], searched: Mapping[str, Container[str]]) -> float:
        """How many are in doubt, by how often each came and by which columns each field searches."""
        came = absent = 0
        alone, all_due = 0, list[int]()
        for identity, ways in self._due.items():
            usable = [way for way in ways if way[1] in searched.get(way[0], ())]
            due = sum(ways[way] for way in usable)
            missed = sum(self._missed[identity, *way] for way in usable)
            met = times.get(identity, 1)
            absent += missed if met > 1 else 0
            came += due - missed if met > 2 else 0  # known to be a record without the answer that is judged
            alone += met == 1 and missed > 0
            all_due += [due] if due else []
        if not came:
            return 0.0  # nobody knows how well words find
        fails = (absent + 1) / (absent + came + 1)
        return max(0.0, alone - sum(fails**due for due in all_due))
