"""A cap that nobody mentions: answers that end at the same number again and again (ALGORITHMS: C5).

Some sites cut their answers off without a word. Where the largest number of records was brought three times, each
time with new ones among them, it is taken for the cap, and every answer of that length for a truncated one.

>>> caps = Caps()
>>> from leadline.model.query import Answer, Reply
>>> [len(caps.add(Answer((("q", word),), Reply.RESULTS, records=100, new=60))) for word in "abcd"]
[0, 0, 3, 1]
>>> caps.cap
100
"""

from leadline.model.query import Answer, Choice

_TIMES = 3
_SMALL, _MORE_TIMES = 10, 6
"""Fewer records than these are often the same number by chance: then it takes more answers."""


class Caps:
    """How long the longest answers are."""

    def __init__(self) -> None:
        self.cap: int | None = None
        self._longest = 0
        self._so_long: list[Choice] = []

    def add(self, answer: Answer) -> list[Choice]:
        """Queries that are known from now on to have been cut off."""
        if answer.records > self._longest:
            self._longest, self._so_long, self.cap = answer.records, [], None
        if answer.records < max(2, self._longest) or not answer.new:
            return []
        self._so_long.append(answer.choice)
        if len(self._so_long) < (_TIMES if answer.records >= _SMALL else _MORE_TIMES):
            return []
        found = [answer.choice] if self.cap is not None else list(self._so_long)
        self.cap = self._longest
        return found
