"""A page as lines: what a reader reads between two breaks, and a key under which equal lines are equal.

A line ends where a block does, not where an element does: `No cars for <b>Golf</b> found` is one line. Its *key*
leaves out what differs between two answers that say the same: the query as it is repeated, numbers (but for a
lone 0, which is a message), tokens of letters and digits mixed, case and punctuation.

What answers say in words: the lexicon's tables `[answers]`, patterns over single lines of a page.

Words are a feature, never the rule (ALGORITHMS E1): pages with results say "no reviews found" as well. So a line
counts only where it stands apart from the records and from what the form's page says anyway (the callers see to
that), where it is short enough to be a message, and where its subject is the search: comments, reviews, items in
a cart are somebody else's nothing.

The page's own language is tried first, then all others: a site's language is often declared wrongly, and messages
of the software behind it are English on German pages.
"""

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from leadline.answers.records.outline import RUNNING
from leadline.lexicon.phrases import words_among
from leadline.lexicon.tables import code_of, codes, is_unspaced, symbols, table
from leadline.parse.document import Document
from leadline.parse.tree import elements

_TOKEN = re.compile(r'<!--.*?(?:-->|\Z)|<(/?)([a-zA-Z][\w:-]*)((?:[^>"]|"[^"]*(?:"|\Z))*+)(?:>|\Z)', re.DOTALL)
"""Never fails half-way: a tag that nobody closes ends with the page, so hostile pages cost one pass."""
_NO_BOX = elements("void") | {"body"}
_MOST = 20_000  # lines of one page, characters of one line: a bound on time
_ATTRIBUTES = 1_000  # characters of a tag's attributes that are looked at for marks, for the same reason


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it is read, and the tables it stands in, outermost first."""

    text: str
    tables: tuple[int, ...] = ()
    mark: str = ""  # how the box around it is marked: as telling what is "wrong", a "notice", or not at all
    leads: bool = False  # it has a link
    in_form: bool = False


@lru_cache(maxsize=4)
def _lines_of(source: str) -> tuple[tuple[Line, ...], int]:
    wrong: list[int] = []
    return tuple(_cut(source, wrong)), len(wrong)


def lines_of(document: Document) -> tuple[Line, ...]:
    """The lines of an answer's body in document order."""
    return lines_and_marks(document)[0]


def lines_and_marks(document: Document) -> tuple[tuple[Line, ...], int]:
    """The lines, and how many boxes and fields of the page are marked as wrong. The source is as the tree writes
    it: every tag closed, every value quoted."""
    body = document.visible_tree.body
    return _lines_of((body.html if body is not None else None) or "")


@cache
def _marks() -> re.Pattern[str]:
    """Attributes of a box in which a program tells something: its role, class or id, the colour of its text."""
    wrong, notice = ("|".join(sorted(symbols(f"{kind}_marks"))) for kind in ("wrong", "notice"))
    name = r'\b(?:class|id)="(?:[^"]{{0,200}}[ _-])?(?:{})(?:[ _-][^"]{{0,200}})?"'
    red = r'\bcolor(?:: ?|=")(?:red|crimson|darkred|#[c-f][0-9a-f]?0{2}(?:0{2})?\b)'
    return re.compile(
        rf'(?P<wrong>\brole="alert"|\baria-invalid="true"|{red}|{name.format(wrong)})'
        rf'|\brole="status"|\baria-live=|{name.format(notice)}',
        re.IGNORECASE,
    )


@lru_cache(maxsize=2_000)
def _mark_of(attributes: str) -> str:
    """How a tag marks what is in it; rows repeat their attributes, so most are known."""
    marks = [found.lastgroup or "notice" for found in _marks().finditer(attributes[:_ATTRIBUTES])]
    return max(marks, default="")  # "wrong" says more than "notice"


def _cut(source: str, wrong: list[int]) -> Iterator[Line]:
    """The lines; `wrong` is told where something is marked as wrong."""
    pieces: list[str] = []
    tables: list[int] = []
    around: tuple[int, ...] = ()
    at = made = forms = 0
    box, depth, mark, inline, leads = "", 0, "", "", False  # the marked box around, and what the line itself has
    for token in _TOKEN.finditer(source):
        pieces.append(source[at : token.start()])
        at = token.end()
        tag = (token[2] or "").lower()
        here = _mark_of(token[3]) if token[3] and tag != "a" else ""
        if here == "wrong":
            wrong.append(at)
        if not tag or tag in RUNNING:
            inline = here or inline
            leads = leads or tag == "a"
            continue
        if text := _read(pieces):
            yield Line(text, around, inline or mark, leads, forms > 0)
            made += 1
            if made == _MOST:
                return
        inline, leads = "", False
        pieces.clear()
        if tag == box:
            depth += -1 if token[1] else 1
            box, mark = (box, mark) if depth else ("", "")
        if here and (not box or here == "wrong" != mark) and tag not in _NO_BOX:
            box, depth, mark = tag, 1, here
        forms += (tag == "form") * (-1 if token[1] else 1)
        if tag == "table":
            if not token[1]:
                tables.append(token.start())
            elif tables:
                tables.pop()
            around = tuple(tables)
    if text := _read([*pieces, source[at:]]):
        yield Line(text, around, inline or mark, leads)


def _read(pieces: Iterable[str]) -> str:
    return " ".join(html.unescape("".join(pieces)[:_MOST]).split())


# ── what they say ─────────────────────────────────────────────────────────────────────────────────────────

Message = Literal["too_many", "none", "invalid", "required", "narrow", "error", "truncated", "suggestion"]
"""none: nothing matched · too_many: more than the site shows · narrow: it wants a narrower question · truncated:
only a part is shown · required: something was left out · invalid: something cannot be read · error: the site's own
fault · suggestion: what follows was not asked for."""
MESSAGES: tuple[Message, ...] = ("too_many", "none", "invalid", "required", "narrow", "error", "truncated")
"""In the order in which they are tried on one line: the more telling first."""
_ABOUT_FIELDS: tuple[Message, ...] = ("invalid", "required")
SAID = 260  # letters of a message or a count; a longer line is prose
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
    return len(line) <= SAID and any(_pattern(code, kind).search(line) for code in _spoken(line))


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
    if len(line) > SAID or _words_of_all("furniture").search(line):
        return None
    kinds = _ABOUT_FIELDS if is_elsewhere(line) else MESSAGES
    spoken = _spoken(line)
    for some in ([code for code in spoken if code == own], spoken):
        for kind in kinds:
            if any(_pattern(code, kind).search(line) for code in some):
                return kind
    return None
