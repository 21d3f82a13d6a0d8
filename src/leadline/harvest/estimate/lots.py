"""Words drawn by lot: audits that any planner's harvest can be judged by (ALGORITHMS: D4).

A known record is drawn, then one of its words that was not asked for. What the word finds besides that record is a
sample of the records that share words with known ones, known or not. A record comes the oftener, the more words it
shares and the fewer other words those have that share them; how often is reckoned from its own text, and it weighs
one over that (Horvitz and Thompson; the one-step walk of respondent-driven sampling, Volz and Heckathorn 2008). A
record never comes by itself: neither the one that was drawn counts, nor do ways from a record to itself.

>>> lots = WordLots((), seed=1)
>>> rows = tuple((f"r{n}", (("title", f"{'red' if n % 2 else 'blue'} house {n % 3}00"),)) for n in range(9))
>>> for word in ("house", "red", "blue"):
...     answer = Answer((("q", word),), Reply.RESULTS, 9, 9, met=tuple(key for key, _ in rows), rows=rows)
...     lots.take(answer, whole=True)
>>> drawn = lots.draw(seen=9, room=None)
>>> drawn is not None and drawn.word in ("000", "100", "200")
True
"""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from statistics import fmean
from zlib import crc32

from leadline.harvest.estimate.doubts import Doubts
from leadline.harvest.estimate.frames import Drawn, Frame, Visible, columns_of, words_in
from leadline.harvest.evidence import tokens_of
from leadline.harvest.planners.combinations import hashed
from leadline.model.field import TYPED, Field
from leadline.model.query import Answer, Choice, Reply

_ROWS = 2_000  # known records, by lot, whose words are kept
_SHORTEST = 3  # letters of a word that is asked for
_SEEN = 3  # rows that have what was asked for in one column before it is taken to be searched
_SHARE = 0.05  # of such rows, for each further column
_SHOWN = 0.1  # rows in which what was asked for is seen; the others have it in what lists do not show
_ROOMY = 0.5  # of a full answer: what is cut tells nothing
_MANY = 20  # words that several known records have, before those that one has are left out
_TRIES = 200
_ALIKE = 1.5  # how much more or less frequent a word is that planners think as much of
_FEWER = 4
"""A record that fewer ways lead to than a quarter of the mean weighs like one at a quarter: else one that is
hardly ever found, and weighs as much as a hundred others, decides alone how much is missing (weights are trimmed
so in surveys). On tuning databases shares with and without weights differ by less than a third."""
_LIKEST = 30  # known records that few queries met: the likest to those that none has met
_NONE = 1e-9
_REFUSALS = frozenset({Reply.REQUIRED, Reply.ERROR})


@dataclass(slots=True)
class _Way:
    """One text field."""

    name: str
    tried: set[str] = field(default_factory=set)
    drawn: set[str] = field(default_factory=set)  # those of them that were audits
    columns: Counter[str] = field(default_factory=Counter)  # rows that have what was asked for in this one alone
    rows: int = 0
    shown: int = 0  # rows that have what was asked for in some column
    records: int = 0
    shortest: int = _SHORTEST
    rest: Choice | None = None  # what is set beside it: the least that brought records

    @property
    def searched(self) -> frozenset[str]:
        told = sum(self.columns.values())
        if told < _SEEN or self.shown < _SHOWN * self.rows:
            return frozenset()
        return frozenset(name for name, rows in self.columns.items() if rows >= _SHARE * told)


