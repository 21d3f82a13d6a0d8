"""Running text for descriptions and text databases.

Words of the subject among function words, with a long tail: names that a reader has never met, each frequent in
few records. Without the tail every word of a lexicon of some hundred would be in every tenth record, and a
harvest by keywords would be over after a handful of them.
"""

from functools import cache, lru_cache

from leadline_lab.randomness import Dice, dice
from leadline_lab.sources.model import Source
from leadline_lab.spec import Role
from leadline_lab.words import lexicon, tongue

_TABLE = 8_192
_FOUR = _TABLE**4
_LONG = ((0.0, 15.0), (0.25, 28.0), (0.5, 42.0), (0.75, 62.0), (0.95, 120.0), (1.0, 220.0))
_SHORT = ((0.0, 4.0), (0.25, 8.0), (0.5, 12.0), (0.75, 17.0), (0.95, 28.0), (1.0, 40.0))
"""Quantiles of the number of words, near a log-normal."""
_NAMES = 40_000
_ONSETS = ("b", "br", "c", "d", "dr", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v", "w")
_RHYMES = ("a", "an", "ar", "e", "el", "en", "er", "i", "in", "is", "o", "ol", "on", "or", "u", "un")


class Writer:
    """Writes the texts of one source."""

    def __init__(self, source: Source, role: Role) -> None:
        self._lengths = _SHORT if source.structured else _LONG
        self._pairs = _pairs(source.domain, source.language, role)

    def text(self, roll: Dice) -> str:
        """One text."""
        length = int(roll.quantile(self._lengths)) // 2
        random, pairs, said = roll.random, self._pairs, list[str]()
        for _ in range((length + 3) // 4):
            # One number has bits enough for four places of the table: a large source writes millions of words.
            x = int(random() * _FOUR)
            said += (pairs[x & 8191], pairs[x >> 13 & 8191], pairs[x >> 26 & 8191], pairs[x >> 39])
        del said[length:]
        for _ in range(length // 6):
            said[int(random() * length)] = name(int(_NAMES * random() * random() * random()))
        said[0] = said[0][:1].upper() + said[0][1:]
        return " ".join(said) + "."


@cache
def name(n: int) -> str:
    """The n-th name of nobody and nothing.

    >>> name(7), name(39_999)
    ('Hin', 'Wifer')
    """
    spelt, n = "", n + len(_RHYMES) * len(_ONSETS) // 2
    while n:
        n, syllable = divmod(n, len(_ONSETS) * len(_RHYMES))
        spelt += _ONSETS[syllable % len(_ONSETS)] + _RHYMES[syllable // len(_ONSETS)]
    return spelt.capitalize()


@lru_cache(maxsize=64)
def _pairs(domain: str, language: str, role: Role) -> list[str]:
    """Every entry of the domain's table beside another one: two words at a time, each as often as it is said."""
    table = _spoken(domain, language, role)
    beside = dice("pairs", domain, language, role).sample(table, len(table))
    return [f"{first} {second}" for first, second in zip(table, beside, strict=True)]


def _spoken(domain: str, language: str, role: Role) -> list[str]:
    """Words of a domain's texts, as often as they are said."""
    subject, spoken = lexicon(domain, language, role), tongue(language, role)
    return _spread(
        {
            **_share(spoken.general_words, spoken.general_weights, 0.15),
            **_share(subject.words, subject.weights, 0.5),
            **_share(spoken.function_words, spoken.function_weights, 0.35),
        }
    )


def _share(words: tuple[str, ...], weights: tuple[float, ...], share: float) -> dict[str, float]:
    total = sum(weights)
    return {word: share * weight / total for word, weight in zip(words, weights, strict=True)}


def _spread(weights: dict[str, float]) -> list[str]:
    """A table in which a word stands as often as it weighs, at least once: one roll, one word."""
    total, table, said = sum(weights.values()), list[str](), 0.0
    for word, weight in weights.items():
        said += weight / total * _TABLE
        table += [word] * max(1, int(said) - len(table))
    return (table + table[:_TABLE])[:_TABLE] if len(table) < _TABLE else _trimmed(table)


def _trimmed(table: list[str]) -> list[str]:
    """Every n-th entry is left out until the table has its size; a word of the head loses one of many."""
    surplus = len(table) - _TABLE
    if not surplus:
        return table
    drop = {i * len(table) // surplus for i in range(surplus)}
    return [word for i, word in enumerate(table) if i not in drop]
