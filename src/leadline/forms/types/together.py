"""The fields of one form together: parts of a date, ends of a range, and the field that takes the search terms.

Which end of a range a field is, the words at it say. Small words ("de", "a", "to") stand in many labels; they name
an end only as the first or last word of one. Names glue them on (`pricemin`), or count (`y1`, `y2`).
"""

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from leadline.forms.types.single import Guess, demands_of, guess, offered
from leadline.forms.types.words import AND, BETWEEN, GLUED, HIGH, LOW, NO_TOPIC, STAY, SURE_ENDS, unglued
from leadline.lexicon.phrases import says, word_set
from leadline.lexicon.tables import entries, words
from leadline.model.field import ORDERED, PARTS_OF_DATES, End, Field, FieldGroup, FieldType

_SMALL = word_set("fields", "small_ends")
_NOT_IN_NAMES = word_set("fields", "label_ends")
_LOW_PREFIXES, _HIGH_PREFIXES = entries("fields", "low_prefixes"), entries("fields", "high_prefixes")
"""German glues its ends to what they are ends of: Höchstpreis."""
_COUNTED = re.compile(r"^(.*?)[_\-\[.]?([12])\]?$")


def end_of(field: Field) -> End:
    """By label, then by name, id and placeholder."""
    first = field.first
    named = _in_label(field.label) or _in_name(first.name) or _in_name(first.attribute("id") or "")
    return named or _in_label(first.attribute("placeholder") or "")


def lone_end(field: Field) -> End:
    """An end that needs no partner to be believed: by its word, or by where the word stands."""
    label_words = words(field.label)
    return sure_end(field) or _in_name(field.first.name) or (_end(label_words[-1]) if label_words[1:] else "")


def sure_end(field: Field) -> End:
    """An end by a word that means nothing else."""
    found_words = [word for text in (field.label, field.first.name) for word in words(text)]
    sure = (word for word in found_words if word in SURE_ENDS or word.startswith(_LOW_PREFIXES + _HIGH_PREFIXES))
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
    rest = label.split()
    while rest and _names_end(rest[-1]):
        rest.pop()
    while rest and _names_end(rest[0]):
        rest.pop(0)
    return " ".join(rest)


def _names_end(word: str) -> bool:
    parts = words(word)
    return bool(parts) and all(_end(one) for one in parts)


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
    label_words = words(text)
    if not label_words or len(label_words) > 8:
        return ""
    if label_words[-1] in BETWEEN or (len(label_words) == 1 and label_words[0] in AND):
        return "low" if label_words[-1] in BETWEEN else "high"
    for place, word in enumerate(label_words):
        at_edge = place in (0, len(label_words) - 1)
        if (word not in _SMALL or at_edge) and (end := _end(word)):
            return end
    return ""


def _in_name(name: str) -> End:
    name_words = words(name)
    for word in reversed(name_words):
        if word not in _NOT_IN_NAMES and (end := _end(word)):
            return end
    if name_words and name_words[-1] in ("start", "end", "lo", "hi"):
        return "low" if name_words[-1] in ("start", "lo") else "high"
    last = name_words[-1] if name_words else ""
    for glued, tails in GLUED:
        if any(len(last) > len(tail) + 2 and (last.endswith(tail) or last.startswith(tail)) for tail in tails):
            return glued
    return ""


def _end(word: str) -> End:
    if word in LOW or word.startswith(_LOW_PREFIXES):
        return "low"
    return "high" if word in HIGH or word.startswith(_HIGH_PREFIXES) else ""


_TYPED = frozenset({"text", "search", "number", "date", "datetime-local", "month", "week", "range"})
_VAGUE = frozenset({FieldType.OTHER, FieldType.NUMBER, FieldType.CATEGORY, FieldType.DISPLAY, FieldType.KEYWORD})
_AS_A_PART, _AS_AN_END = 0.92, 0.8


def types_of(fields: Sequence[Field]) -> tuple[Field, ...]:
    """The fields with their types and ends; what is one thing to a reader, a date or a range, is a group, unless
    the layout had one already.

    >>> from leadline.parse.document import parse_html
    >>> html = "<form>Preis von <input name=p1> bis <input name=p2> <input name=plz></form>"
    >>> controls = parse_html(html, "http://example.org/").forms[0].fields
    >>> found = types_of([Field((control,), label) for control, label in zip(controls, ("Preis von", "bis", ""))])
    >>> [(str(field.type), field.end, field.group_label) for field in found]
    [('price', 'low', 'Preis'), ('price', 'high', 'Preis'), ('zip', '', '')]
    """
    form = _Form(fields)
    form.find_dates()
    form.find_ranges()
    form.find_terms()
    return form.typed()


