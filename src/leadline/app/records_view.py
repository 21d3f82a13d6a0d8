"""A page of a table of records: filtered by what its fields say, with the counts one filters by."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]
_FEW = 30  # values of a field that is filtered by; what has more is looked for by words
_SHOWN = 12  # of them, the most frequent
_COUNTED = 5_000  # values of one field that are told apart while counting


@dataclass(frozen=True, slots=True)
class Facet:
    """A field with few values, and how many of the filtered records have each."""

    field: str
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """Some records of many."""

    total: int  # all of the folder
    found: int  # those that the filters let through
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    facets: tuple[Facet, ...]


def records_page(
    rows: Iterable[Row], filters: Sequence[tuple[str, str]], words: str = "", skip: int = 0, most: int = 50
) -> RecordsPage:
    """`filters` are (field, value): values of one field stand beside each other, fields narrow each other."""
    wanted: dict[str, set[str]] = defaultdict(set)
    for name, value in filters:
        wanted[name].add(value)
    needles = words.casefold().split()
    total = found = 0
    shown: list[Row] = []
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        total += 1
        if not _fits(row, wanted, needles):
            continue
        found += 1
        if skip < found <= skip + most:
            shown.append(row)
        for name, value in row["fields"].items():
            for said in _said(value):
                if len(counts[name]) < _COUNTED:
                    counts[name][said] += 1
    facets = tuple(_facets(counts, wanted))
    return RecordsPage(total, found, tuple(counts), tuple(shown), facets)


def _facets(counts: Mapping[str, Counter[str]], wanted: Mapping[str, set[str]]) -> Iterator[Facet]:
    """A field most of whose values stand once is a name or a number of its own."""
    for name, values in counts.items():
        if name in wanted or (1 < len(values) <= _FEW and 2 * len(values) <= values.total()):
            yield Facet(name, tuple(values.most_common(_SHOWN)))


def _fits(row: Row, wanted: Mapping[str, set[str]], needles: Sequence[str]) -> bool:
    fields = row["fields"]
    if any(values.isdisjoint(_said(fields.get(name))) for name, values in wanted.items()):
        return False
    if not needles:
        return True
    text = " ".join([str(row["text"]), *(said for value in fields.values() for said in _said(value))]).casefold()
    return all(needle in text for needle in needles)


def _said(value: object) -> list[str]:
    if value is None:
        return []
    return [str(one) for one in value] if isinstance(value, list) else [str(value)]
