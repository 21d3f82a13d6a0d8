"""What the table of HiWE's task begins with: what a person knows who has read a few sites of the domain.

The paper's table was filled by hand from two reference sites, and two more were wrapped as data sources (its
Table 4): names of companies and of areas with every label a form might have for them ("Company", "Company Name",
"Organization"). Here *references* are taken for that: sites of the domain that are not asked afterwards.

A person writes down what boxes of their forms ask for; the rest is left to be learned. Labels become aliases of
one row for each such thing, and the values of a sample of records its set. What most references have is what a
person writes down: weight 1 (section 5.5.2), the best known first. The others stand for what wrapped sources
return, weighted by the share of references that have them: a name of one site weighs little. The ends of a range
are what the task wants of it, everything (the paper's: the last ten years).

A label that two rows would have ("from", "min.") names neither, and no person would write it down.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from leadline.harvest.values.table import LvsTable
from leadline.learn.text import normalise
from leadline_bench.harvest.drawn import Visit
from leadline_lab.anatomy import Input
from leadline_lab.sources.model import Attribute
from leadline_lab.sources.records import composer_of
from leadline_lab.sources.writing import date_text, read_date, read_number, written

_PARTS = ("day", "month", "year")
_SAMPLE = 150
"""Records of a reference that are looked at."""
_SHORT = 3
"""Letters up to which a word says nothing."""
_DOUBT = 2
"""References without a value that are imagined beside those that were read: few are little evidence."""
_EXPLICIT = 0.6
"""Share of the references that have what a person writes down."""
_BOXES = ("text", "search", "textarea", "number", "date")
_SEEN = 2
"""References whose forms have a box for a thing before a person thinks of writing it down."""
_ENDS = {"low": ("from", "min", "at least", "low"), "high": ("to", "max", "up to", "high")}

Values = Mapping[str, set[str]]
"""Meaning → values."""


@dataclass
class Knowledge:
    """What references have: labels and values by what a field means."""

    labels: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    having: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Meaning → value → references that have it."""
    asked: Counter[str] = field(default_factory=Counter)
    """Meaning → references that know it."""
    boxes: Counter[str] = field(default_factory=Counter)
    """Meaning → references that have a box for it on a form."""

    def table(self) -> LvsTable:
        """As a table of labels and values."""
        table = LvsTable()
        times = Counter(name for labels in self.labels.values() for name in {normalise(one) for one in labels})
        for meaning, values in self.having.items():
            if self.boxes[meaning.partition(" ")[0]] < _SEEN:
                continue
            known = self.asked[meaning] + _DOUBT
            by_fame = sorted(values.items(), key=lambda one: (-one[1], one[0]))
            weighted = [(value, _weight(count / known)) for value, count in by_fame]
            if meaning.endswith((" low", " high")):  # the task says what it wants, and is sure of it
                weighted = [(values.most_common(1)[0][0], 1.0)]
            table.add([label for label in sorted(self.labels[meaning]) if times[normalise(label)] == 1], weighted)
        return table


def _weight(share: float) -> float:
    return 1.0 if share >= _EXPLICIT else share


def knowledge(references: Sequence[Sequence[Visit]]) -> Knowledge:
    """Labels and values of some sites, each with its forms."""
    known = Knowledge()
    for visits in references:
        known.boxes.update(
            {control.meaning for v in visits for control in v.model.inputs if control.control in _BOXES}
        )
        for control in (control for visit in visits for control in visit.model.inputs):
            if not control.honeypot and control.type not in _PARTS and control.label:
                known.labels[_meaning(control.meaning, control.end)].add(_called(control))
        for visit in {visit.source.key: visit for visit in visits}.values():
            for attribute in visit.source.attributes:
                known.labels[attribute.name] |= set(attribute.labels)
                for end, words in _ENDS.items() if attribute.numeric else ():
                    called = {f"{label} {word}" for label in attribute.labels for word in words}
                    known.labels[_meaning(attribute.name, end)] |= called
            for meaning, values in values_of(visit).items():
                known.asked[meaning] += 1
                known.having[meaning].update(values)
    return known


def values_of(visit: Visit) -> Values:
    """Values of a source's first records: of each attribute, of keywords, and the ends of what has a range."""
    source = visit.source
    composer = composer_of(visit.lab.web.world, visit.plan.site, source)
    records = [composer.record(n).values for n in range(min(_SAMPLE, source.size))]
    found: dict[str, set[str]] = {"keyword": set()}
    for place, attribute in enumerate(source.attributes):
        said = {written(attribute, values[place]) for values in records}
        if attribute.searched:
            found["keyword"] |= words_of(said)
        if attribute.numeric:
            found[_meaning(attribute.name, "low")] = {_bound(attribute, attribute.low)}
            found[_meaning(attribute.name, "high")] = {_bound(attribute, attribute.high)}
        composed = attribute.ask == "contains" and not attribute.values
        found[attribute.name] = words_of(said) if composed else said
    return found


def words_of(texts: set[str]) -> set[str]:
    return {word for text in texts for word in text.split() if word.isalpha() and len(word) > _SHORT}


def _meaning(name: str, end: str) -> str:
    return f"{name} {end}" if end else name


def _called(control: Input) -> str:
    """What a reader would call a field: "at least" beside "Price" is the least price."""
    return f"{control.group} {control.label}".strip()


def _bound(attribute: Attribute, value: int) -> str:
    return date_text(value, "iso") if attribute.type == "date" else str(value)


# ── of the right kind ─────────────────────────────────────────────────────────────────────────────────────


class Kinds:
    """Whether texts are of the kind their fields are for: what SE_lenient asks, as far as the lab knows kinds."""

    def __init__(self, visit: Visit, known: Knowledge) -> None:
        self._source = visit.source
        self._boxes = [one for one in visit.model.inputs if one.control in _BOXES]
        self._own = values_of(visit)
        self._known = known

    def right(self, chosen: Mapping[str, str]) -> bool:
        """Every text is right: a name for a name, a date that can be read, nothing in a trap."""
        return all(self._fits(box, text) for box in self._boxes if (text := chosen.get(box.name)))

    def _fits(self, box: Input, text: str) -> bool:
        attribute = self._source.attribute(box.meaning)
        if box.honeypot:
            return False
        if attribute is None:
            return box.meaning != "keyword" or self._is_one("keyword", text)
        if attribute.type == "date":
            return read_date(text, attribute.format) is not None
        if attribute.numeric:
            number = read_number(text)
            return number is not None and attribute.low <= number <= attribute.high
        return text in attribute.values or self._is_one(attribute.name, text)

    def _is_one(self, meaning: str, text: str) -> bool:
        """The references have it, or this source does: as it stands, or each of its words."""
        kind = self._known.having[meaning].keys() | self._own.get(meaning, set())
        return text in kind or set(text.split()) <= kind
