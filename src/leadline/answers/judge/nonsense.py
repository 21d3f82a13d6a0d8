"""Words that no database holds: probes that make a site show what "nothing found" looks like.

Letters only, so that fields for words take them, and rare neighbours throughout, so that searches by part of a
word or by sound find nothing either.
"""

from hashlib import blake2b

_FIRST = "qxzjvkw"
_VOWELS = "uoaie"
_LAST = "xqzvjkwg"
_PAIRS = 4


def nonsense(seed: int, n: int) -> str:
    """The n-th probe word under a seed; always the same one.

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
