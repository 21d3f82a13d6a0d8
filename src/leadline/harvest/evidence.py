"""What a planner tells about its queries, for estimates: why each was asked, and what its parts are.

An answer alone does not say what it proves. Every value of a list, each answered whole, adds up to everything; a
word drawn by lot tells how much of what such words find is there; one that was chosen because it promised most
tells neither.

>>> whole = Partition((), ("genre",), parts=3, uncut=frozenset({"a", "b", "c"}), covers=True)
>>> whole.is_proof
True
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
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
    POOL = "pool"  # a word drawn by lot from those of known records: an audit
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


class Evident(Protocol):
    """A planner that estimates can be made for."""

    @property
    def asked(self) -> Sequence[Asked]:
        """What was asked, one for each answer that was observed, in that order."""

    def partitions(self) -> Sequence[Partition]:
        """The partitions begun so far; those of the whole source have an empty base."""
