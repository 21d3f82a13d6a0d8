"""Which fields of several sources say the same: by their names, what they hold, and the values they have in
common.

What sets a field apart counts, what many have does not: "yes" and "no" are values of every second field, so they
say nothing, while a list of colours that two fields and no others have says that both are the colour. The same
goes for what a name speaks of (a price, a city; in any language of the lexicon): it counts where a source has
one such field.

>>> from leadline.store.columns import TEXT
>>> def field(source, name, *texts):
...     sample = ValueSample()
...     for text in texts:
...         sample.add(text)
...     return FieldFacts(source, name, TEXT, sample)
>>> colours = ["red", "blue", "green", "grey", "white"]
>>> cars = [field("a", "Colour", *colours), field("a", "Sold", "yes", "no")]
>>> autos = [
...     field("b", "Paint", *colours),
...     field("b", "New", "yes", "no"),
...     field("b", "Used", "no", "yes"),
... ]
>>> for column in matched([*cars, *autos]):
...     print(column.name, dict(column.fields))
Colour {'a': ('Colour',), 'b': ('Paint',)}
New {'b': ('New',)}
Used {'b': ('Used',)}
Sold {'a': ('Sold',)}
"""

import heapq
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product

from leadline.lexicon.phrases import phrase, vocabulary
from leadline.lexicon.tables import folded, words
from leadline.store.columns import Content
from leadline.store.field_mapping import JointColumn
from leadline.store.table import clean
from leadline.store.values import Kind

SURE = 0.5  # from here on two fields are rather one than two
_ALIKE = 0.6
"""What names that are nearly the same are worth by themselves: "Home phone" and "Work phone" are not one."""
_SAMPLE = 256  # values of a field that are compared: an error of a sixteenth
_LONGEST = 200  # letters of a value: what is longer is a description, and its beginning tells as much
_COMMON = 200  # fields: what more of them have in common tells none of them apart
_NUMBERS = (Kind.NUMBER, Kind.PRICE)
_SPOKEN_OF = ("zip", "country", "region", "language", "price", "year", "month", "day", "date", "city", "name")
_EXACT = 1.0


@dataclass(slots=True)
class ValueSample:
    """The values of a field with the smallest hashes: two fields that have a value in common both keep it."""

    _kept: list[tuple[int, str]] = field(default_factory=list)
    _known: set[str] = field(default_factory=set)

    def add(self, text: str) -> None:
        short = " ".join(folded(text[:_LONGEST]).split())
        if not short or short in self._known:
            return
        one = (-zlib.crc32(short.encode("utf-8", "replace")), short)
        if len(self._kept) < _SAMPLE:
            heapq.heappush(self._kept, one)
            self._known.add(short)
        elif one > self._kept[0]:
            self._known.discard(heapq.heapreplace(self._kept, one)[1])
            self._known.add(short)

    @property
    def texts(self) -> frozenset[str]:
        return frozenset(self._known)


class FieldFacts:
    """What is known of one field of one source."""

    def __init__(self, source: str, name: str, content: Content, sample: ValueSample) -> None:
        self.source, self.name, self.kind = source, name, content.kind
        self.texts = sample.texts
        self._content = content
        self.words = tuple(words(name))
        spoken = phrase(name)
        self.speaks_of = frozenset(one for one in _SPOKEN_OF if vocabulary("fields", one).search(spoken))

    @cached_property
    def values(self) -> frozenset[object]:
        """As they are read: "$6,900" and "6.900 €" are one number."""
        if self.kind not in (*_NUMBERS, Kind.DATE):
            return self.texts
        return frozenset(read.value for text in self.texts if (read := self._content.read(text)) is not None)

    @cached_property
    def value_words(self) -> frozenset[str]:
        return (
            frozenset(word for text in self.texts for word in words(text))
            if self.kind is Kind.TEXT
            else frozenset()
        )

    @cached_property
    def letters(self) -> Counter[str]:
        joined = f" {' '.join(self.words)} "
        return Counter(joined[at : at + 3] for at in range(len(joined) - 2))

    def marks(self) -> Iterator[tuple[str, object]]:
        """What fields that are worth comparing have in common."""
        yield from (("name", word[:3]) for word in self.words)
        yield from (("about", one) for one in self.speaks_of)
        yield from (("value", value) for value in self.values)
        yield from (("word", word) for word in self.value_words)


@dataclass(frozen=True, slots=True)
class _Likeness:
    """How sure it is that two fields are one, and by what."""

    score: float
    why: str


def matched(fields: Sequence[FieldFacts]) -> list[JointColumn]:
    """Columns of one table, in the order of the sources' own; each field is in one of them."""
    found = _likenesses(fields)
    column = {at: {at} for at in range(len(fields))}
    for (a, b), like in sorted(found.items(), key=lambda one: (-one[1].score, one[0])):
        left, right = column[a], column[b]
        if (
            left is right
            or like.score < SURE
            or {fields[n].source for n in left} & {fields[n].source for n in right}
        ):
            continue
        pairs = [found.get((min(pair), max(pair))) for pair in product(left, right)]
        # All of them together: a chain of half-sure likenesses would join anything.
        if sum(pair.score for pair in pairs if pair is not None) / len(pairs) >= SURE:
            left |= right
            column |= dict.fromkeys(right, left)
    return [_column(members, fields, found) for members in _in_order(fields, column)]


