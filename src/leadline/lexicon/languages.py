"""The languages of the lexicon, each read from its TOML file when it is first asked for.

Every entry has one or more marks (`Mark`): what a control that says it does. The closed class of looking things up
is everything but `DEED` and `WEAK`; deeds are an open class, of which the lexicon names what it can.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from leadline.lexicon.tables import Table, characters, codes, folded, head, is_unspaced, table, text_of, words


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
    MAYBE = "maybe"  # a word of filtering that is a deed elsewhere ("Apply"): it needs another proof beside it
    THING = "things"  # what an answer holds: results, records, a list
    FILLER = "fillers"
    JOIN = "joins"  # what joins a second verb to the first
    EITHER = "either"
    """"Or": it stands between two things that are looked for, hardly ever between two verbs on one button."""
    DEED = "deed"
    WEAK = "weak"  # a deed where it leads or stands alone; a thing that is looked for elsewhere ("book")


LOOKS = (
    Mark.SEARCH, Mark.FILTER, Mark.SHOW, Mark.LIST, Mark.GO, Mark.SUBMIT, Mark.REFRESH, Mark.NEXT, Mark.DETAILS,
    Mark.MAYBE,
)  # fmt: skip
"""What looks something up, the plainest first: of several buttons the first of these is pressed."""

Units = tuple[str, ...]
Marks = frozenset[Mark]


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its entries by their first unit, longest first, and the stems among them."""

    code: str
    spaced: bool
    verb_last: bool
    """Whether the word of searching stands behind its object: what comes before it is what is looked for."""
    entries: Mapping[str, Sequence[tuple[Units, Marks]]]
    stems: Mapping[str, Sequence[tuple[Units, Marks]]]
    """Entries that end in `*`, by the first letter of their first unit."""
    paths: frozenset[Units]  # deeds as programmers write them in names and addresses
    commands: frozenset[str]  # names of fields that say what is to be done
    names: frozenset[str]  # searching, as programmers write it in addresses and names
    compounds: tuple[str, ...]  # words of searching that may be the end of a longer word: "Stellensuche"

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
        if not best and self._is_compound(units[at]):
            return 1, _SEARCHES_ALONE
        return best, marks

    def _is_compound(self, word: str) -> bool:
        if not word.endswith(self.compounds):  # asked of every word of every link: one call, and mostly no
            return False
        return any(word.endswith(s) and len(word) >= len(s) + _SHORTEST_OBJECT for s in self.compounds)

    def may_begin_deed(self, unit: str) -> bool:
        """Whether a deed of this language, weak or not, may begin with this unit."""
        begun = [marks for entry, marks in self.stems.get(unit[:1], ()) if unit.startswith(entry[0])]
        begun += (marks for _, marks in self.entries.get(unit, ()))
        return any(Mark.DEED in marks or Mark.WEAK in marks for marks in begun)

    def marks(self, units: Units) -> Marks:
        """The marks of the entry that all of the units are."""
        size, marks = self.match(list(units), 0)
        return marks if size == len(units) else frozenset()

    def units(self, text: str) -> list[str]:
        return words(text) if self.spaced else characters(text)


_SEARCHES_ALONE = frozenset({Mark.SEARCH})
_SHORTEST_STEM, _SHORTEST_OBJECT = 5, 3
"""Letters of a word of searching at the end of a compound, and of what stands before it: "Besuche" (visits) is no
compound of "Suche"."""


