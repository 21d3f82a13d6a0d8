"""What a control says: that it looks something up, that it does something, nothing, or something we do not know.

Looking things up is a closed class (search, find, show, list, filter, go, submit, refresh, next page), so a text
is *proved* to be of it: all its words are of the class, or a word of searching, showing or filtering leads and
what follows is what is looked for. A second verb behind "and" has to be of the class too. Deeds are an open class:
a word of one refuses wherever it stands, and what is not known is not pressed.

>>> meaning_of("Find my car").looks, meaning_of("Suche starten").looks, meaning_of("Find and ban").deed
(<Mark.SEARCH: 'search'>, <Mark.SEARCH: 'search'>, 'ban')
>>> meaning_of("Impeach").unknown, meaning_of("»").silent, meaning_of("Book now").deed
(('impeach',), True, 'book now')
>>> meaning_of("検索する").looks
<Mark.SEARCH: 'search'>
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from leadline.lexicon.languages import LOOKS, Language, Mark, Marks, Units, language, speaking
from leadline.lexicon.tables import LONGEST, code_of, in_order, is_unspaced, symbols, words

_OBJECTS = frozenset({Mark.SEARCH, Mark.SHOW, Mark.FILTER})
_DOUBTFUL_OBJECTS = frozenset({Mark.LIST})  # what may take something unknown along: that is what is looked for
_UNSURE = frozenset({Mark.WEAK, Mark.MAYBE, Mark.FILLER, Mark.JOIN})
_MOST_OBJECTS = 6  # words of what is looked for; a longer text is a sentence, and sentences have verbs
_JOINING = frozenset("&+/,;")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one text of a control comes to. At most one of the four holds."""

    looks: Mark | None = None  # it looks something up: the plainest of the words that say so
    deed: str | None = None  # it does something: the words that say so
    unknown: tuple[str, ...] = ()  # words that are neither
    silent: bool = False  # no words at all, and no sign that does something
    sure: bool = True
    """False where unknown words stand before the word of searching: "Jobs search" as well as "Impeach search"."""
    of: str = ""  # what it looks up, where it says so in words of its own: "decisions" of "Show decisions"
    language: str = ""


@dataclass(frozen=True, slots=True)
class _Piece:
    units: Units
    marks: Marks

    @property
    def covered(self) -> bool:
        """Whether it is of the closed class."""
        return bool(self.marks - {Mark.DEED, Mark.WEAK})

    @property
    def text(self) -> str:
        return " ".join(self.units)


def meaning_of(text: str, tag: str | None = None, *, everywhere: bool = True) -> Meaning:
    """Read one text of a control; `tag` is the language its page says it is in. Where there are many texts, that
    one and English may do; not `everywhere` then."""
    return _meaning_of(" ".join(text[:LONGEST].split()), tag, everywhere)


@lru_cache(maxsize=8_192)
def _meaning_of(text: str, tag: str | None, everywhere: bool) -> Meaning:
    if not any(c.isalpha() and not _is_private(c) for c in text):
        return _signs(text)
    if len(text) == 1 and text.isascii() and text not in "xX":
        return Meaning(silent=True)  # a letter of an icon font; a cross closes or deletes
    order = in_order(tag)
    home = order[:2] if tag is not None and order[0] != "en" else order[:1]
    abroad = code_of(tag) is not None
    best: Meaning | None = None
    known = [code for code in order if code in speaking(text) and (everywhere or code in home)]
    for code in known:
        found = _read(text, language(code), home, foreign=abroad and code not in home)
        if found is None:
            continue
        if found.deed is not None and code in home:
            return found
        if found.looks is not None and found.sure:
            other = _deed_elsewhere(text, code, known) if code not in home else None
            return other or found
        best = best or found
    return best or Meaning(unknown=tuple(words(text)[:_MOST_OBJECTS]) or (text[:LONGEST],))


def _is_private(char: str) -> bool:
    """A letter of an icon font: it says nothing to us."""
    return "\ue000" <= char <= "\uf8ff"


