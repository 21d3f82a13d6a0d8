"""What on a page might be its records, to be shown to a person who knows better than the score that picks one."""

from dataclasses import dataclass

from leadline.answers.records.boilerplate import KnownText
from leadline.answers.records.candidates import outlined, propose
from leadline.answers.records.cut import records_of_region
from leadline.answers.records.features import PageTexts
from leadline.parse.document import Document

_SAMPLES = 3
_WIDEST = 200  # letters of a sample


@dataclass(frozen=True, slots=True)
class ShownRegion:
    """Rows that look alike: their shape, how many there are, what the first of them say."""

    shape: str
    rows: int
    samples: tuple[str, ...]
    fields: tuple[str, ...]  # their names


def regions_on(document: Document, template: str, most: int) -> list[ShownRegion]:
    """The largest first."""
    outline, groups = outlined(document)
    found: dict[str, ShownRegion] = {}
    for region in propose(outline, groups, PageTexts(outline, KnownText(""), KnownText(template), ())):
        cuts = records_of_region(outline, region, KnownText(template), ())
        if len(cuts) > 1:
            shape, names = str(region.shape), dict.fromkeys(name for cut in cuts for name, _ in cut.fields)
            samples = tuple(cut.text[:_WIDEST] for cut in cuts[:_SAMPLES])
            found.setdefault(shape, ShownRegion(shape, len(cuts), samples, tuple(names)))
    return sorted(found.values(), key=lambda one: -one.rows)[:most]
