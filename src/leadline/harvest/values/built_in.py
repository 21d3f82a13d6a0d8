"""Built-in categories (HiWE section 5.5): dates, times, months, weekdays, countries, languages, regions …

Names come from babel (Unicode's CLDR) in the language that is wanted, regions from `regions.txt`, country by
country. babel is not opened before a category of its is asked for. All weights are 1, as in the paper; examples
are enlarged by the category that has most of them (the paper's: US States), weighted with the share that it has.
Cities and airports are not among them: a list of all is too long to try, and one of the largest is a matter for a
file of the user's (`LvsTable`).

>>> source = BuiltIn("de", today="2026-03-01")
>>> [value for value, _ in source.values_for("Monat")][:3]
['Januar', 'Februar', 'März']
>>> [value for value, _ in source.more_like(["Montag", "Dienstag"])][:2]
['Mittwoch', 'Donnerstag']
>>> list(source.values_for("colour"))
[]
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from itertools import chain

from leadline.harvest.values.block_distance import similarity
from leadline.harvest.values.table import ALIKE, MOST, THRESHOLD, key_of
from leadline.learn.text import normalise
from leadline.lexicon.cldr import currencies_in_use, locale
from leadline.lexicon.tables import code_of, entries, table

_LONG = 5  # letters of a label that may be misspelt: one letter makes a short word another ("and", "land")
_DAYS = 60
_YEARS = 60

CATEGORIES = ("month", "weekday", "day", "year", "date", "time", "country", "language", "currency", "region")
"""What fields of each are called is in the lexicon's table `[categories]`."""


class BuiltIn:
    """`leadline.protocols.ValueSource` of all categories, in one language."""

    def __init__(self, language: str = "en", *, today: str) -> None:
        """`today` is a date in ISO 8601: dates and years are those around it."""
        self._language = language
        self._today = date.fromisoformat(today)
        self._labels = {normalise(label): name for name in CATEGORIES for label in entries("categories", name)}

    def values_for(self, label: str) -> Iterable[tuple[str, float]]:
        """Type 1: all of the category whose label is nearest."""
        wanted = normalise(label)
        name = self._labels.get(wanted)
        if name is None and len(wanted) >= _LONG:
            near = max(self._labels, key=lambda known: similarity(known, wanted))
            name = self._labels[near] if similarity(near, wanted) >= THRESHOLD else None
        return [(value, 1.0) for value in self._values(name)] if name is not None else []

    def more_like(self, values: Sequence[str]) -> Iterable[tuple[str, float]]:
        """Type 2: the rest of the category that has most of the examples, and half of them at least."""
        wanted = {key_of(value) for value in values}
        best: tuple[float, list[str]] = (0.0, [])
        for known in chain(map(self._values, _NAMED), regions(self._language)):
            share = len(wanted & {key_of(value) for value in known}) / len(wanted) if wanted else 0.0
            if share > best[0]:
                best = share, [value for value in known if key_of(value) not in wanted]
        return [(value, best[0]) for value in best[1][:MOST]] if best[0] >= ALIKE else []

    def _values(self, name: str) -> Sequence[str]:
        # Days that lie ahead, years that lie behind: what booking forms and archives ask for.
        if name == "date":
            return [(self._today + timedelta(ahead)).isoformat() for ahead in range(_DAYS)]
        if name == "year":
            return [str(self._today.year + 1 - back) for back in range(_YEARS)]
        return _category(name, self._language)


@cache
def _category(name: str, language: str) -> tuple[str, ...]:
    makers: Mapping[str, Callable[[str], Iterable[str]]] = {
        "month": lambda locale: _calendar(locale, "months"),
        "weekday": lambda locale: _calendar(locale, "days"),
        "day": lambda _: map(str, range(1, 32)),
        "time": lambda _: (f"{hour:02d}:{half}" for hour in range(24) for half in ("00", "30")),
        "country": lambda locale: _named(locale, "territories"),
        "language": lambda locale: _named(locale, "languages"),
        "currency": lambda _: currencies_in_use(),
        "region": lambda locale: chain.from_iterable(regions(locale)),
    }
    return tuple(dict.fromkeys(value for value in makers[name](language) if value))


_NAMED = ("month", "weekday", "country", "language", "currency")
"""Categories whose values tell by themselves what they are; regions do so country by country."""


# ── babel ─────────────────────────────────────────────────────────────────────────────────────────────────


def _calendar(language: str, what: str) -> Iterator[str]:
    called = getattr(locale(language), what)["stand-alone"]["wide"]
    yield from (str(called[number]) for number in sorted(called))


def _named(language: str, what: str) -> list[str]:
    """Those of a code of two letters; CLDR also names continents (numbers) and unions."""
    called, unions = getattr(locale(language), what), {"EU", "EZ", "UN", "ZZ", "XA", "XB", "QO"}
    return sorted(str(name) for code, name in called.items() if len(code) == 2 and code not in unions)


def regions(language: str) -> Iterator[tuple[str, ...]]:
    """Regions country after country, those where the language is spoken first: what HiWE's directory has under "US
    States" (section 5.5.1).

    Examples are enlarged by the regions of the one country they lie in: an analyst who names Texas and Utah does
    not mean Aargau. `regions.txt` is written by us, with the names people of the country use.

    >>> next(names[:2] for names in regions("de"))
    ('Baden-Württemberg', 'Bayern')
    """
    return (names for _, names in sorted(_countries(), key=lambda country: language not in country[0]))


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


def frequent_words(language: str, kind: str) -> tuple[str, ...]:
    """Those of a language, of English where it is not known: `function` words such as "the", or `common` ones.

    Some pages are a box and a button. Function words find nearly everything in an index that keeps them; one that
    drops them, or wants longer words, is opened by words that mean something and that many texts have whatever
    they are about: those are the common ones.

    >>> frequent_words("de", "function"), frequent_words("de", "common")[:3]
    (('der', 'und'), ('neue', 'jahr', 'zeit'))
    >>> frequent_words("fi", "common") == frequent_words("en", "common")
    True
    """
    return table(code_of(language) or "en", "words").get(kind) or table("en", "words")[kind]