class WordLots:
    """A fold over answers; `fields` are those of the form, and what is no list takes words."""

    def __init__(self, fields: Sequence[Field], seed: int) -> None:
        self._seed = seed
        self._order = [one.name for one in fields]
        self._lists = {one.name: one for one in fields if one.finite}
        self._forced = [
            one.name
            for one in fields
            if one.finite and one.anything is None and one.standing is not None and len(one.narrowing) > 1
        ]
        self._ends = frozenset(one.name for one in fields if one.end or one.control in TYPED)  # take no words
        self._ways: dict[str, _Way] = {}
        self._rows: dict[str, tuple[int, dict[str, frozenset[str]]]] = {}
        self._carriers: dict[str, set[str]] = {}
        self._doubts = Doubts()
        self._visible = Visible()
        self._largest = 0
        self._lot = 0

    # ── what comes in ─────────────────────────────────────────────────────────────────────────────────────

    def take(self, answer: Answer, *, whole: bool) -> None:
        texts = [(name, value) for name, value in answer.choice if name not in self._lists and value]
        for identity, fields in answer.rows:
            self._keep(identity, fields)
        if len(texts) == 1 and texts[0][0] not in self._ends:
            self._learn(*texts[0], answer, whole=whole)

    def _learn(self, name: str, value: str, answer: Answer, *, whole: bool) -> None:
        way = self._ways.setdefault(name, _Way(name))
        tokens = tokens_of(value)
        if len(tokens) != 1:
            return
        word = tokens[0]
        way.tried.add(word)
        if answer.reply in _REFUSALS:
            way.shortest = max(way.shortest, len(word) + 1)
        way.records += answer.records
        if answer.records and whole:
            rest = tuple(pair for pair in answer.choice if pair[0] != name)
            if way.rest is None or len(rest) < len(way.rest):
                way.rest = rest
        if whole and all(value == self._lists[one].anything for one, value in answer.choice if one != name):
            carriers = {one: self._with(word, one) for one in self._carriers.get(word, ())}
            self._doubts.asked(name, word, frozenset(answer.met), carriers)
        for identity, fields in answer.rows if len(word) >= _SHORTEST else ():
            there = [column for column, words in columns_of(fields).items() if word in words]
            way.rows += 1
            way.shown += bool(there)
            self._visible.found(identity, is_shown=bool(there))
            if len(there) == 1:
                way.columns[there[0]] += 1

    def _with(self, word: str, identity: str) -> list[str]:
        return [column for column, words in self._rows[identity][1].items() if word in words]

    def _keep(self, identity: str, fields: Sequence[tuple[str, str]]) -> None:
        if identity in self._rows:
            return
        lot = crc32(identity.encode())
        if len(self._rows) >= _ROWS:
            last = max(self._rows, key=lambda one: self._rows[one][0]) if lot < self._largest else identity
            if last == identity:
                return
            self._doubts.forget(last)
            for words in self._rows.pop(last)[1].values():
                for word in words:
                    self._carriers.get(word, set()).discard(last)
            self._largest = max(one for one, _ in self._rows.values())
        columns = columns_of(fields)
        self._rows[identity] = lot, columns
        self._doubts.came(identity, columns)
        self._largest = max(self._largest, lot)
        for words in columns.values():
            for word in words:
                self._carriers.setdefault(word, set()).add(identity)

    # ── what is drawn ─────────────────────────────────────────────────────────────────────────────────────

    def draw(self, seen: int, room: int | None, asked: Container[Choice] = ()) -> Drawn | None:
        """The next audit; None where no text field is known to find the words of records, or none is left.
        `seen` records are known, and an answer has `room` for so many."""
        way = self._best()
        frame = self._frame(way, seen, room) if way is not None else None
        if way is None or frame is None or not frame.ways_to:
            return None
        starts = sorted(frame.words)
        for _ in range(_TRIES):
            self._lot += 1
            start = starts[hashed(self._seed, "start", self._lot) % len(starts)]
            words = sorted(frame.words[start])
            word = words[hashed(self._seed, "word", self._lot) % len(words)]
            choice = self._choice(way, word)
            if word in frame.ways_to and choice not in asked:
                way.drawn.add(word)
                often = len(self._carriers.get(word, ())) / len(self._rows)
                ways = {identity: frame.ways(identity, ()) for identity in frame.words}
                linked = sum(one > _NONE for one in ways.values()) / len(self._rows)
                usual = fmean(one / self._visible.share(identity) for identity, one in ways.items())
                least = max(_NONE, usual / _FEWER)
                return Drawn(choice, word, start, often, frame, linked, least, self._visible)
        return None

    def _best(self) -> _Way | None:
        """The text field that brought most records, of those that show what they find."""
        usable = [way for way in self._ways.values() if way.searched and way.rest is not None]
        usable = [way for way in usable if all(name in self._lists for name, _ in way.rest or ())]
        return max(usable, key=lambda way: way.records, default=None)

    def _choice(self, way: _Way, word: str) -> Choice:
        """A list that was set, or that has no "any", gets a value by lot: its other values hold records too."""
        said = {way.name: word}
        for name in dict.fromkeys((*(name for name, _ in way.rest or ()), *self._forced)):
            listed = self._lists[name]
            standing = dict(way.rest or ()).get(name, listed.anything)
            if standing is not None and standing == listed.anything:
                said[name] = standing
            elif listed.narrowing:
                said[name] = listed.narrowing[hashed(self._seed, name, self._lot) % len(listed.narrowing)]
        order = self._order or list(said)
        return tuple((name, said[name]) for name in order if name in said)

    def _frame(self, way: _Way, seen: int, room: int | None) -> Frame | None:
        columns = way.searched
        words = {identity: words_in(said, columns) for identity, (_, said) in self._rows.items()}
        words = {identity: said for identity, said in words.items() if said}
        often = Counter(word for said in words.values() for word in said)
        most = self._most(seen, room)
        usable = {
            word
            for word, times in often.items()
            if word not in way.tried and len(word) >= way.shortest and times <= most
        }
        shared = {word for word in usable if often[word] > 1}
        if len(shared) >= _MANY:  # a word that one known record has mostly finds that record again
            usable = shared
        ways_to: Counter[str] = Counter()
        for said in words.values():
            for word in sorted(said & usable):
                ways_to[word] += 1 / len(said)  # type: ignore[assignment]  # shares of records, not whole ones
        return Frame(ways_to, words, columns) if words else None

    def _most(self, seen: int, room: int | None) -> float:
        """How many of the known records kept here may have a word whose answer should not be cut."""
        return _ROOMY * room * len(self._rows) / max(1, seen) if room is not None else float("inf")

    # ── what draws can tell ───────────────────────────────────────────────────────────────────────────────

    def reached(self, times: Mapping[str, int], seen: int, room: int | None) -> float:
        """The share of records that draws could have brought, among the known ones that were met the fewest
        `times`: they have a word that two others have too, and no more than an answer has room for."""
        way = self._best()
        if way is None:
            return 0.0
        columns = way.searched
        likest = nsmallest(_LIKEST, self._rows, key=lambda one: (times.get(one, 1), self._rows[one][0]))
        words = (words_in(self._rows[identity][1], columns) for identity in likest)
        most = self._most(seen, room)
        shared = sum(any(2 < len(self._carriers.get(word, ())) <= most for word in said) for said in words)
        return (shared + 0.5) / (len(likest) + 1)

    def doubtful(self, times: Mapping[str, int], seen: int) -> float:
        """How many lines may be no records of their own."""
        lines = self._doubts.lines(times, {way.name: way.searched for way in self._ways.values()})
        return lines * seen / len(self._rows) if lines else 0.0

    def unasked(self, often: Sequence[float]) -> list[float]:
        """For each share of the known records: of the words that so many have, how many were left unasked, audits
        aside. A planner that asks for frequent words first would by now have asked for most that audits drew
        early, and found by itself what they brought."""
        way = self._best()
        if way is None or not self._rows:
            return [1.0] * len(often)
        all_of: Counter[int] = Counter()
        left: Counter[int] = Counter()
        for word, rows in self._carriers.items():
            if word not in way.drawn and len(word) >= way.shortest:
                all_of[len(rows)] += 1
                left[len(rows)] += word not in way.tried
        found = []
        for share in often:
            least, most = share * len(self._rows) / _ALIKE, share * len(self._rows) * _ALIKE
            alike = [times for times in all_of if least <= times <= most]
            found.append((sum(left[n] for n in alike) + 1) / (sum(all_of[n] for n in alike) + 1))
        return found
