"""What a pager shows: captions, and which way they point; rows of page numbers, and where in them we are.

Captions point on, back, to more, older or newer by their words (`leadline.lexicon.phrases`) or their arrow.

>>> direction_of("Nächste Seite »"), direction_of("« Zurück"), direction_of("Older posts"), direction_of("Contact")
(<Direction.NEXT: 'next'>, <Direction.BACK: 'back'>, <Direction.OLDER: 'older'>, None)

Rows of page numbers (1 2 *3* 4 5, 1–20 *21–40* 41–60): where we are in one, and the link behind that place.

Where we are is told by a mark on a link, by a link to the page itself, by the number that is no link, by the gap
in the row; else by the addresses, where they count; a row that begins with 2 is seen from its first page.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter

from selectolax.lexbor import LexborNode

from leadline.answers.paging.addresses import asked_pairs, page_position
from leadline.lexicon.phrases import captions
from leadline.lexicon.tables import words
from leadline.model.url_parameters import page_key, without_session
from leadline.parse.document import Document
from leadline.parse.tree import classes

LONGEST = 60  # what is longer is a sentence or a title, not the caption of a pager
_SHORT = 3
_FORWARD = re.compile(
    r"^[\s.]*(?:(?:[>›»→▶►⟩❯⇒➔➜⟶]|&gt;){1,3}|navigate_next|(?:chevron|(?:keyboard_)?arrow)_(?:right|forward(?:_ios)?))[\s.]*$"
)
"""Icon fonts write the name of the sign where the sign is to be."""
_BACKWARD = re.compile(
    r"^[\s.]*(?:[<‹«←◀◄⟨❮⇐⟵]{1,3}|navigate_before|(?:chevron|(?:keyboard_)?arrow)_(?:left|back(?:_ios)?)\b)"
)
points_on, points_back = re.compile(r"[>›»→▶►⟩❯⇒➔➜⟶][\s.]*$").search, _BACKWARD.match
_TO_THE_END = re.compile(r"^[\s.]*(?:>>\||>\||»\||⏭|⇥)[\s.]*$")


class Direction(StrEnum):
    NEXT = "next"
    ON = "on"
    MORE = "more"
    OLDER = "older"
    NEWER = "newer"
    BACK = "back"


@lru_cache(maxsize=8_192)
def direction_of(text: str) -> Direction | None:
    """Which way a caption points by its words, or by its arrow if it has no words."""
    if not text or len(text) > LONGEST:
        return Direction.BACK if _BACKWARD.match(text) else None
    if _TO_THE_END.match(text):
        return Direction.BACK
    for way in (Direction.OLDER, Direction.NEWER):
        if captions(way).within(text):
            return way
    backward = _BACKWARD.match(text) is not None
    if not backward and captions(Direction.NEXT).within(text):
        return Direction.NEXT
    if backward or captions(Direction.BACK).within(text):
        return Direction.BACK
    if _FORWARD.match(text):
        return Direction.NEXT
    if captions(Direction.MORE).whole(text):
        return Direction.MORE
    return Direction.ON if captions(Direction.ON).within(text) else None


def is_next(text: str) -> bool:
    """A caption that says "next page" and nothing else; numbers and arrows do not count."""
    return captions(Direction.NEXT).whole(text)


def caption_weight(text: str) -> float:
    """How much a caption speaks for a link's leading on."""
    match direction_of(text):
        case Direction.NEXT:
            return 2.5 if _FORWARD.match(text) else 3.5 if len(words(text)) <= _SHORT else 1.5
        case Direction.ON | Direction.MORE:
            return 2.5
        case _:
            return 0.0


def is_one_thing(text: str) -> bool:
    """What stands beside "next" where it leads to another thing and not on in the list: a month, an article."""
    return captions("one_thing").within(text)


# ── rows of page numbers ──────────────────────────────────────────────────────────────────────────────────

_BRACKETS = " \t\r\n[](){}|.,\u00a0"
_RANGE = re.compile(r"(\d{1,6})\s*(?:-|–|—|\.\.|to|bis)\s*(\d{1,6})")
_HERE_NAME = re.compile(r"current|\bactive|selected", re.IGNORECASE)
_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class PageNumberRow:
    """Whether there is a row of page numbers, and the link behind the present number."""

    there: bool = False
    following: LexborNode | None = None
    counts_by: frozenset[str] = frozenset()
    """Parameters with a number of its own in every link of the row, whatever they are called."""
    stated: bool = False  # no row: a stated place tells, and the link's address counts on from it


@dataclass(frozen=True, slots=True)
class PageNumber:
    """The number of a page, or the records it shows."""

    first: int
    last: int

    def precedes(self, other: "PageNumber") -> bool:
        return other.first == self.last + 1


Links = dict[PageNumber, LexborNode]
_first = attrgetter("first")


def ancestors(node: LexborNode, steps: int) -> Iterator[LexborNode]:
    """What holds an element, nearest first."""
    parent = node.parent
    while parent is not None and steps > 0 and parent.tag not in ("body", "html", "main"):
        yield parent
        parent, steps = parent.parent, steps - 1


