"""Keys of lines: what a line of an answer has in common with those that say the same to other questions."""

import re
from collections.abc import Iterable
from functools import lru_cache

from leadline.answers.judge.lines import Line, lines_of
from leadline.model.query import Choice
from leadline.parse.document import Document

ECHO = "…"  # stands in a key where the query was repeated
_DIGIT = re.compile(r"\d")
_MIXED = re.compile(r"\b(?=[a-z_]*\d)(?=[\d_]*[a-z])[a-z\d_]{5,}\b")
"""The number of a record or a visit, in the letters of programs: a sentence of a script without spaces is none."""
_NUMBER = re.compile(r"\d+(?:[.,'\u00a0\u202f ]\d{3})*(?:[.,]\d+)?")
_ECHOES = re.compile(rf"{ECHO}(?:[^\w{ECHO}]*+{ECHO})*+")
_KEPT = re.compile(rf"[^\W_]+|#|{ECHO}")
_WORD = re.compile(r"[^\W_]+")


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
        if value in line:
            line = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", ECHO, line)
    if ECHO in line:
        line = _ECHOES.sub(ECHO, line)
    if _DIGIT.search(line) is not None:
        line = _MIXED.sub("#", line)
        line = _NUMBER.sub(lambda found: "0" if found[0] == "0" else "#", line)
    return " ".join(_KEPT.findall(line))


def keyed(lines: Iterable[Line], repeated: Iterable[str]) -> tuple[tuple[Line, str], ...]:
    """Lines with their keys, in document order; those without a word have none and are left out."""
    return tuple((line, key) for line in lines if (key := key_of(line.text, repeated)))


def keys_of(document: Document, choice: Choice) -> tuple[str, ...]:
    return tuple(key for _, key in keyed(lines_of(document), echoes(document, choice)))


def tokens(keys: Iterable[str]) -> int:
    """Words in lines; the echo and numbers are none."""
    return sum(map(_tokens, keys))


@lru_cache(maxsize=20_000)
def _tokens(key: str) -> int:
    return len(_WORD.findall(key))
