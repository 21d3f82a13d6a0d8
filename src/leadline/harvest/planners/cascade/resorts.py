"""Fields without an "any" together, and what is said about what stays out of reach."""

from collections.abc import Iterator, Sequence

from leadline.harvest.planners.cascade.choices import ChoiceDimension
from leadline.harvest.planners.cascade.survey import Survey
from leadline.model.query import Choice, Estimate

_NAMED = 3  # queries that stayed cut, in the sentence about the end


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


def told_coverage(estimate: Estimate | None) -> str:
    low = (estimate.coverage_low if estimate is not None else None) or 0.0
    share = "all" if low >= 1 else f"at least {int(low * 100)}%"
    return f"{share} of what is estimated to be there was brought up"


def told_within(names: Sequence[str]) -> str:
    """What the page had chosen, in half a sentence."""
    chosen = ", ".join(names[:_NAMED])
    return f"; all within what the page has chosen by {chosen}, which no query changes" if names else ""


def told_unreachable(cut: Sequence[Choice]) -> str:
    """Queries that stayed cut, in half a sentence."""
    if not cut:
        return ""
    told = (" ".join(f"{name}={value}" for name, value in one) or "everything" for one in cut[:_NAMED])
    return f"; {len(cut)} queries stayed cut that no field splits ({'; '.join(told)})"
