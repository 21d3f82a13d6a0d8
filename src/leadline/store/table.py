"""A flat table of what a crawl holds: its columns, what they are called, and which of them are wanted.

Names are those of the page. No two of them are the same, also not for programs that make no difference between
capital and small letters (SQL, spreadsheets): the later one gets a number.

>>> one_each(["Price", "price", "", " a \\n b", "", "Price_2"])
['Price', 'price_2', 'column', 'a b', 'column_2', 'Price_2_2']
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from itertools import count
from typing import Any

from leadline.errors import BadTarget
from leadline.store.field_mapping import JointColumn
from leadline.store.protocols import COLUMNS, FIELDS
from leadline.store.values import Kind

Row = Mapping[str, Any]
_SHOWN = 60  # names of columns that a sentence lists


class Stored(StrEnum):
    """What the cells of a column are."""

    INTEGER = "integer"
    NUMBER = "number"
    TEXT = "text"
    DATE = "date"
    TIME = "time"  # a date with the time of day
    ZONED = "zoned"  # the same, with what its clock is ahead of UTC


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What a user wants of a table."""

    columns: Sequence[str] = ()  # these alone, in this order
    rename: Mapping[str, str] = field(default_factory=dict)
    provenance: bool = False  # also what Leadline keeps about records
    raw: bool = False  # texts as they stood, and nothing made of them
    bom: bool = False  # mark CSV as UTF-8, for spreadsheets that take it for something else
    allow_formulas: bool = False  # in CSV leave cells as they are that a spreadsheet would run
    mapping: Sequence[JointColumn] | None = (
        None  # which fields of several sources are one column; else as they match
    )

    @property
    def is_chosen(self) -> bool:
        """Whether the columns are other than usual."""
        return bool(self.columns or self.rename)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    name: str
    cell: Callable[[Row], Any]  # its value in a row; None where there is none
    stored: Stored = Stored.TEXT
    kind: Kind = Kind.TEXT
    is_list: bool = False
    belongs_to: str = ""  # the column that it says something about: `Price` of `Price_currency`
    is_usual: bool = True  # given where nobody asks for it
    is_value: bool = False  # made of a text that stood on the page


_OF_TYPES = {int: Stored.INTEGER, float: Stored.NUMBER, str: Stored.TEXT}


def stored_columns(what: str) -> list[Column]:
    """The columns of rows that are flat by themselves; of records all but their fields."""
    named = ((name, kind) for name, kind in COLUMNS[what].items() if name != FIELDS)
    return [Column(name, cell_of(name), _OF_TYPES[kind]) for name, kind in named]


def cell_of(name: str) -> Callable[[Row], Any]:
    return lambda row: row.get(name)


def as_json(value: Any) -> Any:
    """A cell as JSON has it."""
    if isinstance(value, list):
        return [as_json(one) for one in value]
    return value.isoformat() if isinstance(value, date) else value


# ── names ─────────────────────────────────────────────────────────────────────────────────────────────────


def one_each(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Names that can stand above columns, each once, and none of those `taken`."""
    known = {name.casefold() for name in taken}
    found: list[str] = []
    for name in names:
        plain = clean(name) or "column"
        free = next(tried for tried in _numbered(plain) if tried.casefold() not in known)
        known.add(free.casefold())
        found.append(free)
    return found


def _numbered(name: str) -> Iterable[str]:
    yield name
    yield from (f"{name}_{number}" for number in count(2))


def clean(name: str) -> str:
    """A name on one line and without halves of characters, which most formats refuse."""
    whole = name.encode("utf-8", "replace").decode()
    return " ".join("".join(c if c.isprintable() else " " for c in whole).split())


def chosen(columns: Sequence[Column], options: TableOptions, what: str) -> list[Column]:
    """The columns that are wanted, under the names that are wanted. Raises `BadTarget` for unknown ones."""
    by_name = {column.name.casefold(): column for column in columns}

    def find(name: str, option: str) -> Column:
        if (found := by_name.get(clean(name).casefold())) is None:
            raise BadTarget(f"{option}: '{name}' is no column of these {what}; there are {_listed(columns)}")
        return found

    new_names = {find(old, "--rename").name: new for old, new in options.rename.items()}
    wanted = [column for column in columns if column.is_usual or options.provenance]
    if options.columns:
        named = list(dict.fromkeys(find(name, "--columns").name.casefold() for name in options.columns))
        others = [column for column in wanted if not column.is_usual and column.name.casefold() not in named]
        wanted = [*(by_name[name] for name in named), *others]
    renamed = [replace(column, name=_renamed(column, new_names)) for column in wanted]
    doubles = [name for name, free in zip(_names(renamed), one_each(_names(renamed)), strict=True) if name != free]
    if doubles:
        raise BadTarget(f"--rename: '{doubles[0]}' would be no name or that of two columns; choose another")
    return renamed


def _names(columns: Sequence[Column]) -> list[str]:
    return [column.name for column in columns]


def _renamed(column: Column, new_names: Mapping[str, str]) -> str:
    """What belongs to a column is called after it."""
    if column.name in new_names:
        return new_names[column.name]
    base = column.belongs_to
    return new_names[base] + column.name[len(base) :] if base in new_names else column.name


def _listed(columns: Sequence[Column]) -> str:
    names = _names(columns)
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
