"""What is left when neither words nor single choices bring anything: other scopes, all fields together, a person.

A box beside "Shelf mark / Author / Title" answers nothing but shelf marks until another choice is made: neither a
word nor a choice alone brings anything. So a few words are asked with every other choice of fields without an
"any" (`other_scopes`). Where that brings nothing either, fields may only work together (`AllTogether`), or a text
field wants what only a person knows (`ask_for_help`).
"""

from collections.abc import Container, Sequence

from leadline.errors import MissingValue
from leadline.harvest.planners.liddle import LiddlePlanner
from leadline.harvest.planners.query_series import Progress, joined
from leadline.harvest.settings import LiddleSettings
from leadline.harvest.values.supply import Supplies
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Reply

SCOPE_WORDS = 6  # words that are looked for in each scope
_SCOPES = 12  # choices that words are looked for in: a list of hundreds is no "search in"


def other_scopes(fields: Sequence[Field], base: Choice) -> list[Choice]:
    """Single choices beside the default, of fields each of whose choices narrows."""
    order = [field.name for field in fields]
    narrow = [one for one in fields if one.finite and one.anything is None and not one.end and not one.composite]
    found = [
        joined(base, one.name, value, order)
        for one in narrow
        if len(one.levels) <= _SCOPES
        for value in one.levels
        if value != dict(base).get(one.name, one.default)
    ]
    return found[:_SCOPES]


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