class _Form:
    """What is thought of the fields of one form while they are compared."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = fields
        self.guesses: list[Guess] = [guess(field) for field in fields]
        self.ends: list[End] = [""] * len(fields)
        self.composites: list[FieldGroup] = []

    def typed(self) -> tuple[Field, ...]:
        """After everything was found."""
        groups = [field.group for field in self.fields]
        for composite in self.composites:
            held = [groups[number] for number in composite.members]
            if not any(group is not None and group.is_composite for group in held):
                same = held[0] if held[0] is not None and held[0].members == composite.members else composite
                for number in composite.members:
                    groups[number] = replace(same, kind=composite.kind)
        found: list[Field] = []
        for field, (type_, sure, _), end, group in zip(self.fields, self.guesses, self.ends, groups, strict=True):
            typed = replace(field, type=type_, type_confidence=sure, end=end)
            found.append(replace(typed, constraints=demands_of(typed), group=group))
        return tuple(found)

    def _compose(self, kind: str, members: tuple[int, ...]) -> None:
        self.composites.append(FieldGroup(kind, without_end(self.fields[members[0]].label), members))

    def find_dates(self) -> None:
        """Two or three different parts one after another, at least one of them sure to be one."""
        start = 0
        while start < len(self.fields):
            parts = self._parts_from(start)
            if len(parts) < 2:
                start += 1
                continue
            for number, part in enumerate(parts, start):
                self.guesses[number] = Guess(part, max(_AS_A_PART, self.guesses[number].sure))
            self._compose("date", tuple(range(start, start + len(parts))))
            start += len(parts)

    def _parts_from(self, start: int) -> list[FieldType]:
        parts: list[FieldType] = []
        firm = 0
        for found in self.guesses[start : start + 3]:
            part = found.type if found.type in PARTS_OF_DATES else found.possible
            if part is None or part not in PARTS_OF_DATES or part in parts:
                break
            parts.append(part)
            firm += found.type in PARTS_OF_DATES
        return parts if firm else []

    def find_ranges(self) -> None:
        units = deque(self._units())
        while units:
            one = units.popleft()
            if units and self._pair(one, units[0]):
                units.popleft()
            else:
                self._single_end(one)

    def _units(self) -> list[tuple[int, ...]]:
        """Dates as a whole, other fields one by one."""
        whole = {member: one.members for one in self.composites for member in one.members}
        return list(dict.fromkeys(whole.get(number, (number,)) for number in range(len(self.fields))))

    def _pair(self, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        if len(one) != len(other):
            return False
        types = [self._common(low, high) for low, high in zip(one, other, strict=True)]
        if None in types or not self._are_ends(one, other):
            return False
        for low, high, type_ in zip(one, other, filter(None, types), strict=True):
            self.ends[low], self.ends[high] = "low", "high"
            for number in (low, high):
                found = self.guesses[number]
                self.guesses[number] = Guess(type_, found.sure if found.type is type_ else _AS_AN_END)
        self._compose("range", (*one, *other))
        return True

    def _common(self, low: int, high: int) -> FieldType | None:
        """The type two alike have; one whose words say nothing but an end takes that of the other."""
        if _kind(self.fields[low]) != _kind(self.fields[high]):
            return None
        first, second = self.guesses[low].type, self.guesses[high].type
        if first is second is FieldType.OTHER and sure_end(self.fields[low]) and sure_end(self.fields[high]):
            return FieldType.NUMBER
        if first is second:
            return first if first in ORDERED else None
        if first in ORDERED and second in _VAGUE and bare(self.fields[high]):
            return first
        return second if second in ORDERED and first in _VAGUE and bare(self.fields[low]) else None

    def _are_ends(self, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        first, second = self.fields[one[0]], self.fields[other[0]]
        ends = end_of(first), end_of(second)
        if "high" in ends or "low" in ends:
            ordered = ends in (("low", "high"), ("", "high")) or (ends[0] == "low" and bare(second))
            return ordered and about_the_same(first, second)
        if self.guesses[one[0]].type is FieldType.DATE or len(one) > 1:
            texts = (f"{field.label} {field.first.name} {field.shared_label}" for field in (first, second))
            return all(says(text, STAY) for text in texts) or numbered_ends(first, second)
        return numbered_ends(first, second) or _same_choices(first, second)

    def _single_end(self, unit: tuple[int, ...]) -> None:
        """One end by itself: "Rent up to", "newer than"."""
        if all(self.guesses[number].type in ORDERED for number in unit):
            end = lone_end(self.fields[unit[0]])
            for number in unit:
                self.ends[number] = end

    def find_terms(self) -> None:
        """What nothing is known about: by itself it takes search terms, beside others what its label says it is.

        Not where something private is asked for: then it is no search, or the unknown field is private as well."""
        if any(found.type is FieldType.PRIVATE for found in self.guesses):
            return
        boxes = [n for n, f in enumerate(self.fields) if f.control == "text" and f.first.invisible is None]
        unknown = [number for number in boxes if self.guesses[number].type is FieldType.OTHER]
        for number in unknown:
            if self.fields[number].label and len(self.fields) > 1:
                self.guesses[number] = Guess(FieldType.NAME, 0.4)
            elif len(unknown) == 1 and not any(found.type is FieldType.KEYWORD for found in self.guesses):
                self.guesses[number] = Guess(FieldType.KEYWORD, 0.5)


def _kind(field: Field) -> str:
    return "typed" if field.first.kind in _TYPED else field.first.kind


def _same_choices(first: Field, second: Field) -> bool:
    """The same list twice side by side, the second without a label of its own: years from … to …"""
    shared = set(offered(first)) & set(offered(second))
    many = len(shared) >= 3 and len(shared) >= 0.7 * max(len(offered(first)), len(offered(second)))
    return many and second.label in ("", first.label, second.shared_label)
