"""What a harvest would take, before anything is sent: the fields, how many queries they make, requests and hours.

How many pages an answer has is not known yet, so a query counts as one request here: what is said is a first pass
and the limit, not a promise.
"""

from dataclasses import asdict, dataclass

from leadline.harvest.estimate import batch_size, combinations
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import HarvestSource
from leadline.model.field import Field


@dataclass(frozen=True, slots=True)
class PlannedField:
    """One field that will be filled."""

    name: str
    label: str
    type: str
    choices: int | None
    """How many there are to choose from; None for a text field."""
    required: bool


@dataclass(frozen=True, slots=True)
class Outlook:
    """The plan in numbers."""

    planner: str
    fields: tuple[PlannedField, ...]
    combinations: int
    """Liddle's N: all choices of all fields that have some."""
    batch: int
    """Liddle's C: queries of the sampling phase."""
    requests: int
    """A first pass: form, robots.txt, probes, and each choice or word once; at most `max_requests`."""
    max_requests: int
    hours: float
    """That first pass at the polite rate."""

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def outlook(source: HarvestSource, settings: HarvestSettings, delay: float) -> Outlook:
    """The plan for a source at this pause between requests."""
    levels = [len(field.choices) for field in source.fields if field.finite]
    n = combinations(levels)
    requests = min(settings.max_requests, 3 + settings.probes + _queries(source, settings, levels, n))
    return Outlook(
        planner=settings.planner,
        fields=tuple(_planned(field) for field in source.fields),
        combinations=n,
        batch=batch_size(levels),
        requests=requests,
        max_requests=settings.max_requests,
        hours=requests * delay / 3600,
    )


def _queries(source: HarvestSource, settings: HarvestSettings, levels: list[int], n: int) -> int:
    texts = sum(1 for field in source.fields if not field.finite)
    if settings.planner == "liddle":
        return n
    if settings.planner == "hiwe":
        return settings.hiwe.s_max
    return sum(levels) + settings.auto.words * min(texts, 1)


def _planned(field: Field) -> PlannedField:
    count = len(field.choices) if field.finite else None
    return PlannedField(field.name, field.label, field.type.value, count, field.required)
