"""What answers say in words: the lexicon's tables `[answers]`, patterns over single lines of a page.

Words are a feature, never the rule (ALGORITHMS E1): pages with results say "no reviews found" as well. So a line
counts only where it stands apart from the records and from what the form's page says anyway (the callers see to
that), where it is short enough to be a message, and where its subject is the search: comments, reviews, items in
a cart are somebody else's nothing.

The page's own language is tried first, then all others: a site's language is often declared wrongly, and messages
of the software behind it are English on German pages.
"""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Literal

from leadline.lexicon.phrases import words_among
from leadline.lexicon.tables import code_of, codes, is_unspaced, table

Message = Literal["too_many", "none", "invalid", "required", "narrow", "error", "truncated", "suggestion"]
"""none: nothing matched · too_many: more than the site shows · narrow: it wants a narrower question · truncated:
only a part is shown · required: something was left out · invalid: something cannot be read · error: the site's own
fault · suggestion: what follows was not asked for."""
MESSAGES: tuple[Message, ...] = ("too_many", "none", "invalid", "required", "narrow", "error", "truncated")
"""In the order in which they are tried on one line: the more telling first."""
_ABOUT_FIELDS: tuple[Message, ...] = ("invalid", "required")
_LONGEST = 260  # letters of a message; a longer line is prose
_LONGEST_REMARK = 160
_QUOTES = str.maketrans({"’": "'", "‘": "'", "´": "'", "`": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_ACCENTS = re.compile("[\u0300-\u036f]")
_PIECE = re.compile(r"\\.|\[[^\]]*\]|.")
NUMBER = r"(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)"


@lru_cache(maxsize=20_000)
def plain(text: str) -> str:
    """As the patterns have it.

    >>> plain("Aucun  résultat n’a été trouvé…")
    "aucun resultat n'a ete trouve..."
    """
    return " ".join(plain_pattern(text.casefold()).split())


def plain_pattern(text: str) -> str:
    """The same of a pattern, whose classes have letters of either case."""
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text.translate(_QUOTES)))


@cache
def _languages() -> tuple[str, ...]:
    return tuple(code for code in codes() if table(code, "answers"))


@cache
def _is_latin(code: str) -> bool:
    """Whether a line of plain letters may be in this language."""
    return any(word.isascii() for word in table(code, "answers").get("results", ("a",)))


@cache
def result_words(key: str, code: str | None = None) -> frozenset[str]:
    """What sites call records, in one language or in all."""
    spoken = _languages() if code is None else (code,)
    return frozenset(plain(word) for one in spoken for word in table(one, "answers").get(key, ()))


def one_of(words: frozenset[str]) -> str:
    """A pattern of words; `*` stands for the rest of one."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\*", r"\w*") for word in ordered) or r"(?!)"


@cache
def _pattern(code: str, kind: Message) -> re.Pattern[str]:
    slots = {
        "{thing}": f"(?:{one_of(result_words('things', code))})",
        "{result}": f"(?:{one_of(result_words('results', code))})",
        "{any}": r"(?:[\w'\"-]+ ){0,4}",
        "{n}": NUMBER,
    }
    written = "\n".join(map(plain_pattern, table(code, "answers").get(kind, ())))
    for slot, filling in slots.items():
        written = written.replace(slot, filling)
    # One look at the edge of a word for all patterns that begin there: it halves the time of a line.
    words: list[str] = []
    others: list[str] = []
    for pattern in written.splitlines():
        begins = r"\b" if pattern[:1].isalpha() and not is_unspaced(pattern[:1]) else ""
        for branch in _branches(begins + pattern):
            (words if branch.startswith(r"\b") else others).append(branch.removeprefix(r"\b"))
    return re.compile("|".join(([rf"\b(?:{'|'.join(words)})"] if words else []) + others) or r"(?!)")


def _branches(pattern: str) -> list[str]:
    """
    >>> _branches("hits?|entr(?:y|ies)")
    ['hits?', 'entr(?:y|ies)']
    """
    found, depth = [""], 0
    for piece in _PIECE.findall(pattern):
        depth += (piece == "(") - (piece == ")")
        if piece == "|" and not depth:
            found.append("")
        else:
            found[-1] += piece
    return found


def _words(key: str, spoken: tuple[str, ...]) -> str:
    return words_among(plain(entry) for code in spoken for entry in table(code, "answers").get(key, ()))


@cache
def _words_of_all(key: str) -> re.Pattern[str]:
    return re.compile(_words(key, codes()))


@cache
def _condition(own: str | None) -> re.Pattern[str]:
    """What may be the case ("if you didn't find what you were looking for") is not said to be. Told in the page's
    own language and in English where it is known: French *si* is no condition in Italian "si prega di", nor is
    Portuguese *se* in Spanish "no se encontraron"."""
    spoken = (own, "en") if own in _languages() else _languages()
    leading = rf"(?:^|[.!?:;,] )(?:{_words('if_leading', spoken)})"
    return re.compile(rf"(?:{_words('if', spoken)}|{leading})[^.!?,;:]*[,:]?")


def is_elsewhere(line: str) -> bool:
    """Whether a plain line is about comments, a cart and the like: somebody else's nothing. A field may well be
    called rating, and be required."""
    return _words_of_all("elsewhere").search(line) is not None


def says(text: str, kind: Message) -> bool:
    """Whether a line says this.

    >>> says("Ihre Suche ergab leider keine Treffer.", "none"), says("213 Treffer", "none")
    (True, False)
    """
    line = plain(text)
    short = len(line) <= (_LONGEST_REMARK if kind == "truncated" else _LONGEST)
    return short and any(_pattern(code, kind).search(line) for code in _spoken(line))


def _spoken(line: str) -> list[str]:
    latin = line.isascii()
    return [code for code in _languages() if not latin or _is_latin(code)]


@lru_cache(maxsize=20_000)
def message_of(text: str, language: str | None = None) -> Message | None:
    """What a line says about the search, None if it says nothing about it.

    >>> message_of("Results are below. If nothing was found, create the page."), message_of("Nothing was found.")
    (None, 'none')
    """
    own = code_of(language)
    line = _condition(own).sub(" ", plain(text))
    if len(line) > _LONGEST or _words_of_all("furniture").search(line):
        return None
    kinds = _ABOUT_FIELDS if is_elsewhere(line) else MESSAGES
    spoken = _spoken(line)
    for some in ([code for code in spoken if code == own], spoken):
        for kind in kinds:
            if any(_pattern(code, kind).search(line) for code in some):
                return kind
    return None
