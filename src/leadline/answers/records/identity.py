"""When two records are one.

A record goes by the address of its own page (`urls.key_of`) where every record of its list has one; else by a
field that is meant to tell records apart (a number, a code) where every record has another; else by what it
says. What a record says is compared letter by letter without what changes from answer to answer: its number in
the list, scores, "3 minutes ago", letters' case, signs and spaces (a highlighted part of a word is no word of
its own).
"""

import re
from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise

from leadline.answers.records.urls import key_of
from leadline.lexicon.phrases import template

_SIGNS = re.compile(r"[\W_]+")
_COUNTED = re.compile(r"^\s*(?:#\s*\d{1,6}\b|[(\[]?\d{1,6}\s*[.)\]](?!\d))\s*")
_AGO = template(
    "records",
    r"(?:\b{ago_before}\s+)?(?:{ago_about}\s+)?\b(?:\d+|{ago_one})\s*{time_units}\b(?:,?\s*\d+\s*{time_units})?"
    r"(?:\s+{ago_after})?|\b{just_now}\b",
)
_WORDED_AGO = template("records", r"\b(?:{ago_before}|{ago_after}|{just_now})\b")
_SCORE = template(
    "records",
    r"\b{scores}\s*(?:[:=]\s*)?(?:\d+(?:[.,]\d+)?(?:\s*%)?(?:\s*/\s*\d+)?)"
    r"|\b\d{1,3}(?:[.,]\d+)?\s*%\s*{scores_after}",
)
_KEY_NAME = template("records", r"^(?:{key_subjects}?[\s_.-]*{key_nouns}|{key_names})$")
_COUNTING = template("records", r"^(?:#|{counting})$")


def identity_of(text: str, url: str | None = None, key: str | None = None) -> str:
    """The same for the same record in another answer: by its address if it has one, by a key, or by its text.

    >>> identity_of("3. Moby Dick … white <b>whale</b>", "http://e.org/b?id=7&q=whale") == identity_of(
    ...     "1. Moby Dick … the sea", "http://e.org/b?id=7"
    ... )
    True
    >>> identity_of("Moby Dick", "http://e.org/b?id=7") == identity_of("Moby Dick", "http://e.org/b?id=8")
    False
    >>> identity_of("1. Moby Dick (score 0.8), 3 minutes ago") == identity_of(
    ...     "4. MOBY DICK (score 0.3), 2 hours ago"
    ... )
    True
    """
    if url:
        said = f"url {key_of(url)}"
    elif key:
        said = f"key {_letters(key)}"
    else:
        said = f"text {comparable(text)}"
    return digest(said)


def digest(said: str) -> str:
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def comparable(text: str) -> str:
    """What a record says, for comparing."""
    said = _COUNTED.sub("", text)
    if _WORDED_AGO.search(said):
        said = _AGO.sub(" ", said)
    said = _SCORE.sub(" ", said)
    return _letters(said) or _letters(text)


def _letters(text: str) -> str:
    return _SIGNS.sub("", text.casefold())


def key_field(fields: Sequence[Sequence[tuple[str, str]]]) -> str:
    """The name of a field that is meant to tell records apart and does; empty if there is none."""
    if not fields:
        return ""
    shared = {name for name, _ in fields[0]}
    for name, _ in fields[0]:
        if not _KEY_NAME.match(name) or _COUNTING.match(name) or name not in shared:
            continue
        values = [dict(row).get(name, "") for row in fields]
        if all(values) and len(set(values)) == len(values):
            return name
    return ""


def text_without_counter(fields: Sequence[tuple[str, str]], text: str, counting: str) -> str:
    """What a record is compared by where it has neither address nor key: its text without a column that counts."""
    if not counting:
        return text
    return " ".join(value for name, value in fields if name != counting)


def counter_field(fields: Sequence[Sequence[tuple[str, str]]]) -> str:
    """The name of a column that only counts the rows; empty if there is none."""
    if len(fields) < 2 or not fields[0]:
        return ""
    name = fields[0][0][0]
    if not (_COUNTING.match(name) or name.startswith("column ")):
        return ""
    values = [dict(row).get(name, "").rstrip(".):") for row in fields]
    if not all(value.isdecimal() and len(value) < 7 for value in values):
        return ""
    numbers = [int(value) for value in values]
    return name if all(after - before == 1 for before, after in pairwise(numbers)) else ""
