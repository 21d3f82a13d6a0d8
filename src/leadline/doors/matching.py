"""Which rows of a form's answers a door has: by the address of their own pages, else by what they are called.

Every thing of a door stands for one row at most, so ten reports of one name are not all there because one is.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from leadline.answers.records.identity import comparable
from leadline.model.door import Listed
from leadline.model.url_parameters import page_key

_LETTERS = 4  # of a title that tells anything
_TELLS = 0.8  # share of the rows that have a name of their own where a column names them; a few are called alike


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
        return max([there, *(self._named(names) for names in _names_of(rows))], key=len)

    def _named(self, names: Mapping[FormRow, str]) -> list[FormRow]:
        named, left = list[FormRow](), self._names.copy()
        for row, name in names.items():
            if left[name] > 0:
                left[name] -= 1
                named.append(row)
        return named


def _key(url: str) -> str:
    """An address as far as it tells pages apart: http and https, with and without www, are one."""
    return page_key(url.partition("#")[0]).partition("://")[2].removeprefix("www.").rstrip("/")


def _names_of(rows: Sequence[FormRow]) -> list[dict[FormRow, str]]:
    """What rows are called: by each column that tells them apart, since years and towns are those of any list; by
    the title, or what stands first, where none does."""
    titles = {row: comparable(row.title or next((value for _, value in row.fields), "")) for row in rows}
    columns: dict[str, dict[FormRow, str]] = {}
    for row in rows:
        for name, value in row.fields:
            columns.setdefault(name, {})[row] = comparable(value)
    named = [{row: name for row, name in one.items() if len(name) >= _LETTERS} for one in columns.values()]
    telling = [one for one in named if len(set(one.values())) >= _TELLS * len(rows)]
    return telling or [{row: name for row, name in titles.items() if len(name) >= _LETTERS}]
