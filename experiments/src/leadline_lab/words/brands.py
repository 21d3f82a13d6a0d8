"""Material of host names, the same for every kind of site: a name must not tell what a site has.

Stem + tail (`harbor` + `lane`), stem + stem, or a stem beside one of `Lexicon.brand_words` make a name; the
top-level domain depends on the language alone.
"""

from functools import cache

from leadline.errors import BadConfiguration
from leadline_lab.spec import Role
from leadline_lab.words.reading import table, words
from leadline_lab.words.split import seen
from leadline_lab.words.subjects import LANGUAGES


@cache
def brands(role: Role) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Stems and tails."""
    said = table("brands")
    return seen(words(said["stems"]), role), seen(words(said["tails"]), role)


@cache
def tlds(language: str) -> tuple[tuple[str, float], ...]:
    """Top-level domains of sites in a language, with their shares.

    >>> tlds("en")[0]
    ('com', 0.6)
    """
    if language not in LANGUAGES:
        raise BadConfiguration(f"the lab does not speak {language!r}: choose from {LANGUAGES}")
    shares: dict[str, float] = table("brands")["tlds"][language]
    return tuple(shares.items())
