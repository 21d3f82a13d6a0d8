"""Names by which a list of options is known: months, countries, regions, languages, currencies.

`names.txt` is written by us and not complete: a list is one of countries if most of its options are known ones.
"""

from functools import cache
from importlib.resources import files

from leadline.lexicon.tables import entries
from leadline.lexicon.units import folded


def key(text: str) -> str:
    """A name as the lists have it: letters alone, without case, accents and what stands in brackets.

    >>> key("Côte d'Ivoire"), key(" São Paulo (SP) ")
    ('cote d ivoire', 'sao paulo')
    """
    bare = text.partition("(")[0]
    return " ".join("".join(c if c.isalpha() else " " for c in folded(bare)).split())


@cache
def names(what: str) -> frozenset[str]:
    """One of the lists: `months`, `countries`, `regions`, `languages`, `currencies`.

    >>> "allemagne" in names("countries"), "nordrhein westfalen" in names("regions")
    (True, True)
    """
    return frozenset(entries("categories", "months")) if what == "months" else _lists()[what]


@cache
def _lists() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    written = (files(__package__) / "names.txt").read_text(encoding="utf-8")
    for section in written.split("[")[1:]:
        name, _, listed = section.partition("]")
        found[name] = frozenset(" ".join(entry.split()) for entry in listed.split(","))
    return found
