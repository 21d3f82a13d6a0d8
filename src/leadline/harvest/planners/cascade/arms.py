"""Where what is written into a text field comes from, each source of texts with what it did so far.

An *arm* is one column of the records, taken by whole values, by words or by pieces of words. What a text would
bring is judged by the known records that have it, each weighed by 1/degree, because those that one query alone
found are likest to those that none has found (Ntoulas et al. 2005: independence; Lu et al.: weighted greedy). An
arm whose texts do not bring their own records back is soon left.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from enum import Enum

from leadline.harvest.planners.cascade.known import Column
from leadline.harvest.planners.cascade.survey import KEPT, SEVERAL, Survey, Taken
from leadline.learn.text import STOP_WORDS

Postings = tuple[str, list[int]]
"""A text and the numbers of the known records that have it."""
_TRUST = 3.0  # records' worth of trust in what an arm promises
CUT = 0.7  # how much of a full answer's share of new records comes where it is cut: the same ones are shown first
_STALE = 1.1  # growth of a column after which its texts are put in order again
_NEVER = 0.02
_OFTEN = 0.5
_BREADTHS = 5
_BROAD, _LOOKED_AT = 2.0, 12
"""Texts of so many full answers among known records alone are much the same: so many of them are looked at."""
_WORST, _BEST = 0.05, 2.0
_STOP = 0.3  # how likely a search is to take a stop-word for a word
_LONGEST_PIECE, _LONGEST_START = 4, 8


@dataclass(eq=False, slots=True)
class Kind:
    """Arms of one kind together: where values of three columns find nothing, those of a fourth hardly will."""

    tries: int = 0
    hits: int = 0

    @property
    def works(self) -> float:
        return (self.hits + 2) / (self.tries + 2)


@dataclass(eq=False, slots=True)
class Shapes:
    """Texts of letters, those with digits, and those with letters beyond a to z: many searches look for no number,
    and pages are full of them; some fail over an accent."""

    letters: Kind = field(default_factory=Kind)
    digits: Kind = field(default_factory=lambda: Kind(tries=1))  # a doubt to begin with
    accents: Kind = field(default_factory=Kind)

    def of(self, text: str) -> Kind:
        if any(map(str.isdigit, text)):
            return self.digits
        return self.letters if text.isascii() else self.accents


@dataclass(eq=False)
class Arm:
    kind: str  # value, word or piece
    column: str  # its name; empty for all columns together
    prior: float  # how likely texts of it are to work
    together: Kind = field(default_factory=Kind)
    shapes: Shapes = field(default_factory=Shapes)
    tries: int = 0
    hits: int = 0
    yields: dict[int, tuple[float, float]] = field(default_factory=dict)
    """How broad texts were (`breadth`) → records they promised, records they brought."""
    sizes: tuple[float, float] = (0.0, 0.0)
    """Records that texts should have found by what known ones show, and those that they did find: rows seldom show
    all that is searched."""
    again: float = 1.0
    """How likely what one record says is said by another that is not known (Good and Turing): of titles, never."""
    _ranked: list[Postings] = field(default_factory=list)
    _known: int = -1
    _cutting: "Cutting | None" = None

    @property
    def works(self) -> float:
        """How likely the next text finds what it should."""
        return (self.hits + 2 * self.prior * self.together.works) / (self.tries + 2)

    def ratio(self, breadth: int) -> float:
        """How much comes of what is expected, of texts as broad as this."""
        predicted, brought = self.yields.get(breadth, (0.0, 0.0))
        return min(_BEST, max(_WORST, (brought + _TRUST) / (predicted + _TRUST)))

    @property
    def growth(self) -> float:
        """How many times as many records texts find as rows show."""
        shown, found = self.sizes
        return max(1.0, (found + _TRUST) / (shown + _TRUST))

    @property
    def misses(self) -> int:
        return self.tries - self.hits

    @property
    def is_dead(self) -> bool:
        return self.tries >= SEVERAL and not self.hits

    def is_found_out(self, *, free: bool) -> bool:
        """Whether texts of its column do not bring their records back. One column explains all answers also where
        only its own words were asked for: in a field that takes any word, each of the others gets one try."""
        if free and self.kind == "word" and self.column and not self.tries:
            return False
        return not (self.hits and self.works > _OFTEN)

    def learn(self, taken: Taken, one: "Candidate", size: float) -> None:
        """What came of a text that so many records have."""
        hit = not set(one.postings).isdisjoint(taken.numbers)
        if hit or not taken.cut:
            found = hit or (bool(taken.numbers) and not one.postings)
            self.tries += 1
            self.hits += found
            self.together.tries += 1
            self.together.hits += found
        if hit:
            shown, had = self.sizes
            self.sizes = shown * KEPT + one.size / self.growth, had * KEPT + size
        predicted, brought = self.yields.get(one.breadth, (0.0, 0.0))
        self.yields[one.breadth] = predicted * KEPT + one.promised, brought * KEPT + taken.answer.new

    def texts(self, survey: Survey, cutting: "Cutting", whole: Collection[str]) -> list[Postings]:
        """Its texts, those of most records first; of pieces count the records that have them in another word than
        those that came `whole`."""
        column = survey.known.columns.get(self.column) if self.column else survey.known.words
        if column is None:
            return []
        known = column.rows + (len(whole) if self.kind == "piece" else 0)
        if known > self._known * _STALE or self._known < 0 or cutting is not self._cutting:
            self._known, self._cutting = known, cutting
            self._ranked = sorted(self._found(column, cutting, whole), key=lambda one: (-len(one[1]), one[0]))
            once = sum(len(numbers) == 1 for _, numbers in self._ranked)
            self.again = max(_NEVER, 1 - once / max(1, sum(len(numbers) for _, numbers in self._ranked)))
        return self._ranked

    def _found(self, column: Column, cutting: "Cutting", whole: Collection[str]) -> Iterator[Postings]:
        if self.kind == "value":
            yield from ((column.written[key], numbers) for key, numbers in column.values.items())
        elif self.kind == "word":
            yield from column.words.items()
        else:
            yield from pieces(column, cutting, whole).items()


class Cutting(Enum):
    """Where a piece of a text has to stand to be found."""

    VALUE = "at the beginning of the value"
    WORD = "at the beginning of a word"
    ANYWHERE = "anywhere"


def pieces(column: Column, cutting: Cutting, whole: Collection[str]) -> dict[str, list[int]]:
    """Pieces of texts with the records that have them; all that have a `whole` text are there."""
    found: dict[str, set[int]] = {}
    for text, numbers in (column.values if cutting is Cutting.VALUE else column.words).items():
        for piece in pieces_of(text, cutting) if text not in whole else ():
            found.setdefault(piece, set()).update(numbers)
    return {piece: sorted(numbers) for piece, numbers in found.items()}


def pieces_of(text: str, cutting: Cutting) -> set[str]:
    """
    >>> sorted(pieces_of("sea", Cutting.WORD)), len(pieces_of("sea", Cutting.ANYWHERE))
    (['s', 'se', 'sea'], 6)
    """
    ends = range(1, (_LONGEST_START if cutting is Cutting.VALUE else _LONGEST_PIECE) + 1)
    starts = range(len(text)) if cutting is Cutting.ANYWHERE else range(1)
    found = {text[start : start + size] for start in starts for size in ends if start + size <= len(text)}
    return {piece for piece in found if piece == piece.strip()}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text worth asking for."""

    text: str
    arm: Arm
    promised: float  # new records, by what known records say
    size: float  # records it should find in all
    postings: list[int]
    breadth: int = 0

    @property
    def new(self) -> float:
        """New records, by what came of such promises before."""
        return self.promised * self.arm.works * self.arm.ratio(self.breadth)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the known records say about the others, at one moment."""

    per_weight: float  # records nobody has met for each weight of known ones
    scale: float  # records that are there for each whose fields are known
    room: int | None
    looked_at: int | None
    """How many records of an answer are looked at: an answer of known ones is left after a page, and what was left
    checks nothing."""
    known: Callable[[list[int]], float]

    @classmethod
    def of(cls, survey: Survey, *, checks: bool = False) -> "Outlook":
        looked_at = int(survey.page) if checks else survey.room
        known, weights = survey.known, survey.known.weights
        read, whole = max(1, known.read), sum(weights) or 1.0
        return cls(survey.unseen / whole, len(known) / read, survey.room, looked_at, known.weight)

    def of_text(self, postings: list[int], growth: float = 1.0) -> tuple[float, float]:
        """(new records, all records) that a text should find."""
        new = self.known(postings) * self.scale * self.per_weight * growth
        size = len(postings) * self.scale * growth + new
        if self.looked_at is not None and size > self.looked_at:
            return new * CUT * self.looked_at / size, size
        return new, size


def breadth(size: float, room: int | None) -> int:
    """Narrow, about a full answer, or cut: which of these is best hangs on how a site orders its answers."""
    if room is None:
        return 0
    return 1 if size <= room / 3 else 2 if size <= room else 3 if size <= 3 * room else 4


def best_of(
    arm: Arm,
    survey: Survey,
    outlook: Outlook,
    skip: Callable[[str], bool],
    cutting: Cutting,
    whole: Collection[str],
) -> Candidate | None:
    """The text of an arm that should bring most new records, which is not asked for yet.

    Texts come with those of most records first, and none can bring more than all its records count for: the rest
    need not be looked at once the best is above that. Where answers are cut, what is too broad comes first and is
    passed over quickly."""
    best: Candidate | None = None
    texts = arm.texts(survey, cutting, whole)
    looked_at, scale = outlook.looked_at, outlook.scale * arm.growth
    most = scale * outlook.per_weight * arm.works * max(arm.ratio(one) for one in range(_BREADTHS))
    too_broad = _BROAD * looked_at / scale if looked_at is not None else float("inf")
    kept: list[Postings] = []
    broad = place = 0
    for place, (text, postings) in enumerate(texts):  # noqa: B007  # where it ended counts
        if best is not None and len(postings) * most <= best.new:
            break
        broad += len(postings) > too_broad
        if len(postings) > too_broad and broad > _LOOKED_AT:
            kept.append((text, postings))
            continue
        if skip(text):
            continue
        kept.append((text, postings))
        new, size = outlook.of_text(postings, arm.growth)
        new *= (_STOP if text in STOP_WORDS else 1.0) * (arm.again if len(postings) == 1 else 1.0)
        new *= arm.shapes.of(text).works
        found = Candidate(text, arm, new, size, postings, breadth(size, outlook.room))
        if best is None or found.new > best.new:
            best = found
    else:
        place = len(texts)
    texts[:place] = kept  # what is passed over once is passed over for good
    return best
