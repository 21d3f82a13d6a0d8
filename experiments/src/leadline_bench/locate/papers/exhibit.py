"""A figure or table of a paper, and the same thing measured here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leadline_bench.locate.papers.verdicts import Verdict, sentence
from leadline_bench.locate.summary import Summary
from leadline_bench.report import Table

if TYPE_CHECKING:
    from leadline_bench.locate.papers.pool import Pool


@dataclass(frozen=True, slots=True)
class Exhibit:
    """What is shown of a figure."""

    tables: tuple[Table, ...]
    verdicts: tuple[Verdict, ...]
    plot: str = ""
    """As SVG."""

    @property
    def sentence(self) -> str:
        return sentence(self.verdicts)


@dataclass(frozen=True, slots=True)
class PaperFigure:
    """Which figure, what it compares and where, and how it is made."""

    key: str
    title: str
    strategies: tuple[str, ...]
    make: Callable[["Pool", Summary], Exhibit]
    domains: tuple[str, ...] = ()
    """The paper's; all if empty."""
    reads: tuple[str, ...] = ()
    """Of `leadline_bench.locate.kept_runs.BULKY`, what it is made from."""

    def among(self, present: Sequence[str]) -> tuple[str, ...]:
        """Its domains among those of an experiment; where there are none, all stand in for them."""
        return tuple(d for d in present if d in self.domains) or tuple(present)


ACHE_DOMAINS = ("airfare", "auto", "book", "hotel", "job", "movie", "music", "rental")
