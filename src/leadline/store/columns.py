"""What the values of a whole column are.

A single text does not say whether its comma parts thousands or decimals, or its day stands before the month. So
all readings (`leadline.store.values`) are tried on all values: one that does not fit a value is out, and what is
left decides. Where readings are left that disagree, other columns of the same source may know its habits; where
none does, the column stays text. One text without a digit, always the same and rare, is a missing value and
decides nothing.

>>> miles, price, days = Sampling(), Sampling(), Sampling()
>>> for one in ("71,200", "9,800"):
...     miles.add(one)
>>> for one in ("$6,900", "$11,500.50", "—"):
...     price.add(one)
>>> for one in ("03/04/2020", "05/06/2020"):
...     days.add(one)
>>> [content.kind.value for content in decided([miles, price, days])]
['number', 'price', 'text']
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from leadline.lexicon.cldr import months
from leadline.lexicon.tables import codes, words
from leadline.store.values import WITH_DIGITS, Kind, Read, Reading, Value, readings


def written(value: Value) -> str:
    """A value as a table of text writes it."""
    return value.isoformat() if isinstance(value, date) else str(value)


@dataclass(frozen=True, slots=True)
class Content:
    """What a column holds and how it is read."""

    kind: Kind = Kind.TEXT
    reading: Reading | None = None
    whole: bool = False  # numbers without decimals
    form: str = ""
    says_all: bool = True  # the value as it is written is the text as it stood, in all rows

    def read(self, text: str) -> Read | None:
        """None where there is nothing to be read, and where a text is added later that does not fit."""
        return self.reading.read(text) if self.reading is not None and says_something(text) else None


TEXT = Content()
_DIGIT = re.compile(r"\d")
_VALUES_A_FILLER = 10
"""Where more than one value in ten is a word, it may well be a value: cars are called "500" and "Panda"."""
_SAYS = re.compile(r"[^\W_]")


def says_something(text: str) -> bool:
    """Whether a text has a letter or a digit: dashes and dots stand where a value is missing."""
    return _SAYS.search(text) is not None


@dataclass(slots=True)
class _Fit:
    """How one reading has fared in a column so far."""

    form: str
    label: str
    first: Value
    all_values: int = 0  # a number that stands for all values in their order
    varies: bool = False
    whole: bool = True
    has_currency: bool = False
    says_all: bool = True

    def add(self, read: Read, text: str) -> bool:
        """Whether it still fits."""
        if read.form != self.form or read.label != self.label:
            return False
        value = read.value
        self.all_values = hash((self.all_values, value, read.form, read.currency))
        self.varies = self.varies or value != self.first
        self.whole = self.whole and isinstance(value, int)
        self.has_currency = self.has_currency or bool(read.currency)
        self.says_all = self.says_all and written(value) == text
        return True


def _added(fit: _Fit | None, read: Read | None, text: str) -> _Fit | None:
    """With one value more; None where it does not fit."""
    if read is None:
        return None
    grown = fit or _Fit(read.form, read.label, read.value)
    return grown if grown.add(read, text) else None


@dataclass(slots=True)
class Sampling:
    """The values of one column, as they come."""

    _alive: dict[Reading, _Fit | None] = field(default_factory=lambda: dict.fromkeys(readings()))
    _gaps: bool = False
    _filler: str = ""  # the one text without a digit that stands where a value is missing: "Not available"
    _fillers: int = 0
    _values: int = 0

    def add(self, text: str) -> None:
        if not self._alive:
            return
        if not says_something(text):
            self._gaps = self._gaps or bool(text)
            return
        has_digits = _DIGIT.search(text) is not None
        self._values += has_digits
        self._fillers += not has_digits
        self._filler = self._filler or ("" if has_digits else text)
        is_filler = not has_digits and text == self._filler
        for reading, fit in list(self._alive.items()):
            if is_filler and reading.kind in WITH_DIGITS:
                continue
            fits_still = _added(fit, reading.read(text), text)
            if fits_still is None:
                del self._alive[reading]
            else:
                self._alive[reading] = fits_still

    def fitting(self) -> dict[Reading, _Fit]:
        """What fits all values, of the kind that is meant."""
        tried = {one: fit for one, fit in self._alive.items() if fit is not None and _is_meant(one, fit)}
        rare = self._fillers * _VALUES_A_FILLER <= self._values
        alive = {one: fit for one, fit in tried.items() if rare or one.kind not in WITH_DIGITS}
        kind = next((one.kind for one in alive), None)
        return {one: fit for one, fit in alive.items() if one.kind is kind}

    def content(self, habits: frozenset[tuple[Kind, str]]) -> Content:
        """`habits` are conventions that other columns of the source follow."""
        fitting = self.fitting()
        if len({fit.all_values for fit in fitting.values()}) > 1:
            usual = {one: fit for one, fit in fitting.items() if _habit(one) in habits}
            fitting = usual if len(usual) == 1 else {}
        if not fitting:
            return TEXT
        reading, fit = next(iter(fitting.items()))
        says_all = fit.says_all and not self._gaps and not self._fillers
        return Content(reading.kind, reading, fit.whole, fit.form, says_all)


def _is_meant(reading: Reading, fit: _Fit) -> bool:
    """A price has a currency somewhere. Words are known as a unit or a label where they stay and the values beside
    them vary: of a single "2001 A Space Odyssey" nothing is a number. Nor is the day of a month one."""
    if fit.label and not fit.varies:
        return False
    if reading.kind is Kind.PRICE:
        return fit.has_currency
    if reading.kind is not Kind.NUMBER or not fit.form:
        return True
    return fit.varies and not any(word in months(language) for word in words(fit.form) for language in codes())


def _habit(reading: Reading) -> tuple[Kind, str]:
    """A site writes its prices and its other numbers with the same decimal mark."""
    return Kind.NUMBER if reading.kind is Kind.PRICE else reading.kind, reading.convention


def decided(columns: Sequence[Sampling]) -> list[Content]:
    """What each of the columns of one source holds."""
    habits = frozenset(_habits(columns))
    return [column.content(habits) for column in columns]


def _habits(columns: Iterable[Sampling]) -> Iterable[tuple[Kind, str]]:
    """Conventions that alone fit a column. Where several fit and say the same, it says nothing about them."""
    for column in columns:
        fitting = column.fitting()
        if len(fitting) == 1:
            yield from map(_habit, fitting)