@cache
def language(code: str) -> Language:
    """One language by its code. Raises KeyError where there is none."""
    if code not in codes():
        raise KeyError(code)
    about, look, deeds = head(code), table(code, "look"), table(code, "deeds")
    spaced = bool(about.get("spaced", True))
    cut = _cut if spaced else characters
    marks: dict[tuple[Units, bool], set[Mark]] = {}

    listed = {mark: look.get(mark.value, ()) for mark in (*LOOKS, Mark.THING, Mark.FILLER, Mark.JOIN, Mark.EITHER)}
    listed |= {Mark.DEED: deeds.get("words", ()), Mark.WEAK: deeds.get("weak", ())}
    for mark, entry in ((mark, entry) for mark, entries in listed.items() for entry in entries):
        if units := tuple(cut(entry.rstrip("*"))):
            marks.setdefault((units, entry.endswith("*")), set()).add(mark)
    whole: dict[str, list[tuple[Units, Marks]]] = {}
    stems: dict[str, list[tuple[Units, Marks]]] = {}
    for (units, is_stem), found in sorted(marks.items(), key=lambda one: -len(one[0][0])):  # the longest first
        kept, key = (stems, units[0][:1]) if is_stem else (whole, units[0])
        kept.setdefault(key, []).append((units, frozenset(found)))
    known = {units for units, _ in marks}
    searches = {u[0] for (u, _), found in marks.items() if Mark.SEARCH in found and len(u) == 1}
    return Language(
        code=code,
        spaced=spaced,
        verb_last=bool(about.get("verb_last", False)) or not spaced,
        entries=whole,
        stems=stems,
        paths=frozenset(tuple(words(path)) for path in deeds.get("paths", ())) | _imperatives(deeds, known),
        commands=frozenset(deeds.get("commands", ())),
        names=frozenset(look.get("names", ())),
        compounds=tuple(sorted(s for s in searches if len(s) >= _SHORTEST_STEM)) if spaced else (),
    )


def _cut(entry: str) -> list[str]:
    """Its words; entries are written in small letters, so that most need no pattern."""
    return folded(entry).split() if entry.replace(" ", "").isalpha() else words(entry)


def _imperatives(deeds: Table, known: set[Units]) -> frozenset[Units]:
    """Deeds as commands, which addresses have where buttons have the infinitive: "ontgrendelen", `/ontgrendel`.

    Only where a language makes them by leaving off an ending: any stem of any language made `/record/7` a deed on
    Spanish pages ("recordar")."""
    endings = deeds.get("infinitives", ())
    cut = (text.removesuffix(ending) for text in deeds.get("words", ()) for ending in endings
           if text.endswith(ending) and len(text) >= _SHORTEST_STEM + len(ending))  # fmt: skip
    return frozenset(stem for text in cut if (stem := tuple(words(text))) not in known)


# ── which languages a text may be in ──────────────────────────────────────────────────────────────────────


_ENTRY = re.compile(r'"([^\s"*]+)(\*?)')
_SEARCHES = re.compile(r"^search = \[([^\]]*)\]", re.MULTILINE)


@cache
def _index() -> Mapping[str, set[str]]:
    """First words of all entries, and their languages, read from the files without parsing them: "word" is one,
    "word*" a stem, "*word" one of searching that may end a longer one."""
    found: dict[str, set[str]] = {}
    for code in codes():
        look, deeds = (text_of(code, name) for name in ("look", "deeds"))
        first = {(_cut(word) or [""])[0] + star for word, star in set(_ENTRY.findall(look + deeds))}
        searches = _SEARCHES.search(look)
        ends = (folded(word) for word, _ in _ENTRY.findall(searches[1] if searches else ""))
        first.update(f"*{end}" for end in ends if len(end) >= _SHORTEST_STEM)
        if "\ninfinitives" in deeds:  # its commands are made, not written
            first.update(units[0] for units in language(code).paths)
        for word in first:
            found.setdefault(word, set()).add(code)
    return found


@cache
def unspaced() -> frozenset[str]:
    """Languages written without spaces between words."""
    return frozenset(code for code in codes() if not head(code).get("spaced", True))


@lru_cache(maxsize=8_192)
def speaking(text: str) -> frozenset[str]:
    """The languages that know a word of this text: in all others it says nothing."""
    keys = {key for word in words(text) for n in range(len(word)) for key in (f"{word[: n + 1]}*", f"*{word[n:]}")}
    known = frozenset[str]().union(*(_index().get(key, ()) for key in (*words(text), *keys)))
    return known | unspaced() if is_unspaced(text) else known
