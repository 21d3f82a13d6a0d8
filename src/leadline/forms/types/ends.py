"""Which end of a range a field is, by the words at it.

Small words ("de", "a", "to") stand in many labels; they name an end only as the first or last word of one. Names
glue them on (`pricemin`), or count (`y1`, `y2`).
"""

import re

from leadline.forms.types.lexicon import AND, BETWEEN, FILLING, HIGH, LOW, SURE_ENDS
from leadline.forms.types.words import GLUED, unglued
from leadline.lexicon.phrases import word_set
from leadline.lexicon.tables import entries
from leadline.lexicon.units import words
from leadline.model.field import End, Field

_SMALL = word_set("fields", "small_ends")
_NOT_IN_NAMES = word_set("fields", "label_ends")
NO_TOPIC = BETWEEN | AND | FILLING
_LOW_PREFIXES, _HIGH_PREFIXES = entries("fields", "low_prefixes"), entries("fields", "high_prefixes")
"""German glues its ends to what they are ends of: Höchstpreis."""
_COUNTED = re.compile(r"^(.*?)[_\-\[.]?([12])\]?$")


def end_of(field: Field) -> End:
    """By label, then by name, id and placeholder."""
    first = field.first
    return (
        _in_label(field.label)
        or _in_name(first.name)
        or _in_name(first.attribute("id") or "")
        or _in_label(first.attribute("placeholder") or "")
    )


def lone_end(field: Field) -> End:
    """An end that needs no partner to be believed: by its word, or by where the word stands."""
    return sure_end(field) or _in_name(field.first.name) or _ends_with(field.label)


def _ends_with(label: str) -> End:
    said = words(label)
    return _end(said[-1]) if len(said) > 1 else ""


def sure_end(field: Field) -> End:
    """An end by a word that means nothing else."""
    said = [word for text in (field.label, field.first.name) for word in words(text)]
    sure = (word for word in said if word in SURE_ENDS or word.startswith(_LOW_PREFIXES + _HIGH_PREFIXES))
    ends: set[End] = {end for word in sure if (end := _end(word))}
    return ends.pop() if len(ends) == 1 else ""


def bare(field: Field) -> bool:
    """Whether the words at a field say nothing but an end, or what its whole group says."""
    return not _topic(field) or field.label == field.shared_label


def about_the_same(one: Field, other: Field) -> bool:
    """Whether labels, or else internal names, differ in nothing but the end they name."""
    if bare(other) or bare(one) or _topic(one) <= _topic(other) or _topic(other) <= _topic(one):
        return True
    return _stem(one.first.name) == _stem(other.first.name) != ""


def without_end(label: str) -> str:
    """What is left of a label without the end it names.

    >>> without_end("Price from"), without_end("Min. price"), without_end("to")
    ('Price', 'price', '')
    """
    kept = label.split()
    while kept and _names_end(kept[-1]):
        kept.pop()
    while kept and _names_end(kept[0]):
        kept.pop(0)
    return " ".join(kept)


def _names_end(word: str) -> bool:
    said = words(word)
    return bool(said) and all(_end(one) for one in said)


def _topic(field: Field) -> set[str]:
    return {word for word in words(field.label) if not _end(word) and word not in NO_TOPIC}


def _stem(name: str) -> str:
    """A name without the end in it.

    >>> _stem("price_from"), _stem("priceMax"), _stem("pricemax")
    ('price', 'price', 'price')
    """
    return " ".join(unglued(word) for word in words(name) if not _end(word))


def numbered_ends(one: Field, other: Field) -> bool:
    """`y1` and `y2`, the second without a label that would make it something else."""
    first, second = _COUNTED.match(one.first.name), _COUNTED.match(other.first.name)
    if first is None or second is None or first[1] != second[1] or (first[2], second[2]) != ("1", "2"):
        return False
    return other.label in ("", one.label, other.shared_label)


def _in_label(text: str) -> End:
    said = words(text)
    if not said or len(said) > 8:
        return ""
    if said[-1] in BETWEEN or (len(said) == 1 and said[0] in AND):
        return "low" if said[-1] in BETWEEN else "high"
    for place, word in enumerate(said):
        at_edge = place in (0, len(said) - 1)
        if (word not in _SMALL or at_edge) and (end := _end(word)):
            return end
    return ""


def _in_name(name: str) -> End:
    said = words(name)
    for word in reversed(said):
        if word not in _NOT_IN_NAMES and (end := _end(word)):
            return end
    if said and said[-1] in ("start", "end", "lo", "hi"):
        return "low" if said[-1] in ("start", "lo") else "high"
    last = said[-1] if said else ""
    for glued, tails in GLUED:
        if any(len(last) > len(tail) + 2 and (last.endswith(tail) or last.startswith(tail)) for tail in tails):
            return glued
    return ""


def _end(word: str) -> End:
    if word in LOW or word.startswith(_LOW_PREFIXES):
        return "low"
    return "high" if word in HIGH or word.startswith(_HIGH_PREFIXES) else ""
