"""A page used once in the browser: its list asked for more, its search used, its lists set to another choice.

What is typed into and pressed is judged before: the box has to pass the gate of forms as a search of its own,
lists that offer deeds are left alone, and what asks for more has to say so ("more", "next", a page number) and
name no deed. The browser's own calls pass the gate on their way, with the word that was typed
(`leadline.gate.calls`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from leadline.answers.paging.pager import Direction, direction_of, is_one_thing, number_in
from leadline.errors import ScriptsFailed
from leadline.forms.safety import gate
from leadline.forms.understand import judged, loose_form
from leadline.gate.controls import carries_deeds, read_button
from leadline.gate.links import Denied, SeenLink, follow
from leadline.harvest.scripted.carried import Carried, carried, holds, may_carry, same_call
from leadline.harvest.scripted.learn import (
    called,
    choice_field,
    likely_turns,
    search_field,
    thing_texts,
    tick_field,
    turns_of,
    word_slots,
)
from leadline.harvest.values.built_in import frequent_words
from leadline.model.call import Call, CallField, RecordedCall, Turn
from leadline.model.form import BUTTONS, Control, Form
from leadline.model.page import Page, Request, Response
from leadline.parse.document import Document
from leadline.web.browsing import Clickable, PageInUse

_TYPED = frozenset({"text", "search"})
_TRIES = 3  # words that are typed, in all
_LISTS, _BOXES = 5, 3  # lists and boxes that are tried out
_WORD = re.compile(r"[^\W\d_]{4,20}")
_ON = (Direction.NEXT, Direction.MORE, Direction.OLDER)
_SECOND = 2


@dataclass(frozen=True, slots=True)
class Learnt:
    """What using a page came to: the page as it was at rest, and the call that brings its records."""

    page: Response
    call: Call


@dataclass(slots=True)
class _Session:
    """One use of a page, step by step."""

    in_use: PageInUse
    page: Page  # at rest, before anything was done
    may_send: bool  # the user says that its form is a search
    language: str
    at_rest: Carried | None = None  # what carried the list that was there at once
    base: Request | None = None
    found: Carried | None = None  # what carried the records, by the last word that brought some
    unproved: tuple[str, Carried] | None = None  # a word, and a call that took it and showed nothing
    turns: tuple[Turn, ...] = ()
    fields: tuple[CallField, ...] = ()

    async def screen(self) -> str:
        return Document.of(await self.in_use.shown()).page.text


async def learn_calls(in_use: PageInUse, *, may_send: bool = False) -> Learnt | None:
    """Use a page and learn the call behind it; None where none was seen that carries what it shows."""
    shown = await in_use.shown()
    page = Document.of(shown).page
    session = _Session(in_use, page, may_send, (page.language or "en")[:2].lower())
    session.at_rest = session.found = carried(in_use.calls, page.text)
    try:
        await _use(session)
    except ScriptsFailed:
        if session.found is None:
            raise  # the time is up; what was learnt until now is enough otherwise
    if session.found is None:
        return None
    turns = session.turns or likely_turns(session.found)
    call = called(session.base or session.found.request, session.found, _named(session.fields), turns)
    return Learnt(shown, call)


async def _use(session: _Session) -> None:
    if session.at_rest is not None:
        session.base = session.at_rest.request
        await _ask_for_more(session, session.at_rest)
    if (box := search_box(session.page, may_send=session.may_send)) is not None:
        await _search(session, *box)
    if session.found is not None:
        await _set_lists(session)


def _named(fields: Sequence[CallField]) -> list[CallField]:
    """Every field by a name of its own."""
    taken: dict[str, int] = {}
    named = []
    for field in fields:
        taken[field.name] = taken.get(field.name, 0) + 1
        times = taken[field.name]
        named.append(field if times == 1 else replace(field, name=f"{field.name} {times}"))
    return named


# ── the search ────────────────────────────────────────────────────────────────────────────────────────────


def search_box(page: Page, *, may_send: bool = False) -> tuple[Control, Control | None] | None:
    """The box that searches, by the gate's own rules, and the button beside it."""
    best: tuple[float, Control, Control | None] | None = None
    for form in _searches(page):
        verdict = gate(form, page)
        if not verdict.safe and not (may_send and not verdict.impossible):
            continue
        box = next(c for c in form.controls if is_box(c))
        likely = judged(form, page).judgement.searchable
        button = next((c for c in form.controls if c.kind in BUTTONS and _searches_by(c, page.language)), None)
        if best is None or likely > best[0]:
            best = likely, box, button
    return best[1:] if best is not None else None


def _searches(page: Page) -> Iterator[Form]:
    """Every box that may be a search, as a form of its own: with its form, or with the buttons behind it."""
    for form in page.forms:
        if any(map(is_box, form.controls)):
            yield form
    loose = page.loose_controls
    for at, control in enumerate(loose):
        if is_box(control):
            behind = loose[at + 1 : at + 3]
            buttons = behind[: next((n for n, c in enumerate(behind) if c.kind not in BUTTONS), len(behind))]
            yield loose_form(page, (control, *buttons))


def is_box(control: Control) -> bool:
    """Whether somebody can type into it."""
    is_usable = not control.disabled and not control.readonly and control.invisible is None
    return is_usable and control.kind in _TYPED


def _searches_by(button: Control, language: str | None) -> bool:
    return not button.disabled and button.invisible is None and read_button(button, language).refused is None


