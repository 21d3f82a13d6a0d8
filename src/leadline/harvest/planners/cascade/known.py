"""What the records brought up so far say: column by column, value by value, word by word.

This is what every guess about the rest is made from (ALGORITHMS: C3): how many of the known records have a word,
which of those were met by few queries so far and so stand for records that none has met yet (Lu et al.: weights
1/degree), and which value a record has in a column. Bounded: `MOST` records are kept with what they say, the
others by identity only.
"""

from array import array
from collections.abc import Iterator, Sequence

from leadline.harvest.evidence import tokens_of
from leadline.model.query import Answer, Row

MOST = 20_000  # records whose fields are kept; what more of them would say differs little
LONGEST_VALUE = 80  # letters of what is asked for as a whole; longer ones are descriptions
_LETTERS = 600  # of one field that are read for words
_SHORTEST, _LONGEST = 2, 30  # letters of a word


class Column:
    """One field of the records."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows = 0
        self.values: dict[str, list[int]] = {}
        """A value, small letters → numbers of the records that have it."""
        self.words: dict[str, list[int]] = {}
        self.written: dict[str, str] = {}
        """A value in small letters → as it stood in a record."""

    def add(self, number: int, text: str) -> None:
        self.rows += 1
        value = " ".join(text.split())
        key = value.casefold()
        if 0 < len(key) <= LONGEST_VALUE:
            self.values.setdefault(key, []).append(number)
            self.written.setdefault(key, value)
        for word in dict.fromkeys(tokens_of(text[:_LETTERS])):  # in their order: a set has another each time
            if _SHORTEST <= len(word) <= _LONGEST:
                self.words.setdefault(word, []).append(number)


class KnownRecords:
    """A fold over answers.

    >>> from leadline.model.query import Reply
    >>> rows = (
    ...     ("1", (("Title", "Red River"), ("Year", "1948"))),
    ...     ("2", (("Title", "Red Dust"), ("Year", "1932"))),
    ... )
    >>> known = KnownRecords()
    >>> known.take(Answer((), Reply.RESULTS, 2, 2, met=("1", "2"), rows=rows))
    [0, 1]
    >>> sorted(known.columns), known.columns["Title"].words["red"], known.says(1, "Year")
    (['Title', 'Year'], [0, 1], '1932')
    """

    def __init__(self) -> None:
        self.columns: dict[str, Column] = {}
        self.words = Column("")  # of all fields together
        self._numbers: dict[str, int] = {}
        self._rows: dict[int, tuple[tuple[str, str], ...]] = {}
        self.weights = array("d")
        """Of each record 1/degree, its degree being how many answers have met it."""

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def read(self) -> int:
        """Records whose fields are known."""
        return len(self._rows)

    def take(self, answer: Answer) -> list[int]:
        """The numbers of the records of an answer."""
        numbers = [self._number(identity) for identity in answer.met]
        for number in numbers:
            before = self.weights[number]
            self.weights[number] = 1.0 if before == 0 else 1 / (round(1 / before) + 1)
        for row in answer.rows:
            self._read(row)
        return numbers

    def _number(self, identity: str) -> int:
        number = self._numbers.setdefault(identity, len(self._numbers))
        if number == len(self.weights):
            self.weights.append(0.0)
        return number

    def _read(self, row: Row) -> None:
        identity, fields = row
        number = self._number(identity)
        if number in self._rows or len(self._rows) >= MOST:
            return
        self._rows[number] = fields
        said: list[str] = []
        for name, value in fields:
            self.columns.setdefault(name, Column(name)).add(number, value)
            said.append(value[:_LETTERS])
        self.words.add(number, " ".join(said)[: 4 * _LETTERS])

    def fields(self, number: int) -> tuple[tuple[str, str], ...]:
        return self._rows.get(number, ())

    def says(self, number: int, column: str) -> str | None:
        return next((value for name, value in self.fields(number) if name == column), None)

    def known(self, numbers: Sequence[int]) -> Iterator[int]:
        """Those of them whose fields are known."""
        return (number for number in numbers if number in self._rows)

    def weight(self, numbers: Sequence[int]) -> float:
        """How much of what nobody has met yet these stand for: those that few queries found count for more."""
        return sum(map(self.weights.__getitem__, numbers))
