"""Records as a flat table: the columns of the page first, in its order and under its names.

| a column of | becomes |
|---|---|
| numbers, dates | `Name`, typed; `Name_text` as it stood where that says more |
| prices | `Name`, the number; `Name_currency`; `Name_text` |
| coordinates | `Name` as it stood; `Name_latitude`, `Name_longitude` |
| URLs, e-mail addresses, all others | `Name`, text |
| values of which some record has several | the same, each cell a list |

Behind them stands `url`, the record's own page, and where records are from several sources, `source`. What
Leadline itself keeps about a record (id, source, fetched_at, warc, query and its whole text) is there on demand
only.

All records are read once to see what there is and once to be written, both from one moment of the crawl. In memory
is a bounded number of columns, and no record.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from leadline.store.codec import dumps, stored
from leadline.store.columns import TEXT, Content, Sampling, decided
from leadline.store.protocols import FIELDS
from leadline.store.table import Column, Row, Stored, TableOptions, one_each, stored_columns
from leadline.store.values import Kind, Read

MOST_FIELDS = 500
"""SQLite takes 2,000 columns, and a field may take three; what comes after is one column of JSON."""
OTHERS = "other_fields"
SOURCE = "source"  # told where records of several stand in one table
OWN = "url"  # of what is kept about a record, all that a reader of the page would call the record's


def record_columns(rows: Iterable[Row], options: TableOptions) -> list[Column]:
    """All columns there are of these records; `is_usual` says which are given without being asked for."""
    scan = FieldScan(MOST_FIELDS)
    for row in rows:
        scan.add(row)
    found = [(key, FieldCells(key, content, key in scan.lists)) for key, content in scan.contents(options).items()]
    others = [Column(OTHERS, others_than(lambda _: frozenset(scan.order)))] if scan.is_full else []
    kept = sorted(stored_columns("records"), key=lambda column: column.name != OWN)
    usual = (OWN, SOURCE) if len(scan.sources) > 1 else (OWN,)
    return laid_out(found, others + [replace(column, is_usual=column.name in usual) for column in kept])


def laid_out(fields: Sequence[tuple[str, "FieldCells"]], rest: Sequence[Column]) -> list[Column]:
    """Columns of fields, by name, and what stands behind them. A field keeps its name whatever is derived from its
    neighbours."""
    names = one_each(name for name, _ in fields)
    taken = list(names)
    columns: list[Column] = []
    for name, (_, cells) in zip(names, fields, strict=True):
        made = field_columns(cells, name)
        free = iter(one_each((column.name for column in made if column.belongs_to), taken))
        made = [replace(column, name=next(free)) if column.belongs_to else column for column in made]
        taken += [column.name for column in made if column.belongs_to]
        columns += made
    free = iter(one_each((column.name for column in rest), taken))
    return columns + [replace(column, name=next(free)) for column in rest]


class FieldScan:
    """The names of fields in the order of the page, and what their values may be."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.order: list[str] = []
        self.samples: dict[str, Sampling] = {}
        self.lists: set[str] = set()
        self.is_full = False
        self.sources: set[object] = set()

    def contents(self, options: TableOptions) -> dict[str, Content]:
        """What each field holds."""
        found = [TEXT] * len(self.order) if options.raw else decided([self.samples[name] for name in self.order])
        return dict(zip(self.order, found, strict=True))

    def add(self, row: Row) -> None:
        if len(self.sources) < 2:
            self.sources.add(row.get(SOURCE))
        before: str | None = None
        for name, value in fields_of(row).items():
            sample = self.samples.get(name) or self._met(name, before)
            if sample is None:
                self.is_full = True
                continue
            before = name
            if isinstance(value, str):
                sample.add(value)
                continue
            if isinstance(value, list):
                self.lists.add(name)
            for text in texts_of(value):
                sample.add(text)

    def _met(self, name: str, before: str | None) -> Sampling | None:
        """A field that no record had yet stands behind the one it follows here: pages leave out what is empty."""
        if len(self.order) >= self._most:
            return None
        self.order.insert(0 if before is None else self.order.index(before) + 1, name)
        self.samples[name] = Sampling()
        return self.samples[name]


