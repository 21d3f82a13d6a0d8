"""Regions of countries: what HiWE's directory has under "US States" (section 5.5.1).

Examples are enlarged by the regions of the one country they lie in: an analyst who names Texas and Utah does not
mean Aargau. `regions.txt` is written by us, with the names people of the country use.

>>> next(names[:2] for names in regions("de"))
('Baden-Württemberg', 'Bayern')
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files


def regions(language: str) -> Iterator[tuple[str, ...]]:
    """Country after country, those where the language is spoken first."""
    ordered = sorted(_countries(), key=lambda country: language not in country[0])
    return (names for _, names in ordered)


@cache
def _countries() -> tuple[tuple[frozenset[str], tuple[str, ...]], ...]:
    """Languages and regions of each, as the file has them."""
    written = (files(__package__) / "regions.txt").read_text(encoding="utf-8")
    found: list[tuple[frozenset[str], tuple[str, ...]]] = []
    for section in written.split("[")[1:]:
        head, _, listed = section.partition("]")
        languages = frozenset(head.partition(":")[2].split())
        found.append((languages, tuple(" ".join(name.split()) for name in listed.split(","))))
    return tuple(found)
