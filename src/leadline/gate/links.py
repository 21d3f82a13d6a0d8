"""Which links may be followed: any that names no deed in its text, its address or its markup.

A link that only leads somewhere is the web's own way of looking things up (RFC 9110 section 9.2.1: GET is safe),
but many programs delete, buy or log out by a link. A deed in the text counts where the text is a command: it leads
the text, or is all of it. A weak word ("Buy", "Book") is a command only where the link carries what to do it to,
an id or parameters: a menu that says "Buy" leads to a page.

>>> refused(Leading("Delete", "http://e.org/item/3/x")), refused(Leading("Delete culture", "http://e.org/a"))
('the link says “delete”', 'the link says “delete”')
>>> refused(Leading("Buy", "http://e.org/buy/")), refused(Leading("Buy", "http://e.org/item?id=3"))
(None, 'the link says “buy”, and carries what to do it to')
"""

import re
from dataclasses import dataclass

from leadline.gate.granting import grant
from leadline.gate.judgement import Denied, Judgement
from leadline.lexicon.languages import Mark
from leadline.lexicon.names import deed_in_url
from leadline.lexicon.reading import command, said
from leadline.lexicon.units import words

_COMMAND_WORDS = 6
"""Words of a text that may be a command; what is longer is a title."""
OBJECT = re.compile(r"\?.|/[^/?]*\d[^/?]*(?:/|\?|$)")
"""What a deed is done to: parameters, or a part of the path with a number in it."""


@dataclass(frozen=True, slots=True)
class Leading:
    """What a reader, a browser and a server are told by one link."""

    text: str
    url: str
    marks: str = ""
    """What its markup says it does (`leadline.parse.links`): a method, a question to confirm."""
    nofollow: bool = False
    asked: frozenset[str] = frozenset()
    """Values that were asked for: "delete" may be a word somebody looks for."""
    language: str | None = None


def refused(link: Leading) -> str | None:
    """Why this link is not followed; None where nothing speaks against it."""
    if link.marks:
        return f"its markup says {link.marks}"
    carries = OBJECT.search(link.url.partition("://")[2]) is not None
    if found := deed_in_url(link.url, link.language or "", link.asked, places=carries):
        return f"its address says “{found}”"
    found, strong = command(link.text, link.language)
    if not found:
        return None
    if strong:
        return f"the link says “{found}”"
    if link.nofollow or carries:
        return f"the link says “{found}”, and carries what to do it to"
    if there := deed_in_url(link.url, link.language or "", link.asked):
        return f"the link says “{found}”, and its address “{there}”"
    return None


def follow(link: Leading, what: str = "a link") -> Judgement:
    """May this link be followed? `what` says in the permit what it is: a next page, a frame."""
    if why := refused(link):
        return Denied(why)
    shown = " ".join(link.text.split())[:40]
    return grant(f"{what}, “{shown}”, that names no deed" if shown else f"{what} that names no deed")


def says_details(text: str, language: str | None) -> bool:
    """Whether a control says that it shows the whole of something: view, details, more."""
    found = said(text, language)
    return (
        found.looks in (Mark.DETAILS, Mark.SHOW, Mark.NEXT) and found.sure and len(words(text)) <= _COMMAND_WORDS
    )
