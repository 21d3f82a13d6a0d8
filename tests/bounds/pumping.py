"""Texts on which a regular expression would be slow if it could be, made out of its own parts.

Backtracking costs more than the text is long where something that repeats is tried again from many places, or in
many ways. So of every repetition in a pattern there is a text that leads up to it, repeats what it repeats, and
then does not go on as the pattern wants; besides, everything the pattern can begin with is repeated, and each kind
of character it names.
"""

import re
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

_PARSER: Any = re._parser  # type: ignore[attr-defined]
_CANDIDATES = "a0 -_.,:;/=&?#<>\"'()[]{}|\n\tAZz9é日١%+*@!~^$\\"
_MISSES = ("\x00", "", " ", "!", "a", "0")
_FEW = 8
"""Repetitions that are not worth a text."""
_MOST = 60
"""Texts of one pattern."""
SIZES = (24, 120, 500, 4_000)
_SLOW = 0.1
"""Seconds for a text of 500 characters at most: what takes so long takes for ever on a page."""
_SQUARE = 0.002
"""Seconds for 4,000 characters; a square is eight million steps, which no machine does in less."""
_SHORT = 0.01
"""Seconds for a text of a few hundred characters: such lines are no more than 20,000 on a page."""
_GROWTH = 22.0
"""For eight times the text: a line grows 8-fold, a square 64-fold."""


def _of_class(items: Sequence[Any], flags: int) -> str:
    """A character that a class in brackets takes, of the first item that tells one."""
    if items and items[0][0] is _PARSER.NEGATE:
        return next((c for c in _CANDIDATES if _in_class(items, c, flags)), "a")
    for kind, what in items:
        if kind is _PARSER.LITERAL:
            return chr(what)
        if kind is _PARSER.RANGE:
            return chr(what[0])
    return next((c for c in _CANDIDATES if _in_class(items, c, flags)), "a")


def _in_class(items: Sequence[Any], character: str, flags: int) -> bool:
    written = []
    for kind, what in items:
        if kind is _PARSER.NEGATE:
            written.append("^")
        elif kind is _PARSER.LITERAL:
            written.append(re.escape(chr(what)))
        elif kind is _PARSER.RANGE:
            written.append(f"{re.escape(chr(what[0]))}-{re.escape(chr(what[1]))}")
        else:
            written.append(_CATEGORIES.get(str(what), ""))
    return re.fullmatch(f"[{''.join(written)}]", character, flags) is not None


_CATEGORIES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}


