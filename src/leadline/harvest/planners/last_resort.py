"""What is left when neither words nor single choices bring anything: other scopes, all fields together, a person.

A box beside "Shelf mark / Author / Title" answers nothing but shelf marks until another choice is made: neither a
word nor a choice alone brings anything. So a few words are asked with every other choice of fields without an
"any" (`other_scopes`), then of all other short lists: "exact / beginning / anywhere" decides what a word finds
whatever its first choice is called (`other_ways`). Where that brings nothing either, fields may only work together
(`AllTogether`), or a text field wants what only a person knows (`ask_for_help`).
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from leadline.errors import MissingValue
from leadline.harvest.planners.liddle import LiddlePlanner
from leadline.harvest.planners.query_series import Progress, joined
from leadline.harvest.settings import LiddleSettings
from leadline.harvest.values.supply import Supplies
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Reply

_SCOPE_WORDS = 6  # words that are looked for in each scope
_SCOPES = 12  # choices that words are looked for in: a list of hundreds is no "search in"
_WAY_WORDS = 3  # words that are tried with each other way of looking
_WAYS = 24  # … and choices that they are tried with: words before them brought nothing, so these seldom do


@dataclass(frozen=True, slots=True)
class WordsWith:
    """Choices that words are tried with, and how many words."""

    choices: tuple[Choice, ...]
    most: int


def other_scopes(fields: Sequence[Field], base: Choice) -> WordsWith:
    """Single choices beside the default, of fields each of whose choices narrows."""
    found = chain.from_iterable(_beside(one, fields, base) for one in fields if _is_scope(one))
    return WordsWith(tuple(found)[:_SCOPES], _SCOPE_WORDS)


def other_ways(fields: Sequence[Field], base: Choice) -> WordsWith:
    """Single choices of the other lists, the lists in turn: one of them may say how words are looked for."""
    lists = [one for one in fields if not _is_scope(one) and len(one.levels) <= _WAYS]
    in_turn = zip_longest(*(_beside(one, fields, base) for one in lists))
    return WordsWith(tuple(filter(None, chain.from_iterable(in_turn)))[:_WAYS], _WAY_WORDS)


def _is_scope(field: Field) -> bool:
    return field.anything is None and len(field.levels) <= _SCOPES


def _beside(field: Field, fields: Sequence[Field], base: Choice) -> list[Choice]:
    """A query with each other choice of a list; none for the ends of ranges and parts of dates."""
    if not field.finite or field.end or field.composite:
        return []
    order, now = [one.name for one in fields], dict(base).get(field.name, field.default)
    return [joined(base, field.name, value, order) for value in field.levels if value != now]


class AllTogether:
    """Combinations of all fields, the paper's way, without what was asked before."""

    def __init__(self, fields: Sequence[Field], settings: LiddleSettings, seed: int, values: Supplies) -> None:
        self.liddle = LiddlePlanner(fields, settings, seed, values)
        self._barren: int | None = None

    @staticmethod
    def helps(fields: Sequence[Field]) -> bool:
        return sum(field.finite for field in fields) > 1

    def is_hopeless(self, progress: Progress) -> bool:
        """Whether a batch of combinations brought nothing, as everything before."""
        if self._barren is None:
            self._barren = progress.barren
        return not progress.records and progress.barren > self._barren + self.liddle.batch

    def next(self, asked: Container[Choice]) -> Choice | None:
        while (choice := self.liddle.choose()) is not None and choice in asked:
            self.liddle.observe(Answer(choice, Reply.EMPTY))
        return choice

    @property
    def why(self) -> str:
        return self.liddle.why or "all combinations were asked"


def ask_for_help(fields: Sequence[Field], *, insists: bool) -> str:
    """A sentence, or `MissingValue` where the site insists on a value and nothing came of any."""
    wanted = next((field for field in fields if not field.finite), None)
    if insists and wanted is not None:
        raise MissingValue(wanted.name, wanted.label or wanted.name)
    return "nothing that was asked brought any record"
