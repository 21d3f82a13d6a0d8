"""A page as lines: what a reader reads between two breaks, and a key under which equal lines are equal.

A line ends where a block does, not where an element does: `No cars for <b>Golf</b> found` is one line. Its *key*
leaves out what differs between two answers that say the same: the query as it is repeated, numbers (but for a
lone 0, which is a message), tokens of letters and digits mixed, case and punctuation.

HiWE's *significant portion* (section 5.3 of the paper, SPEC section 4) is the table that holds the element laid
out at the page's centre, else the page. The paper's centre frame needs no rule of its own: a frame set holds no
text, and the frame is an answer of its own. The layout is rough, as theirs is: lines stand below one another, a
long line takes several, and the centre is half-way down.
"""

import html
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import accumulate

from leadline.model.query import Choice
from leadline.parse.document import Document
from leadline.parse.tree import INLINE

ECHO = "…"  # stands in a key where the query was repeated
_TOKEN = re.compile(r'<!--.*?(?:-->|\Z)|<(/?)([a-zA-Z][\w:-]*)((?:[^>"]|"[^"]*(?:"|\Z))*+)(?:>|\Z)', re.DOTALL)
"""Never fails half-way: a tag that nobody closes ends with the page, so hostile pages cost one pass."""
_WORD = re.compile(r"[^\W_]+")
_INLINE = INLINE.union(
    _WORD.findall("a bdi bdo cite code data del dfn img input kbd label q samp span strike time var")
)
_MIXED = re.compile(r"\b(?=\w*\d)(?=\w*[^\W\d])\w{5,}")
_NUMBER = re.compile(r"\d+(?:[.,'\u00a0\u202f ]\d{3})*(?:[.,]\d+)?")
_ECHOES = re.compile(rf"{ECHO}(?:[^\w{ECHO}]*+{ECHO})*+")
_KEPT = re.compile(rf"[^\W_]+|#|{ECHO}")
_MOST_LINES = 20_000
_LONGEST = 20_000  # characters of one line; whatever is said about a search is said at its beginning


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it is read, and the tables it stands in, outermost first."""

    text: str
    tables: tuple[int, ...] = ()


@lru_cache(maxsize=4)
def _lines_of(source: str) -> tuple[Line, ...]:
    return tuple(_cut(source))


def lines_of(document: Document) -> tuple[Line, ...]:
    """The lines of an answer's body in document order."""
    body = document.visible_tree.body
    source = (body.html if body is not None else None) or ""
    return _lines_of(source)


def _cut(source: str) -> Iterator[Line]:
    pieces: list[str] = []
    tables: list[int] = []
    around: tuple[int, ...] = ()
    at = made = 0
    for token in _TOKEN.finditer(source):
        pieces.append(source[at : token.start()])
        at = token.end()
        tag = (token[2] or "").lower()
        if not tag or tag in _INLINE:
            continue
        if text := _read(pieces):
            yield Line(text, around)
            made += 1
            if made == _MOST_LINES:
                return
        pieces.clear()
        if tag == "table":
            if not token[1]:
                tables.append(token.start())
            elif tables:
                tables.pop()
            around = tuple(tables)
    if text := _read([*pieces, source[at:]]):
        yield Line(text, around)


def _read(pieces: Iterable[str]) -> str:
    return " ".join(html.unescape("".join(pieces)[:_LONGEST]).split())


# ── keys ──────────────────────────────────────────────────────────────────────────────────────────────────


def echoes(document: Document, choice: Choice) -> tuple[str, ...]:
    """What a site may repeat of a query: chosen values and the labels of chosen options, the longest first."""
    chosen = {(name, value.strip()) for name, value in choice if value.strip()}
    found = {value for _, value in chosen}
    for form in document.page.forms:
        for control in form.controls:
            for option in control.options:
                if (control.name, option.value) in chosen:
                    found.add(option.label.strip())
    return tuple(sorted((value.casefold() for value in found if value), key=lambda value: (-len(value), value)))


def key_of(text: str, repeated: Iterable[str] = ()) -> str:
    """The line without what differs from answer to answer.

    >>> key_of("No cars found for “Golf GTI” (12 ms)", ["golf gti"])
    'no cars found for … # ms'
    >>> key_of("0 results"), key_of("1.234 results")
    ('0 results', '# results')
    """
    line = f" {text.casefold().replace(ECHO, ' ')} "
    for value in repeated:
        line = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", ECHO, line)
    line = _ECHOES.sub(ECHO, line)
    line = _MIXED.sub("#", line)
    line = _NUMBER.sub(lambda found: "0" if found[0] == "0" else "#", line)
    return " ".join(_KEPT.findall(line))


def keyed_lines(document: Document, choice: Choice) -> tuple[tuple[Line, str], ...]:
    """Lines with their keys, in document order; those without a word have none and are left out."""
    repeated = echoes(document, choice)
    return tuple((line, key) for line in lines_of(document) if (key := key_of(line.text, repeated)))


def keys_of(document: Document, choice: Choice) -> tuple[str, ...]:
    return tuple(key for _, key in keyed_lines(document, choice))


def tokens(keys: Iterable[str]) -> int:
    """Words in lines; the echo and numbers are none."""
    return sum(len(_WORD.findall(key)) for key in keys)


# ── the significant portion ───────────────────────────────────────────────────────────────────────────────

_LETTERS_A_LINE = 90


def significant(document: Document) -> tuple[Line, ...]:
    lines = lines_of(document)
    if not lines:
        return ()
    ends = list(accumulate(1 + len(line.text) // _LETTERS_A_LINE for line in lines))
    tables = lines[bisect_left(ends, ends[-1] / 2)].tables
    return tuple(line for line in lines if tables[-1] in line.tables) if tables else lines


def significant_hash(document: Document, choice: Choice) -> str:
    """Equal for portions that say the same, the query's echo and numbers apart."""
    repeated = echoes(document, choice)
    portion = "\n".join(key_of(line.text, repeated) for line in significant(document))
    return blake2b(portion.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
