"""What to write into a text field: lists of values, words of results, phrases (ALGORITHMS: C3, C7)."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from leadline.harvest.planners.combinations import hashed
from leadline.harvest.values.supply import Supplies, fits, fuzzy_set
from leadline.harvest.values.table import LvsTable
from leadline.learn.text import STOP_WORDS, normalise
from leadline.model.field import TYPED, Field, FieldType
from leadline.model.query import Answer, Reply

_FREE = frozenset({FieldType.KEYWORD, FieldType.NAME, FieldType.OTHER, FieldType.CATEGORY})


def takes_words(field: Field) -> bool:
    """Whether any word will do; other text fields want values of their kind."""
    return not field.finite and field.type in _FREE and not field.end and field.control not in TYPED


def word_lists(
    field: Field,
    table: LvsTable,
    values: Supplies,
    openers: Sequence[str],
    single: Collection[str] = frozenset(),
) -> list[list[str]]:
    """Lists to try one after the other: the user's values, what opens a database, values of the table.

    `single` are values that one record has: where any word will do, such a title finds that record again."""
    given = [value for value in dict.fromkeys(values.given.get(field.name, ())) if value]
    known = [] if given else sorted(fuzzy_set(field, table, values), key=lambda one: -one[1])
    opening = [word for word in openers if takes_words(field) and fits(field, word)]
    wanted = [value for value, _ in known if value not in single or not takes_words(field)]
    return [one for one in (given, opening, wanted) if one]


def first_words(field: Field, lists: Sequence[Sequence[str]], values: Supplies) -> list[str]:
    """Words for a field that insists on one, before anything was seen."""
    common = [word for word in values.openers if takes_words(field)]
    listed = [*(word for one in lists for word in one[:4]), *common]
    hinted = [word for word, _ in sorted(values.words, key=lambda one: -one[1])] if takes_words(field) else []
    return list({normalise(word) or word: word for word in reversed((*listed, *hinted))}.values())[::-1]


@dataclass(slots=True)
class RecentYield:
    """New records a page of late: what is older counts for less."""

    remembered: float  # share of what was before that counts at the next answer
    new: float = 0.0
    pages: float = 0.0

    def add(self, new: int, pages: int = 1) -> None:
        self.new = self.new * self.remembered + new
        self.pages = self.pages * self.remembered + max(1, pages)

    def rate(self, promise: float = 0.0, trust: float = 0.0) -> float:
        """With so many pages' worth of trust in a promise."""
        return (self.new + trust * promise) / (self.pages + trust)


_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_SHORTEST_WORD = 3
_LONGEST_WORD = 24
_EVERYWHERE = 0.8  # a word in more records than this is part of the page, such as "price"
_MANY = 30  # records that have to be seen to tell: those of the first word all have it
_REMEMBERED = 0.85  # how much of what a bucket did is remembered at the next query
_HOPE = 1.0  # new records a page that a bucket promises before it was tried
_HINTS = -1  # the bucket of words that no record had yet
_KNOWN = 20_000  # words that are kept; when there are more, those seen once are forgotten


