"""The languages of the lexicon, each read from its TOML file when it is first asked for.

Every entry has one or more marks (`Mark`): what a control that says it does. The closed class of looking things up
is everything but `DEED` and `WEAK`; deeds are an open class, of which the lexicon names what it can.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from leadline.lexicon.units import characters, folded, words


class Mark(StrEnum):
    """What a word of the lexicon is."""

    SEARCH = "search"
    SHOW = "show"
    FILTER = "filter"
    LIST = "list"
    GO = "go"
    SUBMIT = "submit"
    REFRESH = "refresh"
    NEXT = "next"
    DETAILS = "details"
    MAYBE = "maybe"
    """A word of filtering that is a deed elsewhere ("Apply"): it needs another proof beside it."""
    THING = "things"
    """What an answer holds: results, records, a list."""
    FILLER = "fillers"
    JOIN = "joins"
    """What joins a second verb to the first."""
    EITHER = "either"
    """"Or": it stands between two things that are looked for, hardly ever between two verbs on one button."""
    DEED = "deed"
    WEAK = "weak"
    """A deed where it leads or stands alone; a thing that is looked for elsewhere ("book")."""


LOOKS = (
    Mark.SEARCH, Mark.FILTER, Mark.SHOW, Mark.LIST, Mark.GO, Mark.SUBMIT, Mark.REFRESH, Mark.NEXT, Mark.DETAILS,
    Mark.MAYBE,
)  # fmt: skip
"""What looks something up, the plainest first: of several buttons the first of these is pressed."""

Units = tuple[str, ...]
Marks = frozenset[Mark]
_FALLBACK = "en"
_OTHER_CODES = {"no": "nb", "nn": "nb", "cz": "cs", "iw": "he", "in": "id", "jp": "ja", "cn": "zh", "sh": "sr"}
"""Codes that pages write for one of ours: old ones, countries, sisters."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its entries by their first unit, longest first, and the stems among them."""

    code: str
    name: str
    spaced: bool
    verb_last: bool
    """Whether the word of searching stands behind its object: what comes before it is what is looked for."""
    entries: Mapping[str, tuple[tuple[Units, Marks], ...]]
    stems: Mapping[str, tuple[tuple[Units, Marks], ...]]
    """Entries that end in `*`, by the first letter of their first unit."""
    paths: frozenset[Units]
    """Deeds as programmers write them in names and addresses."""
    commands: frozenset[str]
    """Names of fields that say what is to be done."""
    names: frozenset[str]
    """Searching, as programmers write it in addresses and names."""
    compounds: tuple[str, ...]
    """Words of searching that may be the end of a longer word: "Stellensuche"."""

    def match(self, units: list[str], at: int) -> tuple[int, Marks]:
        """How many units from `at` on are an entry, and its marks; (0, ∅) where none begins there."""
        best, marks = 0, frozenset[Mark]()
        for entry, found in self.entries.get(units[at], ()):
            if tuple(units[at : at + len(entry)]) == entry:
                best, marks = len(entry), found
                break
        for entry, found in self.stems.get(units[at][:1], ()):
            there = units[at : at + len(entry)]
            fits = len(there) == len(entry) and tuple(there[:-1]) == entry[:-1] and there[-1].startswith(entry[-1])
            if fits and len(entry) > best:
                best, marks = len(entry), found
            elif fits and len(entry) == best:
                marks |= found
        if not best and self.compounds and any(_ends_in(units[at], stem) for stem in self.compounds):
            return 1, frozenset({Mark.SEARCH})
        return best, marks

    def units(self, text: str) -> list[str]:
        return words(text) if self.spaced else characters(text)


_SHORTEST_STEM, _SHORTEST_OBJECT = 5, 3
"""Letters of a word of searching at the end of a compound, and of what stands before it: "Besuche" (visits) is no
compound of "Suche"."""


def _ends_in(word: str, stem: str) -> bool:
    return word.endswith(stem) and len(word) >= len(stem) + _SHORTEST_OBJECT


@cache
def codes() -> tuple[str, ...]:
    """All languages there are."""
    names = (entry.name for entry in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if len(name) == len("xx.toml")))


