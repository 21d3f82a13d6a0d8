"""Titles and slugs of items, computed from their number and read back from an address.

A slug without a number has to lead back to its item, for a site of 5,000 items as for one of ten, without a
table of them: its last words are the digits of the item's (scrambled) number in a number system whose digits
are words of the site's subject.

>>> slug("Où louer à Genève ?")
'ou-louer-a-geneve'
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from leadline_lab.randomness import dice
from leadline_lab.spec import Role
from leadline_lab.texts import voice_of
from leadline_lab.words import lexicon, tongue
from leadline_lab.world import Site, World

_DIGITS = 73
"""Words a site uses as digits: two of them name any of 5,329 items. A prime, so every step but 0 scrambles."""
_TYPICAL = 50
"""Words of the subject that titles choose from; the others are general ones."""
_LATIN = str.maketrans({"ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l"})


@lru_cache(maxsize=4_096)
def slug(text: str) -> str:
    """ASCII words with hyphens between."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LATIN)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "x"


def distinct_slugs(texts: Sequence[str]) -> list[str]:
    """Slugs in the same order; equal ones get a number."""
    made: dict[str, None] = {}
    for text in texts:
        base = name = slug(text)
        n = 1
        while name in made:
            n += 1
            name = f"{base}-{n}"
        made[name] = None
    return list(made)


@dataclass(frozen=True, slots=True)
class Titles:
    """How the items of a site are called."""

    words: tuple[str, ...]
    """Digits as they are read."""
    slugs: tuple[str, ...]
    """The same in addresses."""
    length: int
    """Digits of a number."""
    limit: int
    """Numbers there are."""
    factor: int
    """Scrambles numbers, so that neighbours are not called alike."""
    patterns: tuple[tuple[str, str], ...]
    """What stands before and after those words."""
    salt: int

    def digits(self, item: int) -> tuple[int, ...]:
        base = len(self.words)
        rest, first = divmod(item * self.factor % self.limit, base)
        if self.length == 2:
            return rest, first
        found = [first]
        while len(found) < self.length:
            rest, digit = divmod(rest, base)
            found.append(digit)
        return tuple(reversed(found))

    def title(self, item: int) -> str:
        before, after = self.patterns[(item * 7919 + self.salt) % len(self.patterns)]
        return f"{before}{' '.join([self.words[d] for d in self.digits(item)])}{after}"

    def slug(self, item: int) -> str:
        return "-".join([self.slugs[d] for d in self.digits(item)])

    def item(self, name: str) -> int | None:
        """The number behind a slug; None if it is none of this site's."""
        base, number = len(self.words), 0
        parts = name.split("-")
        if len(parts) != self.length:
            return None
        for part in parts:
            if part not in self.slugs:
                return None
            number = number * base + self.slugs.index(part)
        return number * pow(self.factor, -1, self.limit) % self.limit


def titles_of(world: World, site: Site, subject: str, items: int) -> Titles:
    role = world.spec.role
    about = lexicon(subject, site.language, role)
    roll = dice(world.spec.seed, "titles", site.number)
    telling = world.spec.telling_pages
    voice = voice_of(world, site, subject)
    most = round(_TYPICAL * telling)
    typical, general = _digits(subject, site.language, role, most)
    if voice is not None:
        typical, general = _spelled(voice.path_words[:most], general)
    start = roll.below(len(general))
    others = (general[start:] + general[:start])[: max(_DIGITS, 2 * _DIGITS - len(typical))]
    words = roll.sample(typical + others, _DIGITS)
    base = len(words)
    length = 2
    while base**length < items:
        length += 1
    factor = roll.between(base + 1, base**length - 1)
    while _common(factor, base) > 1:
        factor += 1
    headlines = about.headlines if voice is None else voice.titles
    patterns = [p if "{word}" in p else f"{p}: {{word}}" for p in headlines]
    hush = dice(world.spec.seed, "plain titles", site.number)
    patterns = [p if hush.chance(telling) else "{word}" for p in patterns]
    return Titles(
        words=tuple(word for _, word in words),
        slugs=tuple(name for name, _ in words),
        length=length,
        limit=base**length,
        factor=factor,
        patterns=tuple((p[: p.index("{word}")], p[p.index("{word}") + 6 :]) for p in patterns),
        salt=roll.below(10_000),
    )


@lru_cache(maxsize=256)
def _digits(
    subject: str, language: str, role: Role, most: int
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """At most so many typical words of a subject, and general ones; each with its slug, all slugs different."""
    typical = {slug(word).replace("-", ""): word for word in lexicon(subject, language, role).words[:most]}
    general = {slug(word).replace("-", ""): word for word in tongue(language, role).general_words}
    others = [(name, word) for name, word in general.items() if name not in typical]
    return list(typical.items()), dice("general words", language, role).sample(others, len(others))


def _spelled(words: Sequence[str], general: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], ...]:
    """The same with other typical words."""
    typical = {slug(word).replace("-", ""): word for word in words}
    return list(typical.items()), [(name, word) for name, word in general if name not in typical]


def _common(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a