def _signs(text: str) -> Meaning:
    """A text without letters."""
    looks, deeds = symbols("look"), symbols("deed")
    for char in text:
        if char in deeds:
            return Meaning(deed=char)
        known = char in looks or char.isspace() or char.isdigit() or _is_private(char) or char in "\ufe0e\ufe0f"
        if not known:
            return Meaning(unknown=(char,))
    return Meaning(silent=True)


# ── one text in one language ──────────────────────────────────────────────────────────────────────────────


def _read(text: str, spoken: Language, home: Sequence[str], *, foreign: bool) -> Meaning | None:
    """What the text is in this language; None where it is none of its texts. In a `foreign` one, which the page is
    not in, a single word among unknown ones proves nothing."""
    if spoken.spaced and is_unspaced(text):
        return None
    units = spoken.units(text)
    if not units or (not spoken.spaced and not is_unspaced(text)):
        return None
    pieces = list(_pieces(units, spoken))
    if deed := _deed(pieces, spoken):
        return Meaning(deed=deed, language=spoken.code)
    looks = [mark for mark in LOOKS if any(mark in piece.marks for piece in pieces)]
    if not looks:
        return None  # things alone prove nothing: "new record" makes one
    if spoken.code != "en" and spoken.spaced and any(_joins_in_english(piece) for piece in pieces):
        return None
    sure = True
    for part in _parts(text, pieces, spoken):
        grade = _grade(part, spoken)
        if grade is None:
            return None
        sure = sure and grade
    strange = [piece for piece in pieces if not piece.covered]
    if (deed := _deed_of(strange, spoken.code, home)) is not None:
        return Meaning(deed=deed, language=spoken.code)
    sure = sure and any(piece.marks - _UNSURE for piece in pieces) and not (foreign and strange)
    return Meaning(looks=looks[0], sure=sure, of=" ".join(p.text for p in strange), language=spoken.code)


def _joins_in_english(piece: _Piece) -> bool:
    """English stands on pages of all languages: its "and" joins a second verb wherever "search" is understood."""
    return not piece.covered and Mark.JOIN in language("en").marks(piece.units)


def _pieces(units: list[str], spoken: Language) -> Iterator[_Piece]:
    at = 0
    while at < len(units):
        size, marks = spoken.match(units, at)
        size = size or 1
        yield _Piece(tuple(units[at : at + size]), marks)
        at += size


def _deed(pieces: Sequence[_Piece], spoken: Language) -> str | None:
    """A deed of this language; a weak one where it leads and no word of searching ends the text ("Book search"),
    or where it ends it in a language whose verbs stand last."""
    for piece in pieces:
        if Mark.DEED in piece.marks:
            return piece.text
    telling = [piece for piece in pieces if Mark.FILLER not in piece.marks] or list(pieces)
    if _OBJECTS & telling[-1].marks:
        return None
    ends = (telling[0], telling[-1]) if spoken.verb_last else telling[:1]
    return next((piece.text for piece in ends if Mark.WEAK in piece.marks and not piece.covered), None)


def _parts(text: str, pieces: Sequence[_Piece], spoken: Language) -> Iterator[list[_Piece]]:
    """What is joined by "and" or a sign for it, each by itself."""
    signs = _JOINING & set(text) if spoken.spaced else frozenset[str]()
    if signs:
        for sign in signs:
            text = text.replace(sign, "&")
        chunks = [list(_pieces(units, spoken)) for chunk in text.split("&") if (units := spoken.units(chunk))]
    else:
        chunks = [list(pieces)]
    for chunk in chunks:
        part: list[_Piece] = []
        for piece in chunk:
            if Mark.EITHER in piece.marks:
                continue  # "search cars or lorries": what is looked for goes on
            if Mark.JOIN in piece.marks:
                yield part
                part = []
            else:
                part.append(piece)
        yield part


def _grade(part: Sequence[_Piece], spoken: Language) -> bool | None:
    """True where a part is of the closed class, False where it may be, None where it is not."""
    telling = [piece for piece in part if Mark.FILLER not in piece.marks or _OBJECTS & piece.marks]
    strange = [piece for piece in telling if not piece.covered]
    if not strange:
        return True
    if len(strange) > _MOST_OBJECTS * (1 if spoken.spaced else 4):
        return None
    if _OBJECTS & telling[0].marks:
        return True
    if _OBJECTS & telling[-1].marks:
        return spoken.verb_last
    if _DOUBTFUL_OBJECTS & (telling[0].marks | telling[-1].marks):
        return False  # "List cars" shows them, "List a car" advertises it
    return False if any(Mark.SEARCH in piece.marks for piece in telling) else None


