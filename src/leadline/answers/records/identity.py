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

_SIGNS = re.compile(r"[\W_]+")
_COUNTED = re.compile(r"^\s*(?:#\s*\d{1,6}\b|[(\[]?\d{1,6}\s*[.)\]](?!\d))\s*")
_UNITS = (
    r"sec(?:ond)?s?|min(?:ute)?s?|hours?|hrs?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tag(?:en?)?|wochen?"
    r"|monat(?:en?)?|jahr(?:en?)?|secondes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|horas?|d[ií]as?|semanas?"
    r"|mes(?:es)?|m[êe]s|a[ñn]os?|anos?"
)
_AGO = re.compile(
    r"(?:\b(?:vor|il y a|hace|h[áa])\s+)?(?:about\s+|etwa\s+|environ\s+)?"
    rf"\b(?:\d+|an?|eine[rmn]?|une?|uma?)\s*(?:{_UNITS})\b"
    rf"(?:,?\s*\d+\s*(?:{_UNITS}))?(?:\s+(?:ago|atr[áa]s))?|\bjust now\b|\bgerade eben\b",
    re.IGNORECASE,
)
_WORDED_AGO = re.compile(r"\bago\b|\bvor\b|il y a|\bhace\b|\bh[áa]\b|atr[áa]s|just now|gerade eben", re.IGNORECASE)
_SCORE = re.compile(
    r"\b(?:score|relevan(?:ce|z|cia|cy)|relev[âa]ncia|pertinence|rank(?:ing)?|rang|match(?:ing)?|weight|treffer(?:quote)?)"
    r"\s*(?:[:=]\s*)?(?:\d+(?:[.,]\d+)?(?:\s*%)?(?:\s*/\s*\d+)?)|\b\d{1,3}(?:[.,]\d+)?\s*%\s*(?:relevan\w+|match|score)",
    re.IGNORECASE,
)
_KEY_NAME = re.compile(
    r"^(?:(?:record|item|article|product|entry|object|document|doc|job|stock|catalog(?:ue)?|order|bug|issue|ticket"
    r"|accession|artikel|objekt|dokument|r[ée]f[ée]rence|referencia|refer[êe]ncia)?[\s_.-]*"
    r"(?:id|ids|key|code|no\.?|nr\.?|number|nummer|num[ée]ro|n[úu]mero|c[óo]digo|ref\.?|reference|referenz|sku|n[°º])"
    r"|isbn\w*|issn|doi|ean|upc|asin|vin|oclc|signatur|call number|shelf ?mark|cote|pmid|cve|rfc)$",
    re.IGNORECASE,
)
_COUNTING = re.compile(
    r"^(?:#|no\.?|nr\.?|n[°º]|rank|rang|pos(?:ition)?|score|relevan\w+|pertinence|match)$", re.IGNORECASE
)


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
