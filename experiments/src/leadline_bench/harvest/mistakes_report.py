"""Tables of what was cut from answers: how well in each layout, and what the mistakes were."""

from collections.abc import Iterator

from leadline_bench.harvest.mistakes import FIELD_KINDS, RECORD_KINDS
from leadline_bench.harvest.records import ByLayout, Measured
from leadline_bench.report import Cell, Table

_HOW_WELL = ("layout", "pages", "record F1", "identity F1", "field F1")
_MISTAKES = ("layout", "of", "mistake", "number", "among")


def cutting_tables(measured: Measured, of: str = "") -> tuple[Table, ...]:
    """Figures by layout, and the mistakes that were made: in records, and in the fields of those cut right.

    `of` is added to their titles.
    """
    layouts = sorted(measured.by_family.items())
    rows = tuple(row for name, layout in layouts for row in _mistakes(name, layout))
    return (
        Table(f"Records and fields cut, by layout{of}", _HOW_WELL, tuple(_how_well(*one) for one in layouts)),
        Table(f"Mistakes by layout{of}", _MISTAKES, rows),
    )


def _how_well(name: str, layout: ByLayout) -> tuple[Cell, ...]:
    return name, layout.pages, layout.records.f1, layout.identity.f1, layout.fields.f1


def _mistakes(name: str, layout: ByLayout) -> Iterator[tuple[Cell, ...]]:
    if layout.wrong:
        yield name, "pages", "wrong", layout.wrong, layout.pages
        yield name, "pages", "wrong, of one record", layout.wrong_single, layout.pages
    for what, kinds, true in (
        ("records", RECORD_KINDS, layout.records.true),
        ("fields", FIELD_KINDS, layout.fields.true),
    ):
        for kind in kinds:
            if layout.mistakes[kind]:
                yield name, what, kind, layout.mistakes[kind], true