class _Walk:
    """One pattern taken apart."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.flags = flags & (re.IGNORECASE | re.ASCII)
        self.tree = _PARSER.parse(pattern, flags)
        self.leads: dict[tuple[str, str], None] = {}
        """What leads to a repetition and what it repeats."""
        self.characters: dict[str, None] = {}
        self.sample = self.said(self.tree, "")

    def said(self, sequence: Any, before: str) -> str:
        """A text that a sequence takes; repetitions met on the way are noted."""
        text = ""
        for kind, what in sequence:
            text += self.one(kind, what, before + text)
        return text

    def one(self, kind: Any, what: Any, before: str) -> str:
        p = _PARSER
        if kind is p.LITERAL:
            return self.noted(chr(what))
        if kind is p.NOT_LITERAL:
            return self.noted(next(c for c in _CANDIDATES if c != chr(what)))
        if kind is p.ANY:
            return self.noted("a")
        if kind is p.IN:
            return self.noted(_of_class(what, self.flags))
        if kind is p.BRANCH:
            branches: list[str] = [self.said(each, before) for each in what[1]]
            return branches[0]
        if kind is p.SUBPATTERN:
            return self.said(what[3], before)
        if kind is p.ATOMIC_GROUP:
            return self.said(what, before)
        if kind in (p.MAX_REPEAT, p.MIN_REPEAT, p.POSSESSIVE_REPEAT):
            least, most, body = what
            said: str = self.said(body, before)
            if most is p.MAXREPEAT or most > _FEW:
                self.leads[before, said] = None
                for other in self.others(body, before):
                    self.leads[before, other] = None
            return said * int(min(max(least, 1), 20))
        if kind in (p.ASSERT, p.ASSERT_NOT):
            self.said(what[1], before)
        return ""

    def others(self, body: Any, before: str) -> Iterator[str]:
        """What else a repetition of alternatives repeats."""
        for kind, what in body:
            inner = what[3] if kind is _PARSER.SUBPATTERN else body
            for each in [alternative for k, w in inner if k is _PARSER.BRANCH for alternative in w[1]][1:4]:
                yield self.said(each, before)

    def noted(self, character: str) -> str:
        self.characters[character] = None
        return character


def pumps(pattern: str, flags: int) -> Iterator[tuple[str, str, str]]:
    """Beginning, what is repeated, end."""
    walk = _Walk(pattern, flags)
    leads = [(before, body) for before, body in walk.leads if body]
    step = max(1, len(leads) // 12)
    for before, body in leads[::step]:
        for miss in _MISSES[:3]:
            yield before, body, miss
        yield "", before + body, "\x00"
        yield before, body + " ", "\x00"
    yield "", walk.sample or "a", "\x00"
    yield "", walk.sample[:-1] or "a", "\x00"
    characters = list(walk.characters)
    for character in (*characters[:: max(1, len(characters) // 8)], " ", "0", "a"):
        yield "", character, "\x00"
        yield "", character, ""


Seconds = Callable[..., float]
"""Of a text, the best of so many rounds, by a clock."""


@contextmanager
def _patience(seconds: float) -> Iterator[None]:
    """No longer than that: some patterns would take years, and `re` looks at signals now and then."""

    def enough(*_: object) -> None:
        raise InterruptedError

    before = signal.signal(signal.SIGVTALRM, enough)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        with suppress(InterruptedError):
            yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def slow_text(pattern: str, flags: int, *, anchored: bool, longest: int | None = None) -> str | None:
    """What makes a pattern slow, in a few words; None where nothing does.

    `longest` is the length of the texts it is asked about, where they are cut to one.
    """
    compiled = re.compile(pattern, flags)

    def seconds(text: str, rounds: int, clock: Callable[[], float] = time.perf_counter) -> float:
        best = float("inf")
        for done in range(1, rounds + 1):
            start = clock()
            with _patience(0.5):
                if not anchored:
                    compiled.search(text)
                compiled.match(text)
                compiled.fullmatch(text)
            best = min(best, clock() - start)
            if best > _SLOW and done > 1:  # once may be the machine's doing: other programs want the processor too
                break
        return best

    for begin, body, end in islice(dict.fromkeys(pumps(pattern, flags)), _MOST):
        texts = {size: begin + body * (size // len(body)) + end for size in SIZES}
        taken = _is_slow(texts, seconds) if longest is None else seconds(texts[4_000][:longest], 3)
        if taken is not None and (longest is None or taken > _SHORT):
            return _told(begin, body, end, taken)
    return None


def _is_slow(texts: Mapping[int, str], seconds: Seconds) -> float | None:
    """The time of a text that takes too long, None where none does."""
    # One quick round settles it; a slow one may be the machine's doing, and is repeated.
    for size in SIZES[:-1]:
        if seconds(texts[size], 1) > _SLOW and (taken := seconds(texts[size], 1)) > _SLOW:
            return taken
    if seconds(texts[4_000], 1) < _SQUARE or seconds(texts[4_000], 1) < _SQUARE:
        return None
    # On a shared machine a long run is interrupted where a short one is not: time of the processor has to agree.
    least = float("inf")
    for clock in (time.perf_counter, time.process_time, time.perf_counter):
        if not (taken := _squared(texts, seconds, clock)):
            return None
        least = min(least, taken)
    return least


def _squared(texts: Mapping[int, str], seconds: Seconds, clock: Callable[[], float]) -> float:
    """The time of the long text where it is out of proportion to that of the short one, else 0."""
    small = large = float("inf")
    for turn in range(24):
        if turn >= 6 and not _GROWTH * small < large < 2 * _GROWTH * small:  # six are enough but in doubt
            break
        small = min(small, seconds(texts[500], 1, clock))
        large = min(large, seconds(texts[4_000], 1, clock))
    return large if large > _GROWTH * small and large > _SQUARE else 0.0


def _told(begin: str, body: str, end: str, taken: float) -> str:
    return f"{begin[:30]!r}, then {body[:30]!r} again and again, then {end!r}: {1e3 * taken:.0f} ms"
