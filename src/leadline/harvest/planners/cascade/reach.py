"""Which column a text field searches, and how it matches: learned from what its answers have in common.

A value of a column, put into the field, brings its record back if the field searches that column. Rows of an
answer say how: they have what was asked for as the whole of a column, as a word of it, at the beginning of a word,
or anywhere (Wu et al. 2006 ask for values of attributes; which field takes which is left to the user there).
"""

from dataclasses import dataclass, field
from enum import IntEnum

from leadline.harvest.evidence import tokens_of
from leadline.harvest.planners.cascade.survey import SEVERAL, Taken
from leadline.model.query import Row

_ALL = 0.9  # share of an answer's rows that have what was asked for in a column that is searched
_ACCIDENT = 0.02  # share of rows that may look otherwise: fields that are not shown, markup
_TELLING = 2  # letters of what is asked for: a single one stands in every column by chance
IN_A_ROW = 8  # rows in the same manner, none in another, before that is a rule


class Match(IntEnum):
    """How a text has what was asked for; the greater, the less exact."""

    EXACT = 1
    WORD = 2
    PREFIX = 3
    PART = 4


def matched(wanted: str, text: str) -> Match | None:
    """
    >>> [matched("river", text).name for text in ("River", "Red River", "Riverside", "Driver")]
    ['EXACT', 'WORD', 'PREFIX', 'PART']
    >>> matched("red river", "River of red mud").name, matched("blue", "Red River")
    ('WORD', None)
    """
    folded, asked = " ".join(text.split()).casefold(), " ".join(wanted.split()).casefold()
    if folded == asked:
        return Match.EXACT
    words, tokens = tokens_of(folded), tokens_of(asked)
    if not tokens:
        return None
    if all(token in words for token in tokens):
        return Match.WORD
    if all(any(word.startswith(token) for word in words) for token in tokens):
        return Match.PREFIX
    return Match.PART if all(token in folded for token in tokens) else None


@dataclass(slots=True)
class Beginnings:
    """Rows of one column, by whether it begins with what brought them. Several texts have to: one word may stand
    first wherever it stands at all."""

    elsewhere: int
    """Rows whose column does not begin with it."""
    starts: int = 0
    texts: set[str] = field(default_factory=set)
    kept: int = 0
    lost: int = 0

    def learn(self, value: str, text: str | None) -> None:
        self.elsewhere += text is None
        if text is not None and len(text.strip()) > len(value):  # the whole of it says nothing
            self.starts += 1
            if len(self.texts) < SEVERAL:
                self.texts.add(value)

    @property
    def is_rule(self) -> bool:
        if self.starts < IN_A_ROW or len(self.texts) < SEVERAL or self.elsewhere > _ACCIDENT * self.starts:
            return False
        return self.lost < SEVERAL or self.lost < self.kept


class Reach:
    """What one text field was seen to do."""

    def __init__(self) -> None:
        self._rows = self._texts = 0
        self._in_column: dict[str, int] = {}
        self._came = 0  # rows of all texts, single letters as well
        self._with_column: dict[str, int] = {}
        self._somewhere = 0
        self._loosest: dict[Match, int] = {}
        self._beginnings: dict[str, Beginnings] = {}
        self.found_pieces = False
        """A piece that is no word brought records. Longer forms of a word in answers are no sign of it:
        searches that know "letters" for "letter" find no "let"."""

    def learn(self, value: str, taken: Taken) -> None:
        if taken.failed:
            return
        for row in taken.answer.rows:
            self._came += 1
            for name in dict.fromkeys(name for name, _ in row[1]):
                self._with_column[name] = self._with_column.get(name, 0) + 1
        if sum(map(str.isalnum, value)) < _TELLING:
            return
        self._texts += bool(taken.answer.rows)
        for row in taken.answer.rows:
            self._learn_row(value, row)

    def _learn_row(self, value: str, row: Row) -> None:
        found = [(name, how) for name, text in row[1] if (how := matched(value, text)) is not None]
        self._rows += 1
        if not found:
            return
        self._somewhere += 1
        for name in dict.fromkeys(name for name, _ in found):
            self._in_column[name] = self._in_column.get(name, 0) + 1
        closest = min(how for _, how in found)
        if len(tokens_of(value)) == 1:  # two words may be found by two columns
            self._loosest[closest] = self._loosest.get(closest, 0) + 1
            self._learn_beginnings(value.casefold(), row)

    def _learn_beginnings(self, value: str, row: Row) -> None:
        begin = {name: text for name, text in row[1] if text.strip().casefold().startswith(value)}
        for name in begin.keys() - self._beginnings.keys():
            self._beginnings[name] = Beginnings(elsewhere=sum(self._loosest.values()) - 1)
        for name, one in self._beginnings.items():
            one.learn(value, begin.get(name))

    def learn_beginning(self, column: str, *, kept: bool) -> None:
        """Whether what was asked for brought a known record back whose column begins with it."""
        if (one := self._beginnings.get(column)) is not None:
            one.kept += kept
            one.lost += not kept

    @property
    def columns(self) -> frozenset[str]:
        """The columns that are searched, where one alone explains the answers; none where several do, or none.
        What a record lacks did not bring it, and where a text stands in another column alone that one did."""
        if self._rows < SEVERAL or self._texts < SEVERAL:  # one text may stand in one column by chance
            return frozenset()
        least = max(_ALL * self._rows, (1 - _ACCIDENT) * self._somewhere)
        full = {name for name, rows in self._in_column.items() if rows >= least}
        return frozenset(name for name in full if self._with_column[name] >= _ALL * self._came)

    @property
    def match(self) -> Match | None:
        """The loosest way that was seen more than by accident; None before anything was."""
        told = sum(self._loosest.values())
        seen = [how for how, rows in self._loosest.items() if rows > _ACCIDENT * told]
        return max(seen, default=None)

    @property
    def anchors(self) -> frozenset[str]:
        """Columns of which one has to begin with what is asked for."""
        return frozenset(name for name, one in self._beginnings.items() if one.is_rule)

    @property
    def anchored(self) -> bool:
        return bool(self.anchors)

    @property
    def tells(self) -> bool:
        """Whether what is asked for is seen in what comes."""
        return self._rows >= SEVERAL and self._somewhere >= self._rows / 2

    @property
    def takes_pieces(self) -> bool:
        return self.match in (Match.PREFIX, Match.PART) and self.found_pieces
