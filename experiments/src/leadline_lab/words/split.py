"""Which entries a tuning world may see: two thirds of them, the same ones in every list and every release.

A string is held back or not by its own hash, so that a word held back in one list is held back in all of
them and adding entries moves no other entry. Whatever is a number stays: leaving out every third number
would teach nobody anything. So do a few words that everybody says.
"""

from collections.abc import Sequence
from functools import cache

from leadline_lab.randomness import number
from leadline_lab.spec import Role
from leadline_lab.words.reading import words

COMMON = frozenset(
    words("""
    search find go submit ok e-mail email password username name keyword next previous home send title price
    suche suchen rechercher recherche buscar busca hotel hotels flight flights airfare used car cars auto
    book books author job jobs movie movies film dvd music cd album artist rental apartment apartments rent
    """)
)
"""Words that no world can do without: a web without "Search", or hotel sites that never say "hotel", would be
stranger than anything a tuning world should teach."""

LEAST = 2
"""Entries that every list keeps for tuning worlds; fewer would be a fingerprint."""


@cache
def held_back(entry: str) -> bool:
    """Whether an entry is for reporting worlds only.

    >>> held_back("Search") == held_back("search")
    True
    """
    said = entry.casefold()
    return not said.isdigit() and said not in COMMON and number("held back", said) % 3 == 0


def seen(entries: Sequence[str], role: Role) -> tuple[str, ...]:
    """The entries that worlds of this role have, in order."""
    if role is Role.REPORTING:
        return tuple(entries)
    kept = tuple(entry for entry in entries if not held_back(entry))
    if len(kept) >= min(LEAST, len(entries)):
        return kept
    spared = sorted(entries, key=lambda entry: (held_back(entry), number("spared", entry)))[:LEAST]
    return tuple(entry for entry in entries if entry in spared)