async def _search(session: _Session, box: Control, button: Control | None) -> None:
    """Type words until one brings records; the last that was sent tells where words go, if none does."""
    in_use, at_rest = session.in_use, session.at_rest
    for word in _words(session)[:_TRIES]:
        sent = await _typed(in_use, box, button, word)
        if not sent:
            return
        found = carried(sent, await session.screen(), at_rest)
        if found is None:
            # Where words go is known, and a later one may show where the records stand.
            session.unproved = session.unproved or (word, Carried(sent[-1], None))
            continue
        if at_rest is not None and not same_call(found.request, at_rest.request) and not holds(found, word):
            return  # something else than the list that was there is looked up, and the word is not in it
        base, field = search_field(session.base, found.call, word, box)
        session.base, session.fields, session.found = base, (field,), found
        if not session.turns:
            await _ask_for_more(session, found)
        return
    if session.found is None and session.unproved is not None and may_carry(session.unproved[1].call):
        word, session.found = session.unproved
        session.base, field = search_field(None, session.found.call, word, box)
        session.fields = (field,)


async def _typed(in_use: PageInUse, box: Control, button: Control | None, word: str) -> list[RecordedCall]:
    """The calls that carry a word, after it was typed, sent with the Enter key, or with the button."""
    before = len(in_use.calls)

    def carrying() -> list[RecordedCall]:
        return [call for call in in_use.calls[before:] if word_slots(call.answer.request, word)]

    if not await in_use.type(box.place, word):
        return []
    if not carrying():
        await in_use.enter()
    if not carrying() and button is not None:
        await in_use.press(button.place)
    return carrying()


def _words(session: _Session) -> list[str]:
    """Words to type: one of a record that is on the screen, else such as every text has."""
    texts = thing_texts(session.at_rest) if session.at_rest is not None else []
    there = [word for text in texts for word in _WORD.findall(text)]
    seen = there[len(there) // 2 :] + there
    common = [*frequent_words(session.language, "function")[:1], *frequent_words(session.language, "common")]
    return list(dict.fromkeys([*seen[:1], *common]))


# ── more of a list ────────────────────────────────────────────────────────────────────────────────────────


async def _ask_for_more(session: _Session, first: Carried) -> None:
    """Scroll, or press what leads on, and see what is asked for."""
    in_use = session.in_use
    before = len(in_use.calls)

    def second() -> RecordedCall | None:
        asked = (call for call in in_use.calls[before:] if same_call(call.answer.request, first.request))
        return next((call for call in asked if turns_of(first, call)), None)

    await in_use.scroll()
    more = second()
    if more is None and (onward := leads_on(await in_use.clickable(), session.page)) is not None:
        await in_use.click(onward)
        more = second()
    if more is not None:
        session.turns = turns_of(first, more)


def leads_on(offered: Sequence[Clickable], page: Page) -> Clickable | None:
    """What to press for more of a list: what says so and names no deed."""
    ranked: list[tuple[int, Clickable]] = []
    for one in offered:
        text = one.text or one.rel
        if is_one_thing(text) or isinstance(
            follow(SeenLink(text, one.href or page.url, language=page.language)), Denied
        ):
            continue
        way, number = direction_of(text), number_in(text)
        if way in _ON:
            ranked.append((_ON.index(way), one))
        elif number is not None and number.first == number.last == _SECOND:
            ranked.append((len(_ON), one))
    return min(ranked, default=(0, None), key=lambda one: one[0])[1] if ranked else None


# ── lists and boxes ───────────────────────────────────────────────────────────────────────────────────────


async def _set_lists(session: _Session) -> None:
    """Set each list once to another choice and back, and see what that changes in the call."""
    controls = [*(c for form in session.page.forms for c in form.controls), *session.page.loose_controls]
    usable = [
        c for c in controls if c.invisible is None and not c.disabled and not carries_deeds(c, session.language)
    ]
    for control in [c for c in usable if c.kind == "select-one" and len(c.options) > 1][:_LISTS]:
        number, back = _another(control)
        before, after = await _around(session, control, number)
        if before is not None and after is not None:
            field = choice_field(before, after, control, number)
            session.fields = (*session.fields, *([field] if field is not None else []))
        await session.in_use.choose(control.place, back)
    for control in [c for c in usable if c.kind == "checkbox"][:_BOXES]:
        before, after = await _around(session, control, 0)
        if before is not None and after is not None:
            label = next(
                (text.strip() for text in (*control.labels, control.after) if text.strip()), control.value
            )
            field = tick_field(before, after, control, label)
            session.fields = (*session.fields, *([field] if field is not None else []))
        await session.in_use.choose(control.place, 0)


def _another(control: Control) -> tuple[int, int]:
    """The number of a choice that is not made, the last of the first few, and of the one that is."""
    made = next((n for n, o in enumerate(control.options) if o.selected), 0)
    others = [n for n, o in enumerate(control.options) if n != made and not o.disabled and o.value]
    return (others[0] if others else made), made


async def _around(session: _Session, control: Control, number: int) -> tuple[Request | None, Request | None]:
    """The last call of the kind before a choice, and the first after it."""
    assert session.found is not None
    kind, calls = session.found.request, session.in_use.calls
    before = [call.answer.request for call in calls if same_call(call.answer.request, kind)]
    if not await session.in_use.choose(control.place, number):
        return None, None
    after = [c.answer.request for c in session.in_use.calls[len(calls) :] if same_call(c.answer.request, kind)]
    return (before[-1] if before else None), (after[-1] if after else None)
