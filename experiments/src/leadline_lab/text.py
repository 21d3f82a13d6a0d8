"""Running text: words drawn from a mixture of a language's own words and those of a subject.

A page's *purity* is the share of its words that are about its subject; the rest is function words and general
ones. A mixture is laid out once as a table of equal slots, so that a word costs one roll and one look-up: the
text of a page takes well under a tenth of a millisecond.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from leadline_lab.randomness import Dice
from leadline_lab.spec import Role
from leadline_lab.words import lexicon, tongue

PURITIES = (0.0, 0.008, 0.02, 0.04, 0.07, 0.11, 0.16, 0.22)
"""Shares of topical words a page may have; one table each."""

_SLOTS = 4_096
_FUNCTION = 0.38
_COMMUNITY = 0.3
"""Part of the topical words that is spoken in the site's sub-community's words."""

_PIECE = 12
"""Words of a real text between which a link may stand."""
_LENGTHS = (4, 5, 6, 7, 7, 8, 8, 9, 10, 11, 12, 13, 15, 18)
"""Words of a sentence."""


@lru_cache(maxsize=512)
def mixture(
    subject: str, language: str, role: Role, community: int, purity: int, telling: float = 1.0
) -> tuple[str, ...]:
    """Slots to draw words from; `community`: -1 for sites that belong to none; `purity`: a place in `PURITIES`,
    of which pages have `telling` parts."""
    speech, about, pure = tongue(language, role), lexicon(subject, language, role), PURITIES[purity] * telling
    special = about.communities[community] if community >= 0 else ()
    own = pure * (1.0 - _COMMUNITY) if special else pure
    parts = (
        (speech.function_words, speech.function_weights, _FUNCTION),
        (about.words, about.weights, own),
        (special, [1.0 / (rank + 5) for rank in range(len(special))], pure - own),
        (speech.general_words, speech.general_weights, 1.0 - _FUNCTION - pure),
    )
    slots: list[str] = []
    for words, weights, share in parts:
        slots += _laid_out(words, weights, round(share * _SLOTS))
    return tuple(slots)


def _laid_out(words: Sequence[str], weights: Sequence[float], slots: int) -> list[str]:
    """Each word as often as its weight says; of the rarest only every second or third has a slot."""
    if not words or not slots:
        return []
    sums = list(accumulate(weights))
    found: list[str] = []
    for word, end in zip(words, sums, strict=True):
        found += [word] * (int(end / sums[-1] * slots + 0.5) - len(found))
    return found


@dataclass(frozen=True, slots=True)
class Voice:
    """One real site, to speak in place of a mixture (`leadline_lab.texts`)."""

    name: str
    menu: tuple[str, ...]
    anchors: tuple[str, ...]
    titles: tuple[str, ...]
    path_words: tuple[str, ...]
    """Of its addresses, the most frequent first."""
    pages: tuple[tuple[str, ...], ...]
    """Words of its pages in their order."""

    def window(self, roll: Dice, words: int) -> tuple[str, ...]:
        """So many words in a row, of one of its pages; fewer where the page has no more."""
        page = roll.pick(self.pages)
        start = roll.below(max(1, len(page) - words))
        return page[start : start + words]


Speech = Sequence[str] | Voice
"""Slots of a mixture, or somebody's own words."""


def sentences(roll: Dice, speech: Speech, words: int) -> list[str]:
    """About so many words, as sentences or pieces of a real text."""
    if isinstance(speech, Voice):
        said = speech.window(roll, words)
        return [" ".join(said[at : at + _PIECE]) for at in range(0, len(said), _PIECE)]
    return _drawn(roll, speech, words)


def _drawn(roll: Dice, table: Sequence[str], words: int) -> list[str]:
    draw, many, lengths = roll.random, len(table), len(_LENGTHS)
    found = []
    while words > 0:
        length = _LENGTHS[int(draw() * lengths)]
        said = " ".join([table[int(draw() * many)] for _ in range(length)])
        found.append(f"{said[0].upper()}{said[1:]}.")
        words -= length
    return found


def phrase(roll: Dice, table: Speech, words: int) -> str:
    """A few words without a full stop, for snippets and descriptions."""
    if isinstance(table, Voice):
        return " ".join(table.window(roll, words))
    draw, many = roll.random, len(table)
    said = " ".join([table[int(draw() * many)] for _ in range(words)])
    return said[:1].upper() + said[1:]
