"""The records of a database: each a pure function of the source's identity and the record's number.

A `Composer` is one source's recipe: a drawing function for each column, in an order in which a column comes
after the one it depends on. Values of a category are Zipfian; a dependent value is one of those listed under its
parent's; a number lies in the part of its range that its parent's value stands for (a price given a category).
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from leadline_lab.randomness import Dice, number
from leadline_lab.sources.catalogue import identity_of
from leadline_lab.sources.model import Attribute, Setting, Source
from leadline_lab.sources.prose import Writer
from leadline_lab.sources.writing import key_of, number_of, written
from leadline_lab.spec import WorldSpec
from leadline_lab.words import AttributeWords, attributes, compose
from leadline_lab.world import Site

Raw = str | int
Draw = Callable[[Dice, list[Raw]], Raw]
"""A value out of a stream of choices and the values drawn so far (by position of the attribute)."""

_PATIENCE = 20
_GOLDEN = 0x9E3779B97F4A7C15
_SCATTER = 0.06
"""Share of dependent values that do not go with their parent's: databases have errors."""
_SAME = {"dropoff": ("pickup", 0.75)}
"""Attributes that mostly repeat another one: cars go back to where they came from."""
_APART = {"destination": "origin", "to": "from"}
"""Attributes that never repeat another one: nobody flies to where he is."""
_INVERSE = {("mileage", "year"), ("price", "mileage"), ("age", "year")}
"""Numbers that fall where the number they depend on rises."""


@dataclass(frozen=True, slots=True)
class Record:
    number: int
    salt: int
    """31 bits that rank it at random."""
    values: tuple[Raw, ...]
    """In the order of the source's attributes: numbers and days as numbers."""


class Composer:
    """All records of one source, made when they are asked for."""

    def __init__(self, spec: WorldSpec, site: Site, source: Source) -> None:
        self.source = source
        self.identity = identity_of(spec, site, source)
        words = {w.name: w for w in attributes(source.domain, source.language, spec.role)}
        writer = Writer(source, spec.role)
        places = {a.name: i for i, a in enumerate(source.attributes)}
        # In the order of the vocabulary, where what others depend on stands before them. Texts come last: whoever
        # does not need them stops before them and draws the same all the same.
        early = [*words, "zip", "reference", "text"]
        self._plan: list[tuple[int, Draw]] = [
            (places[a.name], self._draw(a, words, places, writer))
            for a in sorted(source.attributes, key=lambda a: early.index(a.name))
        ]
        self._untexted = [(i, draw) for i, draw in self._plan if source.attributes[i].name != "text"]

    def record(self, n: int, text: bool = True) -> Record:
        """The n-th, from 0; `text=False` leaves its text empty, for those who only want the rest."""
        roll = Dice(self.identity ^ (n * _GOLDEN & 0xFFFFFFFFFFFFFFFF))
        salt = int(roll.random() * 2147483647)
        values: list[Raw] = [""] * len(self._plan)
        for place, draw in self._plan if text else self._untexted:
            values[place] = draw(roll, values)
        return Record(n, salt, tuple(values))

    def key(self, n: int) -> str:
        return key_of(self.source, self.identity, n)

    def number_of(self, key: str) -> int | None:
        return number_of(self.source, self.identity, key)

    def row(self, record: Record) -> tuple[str, ...]:
        """Cells of a list of results."""
        pairs = zip(self.source.attributes, record.values, strict=True)
        return tuple(written(a, value, short=True) for a, value in pairs if a.listed)

    def cells(self, record: Record) -> tuple[str, ...]:
        """Every attribute in full."""
        return tuple(written(a, v) for a, v in zip(self.source.attributes, record.values, strict=True))

    def _draw(
        self, a: Attribute, words: dict[str, AttributeWords], places: dict[str, int], writer: Writer
    ) -> Draw:
        if a.name == "text":
            return lambda roll, _: writer.text(roll)
        if a.name == "reference":
            return lambda roll, _: str(1_000_000 + int(roll.random() * 9_000_000))
        parent = places.get(a.correlates)
        of = None if parent is None else self.source.attributes[parent]
        if a.type == "zip":
            return _zip(parent)
        said = words[a.name]
        if a.values:
            drawn = _paired(a, _category(a, said, parent, of), places)
            return (lambda roll, values: int(drawn(roll, values))) if a.numeric else drawn
        if said.patterns:
            return self._composed(a, said)
        return _number(a, parent, of)

    def _composed(self, a: Attribute, said: AttributeWords) -> Draw:
        """Titles and codes (ISBN) are new with every record; other names come again, a few of them often."""
        if a.name == self.source.title or a.ask == "equals":
            return lambda roll, _: compose(roll, said)
        pool, known = 3 + min(self.source.size, 20_000) // 3, dict[int, str]()

        def again(roll: Dice, _: list[Raw]) -> Raw:
            place = int(pool * roll.random() * roll.random() * roll.random())
            if place not in known:
                known[place] = compose(Dice(number(self.identity, a.name, place)), said)
            return known[place]

        return again