def _likenesses(fields: Sequence[FieldFacts]) -> dict[tuple[int, int], _Likeness]:
    pairs = sorted(_candidates(fields))
    shared = {pair: _shared(fields[pair[0]], fields[pair[1]]) for pair in pairs}
    rivals = _Rivals(fields, shared)
    spoken = Counter((one.source, about) for one in fields for about in one.speaks_of)
    likenesses = {}
    for pair in pairs:
        a, b = fields[pair[0]], fields[pair[1]]
        about = {one for one in a.speaks_of & b.speaks_of if spoken[a.source, one] == spoken[b.source, one] == 1}
        own = max(0.0, shared[pair] - rivals.best(pair))
        likenesses[pair] = _likeness(a, b, own, min(about, default=""))
    return likenesses


def _candidates(fields: Sequence[FieldFacts]) -> set[tuple[int, int]]:
    having: dict[tuple[str, object], list[int]] = defaultdict(list)
    for number, one in enumerate(fields):
        for mark in dict.fromkeys(one.marks()):
            having[mark].append(number)
    telling = (numbers for mark, numbers in having.items() if len(numbers) <= _COMMON or mark[0] == "name")
    pairs = (pair for numbers in telling for pair in combinations(numbers, 2))
    return {(a, b) for a, b in pairs if fields[a].source != fields[b].source}


class _Rivals:
    """How much of a field's values other fields have as well."""

    def __init__(self, fields: Sequence[FieldFacts], shared: Mapping[tuple[int, int], float]) -> None:
        self._fields = fields
        self._by: dict[tuple[int, str], list[tuple[float, int]]] = defaultdict(list)
        for (a, b), share in shared.items():
            self._by[a, fields[b].source].append((share, b))
            self._by[b, fields[a].source].append((share, a))

    def best(self, pair: tuple[int, int]) -> float:
        a, b = pair
        others = [share for share, n in self._by[a, self._fields[b].source] if n != b]
        others += [share for share, n in self._by[b, self._fields[a].source] if n != a]
        return max(others, default=0.0)


def _shared(a: FieldFacts, b: FieldFacts) -> float:
    """Which share of their values, or of the words in them, two fields have in common."""
    return max(_overlap(a.values, b.values), _overlap(a.value_words, b.value_words))


def _overlap(a: frozenset[object] | frozenset[str], b: frozenset[object] | frozenset[str]) -> float:
    """Two values more that only one of them has are reckoned with: one value in common is chance."""
    return len(a & b) / (len(a | b) + 2)


def _likeness(a: FieldFacts, b: FieldFacts, own: float, about: str) -> _Likeness:
    typed = Kind.TEXT not in (a.kind, b.kind)
    if typed and a.kind is not b.kind and not {a.kind, b.kind} <= set(_NUMBERS):
        return _Likeness(0.0, "")
    if a.words and a.words == b.words:
        return _Likeness(_EXACT, "the same name")
    if a.kind is not b.kind and not typed:  # a text that is no number and one that is say different things
        return _Likeness(0.0, "")
    alike = _ALIKE * 2 * (a.letters & b.letters).total() / max(1, a.letters.total() + b.letters.total())
    named = max(alike, SURE if about else 0.0)
    reasons = (
        [f"both speak of a {about}"] if about else [f"names alike by {alike / _ALIKE:.0%}"] if alike > 0.2 else []
    )
    if own > 0.05:
        reasons.append(f"{own:.0%} more values in common than with any other field")
    return _Likeness(1 - (1 - named) * (1 - own), ", ".join(reasons))


def _in_order(fields: Sequence[FieldFacts], column: Mapping[int, set[int]]) -> Iterable[set[int]]:
    """A column stands behind the one that is before it in the first source that has it."""
    order: list[set[int]] = []
    before: tuple[str, set[int] | None] = ("", None)
    for number, one in enumerate(fields):
        last = before[1] if before[0] == one.source else None
        members = column[number]
        if not any(members is known for known in order):
            at = 0 if last is None else next(n for n, known in enumerate(order, 1) if known is last)
            order.insert(at if last is not None or not order else len(order), members)
        before = (one.source, members)
    return order


def _column(
    members: set[int], fields: Sequence[FieldFacts], found: Mapping[tuple[int, int], _Likeness]
) -> JointColumn:
    inside = [fields[number] for number in sorted(members)]
    name = Counter(one.name for one in inside).most_common(1)[0][0]
    named = next(number for number in sorted(members) if fields[number].name == name)
    told = []
    for number in sorted(members - {named}):
        like = found.get((min(named, number), max(named, number)))
        if fields[number].name != name and like is not None:
            told.append(f"{clean(fields[number].name)} of {fields[number].source}: {like.score:.2f}, {like.why}")
    return JointColumn(name, {one.source: (one.name,) for one in inside}, "; ".join(told))
