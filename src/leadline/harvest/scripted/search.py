"""The search of a page used: words typed into its box, and what each brings, by a call or on the screen."""

import re
from collections.abc import Collection
from itertools import islice

from leadline.answers.judge.nonsense import nonsense
from leadline.harvest.scripted.box import SearchBox, search_box
from leadline.harvest.scripted.carried import Carried, carried, fullest, holds, may_carry, same_call, values_in
from leadline.harvest.scripted.learn import likely_turns, search_field, telling_words, word_slots
from leadline.harvest.scripted.looked_up import (
    Looked,
    has_two,
    is_all,
    looked,
    looked_up,
    without_linked,
)
from leadline.harvest.scripted.more import ask_for_more
from leadline.harvest.scripted.session import Session
from leadline.harvest.values.built_in import frequent_words
from leadline.model.call import Place, RecordedCall

_TRIES = 4  # words that are typed, but for nonsense
_OF_RECORDS = 3  # of them words of records that are known
_WORD = re.compile(r"\b[^\W\d_]{4,20}\b")


async def search(session: Session, box: SearchBox) -> None:
    """Type words until one brings records by a call; the last that was sent tells where words go, if none does.
    What no call tells of is looked for on the screen, after nonsense as well."""
    at_rest = session.at_rest
    tried: set[str] = set()
    while len(tried) < _TRIES and (word := _word(session, tried)):
        tried.add(word)
        sent = await _typed(session, box, word)
        if not sent:
            if session.is_dead or has_two(session.looked):
                break
            continue
        found = carried(sent, (await session.screen()).text, at_rest)
        if found is None:
            # Where words go is known, and a later one may show where the records stand.
            session.unproved = session.unproved or (word, Carried(sent[-1], None))
            continue
        if at_rest is not None and not same_call(found.request, at_rest.request) and not holds(found, word):
            return  # something else than the list that was there is looked up, and the word is not in it
        base, field = search_field(session.base, found.call, word, box.control)
        session.base, session.fields, session.found = base, (field,), found
        if not session.turns:
            await ask_for_more(session, found)
        return
    if session.unproved is None:
        await _read_screen(session, box)
    elif session.found is None and may_carry(session.unproved[1].call):
        word, session.found = session.unproved
        session.base, field = search_field(None, session.found.call, word, box.control)
        session.fields = (field,)


async def _read_screen(session: Session, box: SearchBox) -> None:
    """Where no call carried any word: the list that the page looks words up in, by what it shows for them."""
    up = looked_up(session.data, session.looked)
    if up is None:
        return
    found, session.link = up
    session.place = (await session.screen()).base_url
    await _typed(session, box, nonsense(0, 0))
    if session.at_rest is None or not same_call(found.request, session.at_rest.request):
        session.turns = ()
    session.found, session.base = found, found.request
    is_one = not session.turns and not likely_turns(found) and not session.in_use.lacks
    session.is_all = is_one and is_all(found, session.link, session.looked)


async def _typed(session: Session, box: SearchBox, word: str) -> list[RecordedCall]:
    """The calls that carry a word, after it was typed, sent with the Enter key, or with the button; what the
    screen shows where none does is kept."""
    in_use = session.in_use
    before, programs = len(in_use.calls), len(in_use.scripts)
    held = {
        (place, value)
        for call in in_use.calls
        for place, value in values_in(call.answer.request).items()
        if isinstance(value, str)
    }

    def carrying() -> list[RecordedCall]:
        return [call for call in in_use.calls[before:] if _takes(call, word, held)]

    was = await session.screen()
    if in_use.url != session.page.url:  # a word that was sent led to another page, which may have a box, too
        there = search_box(was, may_send=session.may_send)
        if there is None:
            return []
        box = there
    if not await in_use.type(box.control.place, word):
        return []

    async def shown() -> Looked:
        asked = (*in_use.calls[before:], *in_use.scripts[programs:])
        return looked(word, session.page, was, await session.screen(), asked)

    if not carrying() and (await shown()).links:
        session.by_typing = True  # the Enter key might lead to the first of them
    if box.sends and not carrying() and not session.by_typing:
        url = in_use.url
        session.is_sent = True
        await in_use.enter()
        if not carrying() and box.button is not None and in_use.url == url:
            await in_use.press(box.button.place)
    told = await shown()
    sent = without_linked(carrying(), told)
    if not sent:
        session.looked.append(told)
    return sent


def _takes(call: RecordedCall, word: str, held: Collection[tuple[Place, str]]) -> bool:
    """Whether a word is in a call, where none had just the same before it was typed (`/news.json` has "news")."""
    values = values_in(call.answer.request)
    return any((slot.place, values[slot.place]) not in held for slot in word_slots(call.answer.request, word))


def _word(session: Session, tried: set[str]) -> str:
    """The next word to type: some of records that are known, then such as many texts have, such as every text has
    (which many programs look up nowhere), and one that the page itself says; empty where none is left."""
    known = session.at_rest
    if known is None:
        up = looked_up(session.data, session.looked)
        known = up[0] if up is not None else fullest(session.data)
    seen = list(islice(telling_words(known), _OF_RECORDS)) if known is not None else []
    named = [word for link in session.page.links for word in _WORD.findall(link.anchor)]
    common = frequent_words(session.language, "common")
    every = frequent_words(session.language, "function")
    words = (*seen, *common[:1], *every[:1], *named[len(named) // 2 :][:1], *common[1:])
    return next((word for word in words if word not in tried), "")
