"""From calls that were seen to one that can be made again: what varied with what was done is what it takes.

Where the typed word stands in the call that carried the records (`carried`), words go; what changed when the page
was asked for more turns its pages; what changed when a list was set to another choice is that list's place. Names
count for what nobody has seen change, and for time stamps.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from leadline.answers.state import texts_of
from leadline.harvest.scripted.carried import Carried, body_of, data_of, same_call, values_in
from leadline.model.call import Call, CallField, Place, RecordedCall, Slot, Turn
from leadline.model.form import Control
from leadline.model.page import Request
from leadline.model.url_parameters import Role, has_role, is_offset_name, is_page_name
from leadline.submit.calls import changed, leaves, value_at

_LONGEST_PAGE = 1_000
_MOST_PARTS = 30
_MANY = 8  # a word that one record in so many has is in every text of the language
_STAMP = re.compile(r"\d{10,}")
_NUMBER = re.compile(r"\d{1,9}")
_WORD = re.compile(r"\b[^\W\d_]{4,20}\b")


# ── where words go ────────────────────────────────────────────────────────────────────────────────────────


def word_slots(request: Request, word: str) -> tuple[Slot, ...]:
    """The places of a call that hold a word."""
    slots = []
    for place, value in values_in(request).items():
        at = value.casefold().find(word.casefold()) if isinstance(value, str) and word else -1
        if at >= 0:
            slots.append(Slot(place, value[:at], value[at + len(word) :]))
    return tuple(slots)


def _is_stamp(place: Place, value: Any) -> bool:
    """What differs from one call to the next whatever is asked: the time, a number drawn by lot."""
    name = str(place[-1])
    return has_role(name, Role.STAMP, Role.TOKEN, Role.SESSION) or _STAMP.fullmatch(str(value)) is not None


def differences(before: Request, after: Request) -> dict[Place, tuple[Any, Any]]:
    """Values that are new or others in the second of two calls, and tell something."""
    return {p: two for p, two in _others(before, after).items() if not _is_stamp(p, two[1])}


def _others(before: Request, after: Request) -> dict[Place, tuple[Any, Any]]:
    here, there = values_in(before), values_in(after)
    return {place: (here.get(place), value) for place, value in there.items() if here.get(place) != value}


def _also(before: Request, after: Request, slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """What else goes along with a value."""
    taken = {slot.place for slot in slots}
    others = differences(before, after).items()
    return tuple(Slot(place, always=now) for place, (_, now) in others if place not in taken and now is not None)


def blanked(request: Request, slots: Sequence[Slot]) -> Request:
    """The call without the word."""
    url, body = changed(request.url, body_of(request), [(slot.place, "") for slot in slots])
    encoded = body.encode("utf-8") if body is not None else None
    return Request(url, request.method, request.headers, encoded, permit=request.permit)


def called(base: Request, rows: Carried, fields: Sequence[CallField], turns: Sequence[Turn]) -> Call:
    """All that was learnt, as one call."""
    length = max([len(rows.things), *_sizes(rows.request, len(rows.things))])
    return Call(base.method, base.url, base.headers, body_of(base), rows.rows, length, tuple(fields), tuple(turns))


def _sizes(request: Request, least: int) -> list[int]:
    """How many records a call says that it wants."""
    named = [(str(p[-1]), v) for p, v in values_in(request).items() if has_role(str(p[-1]), Role.SIZE)]
    most = 10 * least or _LONGEST_PAGE
    return [int(v) for _, v in named if _NUMBER.fullmatch(str(v)) and least <= int(v) <= most]


def search_field(
    base: Request | None, typed: RecordedCall, word: str, control: Control
) -> tuple[Request, CallField]:
    """The field that words go to, and the call as it is without any: as the page made it by itself (`base`) where
    it did, else with nothing in the word's place."""
    request = typed.answer.request
    slots = word_slots(request, word)
    name = str(slots[0].place[-1]) if slots[0].place[0] != "path" else control.name or "words"
    if base is None or not same_call(base, request):
        return blanked(request, slots), CallField(name, slots, control.place)
    return base, CallField(name, (*slots, *_also(base, request, slots)), control.place)


# ── how pages turn ────────────────────────────────────────────────────────────────────────────────────────


def turns_of(first: Carried, second: RecordedCall) -> tuple[Turn, ...]:
    """How the second page of an answer was asked for, by the first."""
    turns = []
    data, count = data_of(first.call), len(first.things)
    for place, (before, after) in _others(first.request, second.answer.request).items():
        # What the answer before held is its mark of where to go on, whatever it is called ("page_token").
        counted = None if _is_stamp(place, after) else _counted(place, before, after, count)
        turn = counted or _marked(place, after, data, first)
        if turn is not None:
            turns.append(turn)
    return tuple(turns)


