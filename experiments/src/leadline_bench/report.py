"""What a benchmark says: the same frame for all of them.

>>> report = Report(
...     "frontier", {"seed": 0}, {"urls": 10}, (Table("By phase", ("phase", "µs"), (("insert", 2.5),)),)
... )
>>> report.as_json()["figures"]
{'urls': 10}
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from leadline.errors import BadTarget

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows for people, behind the figures."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """`figures` have names that stay stable; `settings` is what it takes to run the same again."""

    bench: str
    settings: Mapping[str, Cell]
    figures: Mapping[str, float]
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    """What a reader of the figures must know."""

    def as_json(self) -> dict[str, Any]:
        return {
            "bench": self.bench,
            "settings": dict(self.settings),
            "figures": dict(self.figures),
            "tables": [
                {"title": t.title, "columns": list(t.columns), "rows": [list(row) for row in t.rows]}
                for t in self.tables
            ],
            "notes": list(self.notes),
        }


def show(report: Report, out: Console) -> None:
    """For people."""
    given = " · ".join(f"{name} {_shown(value)}" for name, value in report.settings.items())
    out.print(f"bench {report.bench}: {given}", highlight=False, markup=False)
    figures = Table("Figures", ("name", "value"), tuple(report.figures.items()))
    for table in (*report.tables, figures):
        drawn = RichTable(title=table.title, title_justify="left")
        for number, column in enumerate(table.columns):
            drawn.add_column(column, justify="right" if number else "left")
        for row in table.rows:
            drawn.add_row(*(Text(_shown(cell)) for cell in row))
        out.print(drawn)
    for note in report.notes:
        out.print(note, highlight=False, markup=False)


def markdown(report: Report) -> str:
    """For documents.

    >>> print(markdown(Report("frontier", {}, {}, (Table("By phase", ("phase", "µs"), (("insert", 2.5),)),))))
    # bench frontier
    <BLANKLINE>
    ## By phase
    <BLANKLINE>
    | phase | µs |
    |---|---:|
    | insert | 2.50 |
    <BLANKLINE>
    """
    given = "".join(f"- {name}: {_shown(value)}\n" for name, value in report.settings.items())
    parts = [f"# bench {report.bench}\n", *([given] if given else [])]
    for table in report.tables:
        rows = [_row(table.columns), "|---" + "|---:" * (len(table.columns) - 1) + "|"]
        rows += (_row([_shown(cell) for cell in row]) for row in table.rows)
        parts.append(f"## {table.title}\n\n" + "\n".join(rows) + "\n")
    return "\n".join([*parts, *(f"{note}\n" for note in report.notes)])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def write(report: Report, path: Path) -> None:
    """The JSON document as a file."""
    try:
        path.write_text(json.dumps(report.as_json(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadTarget(f"{path} cannot be written: {error.strerror}") from error


def _shown(cell: Cell) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return f"{cell:,.0f}" if abs(cell) >= 1000 else f"{cell:.3g}" if abs(cell) < 1 else f"{cell:.2f}"
    return f"{cell:,}" if isinstance(cell, int) else cell