@cache
def language(code: str) -> Language:
    """One language by its code. Raises KeyError where there is none."""
    if code not in codes():
        raise KeyError(code)
    return _made(tomllib.loads((files(__package__) / f"{code}.toml").read_text("utf-8")))


def code_of(tag: str | None) -> str | None:
    """Our code for what a page says its language is; None for one we do not have.

    >>> code_of("pt-BR"), code_of("no"), code_of("x-klingon"), code_of(None)
    ('pt', 'nb', None, None)
    """
    short = (tag or "").strip().lower().replace("_", "-").partition("-")[0]
    short = _OTHER_CODES.get(short, short)
    return short if short in codes() else None


def in_order(tag: str | None) -> list[str]:
    """The page's own language, English, which stands on pages of all, then the others."""
    first = dict.fromkeys(code for code in (code_of(tag), _FALLBACK) if code is not None)
    return [*first, *(code for code in codes() if code not in first)]


def _made(told: Mapping[str, object]) -> Language:
    spaced = bool(told.get("spaced", True))
    cut = _cut if spaced else characters
    marks: dict[tuple[Units, bool], set[Mark]] = {}

    def note(entries: object, mark: Mark) -> None:
        for entry in _texts(entries):
            units = tuple(cut(entry.rstrip("*")))
            if units:
                marks.setdefault((units, entry.endswith("*")), set()).add(mark)

    look, deeds = _table(told["look"]), _table(told["deeds"])
    for mark in (*LOOKS, Mark.THING, Mark.FILLER, Mark.JOIN, Mark.EITHER):
        note(look.get(mark.value, ()), mark)
    note(deeds.get("words", ()), Mark.DEED)
    note(deeds.get("weak", ()), Mark.WEAK)
    whole: dict[str, list[tuple[Units, Marks]]] = {}
    stems: dict[str, list[tuple[Units, Marks]]] = {}
    for (units, is_stem), found in marks.items():
        (stems if is_stem else whole).setdefault(units[0][:1] if is_stem else units[0], []).append(
            (units, frozenset(found))
        )
    searches = {u[0] for (u, _), found in marks.items() if Mark.SEARCH in found and len(u) == 1}
    return Language(
        code=str(told["language"]),
        name=str(told["name"]),
        spaced=spaced,
        verb_last=bool(told.get("verb_last", False)) or not spaced,
        entries={first: _longest_first(found) for first, found in whole.items()},
        stems={first: _longest_first(found) for first, found in stems.items()},
        paths=_paths(deeds) | _imperatives(deeds, {units for units, _ in marks}),
        commands=frozenset(_texts(deeds.get("commands", ()))),
        names=frozenset(_texts(look.get("names", ()))),
        compounds=tuple(sorted(s for s in searches if len(s) >= _SHORTEST_STEM)) if spaced else (),
    )


def _cut(entry: str) -> list[str]:
    """Its words; entries are written in small letters, so that most need no pattern."""
    return folded(entry).split() if entry.replace(" ", "").isalpha() else words(entry)


def _paths(deeds: Mapping[str, object]) -> frozenset[Units]:
    return frozenset(tuple(words(path)) for path in _texts(deeds.get("paths", ())) if words(path))


def _imperatives(deeds: Mapping[str, object], known: set[Units]) -> frozenset[Units]:
    """Deeds as commands, which addresses have where buttons have the infinitive: "ontgrendelen", `/ontgrendel`.

    Only where a language makes them by leaving off an ending: any stem of any language made `/record/7` a deed on
    Spanish pages ("recordar").
    """
    endings = _texts(deeds.get("infinitives", ()))
    cut = (text.removesuffix(ending) for text in _texts(deeds.get("words", ())) for ending in endings
           if text.endswith(ending) and len(text) >= _SHORTEST_STEM + len(ending))  # fmt: skip
    return frozenset(stem for text in cut if (stem := tuple(words(text))) not in known)


def _longest_first(found: Iterable[tuple[Units, Marks]]) -> tuple[tuple[Units, Marks], ...]:
    return tuple(sorted(found, key=lambda one: -len(one[0])))


def _table(value: object) -> Mapping[str, object]:
    assert isinstance(value, dict), "a table of a lexicon file"
    return value


def _texts(value: object) -> tuple[str, ...]:
    assert isinstance(value, list | tuple), "a list of a lexicon file"
    return tuple(str(text) for text in value)
