"""Records of different sources that are likely the same, with a probability.

Within one source no two records are the same: how much two of one source resemble each other is how much different
records do. So likeness across sources is believed as far as it goes beyond that (the local false discovery rate):
where pairs across sources are as frequent, for what could be paired, as pairs within a source of the same
likeness, they are chance; where they are ten times as frequent, nine of ten are the same record. No bound is set
by hand, a catalogue of much the same things asks for more likeness than one of different things, and few records
give no certainty.

One source may never say a thing twice that two of them say by chance: each book has a year of its own, and some
deed is of that year. So pairs have to be more frequent, too, than among records that nobody wrote: in each field
of a source the words are dealt anew, so that what is the same in one field is the same as often as before, and in
several fields at once only by chance.

Likeness is the cosine of the words and numbers of two records, rare ones counting more (inverse document
frequency). Only words that more than one source uses are looked at: what one source alone tells is no
difference. Two rows that lead to one address are one record where an address is one record's in either source.
"""

import random
import re
from array import array
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt

from leadline.lexicon.tables import characters, folded, is_unspaced
from leadline.store.columns import Content, written

LIKELY = 0.5  # a mark says that two records are rather one than two
_TOGETHER = 12  # records: what more of them have in common finds no pairs, or a common word would pair everything
_WORD = re.compile(r"[^\W_]+")  # numbers too: of two parts that are called alike they are the difference
_RAREST = 5  # words of a record by which others like it are found, singly and two together
_DIGITS = 9  # of a likeness: records that say the same are as alike as each other, whatever was rounded


@dataclass(frozen=True, slots=True)
class RecordWords:
    """A record as it is compared."""

    source: str
    id: str
    url: str
    texts: Sequence[tuple[str, Content, str]]
    """Each with the name of its field."""

    def words(self) -> dict[str, str]:
        """Its words, each with its first field; a number or a date is one, however it is written."""
        found: dict[str, str] = {}
        for field, content, text in self.texts:
            read = content.read(text)
            if read is not None and not isinstance(read.value, str | tuple):
                found.setdefault(written(read.value), field)
                continue
            for word in characters(text) if is_unspaced(text) else _WORD.findall(folded(text)):
                found.setdefault(word, field)
        return found


@dataclass(frozen=True, slots=True)
class Duplicates:
    """For a record the likeliest one of another source."""

    best: Mapping[tuple[str, str], tuple[str, str, float]]

    def of(self, source: str, id_: str) -> tuple[str, str, float] | None:
        """(source, id, probability) of the other one, where there is one."""
        return self.best.get((source, id_))


def likely_duplicates(records: Iterable[RecordWords]) -> Duplicates:
    """What is likely the same, of the records of several sources."""
    read = _Collection(records)
    likeness = read.likenesses(read.words)
    judged = _judged(read, likeness)
    best: dict[tuple[str, str], tuple[str, str, float]] = {}
    sure = ((a, b, 1.0) for a, b in read.same_address())
    compared = ((a, b, judged(like)) for (a, b), like in likeness.items() if read.is_across(a, b))
    for a, b, probability in (*sure, *compared):
        if probability < LIKELY:
            continue
        for one, other in ((a, b), (b, a)):
            known = best.get(read.key(one))
            if known is None or known[2] < probability:
                best[read.key(one)] = (*read.key(other), probability)
    return Duplicates(best)