def _counted(place: Place, before: Any, after: Any, count: int) -> Turn | None:
    if isinstance(after, bool) or not _NUMBER.fullmatch(str(after)):
        return None
    number, second = int(after), str(after)
    step = number - int(before) if _NUMBER.fullmatch(str(before)) else number
    if step > 1 and step == count:
        return Turn(place, 0, second)
    if step == 1 or (before in (None, "") and number == 2):  # the second page
        return Turn(place, 1, second)
    name = str(place[-1])
    if step > 0 and (is_page_name(name) or is_offset_name(name) or has_role(name, Role.SIZE)):
        return Turn(place, step, second)
    return None


def _marked(place: Place, after: Any, data: Any, first: Carried) -> Turn | None:
    """A value that stood in the answer before: beside its records, or in the last of them."""
    rows, last = first.rows, len(first.things) - 1
    inside: Turn | None = None
    for found, value in leaves(data):
        if value is None or isinstance(value, bool) or str(value) != str(after):
            continue
        if rows is None or found[: len(rows)] != rows:
            return Turn(place, found=found)
        if found[len(rows)] == last:
            inside = inside or Turn(place, found=(*rows, -1, *found[len(rows) + 1 :]))
    return inside


def likely_turns(first: Carried) -> tuple[Turn, ...]:
    """How pages may turn where nobody has seen it: by what the call names as a page or an offset."""
    for place, value in values_in(first.request).items():
        name = str(place[-1])
        if place[0] == "path" or not _NUMBER.fullmatch(str(value)):
            continue
        if is_page_name(name):
            return (Turn(place, 1, str(value)),)
        if is_offset_name(name):
            return (Turn(place, 0, str(value)),)
    return ()


# ── what lists choose ─────────────────────────────────────────────────────────────────────────────────────


def choice_field(before: Request, after: Request, control: Control, number: int) -> CallField | None:
    """The field that a list of the page is, by what another choice changed in the call; None where it changed
    nothing that the choice explains."""
    option = control.options[number]
    others = [o for o in control.options if not o.disabled]
    first = next((o for o in others if o.selected), others[0])
    for place, (_, now) in differences(before, after).items():
        for by_label, text in ((False, option.value), (True, option.label.strip())):
            at = str(now).find(text) if text else -1
            if at < 0:
                continue
            slot = Slot(place, str(now)[:at], str(now)[at + len(text) :])
            also = _also(before, after, (slot,))
            shown = [first, *(o for o in others if o is not first and o.value != first.value)]
            values = tuple((o.label.strip() if by_label and o is not first else o.value, o.label) for o in shown)
            return CallField(str(place[-1]), (slot, *also), control.place, values)
    return None


def tick_field(before: Request, after: Request, control: Control, label: str) -> CallField | None:
    """The field that a box to tick is."""
    new = [(place, now) for place, (_, now) in differences(before, after).items() if now not in (None, "")]
    if len(new) != 1:
        return None
    place, now = new[0]
    return CallField(str(place[-1]), (Slot(place, always=now),), control.place, (("", ""), (str(now), label)))


def part_fields(found: Carried, calls: Sequence[RecordedCall]) -> list[CallField]:
    """What differs among calls of one kind that a page makes at once, each for a part of its list, as fields: the
    values are names of parts, and no numbers, which would be pages."""
    alike = [call for call in calls if call.answer.ok and same_call(call.answer.request, found.request)]
    parts = [values_in(call.answer.request) for call in alike if _lists_things(call, found)]
    fields = []
    for place, own in values_in(found.request).items():
        values = list(dict.fromkeys([own, *(part.get(place) for part in parts)]))
        is_named = all(isinstance(v, str) and (not v or any(c.isalpha() for c in v)) for v in values)
        if 1 < len(values) <= _MOST_PARTS and is_named and not _is_stamp(place, own):
            choices = tuple((str(value), str(value)) for value in values)
            fields.append(CallField(str(place[-1]), (Slot(place),), -1, choices))
    return fields


def _lists_things(call: RecordedCall, found: Carried) -> bool:
    return found.rows is not None and isinstance(value_at(data_of(call), found.rows), list)


def telling_words(found: Carried) -> Iterator[str]:
    """Words of the records: such as several have, and not many, before any other."""
    texts = [set(texts_of(thing)) for thing in found.things]
    told = [{text for text in some if " " in text} or some for some in texts]  # a name of a file is no words
    words = [dict.fromkeys(word for text in sorted(some) for word in _WORD.findall(text)) for some in told]
    counts = Counter(word for some in words for word in some)
    often = [word for word, times in counts.most_common() if 1 < times <= max(2, len(words) / _MANY)]
    yield from often
    yield from (word for some in words[len(words) // 2 :] + words for word in some)
