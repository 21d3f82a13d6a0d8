"""Texts and names cut into the units the lexicon knows: words, or single characters where a script has no spaces.

Words are compared without case and accents, cut at everything that is no letter and inside `camelCase`, so that
`searchForm`, `search-form` and `SEARCH_FORM` are the same two words.

>>> words("btnSearchAll"), words("Nächste Seite »"), words("/book-store/search.php?x=1")
(['btn', 'search', 'all'], ['nachste', 'seite'], ['book', 'store', 'search', 'php', 'x'])
"""

import re
import unicodedata
from functools import lru_cache

LONGEST = 400
"""Letters of a text that are read; what is longer is no caption."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_INDIC = "".join(
    f"{chr(at)}-{chr(at + 0x63)}{chr(at + 0x70)}-{chr(at + 0x7F)}" for at in range(0x900, 0xE00, 0x80)
)
_MARKS = f"\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670{_INDIC}"
_WORD = re.compile(rf"(?:[^\W\d_]|[{_MARKS}])+")
"""Letters with the marks they carry: Python counts a vowel of Hindi or a point of Hebrew as the end of a word."""
_ACCENTS = re.compile("[\u0300-\u034e\u0350-\u036f]")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]"
)
"""Scripts that put no spaces between words: Thai, Lao, Burmese, Khmer, kana and Han characters."""


def folded(text: str) -> str:
    """Without case and accents; ligatures and full-width letters taken apart."""
    if text.isascii():
        return text.lower()
    apart = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    if apart.isalpha():
        return apart
    return "".join(c for c in apart if not unicodedata.combining(c))


@lru_cache(maxsize=16_384)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(_CAMEL.sub(" ", text)))


def words(text: str) -> list[str]:
    """The words of a text or a name, folded."""
    return [folded(word) for word in _words(text[:LONGEST])]


def is_unspaced(text: str) -> bool:
    return _UNSPACED.search(text) is not None


def characters(text: str) -> list[str]:
    """What a text without spaces is made of: its letters one by one, words of other scripts whole.

    Marks of tone and voice stay, unlike accents: they make another word here.

    >>> characters("Web検索")
    ['web', '検', '索']
    """
    apart = unicodedata.normalize("NFKC", text[:LONGEST].casefold())
    found: list[str] = []
    inside = False
    for char in apart:
        alone = is_unspaced(char)
        if not alone and not char.isalpha():
            inside = False
        elif inside and not alone:
            found[-1] += char
        else:
            found.append(char)
            inside = not alone
    return found