def command(text: str, tag: str | None) -> tuple[str, bool]:
    """The deed that a short text orders, and whether that is beyond doubt; ("", False) where it orders none.

    A deed orders where it leads the text (or ends it, where verbs stand last); a weak word only where the text
    holds nothing else: "Book" and "Book this", not "Book about whales". Read in the page's language and English.
    """
    return _command(" ".join(text[:LONGEST].split()), tag)


@lru_cache(maxsize=65_536)
def _command(text: str, tag: str | None) -> tuple[str, bool]:
    if len(text) > _LONGEST_COMMAND:
        return "", False
    if not any(c.isalpha() for c in text):
        found = _signs(text).deed
        return found or "", found is not None
    for code in _read_in(tag):
        if not any(_may_hold_deed(code, piece) for piece in text.split()):  # most texts: nothing to take apart
            continue
        spoken = language(code)
        units = spoken.units(text)
        if not units or len(units) > _COMMAND_WORDS * (1 if spoken.spaced else 3):
            continue
        pieces = list(_pieces(units, spoken))
        telling = [p for p in pieces if Mark.FILLER not in p.marks or Mark.DEED in p.marks] or pieces
        ends = (telling[0], telling[-1]) if spoken.verb_last else telling[:1]
        for piece in ends:
            if Mark.DEED in piece.marks and not piece.covered:
                return piece.text, True
        weak = any(Mark.WEAK in p.marks for p in telling) and all(p.marks for p in telling)
        if weak and not _OBJECTS & telling[0].marks:
            return telling[0].text, False
    return "", False


@lru_cache(maxsize=256)
def _read_in(tag: str | None) -> Sequence[str]:
    return in_order(tag)[: 2 if tag and code_of(tag) not in (None, "en") else 1]


@lru_cache(maxsize=65_536)
def _may_hold_deed(code: str, piece: str) -> bool:
    """Whether a deed may begin in a piece between two spaces: those of links are met again and again, the texts
    they make are not."""
    spoken = language(code)
    if piece.isascii() and piece.isalpha() and piece.islower():  # it is its only unit, as it stands
        return spoken.may_begin_deed(piece)
    return any(map(spoken.may_begin_deed, spoken.units(piece)))


def may_order(texts: Iterable[str], tag: str | None) -> frozenset[str]:
    """Pieces between spaces without which no text orders anything (`command`): where a deed may begin, and signs.

    >>> may_order(["Used cars", "Delete this", "17"], "en") == {"Delete", "17"}
    True
    """
    pieces = set(" ".join(texts).split())
    return frozenset(piece for piece in pieces if _is_telling(piece, tag))


@lru_cache(maxsize=65_536)
def _is_telling(piece: str, tag: str | None) -> bool:
    if not any(map(str.isalpha, piece)):
        return True
    return any(_may_hold_deed(code, piece) for code in _read_in(tag))


_LONGEST_COMMAND = 60
_COMMAND_WORDS = 5  # letters and words of a text that may be a command; what is longer is a title


# ── deeds of other languages ──────────────────────────────────────────────────────────────────────────────


def _deed_of(strange: Sequence[_Piece], code: str, home: Sequence[str]) -> str | None:
    """Whether what is looked for is a deed in the page's language or in English."""
    others = [language(other) for other in home if other != code] if strange else ()
    return next((p.text for other in others for p in strange if Mark.DEED in other.marks(p.units)), None)


def _deed_elsewhere(text: str, code: str, order: Sequence[str]) -> Meaning | None:
    """Where neither the page's language nor English knows a text, one language's search may be another's deed."""
    found = (_read(text, language(other), (), foreign=False) for other in order if other != code)
    return next((replace(one, looks=None) for one in found if one is not None and one.deed is not None), None)
