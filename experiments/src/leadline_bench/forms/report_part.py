"""What one part of `bench forms` says: figures under names that stay, tables behind them, notes for the reader."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from leadline_bench.report import Table

Tell = Callable[[str], None]
"""Progress, a sentence at a time."""


@dataclass(frozen=True, slots=True)
class Part:
    """`leadline bench forms` puts the parts together in their order."""

    figures: Mapping[str, float]
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = field(default=())
