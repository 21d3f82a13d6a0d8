"""Many rows as one statement: an array for each column instead of a message for each row.

A page brings some hundred rows. As many executions of one statement they took most of what a server and its
client do for a page.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

_INSERT = re.compile(r"INSERT INTO (\w+) (?:\(([\w, ]+)\) )?VALUES \(([^()]+)\)")
_FEWEST = 4  # rows; fewer are as quick one by one
_MOST = 20_000  # values in one statement
_WRITTEN: Mapping[type, Callable[[Any], str]] = {
    int: str,
    float: repr,
    type(None): lambda _: "NULL",
    str: lambda text: '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"',
}
"""Values inside the text of an array (PostgreSQL 8.15.6). Of other types rows are sent one by one."""


@dataclass(frozen=True, slots=True)
class Insert:
    """A statement that inserts rows: into which table, which columns (all if None), and what stands for each."""

    table: str
    columns: tuple[str, ...] | None
    marks: tuple[str, ...]

    def of_arrays(self, types: Mapping[str, str]) -> bytes:
        """The same with an array in the place of each mark; `types` of the table's columns by name, in order."""
        columns = self.columns or tuple(types)
        places = list(zip(columns, self.marks, strict=True))
        given = [name for name, mark in places if mark == "?"]
        arrays = ", ".join(f"%s::{types[name]}[]" for name in given)
        rows = ", ".join(f'new."{name}"' if mark == "?" else mark for name, mark in places)
        names = ", ".join(f'"{name}"' for name in given)
        # S608: names of tables and columns are our own.
        new = f"SELECT {rows} FROM unnest({arrays}) AS new ({names})"  # noqa: S608
        return f"INSERT INTO {self.table} ({', '.join(columns)}) {new}".encode()


@cache
def insert_of(sql: str) -> Insert | None:
    """What a statement of ours inserts; None where it does something else."""
    found = _INSERT.fullmatch(sql.strip())
    if found is None:
        return None
    table, columns, marks = found.groups()
    return Insert(table, tuple(columns.split(", ")) if columns else None, tuple(marks.split(", ")))


def in_arrays(rows: Sequence[Sequence[Any]]) -> list[tuple[str, ...]]:
    """The columns of rows as texts of arrays, many rows at a time; nothing where that does not pay or a value
    cannot be written so."""
    if len(rows) < _FEWEST:
        return []
    most = max(1, _MOST // len(rows[0]))
    try:
        return [
            tuple(_array(column) for column in zip(*rows[start : start + most], strict=True))
            for start in range(0, len(rows), most)
        ]
    except KeyError:
        return []


def _array(values: Sequence[Any]) -> str:
    return "{" + ",".join([_WRITTEN[type(value)](value) for value in values]) + "}"
