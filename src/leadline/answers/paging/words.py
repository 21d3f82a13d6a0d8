"""Which way the caption of a pager points: on, back, more, older, newer, by its words (`leadline.lexicon.paging`)
or its arrow.

>>> heading("Nächste Seite »"), heading("« Zurück"), heading("Older posts"), heading("Contact")
(<Heading.NEXT: 'next'>, <Heading.BACK: 'back'>, <Heading.OLDER: 'older'>, None)
"""

import re
from enum import StrEnum
from functools import lru_cache

from leadline.lexicon.paging import captions
from leadline.lexicon.units import words

LONGEST = 60
"""What is longer is a sentence or a title, not the caption of a pager."""
_SHORT = 3


_FORWARD = re.compile(
    r"^[\s.]*(?:(?:[>›»→▶►⟩❯⇒➔➜⟶]|&gt;){1,3}|navigate_next|(?:chevron|(?:keyboard_)?arrow)_(?:right|forward(?:_ios)?))[\s.]*$"
)
"""Icon fonts write the name of the sign where the sign is to be."""
_BACKWARD = re.compile(
    r"^[\s.]*(?:[<‹«←◀◄⟨❮⇐⟵]{1,3}|navigate_before|(?:chevron|(?:keyboard_)?arrow)_(?:left|back(?:_ios)?)\b)"
)
_POINTS_ON = re.compile(r"[>›»→▶►⟩❯⇒➔➜⟶][\s.]*$")
_TO_THE_END = re.compile(r"^[\s.]*(?:>>\||>\||»\||⏭|⇥)[\s.]*$")


class Heading(StrEnum):
    """Which way a caption points."""

    NEXT = "next"
    ON = "on"
    MORE = "more"
    OLDER = "older"
    NEWER = "newer"
    BACK = "back"


@lru_cache(maxsize=8_192)
def heading(text: str) -> Heading | None:
    """Which way a caption points by its words, or by its arrow if it has no words."""
    if not text or len(text) > LONGEST:
        return Heading.BACK if _BACKWARD.match(text) else None
    if _TO_THE_END.match(text):
        return Heading.BACK
    for way in (Heading.OLDER, Heading.NEWER):
        if captions(way).within(text):
            return way
    backward = _BACKWARD.match(text) is not None
    if not backward and captions(Heading.NEXT).within(text):
        return Heading.NEXT
    if backward or captions(Heading.BACK).within(text):
        return Heading.BACK
    if _FORWARD.match(text):
        return Heading.NEXT
    if captions(Heading.MORE).whole(text):
        return Heading.MORE
    return Heading.ON if captions(Heading.ON).within(text) else None


def is_next(text: str) -> bool:
    """A caption that says "next page" and nothing else; numbers and arrows do not count."""
    return captions(Heading.NEXT).whole(text)


def is_short(text: str) -> bool:
    return len(words(text)) <= _SHORT


def is_arrow(text: str) -> bool:
    return bool(_FORWARD.match(text))


def points_on(text: str) -> bool:
    return bool(_POINTS_ON.search(text))


def points_back(text: str) -> bool:
    return bool(_BACKWARD.match(text))


def is_one_thing(text: str) -> bool:
    """What stands beside "next" where it leads to another thing and not on in the list: a month, an article."""
    return captions("one_thing").within(text)
