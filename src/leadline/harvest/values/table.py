"""HiWE's label-value-set table: which values go with a label, and how far they are trusted (HiWE section 3.2).

A row is a fuzzy set of values with one or more labels (aliases share the set). Labels and values are compared
normalised (section 5.2) and kept as they were written. Rows are filled explicitly and from built-in categories and
data sources (`add`), and by what a crawl meets (`integrate`), in the three cases of section 5.5.2:

1. the label matches a row: V ← V ∪ D, the larger weight counts
2. it matches none: a new row, all weights 1
3. there is no label: the row with the largest score Σ M_V(x)/|D| gets D, its weights scaled by that score

Ours: a label that matches a row of many values of which D has none is a homonym (a "Type" of cars, and one of
jobs), and D is left alone. With weight 1 it would stand before everything the row was trusted for.

>>> table = LvsTable()
>>> table.add(["Company", "Organization"], [("Intel", 1.0)])
>>> table.match("company:").values
(('Intel', 1.0),)
>>> table.integrate("Companies", ["Intel", "AMD"]).case, table.values_for("Organization")
(1, (('Intel', 1.0), ('AMD', 1.0)))
>>> table.integrate("", ["AMD", "TI"]), table.values_for("Company")[-1]
(Integrated(case=3, label='Company', score=0.5), ('TI', 0.5))

People write it as a file. TOML: `[[row]]` with `labels` and `values`, a list (weights 1) or a table of value and
weight. CSV: with the columns label, value and (if wanted) weight, where `|` parts aliases; or any other heading,
where each column is a label and what stands below it are its values.

>>> text = '[[row]]\\nlabels = ["Company", "Firm"]\\nvalues = {Intel = 1.0, AMD = 0.5}\\n'
>>> from_toml(text).values_for("firm")
(('Intel', 1.0), ('AMD', 0.5))
>>> from_csv("label,value,weight\\nCompany|Firm,Intel,1.0\\nCompany|Firm,AMD,0.5\\n").values_for("firm")
(('Intel', 1.0), ('AMD', 0.5))
"""

import csv
import io
import json
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from leadline.errors import BadTarget
from leadline.harvest.values.block_distance import similarity
from leadline.learn.text import normalise
from leadline.lexicon.tables import entries

THRESHOLD = 0.75
ALIKE = 0.5  # share of the examples a set has to hold
MOST = 50  # more values than these are not given for an example (the paper's wrapper: the top 50)
_MANY, _SEVERAL = 10, 3  # values of a row and of a list that would share one at least if they were of one kind
_LEARNT = 5_000  # values of a row after which no more are learnt from records
_ASKING = frozenset(normalise(word) for word in entries("fields", "asking"))
"""Words of a label that ask, and do not name: "Enter state" wants a state (the example of section 5.3). "Type" is
none of them: "position type" is no position."""


class Integrated(NamedTuple):
    """What became of values met on the way."""

    case: int
    label: str  # first label of the row they went to; empty if they went nowhere
    score: float = 1.0


@dataclass(slots=True, eq=False)
class LvsRow:
    """Labels and the fuzzy set they share, each normalised → as written (and its weight)."""

    labels: dict[str, str] = field(default_factory=dict)
    members: dict[str, tuple[str, float]] = field(default_factory=dict)

    @property
    def values(self) -> tuple[tuple[str, float], ...]:
        """In the order they came."""
        return tuple(self.members.values())

    def join(self, values: Iterable[tuple[str, float]]) -> None:
        """Fuzzy union: the larger weight counts."""
        for value, weight in values:
            key = key_of(value)
            if key:
                written, known = self.members.get(key, (value, 0.0))
                self.members[key] = written, max(known, min(1.0, max(0.0, weight)))

    def score(self, domain: Sequence[str]) -> float:
        """Degree to which a crisp set is contained in this one."""
        return sum(self.members.get(key_of(value), ("", 0.0))[1] for value in domain) / len(domain)


def without_asking(label: str) -> str:
    """A normalised label without the words that ask and do not name."""
    return " ".join(word for word in label.split() if word not in _ASKING)


def key_of(value: str) -> str:
    """What a value is compared by; signs alone ("C++" is none of these, "*" is) stand for themselves."""
    return normalise(value) or value.strip().casefold()


