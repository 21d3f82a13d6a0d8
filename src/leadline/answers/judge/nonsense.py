"""Words that no database holds: asked for, they make a site say that it found nothing."""

import re
from hashlib import blake2b

_FIRST = "qxzjvkw"
_VOWELS = "uoaie"
_LAST = "xqzvjkwg"
_PAIRS = 4  # twelve letters: no word of a database, and short enough for any field
_NONSENSE = re.compile(rf"(?:[{_FIRST}][{_VOWELS}][{_LAST}]){{{_PAIRS}}}")


def nonsense(seed: int, n: int) -> str:
    """The n-th word under a seed that no database holds: a probe that makes a site say that it found nothing.

    Letters only, so that fields for words take it, and rare neighbours throughout, so that searches by part of a
    word or by sound find nothing either.

    >>> nonsense(0, 0) == nonsense(0, 0) != nonsense(0, 1)
    True
    >>> nonsense(7, 2).isalpha(), len(nonsense(7, 2))
    (True, 12)
    """
    rolls = blake2b(f"nonsense {seed} {n}".encode(), digest_size=3 * _PAIRS).digest()
    return "".join(
        _FIRST[a % len(_FIRST)] + _VOWELS[b % len(_VOWELS)] + _LAST[c % len(_LAST)]
        for a, b, c in zip(rolls[0::3], rolls[1::3], rolls[2::3], strict=True)
    )


def is_nonsense(value: str) -> bool:
    """Whether a value is such a word.

    >>> is_nonsense(nonsense(7, 2)), is_nonsense("whale")
    (True, False)
    """
    return _NONSENSE.fullmatch(value) is not None