class Vocabulary:
    """Words to ask for: those of results first, then of the page and the topic (ALGORITHMS: C3, C7).

    How many records a word would bring is judged by how many of the records seen so far have it. Where nothing is
    cut off, frequent words bring most; where answers are cut off, they bring the same few again and again, and
    rarer ones are better. Which of the two holds is not known beforehand: words are kept in buckets by frequency
    (1, 2, 3–4, 5–8 … records), and the bucket that brought most new records a page lately is asked next.

    >>> words = Vocabulary(seed=0)
    >>> words.read((("title", "Red river"), ("title", "Red house"), ("title", "Blue moon")))
    >>> words.best(set())
    'red'
    """

    def __init__(self, seed: int, hints: Iterable[tuple[str, float]] = ()) -> None:
        """`hints` are words of the page and the topic: all there is before records were seen."""
        self._seed = seed
        self._hints = {normalise(word) or word: (weight, word) for word, weight in hints}
        self._hinted = {word for _, word in self._hints.values()}
        self._records = 0
        self._seen: dict[str, int] = {}
        self._written: dict[str, str] = {}
        self._lots: dict[str, int] = {}
        """What decides between words that are equally frequent."""
        self._buckets: dict[int, RecentYield] = {}

    def read(self, sample: Iterable[tuple[str, str]]) -> None:
        fields: dict[str, int] = {}
        for name, value in sample:
            fields[name] = fields.get(name, 0) + 1
            for key, word in {normalise(word): word for word in words_of(value)}.items():
                self._seen[key] = self._seen.get(key, 0) + 1
                if key not in self._written:
                    self._written[key], self._lots[key] = word, hashed(self._seed, key)
        self._records += max(fields.values(), default=0)
        if len(self._seen) > _KNOWN:
            self._forget()

    def best(self, used: Collection[str]) -> str | None:
        """The most promising word whose normalised form is not used."""
        buckets: dict[int, list[str]] = {}
        for key, times in self._seen.items():
            if key not in used and (times <= self._records * _EVERYWHERE or self._records < _MANY):
                buckets.setdefault(_bucket(times), []).append(key)
        hints = [hint for key, hint in self._hints.items() if key not in used and key not in self._seen]
        if hints:
            buckets[_HINTS] = []
        if not buckets:
            return None
        bucket = max(buckets, key=lambda one: (self._rate(one), one))
        if bucket == _HINTS:
            return max(hints)[1]
        key = max(buckets[bucket], key=lambda one: (self._seen[one], self._lots[one]))
        return self._written[key]

    def learn(self, word: str, answer: Answer) -> None:
        times = self._seen.get(normalise(word))
        if times is not None or word in self._hinted:
            bucket = _bucket(times) if times is not None else _HINTS
            self._buckets.setdefault(bucket, RecentYield(_REMEMBERED)).add(answer.new, answer.pages)

    def _rate(self, bucket: int) -> float:
        """New records a page; an untried bucket is as good as the best one, and better than nothing."""
        if bucket not in self._buckets:
            return max(_HOPE, *(tried.rate() for tried in self._buckets.values()), 0.0)
        return self._buckets[bucket].rate()

    def _forget(self) -> None:
        kept = {key: times for key, times in self._seen.items() if times > 1}
        self._seen = kept if len(kept) <= _KNOWN else dict(list(kept.items())[: _KNOWN // 2])
        self._written = {key: self._written[key] for key in self._seen}
        self._lots = {key: self._lots[key] for key in self._seen}


def words_of(text: str) -> list[str]:
    """Words worth asking for: no stop-words, no short ones, numbers of four digits at most (years)."""
    return [word for word in map(str.lower, _WORD.findall(text)) if _is_telling(word)]


def _is_telling(word: str) -> bool:
    if not _SHORTEST_WORD <= len(word) <= _LONGEST_WORD or word in STOP_WORDS:
        return False
    return not any(c.isdigit() for c in word) or (word.isdigit() and len(word) == 4)


def _bucket(times: int) -> int:
    return (times - 1).bit_length()


_KEEP = 0.8
_LONGEST = 5
_AGAIN = 2  # answers of one length that are too broad before a longer one is tried
_BROAD = 80  # broad words that are kept
_TRIES = 50


@dataclass(slots=True)
class Phrases:
    """Several words at once, where fewer are answered with too much.

    Most searches look for all the words and so find less with each. One that finds more with two words looks for
    any of them: then phrases are given up. A phrase is made of words that were too broad alone; the length is the
    one that brought most new records a page lately, and grows by one where a length was too broad again and again.

    >>> from leadline.model.query import Answer, Reply
    >>> phrases = Phrases()
    >>> for word in ("red", "river", "blue"):
    ...     phrases.learn(word, Answer((("q", word),), Reply.TOO_MANY))
    >>> sorted(phrases.next(set()).split()) in (["red", "river"], ["blue", "red"], ["blue", "river"])
    True
    """

    help: bool = True
    _broad: dict[str, int] = field(default_factory=dict)  # word → how much it found, as far as the site said
    _lengths: dict[int, RecentYield] = field(default_factory=lambda: defaultdict(lambda: RecentYield(_KEEP)))
    _too_broad: Counter[int] = field(default_factory=Counter)  # length → answers that were
    _made: int = 0

    def learn(self, words: str, answer: Answer) -> None:
        broad = answer.cut_short or answer.reply is Reply.TOO_MANY
        parts = words.split()
        self._lengths[len(parts)].add(answer.new, answer.pages)
        self._too_broad[len(parts)] += broad
        found = answer.count or answer.records
        if len(parts) == 1:
            if broad and len(self._broad) < _BROAD:
                self._broad[words] = found
            return
        counts = [self._broad[one] for one in parts if one in self._broad]
        if found and counts and min(counts) and found > max(counts):
            self.help = False

    def next(self, tried: Collection[str], shortest: int = 1) -> str | None:
        """The next phrase, where one is called for; None where single words (`shortest` = 1) do as well."""
        if not self.help or len(self._broad) < 2:
            return None
        known = range(shortest, min(_LONGEST, len(self._broad)) + 1)
        usable = [n for n in known if n == 1 or self._too_broad[n - 1] >= _AGAIN]
        # A length that was not tried is good for one new record a page.
        length = max(usable, key=lambda n: (self._lengths[n].rate(1.0, trust=1.0), -n), default=1)
        return self._phrase(length, tried) if length > 1 else None

    def _phrase(self, length: int, tried: Collection[str]) -> str | None:
        for _ in range(_TRIES):
            self._made += 1
            mixed = sorted(self._broad, key=lambda word: hashed(self._made, word))
            phrase = " ".join(sorted(mixed[:length]))
            if normalise(phrase) not in tried:
                return phrase
        return None