class LvsTable:
    """The table, and so a `ValueSource`: of the rows of a file, of values seen in results. `copy` gives
    one that can be changed without changing this one.

    >>> source = from_csv("State,Fuel\\nUtah,diesel\\nTexas,petrol\\nNevada,\\n")
    >>> source.values_for("fuel"), source.more_like(["Utah", "Texas"])
    ((('diesel', 1.0), ('petrol', 1.0)), [('Nevada', 1.0)])
    """

    def __init__(self, threshold: float = THRESHOLD) -> None:
        self.threshold = threshold
        self.rows: list[LvsRow] = []

    # ── filling ───────────────────────────────────────────────────────────────────────────────────────────

    def add(self, labels: Sequence[str], values: Iterable[tuple[str, float]]) -> None:
        """An entry: joined with the row that has one of these very labels, else a row of its own."""
        keys = {key: label for label in labels if (key := normalise(label))}
        if not keys:
            return
        row = next((one for one in self.rows if not one.labels.keys().isdisjoint(keys)), None)
        if row is None:
            self.rows.append(row := LvsRow())
        row.labels |= keys
        row.join(values)

    def integrate(self, label: str, domain: Iterable[str]) -> Integrated:
        """Crawl experience: the choices of a finite field, with its label if it has one (the three cases)."""
        values = [value for value in dict.fromkeys(domain) if key_of(value)]
        if not values:
            return Integrated(0, "", 0.0)
        if normalise(label):
            row = self.match(label)
            if row is None:
                self.add([label], [(value, 1.0) for value in values])
                return Integrated(2, label)
            if len(row.members) >= _MANY and len(values) >= _SEVERAL and not row.score(values):
                return Integrated(0, "", 0.0)
            row.join((value, 1.0) for value in values)
            return Integrated(1, _first(row))
        best, score = self._holding(values)
        if best is None:
            return Integrated(3, "", 0.0)
        best.join((value, score) for value in values)
        return Integrated(3, _first(best), score)

    def learn(self, label: str, values: Iterable[str], weight: float) -> None:
        """Values met under a label outside of forms: in records. A row is not filled without end."""
        row = self.match(label)
        if row is None:
            self.add([label], [(value, weight) for value in values])
        elif len(row.members) < _LEARNT:
            row.join((value, weight) for value in values)

    def adjust(self, label: str, value: str, success: float, rate: float) -> None:
        """Feedback: w ← w + rate·(success − w) for one value of the row that a label matches."""
        row = self.match(label)
        if row is not None and (known := row.members.get(key_of(value))) is not None:
            written, weight = known
            row.members[key_of(value)] = written, weight + rate * (success - weight)

    # ── asking ────────────────────────────────────────────────────────────────────────────────────────────

    def match(self, label: str) -> LvsRow | None:
        """The row whose label is nearest, if it is near enough (section 5.3)."""
        whole = normalise(label)
        if not whole:
            return None
        bare = without_asking(whole)
        return self._nearest(whole) or (self._nearest(bare) if bare and bare != whole else None)

    def named(self, label: str) -> LvsRow | None:
        """The row that has this very label, case and endings aside."""
        wanted = normalise(label)
        return next((one for one in self.rows if wanted in one.labels), None)

    def values_for(self, label: str) -> tuple[tuple[str, float], ...]:
        """Type 1: the fuzzy set for a label; empty if no row matches."""
        row = self.match(label)
        return row.values if row is not None else ()

    def more_like(self, values: Sequence[str]) -> list[tuple[str, float]]:
        """Type 2: the rest of the set that holds most of the examples."""
        row, score = self._holding(values)
        if row is None or score < ALIKE:
            return []
        known = set(map(key_of, values))
        return [(value, weight * score) for key, (value, weight) in row.members.items() if key not in known][:MOST]

    def _holding(self, values: Sequence[str]) -> tuple[LvsRow | None, float]:
        scored = ((one, one.score(values)) for one in self.rows if values)
        best, score = max(scored, key=lambda one: one[1], default=(None, 0.0))
        return (best, score) if score else (None, 0.0)

    def _nearest(self, label: str) -> LvsRow | None:
        best, found = self.threshold, None
        for row in self.rows:
            if label in row.labels:
                return row
            for known in row.labels:
                shorter, longer = sorted((len(label), len(known)))
                if shorter < longer * self.threshold:
                    continue  # so many letters have to be put in that it cannot be near enough
                near = similarity(label, known)
                if near > best or (near == best and found is None):
                    best, found = near, row
        return found

    # ── keeping ───────────────────────────────────────────────────────────────────────────────────────────

    def state(self) -> str:
        """The table as JSON; equal tables give equal text."""
        rows = [{"labels": [*row.labels.values()], "values": row.values} for row in self.rows]
        return json.dumps({"threshold": self.threshold, "rows": rows}, ensure_ascii=False)

    def copy(self) -> "LvsTable":
        twin = LvsTable(self.threshold)
        twin.rows = [LvsRow(dict(one.labels), dict(one.members)) for one in self.rows]
        return twin


def _first(row: LvsRow) -> str:
    return next(iter(row.labels.values()))


def from_toml(text: str) -> LvsTable:
    """Read a table. Raises `BadTarget` where the text is none."""
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadTarget(f"values: this is no TOML ({error})") from error
    rows = tree.get("row", [])
    table = LvsTable()
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadTarget("values: rows are written [[row]] with labels = [...] and values = [...]")
    for number, row in enumerate(rows, 1):
        labels, values = row.get("labels"), row.get("values")
        labels = [labels] if isinstance(labels, str) else labels
        if not isinstance(labels, list) or not labels or not isinstance(values, list | dict):
            raise BadTarget(f"values: row {number} wants labels = [...] and values = [...] or values = {{...}}")
        weighted = values.items() if isinstance(values, dict) else ((value, 1.0) for value in values)
        table.add([str(label) for label in labels], [(str(v), _weight(w, f"row {number}")) for v, w in weighted])
    return table


def from_csv(text: str) -> LvsTable:
    """Read a table. Raises `BadTarget` where a weight is no number."""
    lines = [line for line in csv.reader(io.StringIO(text.removeprefix("\ufeff"))) if any(map(str.strip, line))]
    table = LvsTable()
    if not lines:
        return table
    head = [cell.strip() for cell in lines[0]]
    places = {name.lower(): place for place, name in enumerate(head)}
    if {"label", "value"} <= places.keys():
        for number, line in enumerate(lines[1:], 2):
            cells = {name: line[place].strip() for name, place in places.items() if place < len(line)}
            weight = _weight(cells.get("weight") or 1.0, f"line {number}")
            if cells.get("label") and cells.get("value"):
                table.add(cells["label"].split("|"), [(cells["value"], weight)])
        return table
    for place, label in enumerate(head):
        values = [line[place].strip() for line in lines[1:] if place < len(line)]
        table.add([label], [(value, 1.0) for value in values if value])
    return table


def _weight(written: object, where: str) -> float:
    try:
        weight = float(str(written))
    except ValueError as error:
        raise BadTarget(f"values: the weight in {where} is no number: {written!r}") from error
    if not 0.0 <= weight <= 1.0:
        raise BadTarget(f"values: the weight in {where} is not between 0 and 1: {written!r}")
    return weight