def page_number_row(document: Document, current: str) -> PageNumberRow:
    """The row that tells most. `current` is the address the page was asked by."""
    rows: dict[int, tuple[LexborNode, Links]] = {}
    for node in document.visible_tree.document.css("a"):
        number = number_in(node.text(deep=True) or "")
        for holder in ancestors(node, 3) if number is not None else ():
            rows.setdefault(holder.mem_id, (holder, {}))[1].setdefault(number or PageNumber(0, 0), node)
    there = False
    for holder, links in sorted(rows.values(), key=lambda row: len(row[1]), reverse=True):
        if (offset := _after_offset(document, links, current)) is not None:
            return PageNumberRow(there=True, following=offset)
        present = _present(document, holder, links, current)
        behind = [number for number in links if present is not None and present.precedes(number)]
        there = there or present is not None or any(a.precedes(b) for a, b in pairwise(sorted(links, key=_first)))
        if behind:
            return PageNumberRow(there=True, following=links[behind[0]], counts_by=_counts_by(document, links))
    return PageNumberRow(there=there)


def number_in(text: str) -> PageNumber | None:
    """A page as it is written in rows: `[3]`, `1,097`, `21–40`."""
    bare = text.strip(_BRACKETS)
    if found := _RANGE.fullmatch(bare):
        first, last = int(found[1]), int(found[2])
        return PageNumber(first, last) if last >= first else None
    bare = bare.replace(",", "")
    return PageNumber(int(bare), int(bare)) if bare.isascii() and bare.isdigit() and len(bare) <= 5 else None


def _counts_by(document: Document, links: Links) -> frozenset[str]:
    """The parameters whose numbers tell the links of a row apart."""
    urls = [url for node in links.values() if (url := document.link(node)) is not None]
    pairs = [dict(asked_pairs(url)) for url in urls]
    names = {name for one in pairs for name in one} if len(pairs) > 1 else set()
    held = [(name, [one.get(name, "") for one in pairs]) for name in names]
    return frozenset(name for name, given in held if len(set(given)) == len(given) and "".join(given).isdecimal())


def _present(document: Document, holder: LexborNode, links: Links, current: str) -> PageNumber | None:
    here = {page_key(current), page_key(document.url)}
    for number, node in links.items():
        marks = f"{classes(node)} {classes(node.parent) if node.parent is not None else ''}"
        is_marked = node.attributes.get("aria-current") or _HERE_NAME.search(marks)
        url = document.link(node)
        if is_marked or (url is not None and page_key(url) in here):
            return number
    plain = _unlinked(holder, links)
    beside = [n for n in plain if any(n.precedes(m) or m.precedes(n) for m in links)]
    if len(beside) == 1:
        return beside[0]
    rising = sorted(links, key=_first)
    before_gap = [n.first for n, m in pairwise(rising) if m.first == n.first + 2 and n.first == n.last]
    if len(before_gap) == 1:
        return PageNumber(before_gap[0] + 1, before_gap[0] + 1)
    from_first = PageNumber(1, 1) if rising[:2] == [PageNumber(2, 2), PageNumber(3, 3)] else None
    return _by_address(document, links, current) or from_first


def _unlinked(holder: LexborNode, links: Links) -> list[PageNumber]:
    text = (holder.text(deep=True, separator=" ") or "")[:_TEXT]
    ranges = any(number.first != number.last for number in links)
    pieces = [found[0] for found in _RANGE.finditer(text)] if ranges else text.split()
    found = dict.fromkeys(n for piece in pieces if (n := number_in(piece)) and n.first > 0)
    return [number for number in found if number not in links]


def _by_address(document: Document, links: Links, current: str) -> PageNumber | None:
    """The number whose address would be ours: the one before the nearest that is further on."""
    here = page_position(without_session(current))
    ahead = []
    for number, node in links.items():
        url = document.link(node)
        there = page_position(without_session(url)) if url else None
        if there and there.number is not None and there.base == here.base:
            ahead.append((there.number, number))
    if here.number is None:
        # The first page needs no number; its link in the row has the lowest.
        lowest = min(ahead, default=None, key=lambda one: one[0])
        return lowest[1] if lowest is not None and len(ahead) > 1 and lowest[1].first == 1 else None
    later = sorted((at, number.first) for at, number in ahead if at > here.number)
    return PageNumber(later[0][1] - 1, later[0][1] - 1) if later and len(ahead) > 1 else None


def _after_offset(document: Document, links: Links, current: str) -> LexborNode | None:
    """In rows that write offsets (0 | 10 | 20), the link to the next offset."""
    here = page_position(without_session(current))
    offsets = {}
    for number, node in links.items():
        url = document.link(node)
        there = page_position(without_session(url)) if url else None
        if there and there.counts == "records" and there.number == number.first == number.last:
            offsets[number.first] = node
    ahead = sorted(n for n in offsets if n > (here.number if here.counts == "records" and here.number else 0))
    return offsets[ahead[0]] if ahead and len(offsets) > 1 and min(offsets) != 1 else None