class _Collection:
    """All records by number, each with the weights of its words; words are numbers too, which take less memory."""

    def __init__(self, records: Iterable[RecordWords]) -> None:
        numbers: dict[str, int] = {}
        self.source: list[str] = []
        self._ids: list[str] = []
        self.words: list[tuple[int, ...]] = []
        self._places: list[tuple[int, ...]] = []  # of the words: source and field, by number
        self._addresses: dict[str, list[int]] = defaultdict(list)
        spoken: dict[int, str] = {}  # the one source that uses a word
        shared: set[int] = set()
        places: dict[tuple[str, str], int] = {}
        for one in records:
            if one.url:
                self._addresses[one.url].append(len(self.source))
            self.source.append(one.source)
            self._ids.append(one.id)
            told = one.words()
            found = tuple(numbers.setdefault(word, len(numbers)) for word in told)
            self.words.append(found)
            self._places.append(
                tuple(places.setdefault((one.source, field), len(places)) for field in told.values())
            )
            shared.update(n for n in found if spoken.setdefault(n, one.source) != one.source)
        for number, found in enumerate(self.words):
            kept = [(n, place) for n, place in zip(found, self._places[number], strict=True) if n in shared]
            self.words[number] = tuple(n for n, _ in kept)
            self._places[number] = tuple(place for _, place in kept)
        self._having = Counter(n for found in self.words for n in found)
        self.sizes = Counter(self.source)

    def key(self, number: int) -> tuple[str, str]:
        return self.source[number], self._ids[number]

    def is_across(self, one: int, other: int) -> bool:
        return self.source[one] != self.source[other]

    def dealt_anew(self) -> list[tuple[int, ...]]:
        """As many words for each record and field as before, drawn from those of the field in its source."""
        decks: dict[int, list[int]] = defaultdict(list)
        for found, places in zip(self.words, self._places, strict=True):
            for word, place in zip(found, places, strict=True):
                decks[place].append(word)
        for place, deck in decks.items():
            random.Random(place).shuffle(deck)  # noqa: S311  # no secret
        return [tuple({decks[place].pop(): None for place in places}) for places in self._places]

    def same_address(self) -> list[tuple[int, int]]:
        """Records of different sources that lead to one page which is theirs alone."""
        pairs = []
        for numbers in self._addresses.values():
            if len(numbers) > 1 and len({self.source[n] for n in numbers}) == len(numbers):
                pairs += list(combinations(numbers, 2))
        return pairs

    def _weight(self, word: int) -> float:
        return log(1 + len(self.words) / self._having[word])

    def likenesses(self, words: Sequence[tuple[int, ...]]) -> dict[tuple[int, int], float]:
        """Of all pairs that have one of their rarest words in common, or two where they are frequent: those within
        a source and those across are found the same way, so that they can be compared."""
        lengths = [sqrt(sum(self._weight(word) ** 2 for word in found)) for found in words]
        sets: dict[int, frozenset[int]] = {}
        likeness: dict[tuple[int, int], float] = {}
        for numbers in self._having_the_same(words):
            for a, b in combinations(numbers, 2):
                if (a, b) not in likeness:
                    left = sets.setdefault(a, frozenset(words[a]))
                    right = sets.setdefault(b, frozenset(words[b]))
                    common = sum(self._weight(word) ** 2 for word in left & right)
                    likeness[a, b] = round(common / (lengths[a] * lengths[b]), _DIGITS)
        return likeness

    def _having_the_same(self, words: Sequence[tuple[int, ...]]) -> Iterator[list[int]]:
        """Records that have something rare in common, in lists; sorted as numbers, since there are many."""
        import numpy as np

        marks, numbers = array("q"), array("q")
        for number, found in enumerate(words):
            rarest = sorted(found, key=lambda one: (self._having[one], one))[:_RAREST]
            for mark in (*rarest, *(hash(pair) for pair in combinations(rarest, 2))):
                marks.append(mark)
                numbers.append(number)
        if not marks:
            return
        sorted_by = np.argsort(np.frombuffer(marks, np.int64), kind="stable")
        by_mark, of = np.frombuffer(marks, np.int64)[sorted_by], np.frombuffer(numbers, np.int64)[sorted_by]
        starts = np.flatnonzero(np.diff(by_mark, prepend=by_mark[0] - 1))
        for start, size in zip(starts, np.diff(starts, append=len(of)), strict=True):
            if 1 < size <= _TOGETHER:
                yield of[start : start + size].tolist()

    def chances(self) -> float:
        """How many pairs across sources there could be for each pair within one."""
        all_pairs = len(self.source) * (len(self.source) - 1) / 2
        within = sum(size * (size - 1) / 2 for size in self.sizes.values())
        return (all_pairs - within) / within if within else 0.0


class _Steps:
    """Likeness → probability, in steps that only rise."""

    def __init__(self, steps: Sequence[tuple[float, float]]) -> None:
        self._from = [start for start, _ in steps]
        self._probability = [probability for _, probability in steps]

    def __call__(self, likeness: float) -> float:
        at = bisect_right(self._from, likeness)
        return self._probability[at - 1] if at else 0.0


def _judged(read: _Collection, likeness: Mapping[tuple[int, int], float]) -> Callable[[float], float]:
    """Likeness → probability: what is left beyond either kind of chance."""
    across = [like for (a, b), like in likeness.items() if read.is_across(a, b)]
    within = [like for (a, b), like in likeness.items() if not read.is_across(a, b)]
    ratio = read.chances()
    if not across or not ratio:
        return lambda _: 0.0
    anew = read.likenesses(read.dealt_anew())
    dealt = [like for (a, b), like in anew.items() if read.is_across(a, b)]
    kinds = _beyond(across, within, ratio), _beyond(across, dealt, 1.0)
    return lambda like: min(kind(like) for kind in kinds)


def _beyond(across: Iterable[float], chance: Iterable[float], ratio: float) -> _Steps:
    """Pools of neighbouring likenesses (isotonic regression), each with its share of pairs across sources. There
    are `ratio` times as many of those that could be by chance as there are in `chance`."""
    alike: dict[float, list[float]] = defaultdict(lambda: [0.0, 0.0])  # pairs across sources, pairs by chance
    for like in across:
        alike[like][0] += 1
    for like in chance:
        alike[like][1] += 1
    # One pair of different records that nobody has met, as alike as can be: what few pairs show is not certain.
    alike[max(alike)][1] += 1
    pools: list[list[float]] = []  # start, across, by chance
    for like, found in sorted(alike.items()):
        pools.append([like, *found])
        while len(pools) > 1 and _share(pools[-2]) >= _share(pools[-1]):
            _, more, others = pools.pop()
            pools[-1][1] += more
            pools[-1][2] += others
    return _Steps([(start, _believed(found, others, ratio)) for start, found, others in pools])


def _share(pool: Sequence[float]) -> float:
    return pool[1] / (pool[1] + pool[2])


def _believed(across: float, chance: float, ratio: float) -> float:
    """What is left of the pairs across sources when those are taken away that chance brings."""
    return max(0.0, 1 - chance * ratio / across) if across else 0.0
