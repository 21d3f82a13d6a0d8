"""The files of the lexicon, one TOML a language, and those of the user's own.

A file is read table by table: most of what is asked for is one table of every language, and all of forty files
takes half a second to parse. `LEADLINE_LEXICON` names a folder with more of them: a new code is a new language, a
known one adds its entries to those there are.

>>> table("de", "paging")["next"][0], sorted(table("de", "no such table"))
('nächste', [])
>>> entries("paging", "next", "fr-CA")[0]
'suivant'

Texts and names cut into the units the lexicon knows: words, or single characters where a script has no spaces.

Words are compared without case and accents, cut at everything that is no letter and inside `camelCase`, so that
`searchForm`, `search-form` and `SEARCH_FORM` are the same two words.

>>> words("btnSearchAll"), words("Nächste Seite »"), words("/book-store/search.php?x=1")
(['btn', 'search', 'all'], ['nachste', 'seite'], ['book', 'store', 'search', 'php', 'x'])
"""

import json
import os
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from leadline.errors import BadConfiguration

Table = Mapping[str, tuple[str, ...]]
FOLDER = "LEADLINE_LEXICON"  # the environment's name for a folder of the user's own languages
_ENGLISH = "en"
_OTHER_CODES = {"no": "nb", "nn": "nb", "cz": "cs", "iw": "he", "in": "id", "jp": "ja", "cn": "zh", "sh": "sr"}
"""Codes that pages write for one of ours: old ones, countries, sisters."""
_TAGS = 1_024  # what pages say their language is, remembered; they say anything
_UNLISTED, _SYMBOLS = "pagers", "symbols"  # words of languages that have no file of their own, and of none


@cache
def codes() -> tuple[str, ...]:
    """All languages there are."""
    return tuple(sorted({*_shipped(), *_added()}))


@lru_cache(maxsize=_TAGS)
def code_of(tag: str | None) -> str | None:
    """Our code for what a page says its language is; None for one we do not have.

    >>> code_of("pt-BR"), code_of("no"), code_of("x-klingon"), code_of(None)
    ('pt', 'nb', None, None)
    """
    short = (tag or "").strip().lower().replace("_", "-").partition("-")[0]
    short = _OTHER_CODES.get(short, short)
    return short if short in codes() else None


@lru_cache(maxsize=_TAGS)
def in_order(tag: str | None) -> tuple[str, ...]:
    """The page's own language, English, which stands on pages of all, then the others."""
    first = dict.fromkeys(code for code in (code_of(tag), _ENGLISH) if code is not None)
    return (*first, *(code for code in codes() if code not in first))


@cache
def entries(name: str, key: str, tag: str | None = None) -> tuple[str, ...]:
    """One list of all languages, each entry once, those of the page's language first."""
    own = code_of(tag) or _ENGLISH
    order = [own, *(code for code in (*codes(), _UNLISTED) if code != own)]
    return tuple(dict.fromkeys(entry for code in order for entry in table(code, name).get(key, ())))


@cache
def table(code: str, name: str) -> Table:
    """One table of one language, its lists as they are written; empty where the language has none.

    A text of several lines is a list of its lines: patterns are written so."""
    found: dict[str, tuple[str, ...]] = {}
    for key, value in (*tomllib.loads(_cut(code, name)).items(), *_more(code, name)):
        listed = value.strip("\n").split("\n") if isinstance(value, str) else value
        if isinstance(listed, list):
            found[key] = (*found.get(key, ()), *map(str, listed))
    return found


def head(code: str) -> Mapping[str, object]:
    """What stands above the tables: the name of a language, how it is written."""
    return {**_added().get(code, {}), **tomllib.loads(f"\n{_text(code)}".partition("\n[")[0])}


@cache
def symbols(key: str) -> frozenset[str]:
    """What is no language's: signs that controls wear instead of words, words of pictures and of programs."""
    return frozenset(tomllib.loads(_text(_SYMBOLS))[key])


def text_of(code: str, name: str) -> str:
    """A table as it is written, for a look through all languages that is too quick to parse them."""
    more = (f"\n{key} = {json.dumps(listed, ensure_ascii=False)}" for key, listed in _more(code, name))
    return "".join((_cut(code, name), *more))


def _cut(code: str, name: str) -> str:
    return f"\n{_text(code)}".partition(f"\n[{name}]\n")[2].partition("\n[")[0]


def _more(code: str, name: str) -> Iterable[tuple[str, object]]:
    """What the user's own file has in a table."""
    found = _added().get(code, {}).get(name)
    return found.items() if isinstance(found, dict) else ()


@cache
def _shipped() -> frozenset[str]:
    names = (entry.name for entry in files(__package__).iterdir())
    return frozenset(name.removesuffix(".toml") for name in names if re.fullmatch(r"..\.toml", name))


@cache
def _text(code: str) -> str:
    """The file of a language; empty where only the user has one."""
    known = code in _shipped() or code in (_UNLISTED, _SYMBOLS)
    return (files(__package__) / f"{code}.toml").read_text("utf-8") if known else ""


@cache
def _added() -> Mapping[str, Mapping[str, object]]:
    """The user's own languages by their codes."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return {}
    found = sorted(Path(folder).glob("*.toml"))
    if not found:
        raise BadConfiguration(f"{FOLDER} is {folder!r}, and no language's file (*.toml) is there")
    return {path.stem: _parsed(path) for path in found}


def _parsed(path: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadConfiguration(f"the language's file {path} cannot be read: {error}") from error


# ── texts in units ────────────────────────────────────────────────────────────────────────────────────────

LONGEST = 400  # letters of a text that are read; what is longer is no caption
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
    return tuple(map(folded, _WORD.findall(_CAMEL.sub(" ", text))))


def words(text: str) -> list[str]:
    """The words of a text or a name, folded."""
    return list(_words(text[:LONGEST]))


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
