"""What is left when nothing brings anything, and what is said about what stays out of reach."""

from collections.abc import Iterator, Sequence

from leadline.harvest.planners.cascade.choices import ChoiceDimension
from leadline.harvest.planners.cascade.survey import Survey
from leadline.model.query import Choice

SCOPE_WORDS = 6  # words that are looked for in each scope
_SCOPES = 12  # choices that words are looked for in: a list of hundreds is no "search in"
_NAMED = 3  # queries that stayed cut, in the sentence about the end


def other_scopes(choices: Sequence[ChoiceDimension], survey: Survey, base: Choice) -> list[Choice]:
    """Single choices beside the default, of fields each of whose choices narrows ("Author / Title")."""
    narrow = [one.field for one in choices if one.field.anything is None and not one.is_part]
    found = [
        survey.joined(base, field.name, value)
        for field in narrow
        if len(field.narrowing) <= _SCOPES
        for value in field.narrowing
        if value != field.default
    ]
    return found[:_SCOPES]


def together(
    choices: Sequence[ChoiceDimension], survey: Survey, base: Choice
) -> Iterator[tuple[Choice, ChoiceDimension]]:
    """What to sweep by what, where several fields without an "any" each brought new records."""
    always = [one for one in choices if one.field.anything is None and one.new and not one.is_dead]
    for one in always:
        for other in always:
            if other is not one:
                for value in one.field.narrowing:
                    yield survey.joined(base, one.field.name, value), other


def told_unreachable(cut: Sequence[Choice]) -> str:
    """Queries that stayed cut, in half a sentence."""
    if not cut:
        return ""
    told = (" ".join(f"{name}={value}" for name, value in one) or "everything" for one in cut[:_NAMED])
    return f"; {len(cut)} queries stayed cut that no field splits ({'; '.join(told)})"