def composer_of(world: Setting, site: Site, source: Source) -> Composer:
    return _composer(world.spec, site, source)


@lru_cache(maxsize=32)
def _composer(spec: WorldSpec, site: Site, source: Source) -> Composer:
    return Composer(spec, site, source)


def records_of(world: Setting, site: Site, source: Source) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Key and cells (all attributes, in full) of every record; opens no database."""
    composer = Composer(world.spec, site, source)
    for n in range(source.size):
        yield composer.key(n), composer.cells(composer.record(n))


def zipf(n: int) -> list[float]:
    """Running sums of 1/(rank+1) for ranks from 1: the exponent published for values of fields is near 1."""
    return list(accumulate(1.0 / (rank + 1) for rank in range(1, n + 1)))


def _category(a: Attribute, said: AttributeWords, parent: int | None, of: Attribute | None) -> Draw:
    values, weights = a.values, zipf(len(a.values))
    if parent is None or of is None:
        return lambda roll, _: roll.weighted(values, weights)
    groups = {key: [v for v in values if v in listed] for key, listed in said.given}
    if not groups:
        return _leaning(a, parent)
    sums = zipf(max(map(len, groups.values())))

    def dependent(roll: Dice, made: list[Raw]) -> Raw:
        group = groups.get(str(made[parent]))
        if not group or roll.random() < _SCATTER:
            return roll.weighted(values, weights)
        return group[bisect_right(sums, roll.random() * sums[len(group) - 1], 0, len(group) - 1)]

    return dependent


def _paired(a: Attribute, drawn: Draw, places: dict[str, int]) -> Draw:
    """Attributes that repeat or avoid the value of another one; it has to be drawn before."""
    like, often = _SAME.get(a.name, ("", 0.0))
    same, apart = places.get(like), places.get(_APART.get(a.name, ""))

    def draw(roll: Dice, made: list[Raw]) -> Raw:
        if same is not None and made[same] and roll.random() < often:
            return made[same]
        value = drawn(roll, made)
        for _ in range(_PATIENCE):
            if apart is None or value != made[apart]:
                break
            value = drawn(roll, made)
        return value

    return draw if same is not None or apart is not None else drawn


def _leaning(a: Attribute, parent: int) -> Draw:
    """No list says what goes together: each value of the parent has its own order of frequency, for most."""
    weights = zipf(len(a.values))
    orders: dict[Raw, Sequence[str]] = {}

    def leaning(roll: Dice, made: list[Raw]) -> Raw:
        given = made[parent]
        if given not in orders:
            orders[given] = sorted(a.values, key=lambda v: number("leaning", a.name, given, v))
        return roll.weighted(orders[given] if roll.random() < 0.6 else a.values, weights)

    return leaning


def _number(a: Attribute, parent: int | None, of: Attribute | None) -> Draw:
    steps = max((a.high - a.low) // a.step, 1)
    years, centres = a.type == "year", dict[Raw, float]()
    inverse = of is not None and (a.name, of.name) in _INVERSE

    def position(roll: Dice, made: list[Raw]) -> float:
        """Where in its range, 0 … 1."""
        u = roll.random()
        if parent is None or of is None or roll.random() < _SCATTER:
            return u
        given = made[parent]
        if isinstance(given, int) and of.high > of.low:
            centre = 0.6 * (given - of.low) / (of.high - of.low)
            centre = 0.6 - centre if inverse else centre
        else:
            if given not in centres:
                centres[given] = number("centre", a.name, given) % 601 / 1_000
            centre = centres[given]
        return min(max(centre + 0.4 * u, 0.0), 1.0)

    def draw(roll: Dice, made: list[Raw]) -> Raw:
        u = position(roll, made)
        # Small numbers (prices, distances) are frequent, late years are; days are spread evenly.
        skewed = u if a.type == "date" else 1.0 - (1.0 - u) * (1.0 - u) if years else u * u
        return a.low + a.step * min(int(skewed * (steps + 1)), steps)

    return draw


def _zip(parent: int | None) -> Draw:
    """Five digits, whose first three go with the place."""

    def draw(roll: Dice, made: list[Raw]) -> Raw:
        place = number("zip", made[parent]) % 900 if parent is not None else int(900 * roll.random())
        return f"{100 + place}{int(100 * roll.random()):02d}"

    return draw
