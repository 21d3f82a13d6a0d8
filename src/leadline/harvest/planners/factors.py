"""Fields with bounded choices as factors of an experiment (Liddle et al., section 5.1).

A checkbox is a factor of two levels. A field that is left as the page has it is not named in a choice, so the
default query of most forms is the empty choice.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from leadline.errors import MissingValue
from leadline.model.field import Field
from leadline.model.query import Choice

Levels = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Factor:
    """One field with the values it takes; the level None leaves it as the page has it."""

    name: str
    levels: Levels
    default: int = 0
    """Number of the level that the default query has."""
    page: str | None = None
    """What the field has on the page."""


def factors_of(fields: Sequence[Field], given: Mapping[str, Sequence[str]]) -> tuple[Factor, ...]:
    """Finite fields, and text fields for which the user gave values.

    Raises `MissingValue` for a text field that is required and has none.
    """
    return tuple(_factors(fields, given))


def _factors(fields: Sequence[Field], given: Mapping[str, Sequence[str]]) -> Iterator[Factor]:
    for field in fields:
        levels: Levels = field.levels
        if not field.finite:
            levels = tuple(dict.fromkeys((field.default, *given.get(field.name, ()))))
        elif field.default not in levels:
            levels = (None, *levels)
        if field.wanting:
            levels = tuple(level for level in levels if level)
            if not levels:
                raise MissingValue(field.name, field.label or field.name)
        start = levels.index(field.default) if field.default in levels else 0
        if len(levels) > 1 or levels[start:] != (field.default,):
            yield Factor(field.name, levels, start, field.default)


def default_of(factors: Sequence[Factor]) -> tuple[int, ...]:
    """The combination that is the default query."""
    return tuple(factor.default for factor in factors)


def choice_of(factors: Sequence[Factor], combination: Sequence[int]) -> Choice:
    """What to fill in; fields that stay as they are on the page are not named."""
    return tuple(
        (factor.name, level)
        for factor, number in zip(factors, combination, strict=True)
        if (level := factor.levels[number]) is not None and level != factor.page
    )


def combination_of(factors: Sequence[Factor], choice: Choice) -> tuple[int, ...]:
    """The way back; a field that is not named, or has no such level, counts as left alone."""
    chosen = dict(choice)
    return tuple(_number(factor, chosen.get(factor.name, factor.page)) for factor in factors)


def _number(factor: Factor, value: str | None) -> int:
    return factor.levels.index(value) if value in factor.levels else factor.default
