"""Which rows of a form's answers a door has: by the address of their own pages, else by what they are called.

Every thing of a door stands for one row at most, so ten reports of one name are not all there because one is.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leadline.answers.records.identity import comparable
from leadline.model.door import Listed
from leadline.model.url_parameters import page_key

_LETTERS = 4  # of a title that tells anything


@dataclass(frozen=True, slots=True)
class FormRow:
    """A row of an answer of the form."""

    url: str
    title: str
    fields: tuple[tuple[str, str], ...]


class ThingsSeen:
    """What a door lists, as far as rows are looked for in it: addresses, and values that may be names."""

    def __init__(self) -> None:
        self._urls: set[str] = set()
        self._names: Counter[str] = Counter()

    def add(self, listed: Iterable[Listed]) -> None:
        for one in listed:
            if one.url:
                self._urls.add(_key(one.url))
            values = {comparable(value) for value in (one.title, *(value for _, value in one.fields))}
            self._names.update(value for value in values if len(value) >= _LETTERS)

    def found(self, rows: Sequence[FormRow]) -> list[FormRow]:
        """Those of the rows that are here, by the way that finds more of them."""
        there = [row for row in rows if row.url and _key(row.url) in self._urls]
        named, left = list[FormRow](), self._names.copy()
        for row in rows:
            name = next((name for name in _names_of(row) if left[name] > 0), None)
            if name is not None:
                left[name] -= 1
                named.append(row)
        return there if len(there) >= len(named) else named


def _key(url: str) -> str:
    """An address as far as it tells pages apart: http and https, with and without www, are one."""
    return page_key(url.partition("#")[0]).partition("://")[2].removeprefix("www.").rstrip("/")


def _names_of(row: FormRow) -> list[str]:
    """What a row is called; the title alone where it has one, since other values are shared by many."""
    names = [row.title] if row.title else [value for _, value in row.fields[:1]]
    return [name for name in map(comparable, names) if len(name) >= _LETTERS]
