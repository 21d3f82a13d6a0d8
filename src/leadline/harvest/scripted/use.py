"""A page used once in the browser: its list asked for more, its search used, its lists set to another choice.

What is typed into and pressed is judged before: the box has to pass the gate of forms as a search of its own,
lists that offer deeds are left alone, and what asks for more has to say so ("more", "next", a page number) and
name no deed. The browser's own calls pass the gate on their way, with the word that was typed
(`leadline.gate.calls`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from leadline.errors import ScriptsFailed
from leadline.gate.controls import carries_deeds
from leadline.harvest.scripted.box import search_box
from leadline.harvest.scripted.carried import carried, same_call
from leadline.harvest.scripted.learn import called, choice_field, likely_turns, part_fields, tick_field
from leadline.harvest.scripted.looked_up import made_link, pages_of
from leadline.harvest.scripted.more import ask_for_more
from leadline.harvest.scripted.search import search
from leadline.harvest.scripted.session import Session
from leadline.model.call import Call, CallField
from leadline.model.form import Control
from leadline.model.page import Request, Response
from leadline.parse.document import Document
from leadline.web.browsing import PageInUse

_LISTS, _BOXES = 5, 3  # lists and boxes that are tried out


@dataclass(frozen=True, slots=True)
class Learnt:
    """What using a page came to: the page as it was at rest, and the call that brings its records."""

    page: Response
    call: Call | None  # None where none was seen that carries what the page shows
    own_pages: tuple[Response, ...] = ()  # of records, that its scripts fetched meanwhile
    unmoved: bool = False  # words in its search changed nothing on the screen
    by_itself: bool = False  # words brought links to the screen, by no call and of no list that came
    by_words: bool = False  # words that were typed led to the call, or a choice in a list of the page changed it
    way: Literal["", "typing", "sending"] = ""  # how its search brings answers to the screen, if it does
    shown: int = 0  # letters on the screen that the call brought


async def learn_calls(in_use: PageInUse, *, may_send: bool = False) -> Learnt:
    """Use a page and learn the call behind it."""
    shown = await in_use.shown()
    page = Document.of(shown).page
    session = Session(in_use, page, may_send, (page.language or "en")[:2].lower())
    at_once = in_use.calls
    session.at_rest = session.found = carried(session.data, page.text)
    try:
        await _use(session)
    except ScriptsFailed:
        if session.found is None:
            raise  # the time is up; what was learnt until now is enough otherwise
    if session.found is None or session.is_beside:
        by_itself = any(one.links for one in session.looked)
        return Learnt(shown, None, unmoved=session.is_dead, by_itself=by_itself, way=session.way)
    taken = {slot.place for one in session.fields for slot in one.slots}
    parts = [one for one in part_fields(session.found, at_once) if one.slots[0].place not in taken]
    session.fields = (*session.fields, *parts)
    turns = session.turns or likely_turns(session.found)
    call = called(session.base or session.found.request, session.found, _named(session.fields), turns)
    if not call.fields and session.link is None:
        session.link = made_link(session.found, page.links)
    call = replace(call, page=session.place or page.base_url, link=session.link, is_all=session.is_all)
    pages = pages_of(session.found, session.link, in_use.calls) if session.link is not None else ()
    return Learnt(shown, call, pages, by_words=session.is_by_words, way=session.way, shown=session.found.shown)


async def _use(session: Session) -> None:
    if session.at_rest is not None:
        session.base = session.at_rest.request
        await ask_for_more(session, session.at_rest)
    if (box := search_box(session.page, may_send=session.may_send)) is not None:
        await search(session, box)
        if session.found is None and session.in_use.url == session.page.url:
            await session.in_use.type(box.control.place, "")  # as it was: a word may hide what the page has
    if session.found is not None and session.in_use.url == session.page.url:
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


# ── lists and boxes ───────────────────────────────────────────────────────────────────────────────────────


async def _set_lists(session: Session) -> None:
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


async def _around(session: Session, control: Control, number: int) -> tuple[Request | None, Request | None]:
    """The last call of the kind before a choice, and the first after it."""
    assert session.found is not None
    kind, calls = session.found.request, session.in_use.calls
    before = [call.answer.request for call in calls if same_call(call.answer.request, kind)]
    if not await session.in_use.choose(control.place, number):
        return None, None
    after = [c.answer.request for c in session.in_use.calls[len(calls) :] if same_call(c.answer.request, kind)]
    return (before[-1] if before else None), (after[-1] if after else None)
