"""What a planner tells about its queries, for estimates: why each was asked, and what its parts and pools are.

An answer alone does not say what it proves. Every value of a list, each answered whole, adds up to everything; a
value drawn by lot from a pool that is known tells how much of the pool's records is there; a value that was chosen
because it promised most tells neither.

>>> pool = Pool(("q",), ("river", "red", "blue"), frozenset({"title"}))
>>> pool.size, pool.degree((("title", "Red River"), ("note", "blue")))
(3, 2)
>>> whole = Partition((), ("genre",), parts=3, uncut=frozenset({"a", "b", "c"}), covers=True)
>>> whole.is_proof
True
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from leadline.model.query import Choice

Template = tuple[str, ...]
"""Names of the fields that a query binds, in the order of the form; the others keep their defaults."""


class How(StrEnum):
    """Why a query was asked."""

    DEFAULT = "default"  # the form as it is, or as open as it can be made
    PARTITION = "partition"  # one value of a template whose parts are meant to cover everything
    RANGE = "range"  # one interval of a template that is split where answers are cut
    POOL = "pool"  # a value drawn uniformly at random from a stated pool: an audit
    ADAPTIVE = "adaptive"  # chosen because it promises most
    PROBE = "probe"  # to learn how the form works


class Ending(StrEnum):
    """On what grounds a planner ended; limits are the loop's."""

    COMPLETE = "complete"  # by proof: a stated count reached, or a partition all of whose parts came uncut
    COVERED = "covered"  # the estimate's lower end is at the coverage asked for
    EXHAUSTED = "exhausted"  # nothing that records, page or sources of values suggest is left to ask


@dataclass(frozen=True, slots=True)
class Asked:
    """One query of a planner, beside its answer."""

    choice: Choice
    how: How
    template: Template = ()


@dataclass(frozen=True, slots=True)
class Partition:
    """A template whose parts are meant to hold everything that `base` holds."""

    base: Choice
    template: Template
    parts: int  # all parts, asked or not
    uncut: frozenset[str]  # the parts that came whole, themselves or by parts of their own
    covers: bool
    """Whether every record is in some part as far as the form says: a list whose values are all asked, a range
    without ends. Records without any value are in none."""

    @property
    def is_proof(self) -> bool:
        return self.covers and self.parts > 0 and len(self.uncut) >= self.parts


_WORD = re.compile(r"[^\W_]+")


def tokens_of(text: str) -> list[str]:
    """The words of a text as searches cut them: letters and digits, small."""
    return _WORD.findall(text.casefold())


@dataclass(frozen=True, slots=True)
class Pool:
    """Values of one template from which audits are drawn uniformly."""

    template: Template
    values: tuple[str, ...]
    columns: frozenset[str] = frozenset()  # fields of records that are searched by it; none for all
    whole: bool = False  # a value has to be all that the column says, not a word of it
    base: Choice = ()  # what every draw has besides
    _known: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_known", frozenset(value.casefold() for value in self.values))

    @property
    def size(self) -> int:
        return len(self.values)

    def degree(self, fields: Iterable[tuple[str, str]]) -> int:
        """How many values of the pool find a record that says this."""
        said = [value for name, value in fields if not self.columns or name in self.columns]
        if self.whole:
            return len({value.strip().casefold() for value in said} & self._known)
        return len({token for value in said for token in tokens_of(value)} & self._known)


class Evident(Protocol):
    """A planner that estimates can be made for."""

    @property
    def asked(self) -> Sequence[Asked]:
        """What was asked, one for each answer that was observed, in that order."""

    def partitions(self) -> Sequence[Partition]:
        """The partitions begun so far; those of the whole source have an empty base."""

    def pool(self) -> Pool | None:
        """The pool that audits are drawn from; None where there is none yet."""
