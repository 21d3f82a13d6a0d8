"""A source harvested again: one *round* after the harvest itself, in the same store.

While a round is open, `Store.queries` tells of it alone: what was asked, answered and met in this round. Records
are the same ones throughout; those that a round meets again are compared with what they said under the same query
before, and what they said until then is kept as a *version*.

A record is *gone* only where it was asked for and missed: every choice that had brought it was asked again in this
round, and came whole without it. What nobody can tell is *unconfirmed*.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from leadline.model.query import Choice


@dataclass(frozen=True, slots=True)
class KnownChoice:
    """A choice that brought records before this round."""

    choice: Choice
    pages: int  # that its answer took when it was asked last
    records: int  # of those it brought, how many this round has not met yet


@dataclass(frozen=True, slots=True)
class Sightings:
    """What a round met so far, and what it did not."""

    known: int = 0  # records that were there when it began
    met: int = 0  # of them: met again
    new: int = 0
    returned: int = 0  # were gone, and are back
    changed: int = 0  # of those met again: say something else than before
    missing: int = 0  # of those known: not met
    gone: int = 0  # of those missing: asked for by every choice that had brought them, and not there
    fields: Mapping[str, int] = field(default_factory=dict)
    """In how many records each field changed; the empty name stands for text outside of all fields."""

    @property
    def unconfirmed(self) -> int:
        """Missing, and nobody can tell whether they are gone."""
        return self.missing - self.gone


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """How the answers to choices that had brought records look in this round."""

    same: int = 0  # records in the same shape as before
    otherwise: int = 0  # records in another shape
    empty: int = 0  # no record any more
    stated: int = 0  # the largest number of records that an answer states which did not come whole, …
    stated_before: int = 0  # … and what the answer to the same choice stated before


class RoundStep(StrEnum):
    BEGIN = "begin"
    SETTLE = "settle"  # all is asked: what changes with every look is told apart, own pages become due
    END = "end"


@dataclass(frozen=True, slots=True)
class RoundChange:
    """What a batch does with rounds."""

    step: RoundStep
    at: float = 0.0
    all_pages: bool = False  # at SETTLE: the own pages of all records are due, not only of new and changed ones
    mark_gone: bool = False  # at END
    body: str = ""  # at END: what came of it, as JSON


class Rounds(Protocol):
    """Rounds of a store; written by `Batch.round`."""

    @property
    def current(self) -> int:
        """The number of the round that is open; 0 where none is."""

    def choices(self) -> list[KnownChoice]:
        """What brought records before this round, and how many of them are not met yet."""

    def unmet(self, choice: Choice) -> int:
        """Records that a choice had brought and that this round has not met yet."""

    def sightings(self) -> Sightings: ...

    def asked_again(self) -> AskedAgain: ...

    def volatile(self) -> Sequence[str]:
        """Fields that are different whenever one looks, as far as the last `SETTLE` told them."""

    def latest(self) -> Iterator[tuple[str, int]]:
        """(URL, event) of the newest answer to each GET that brought one without a redirect."""

    def place(self, event: int) -> tuple[str, int, float] | None:
        """File and offset in the archive, and the time, of an event's answer."""

    def last(self) -> str | None:
        """What came of the last round that ended, as JSON."""