@stored("a record")
def fields_of(row: Row) -> Mapping[str, Any]:
    """The fields of a record; a folder may come from anybody."""
    found = row[FIELDS]
    if not isinstance(found, dict):
        raise TypeError("its fields have no names")
    return found


def texts_of(value: Any) -> list[str]:
    listed = value if isinstance(value, list) else [value]
    return [one if isinstance(one, str) else dumps(one) for one in listed if one is not None]


class FieldCells:
    """Reads the cells of one field out of rows."""

    def __init__(self, key: str, content: Content, is_list: bool) -> None:
        self.key, self.content, self.is_list = key, content, is_list
        self.units: frozenset[str] = frozenset()  # where sources measure in several
        # A price is a number and a currency, a place two numbers: each is read once.
        self._read = lru_cache(maxsize=16)(content.read)

    def cell(self, part: Callable[[str], Any]) -> Callable[[Row], Any]:
        def read(row: Row) -> Any:
            value = row[FIELDS].get(self.key)
            if isinstance(value, str) and not self.is_list:
                return part(value)
            if value is None:
                return None
            texts = texts_of(value)
            if self.is_list:
                return [part(text) for text in texts]
            return part(texts[0]) if texts else None

        return read

    def made(self, part: Callable[[Read], Any]) -> Callable[[Row], Any]:
        """The same, of what texts are read as."""

        def of_text(text: str) -> Any:
            read = self._read(text)
            return None if read is None else part(read)

        return self.cell(of_text)


def field_columns(field: FieldCells, name: str) -> list[Column]:
    content = field.content
    text = Column(name, field.cell(str), is_list=field.is_list, kind=content.kind)
    if content.kind is Kind.TEXT:
        return [text]
    value = replace(text, cell=field.made(lambda read: read.value), is_value=True, stored=_stored(content))
    if content.kind is Kind.COORDINATES:
        sides = ((f"{name}_latitude", 0), (f"{name}_longitude", 1))
        return [text, *(_side(value, field, called, side) for called, side in sides)]
    found = [value]
    if content.kind is Kind.PRICE:
        sign = field.made(lambda read: read.currency or None)
        found.append(_about(value, "currency", cell=sign, stored=Stored.TEXT, kind=Kind.TEXT))
    if field.units:
        unit = field.made(lambda read: read.form or None)
        found.append(_about(value, "unit", cell=unit, stored=Stored.TEXT, kind=Kind.TEXT))
    if not content.says_all:
        found.append(_about(value, "text", cell=text.cell, stored=Stored.TEXT, kind=Kind.TEXT, is_value=False))
    return found


def _about(column: Column, what: str, **changed: Any) -> Column:
    return replace(column, name=f"{column.name}_{what}", belongs_to=column.name, **changed)


def _side(value: Column, field: FieldCells, name: str, side: int) -> Column:
    def degrees(read: Read) -> Any:
        return read.value[side] if isinstance(read.value, tuple) else None

    return replace(value, name=name, belongs_to=value.name, stored=Stored.NUMBER, cell=field.made(degrees))


def _stored(content: Content) -> Stored:
    if content.kind in (Kind.NUMBER, Kind.PRICE):
        return Stored.INTEGER if content.whole else Stored.NUMBER
    if content.kind is Kind.DATE:
        return {"day": Stored.DATE, "time": Stored.TIME}.get(content.form, Stored.ZONED)
    return Stored.TEXT


def others_than(known: Callable[[Row], frozenset[str]]) -> Callable[[Row], Any]:
    """The fields of a row that have no column."""

    def read(row: Row) -> Any:
        columns = known(row)
        return {name: value for name, value in fields_of(row).items() if name not in columns} or None

    return read
