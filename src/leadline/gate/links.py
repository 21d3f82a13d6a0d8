"""Which links may be followed: any that names no deed in its text, its address or its markup.

A link that only leads somewhere is the web's own way of looking things up (RFC 9110 section 9.2.1: GET is safe),
but many programs delete, buy or log out by a link. A deed in the text counts where the text is a command: it leads
the text, or is all of it. A weak word ("Buy", "Book") is a command only where the link carries what to do it to,
an id or parameters: a menu that says "Buy" leads to a page.

Links that stand beside every record of a page and do something to it are told in words nobody here has to know
(`repeated_controls`): what varies is the record's, what stays the same in every row is a control. "Lend" on twenty
rows is one in any language, and so is a heart without a word on each of them.

What scripts of a page ask for is judged in `leadline.gate.calls`.

>>> refused(SeenLink("Delete", "http://e.org/item/3/x")), refused(SeenLink("Delete culture", "http://e.org/a"))
('the link says “delete”', 'the link says “delete”')
>>> refused(SeenLink("Buy", "http://e.org/buy/")), refused(SeenLink("Buy", "http://e.org/item?id=3"))
(None, 'the link says “buy”, and carries what to do it to')
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from leadline.gate.granting import grant
from leadline.lexicon.languages import Mark
from leadline.lexicon.names import deed_in_url
from leadline.lexicon.reading import command, may_order, meaning_of
from leadline.lexicon.tables import words
from leadline.model.page import Link
from leadline.model.permit import Permit


@dataclass(frozen=True, slots=True)
class Denied:
    """No permit, and why not, in words for the user."""

    why: str


Decision = Permit | Denied
_COMMAND_WORDS = 6  # words of a text that may be a command; what is longer is a title
OBJECT = re.compile(r"\?.|/[^/?]*\d[^/?]*(?:/|\?|$)")
"""What a deed is done to: parameters, or a part of the path with a number in it."""


class SeenLink(NamedTuple):
    """What a reader, a browser and a server are told by one link. A tuple: every link of a page is made one."""

    text: str
    url: str
    marks: str = ""  # what its markup says it does (`leadline.parse.links`): a method, a question to confirm
    nofollow: bool = False
    asked: frozenset[str] = frozenset()  # values that were asked for: "delete" may be a word somebody looks for
    language: str | None = None


def refused(link: SeenLink) -> str | None:
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


def naming_deeds(links: Sequence[Link], language: str | None) -> frozenset[int]:
    """Which of a page's links, by their number, are `refused`.

    Nearly none is, and most are told from the page as a whole: their texts are made of the same words, and their
    addresses of the same parts with other numbers in them."""
    orders, shapes = may_order([link.anchor for link in links], language), shapes_of(links)
    naming = {shape for shape in set(shapes) if _may_name_deed(shape, language or "")}
    found = set()
    for number, (link, shape) in enumerate(zip(links, shapes, strict=True)):
        silent = not orders or orders.isdisjoint(link.anchor.split())
        if silent and not link.marks and shape not in naming:
            continue
        seen = SeenLink(link.anchor, link.url, link.marks, nofollow="nofollow" in link.rel, language=language)
        if refused(seen) is not None:
            found.add(number)
    return frozenset(found)


def shapes_of(links: Sequence[Link]) -> list[str]:
    """Path and query of each, every digit as 0: it is none of a word, but in what is escaped."""
    text = _ORIGIN.sub("", "\n".join([link.url for link in links]))
    if "%" not in text:
        return text.translate(_AS_ZERO).split("\n") if links else []
    return [rest if "%" in rest else rest.translate(_AS_ZERO) for rest in text.split("\n")]


_ORIGIN = re.compile(r"^https?://[^/\n]*", re.MULTILINE)
_AS_ZERO = str.maketrans("123456789", "0" * 9)


@lru_cache(maxsize=16_384)
def _may_name_deed(shape: str, language: str) -> bool:
    return deed_in_url(f"http://x.invalid{shape}", language) is not None


def follow(link: SeenLink, what: str = "a link") -> Decision:
    """May this link be followed? `what` says in the permit what it is: a next page, a frame."""
    if why := refused(link):
        return Denied(why)
    shown = " ".join(link.text.split())[:40]
    return grant(f"{what}, “{shown}”, that names no deed" if shown else f"{what} that names no deed")


def says_details(text: str, language: str | None) -> bool:
    """Whether a control says that it shows the whole of something: view, details, more."""
    found = meaning_of(text, language)
    shows = found.looks in (Mark.DETAILS, Mark.SHOW, Mark.NEXT) and found.sure
    return shows and len(words(text)) <= _COMMAND_WORDS


_BESIDE_EACH = 3
"""Places a text leads to from which on it stands beside every record, as for pagers (`answers.paging`)."""
_COMMAND_LETTERS = 30
_NUMBER = re.compile(r"\d+")


def repeated_controls(links: Iterable[Link], language: str | None) -> frozenset[tuple[str, str]]:
    """(text, URL) of the controls among a page's links."""
    beside = [link for link in links if link.same_site and OBJECT.search(link.url.partition("://")[2])]
    worded = [link for link in beside if any(map(str.isalpha, link.anchor))]
    drawn = [link for link in beside if not any(map(str.isalnum, link.anchor))]
    found = [*_saying_the_same(worded, language), *(_drawn_beside_records(drawn, worded) if drawn else ())]
    return frozenset((link.anchor, link.url) for link in found)


def _saying_the_same(links: Sequence[Link], language: str | None) -> list[Link]:
    """Links that say the same and are not known to show what they stand beside."""
    places: dict[str, set[str]] = defaultdict(set)
    for link in links:
        if len(link.anchor) <= _COMMAND_LETTERS:
            places[link.anchor].add(link.url)
    often = {text for text, urls in places.items() if len(urls) >= _BESIDE_EACH}
    controls = {text for text in often if meaning_of(text, language).looks is None}
    return [link for link in links if link.anchor in controls]


def _drawn_beside_records(drawn: Sequence[Link], worded: Sequence[Link]) -> list[Link]:
    """Icons with the numbers of records whose titles lead elsewhere. A picture that leads where the title does is
    part of the record, and one beside which no title stands may be all there is of it."""
    titles: dict[str, dict[str, Link]] = defaultdict(dict)
    for link in worded:
        titles[_NUMBER.sub("0", link.url)].setdefault(_NUMBER.sub("0", link.anchor), link)
    numbers: dict[str, set[str]] = {
        shape: {number for link in named.values() for number in _NUMBER.findall(link.url)}
        for shape, named in titles.items()
        if len(named) >= _BESIDE_EACH
    }
    icons: dict[str, list[Link]] = defaultdict(list)
    for link in drawn:
        icons[_NUMBER.sub("0", link.url)].append(link)
    controls: list[Link] = []
    for shape, found in icons.items():
        if shape in titles:
            continue
        own = {number for link in found for number in _NUMBER.findall(link.url)}
        if any(len(own & records) >= _BESIDE_EACH for records in numbers.values()):
            controls += found
    return controls
