"""The next page by position and arithmetic, whatever the site calls it and in whatever language.

Beside the link stands where we are ("1 of 7", "26–50 of 340"), and its address asks all that was asked with one
number more, or greater, which is the next by that statement: the next page, or the next record to begin with, each
counted from one or from nought. The statement and the address are two kinds of evidence, each without the other
next to none; together they are what a row of page numbers tells.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl

from selectolax.lexbor import LexborNode

from leadline.answers.paging.links import PageContext
from leadline.answers.paging.pager import LONGEST, PageNumberRow, ancestors, number_in
from leadline.answers.places import Place, places_in
from leadline.model.url import site_of
from leadline.model.url_parameters import SEPARATORS, is_session, without_session
from leadline.parse.document import Document

_BESIDE = 3  # elements around a link in which its place may be stated
_DIGITS = 7

Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _Counting:
    """A link that asks the same, and one number beside."""

    node: LexborNode
    name: str  # the parameter the number is the value of
    number: int
    before: int | None  # what it was in the present address


def after_stated_place(document: Document, context: PageContext, rows: int = 0) -> PageNumberRow | None:
    """The link that counts on from the place stated beside it; `rows` are the records of the page, if known."""
    links = list(_counting(document, context))
    offered: dict[str, set[int]] = defaultdict(set)
    for link in links:
        offered[link.name].add(link.number)
    for link in links:
        for place in _stated_beside(link.node):
            if place.goes_on and _is_next(link, place, rows, offered[link.name]):
                return PageNumberRow(
                    there=True, following=link.node, counts_by=frozenset({link.name}), stated=True
                )
    return None


def _is_next(link: _Counting, place: Place, rows: int, offered: set[int]) -> bool:
    """Whether its number is that of the next page or record, counted from one or from nought.

    Where the present address has no such number, a link to this very page may be there as well ("to the first"):
    where 1 and 2 are offered beside "1 of 7", the first is this page, unless it says that it is the next."""
    shown = number_in(link.node.text(deep=True) or "")
    if shown is not None and shown.first not in (place.page + 1, place.last + 1):
        return False
    size = place.size or rows
    now = {place.page, place.first, (place.page - 1) * size + 1}
    after = {place.page + 1, place.last + 1, place.page * size + 1 if size else place.page + 1}
    from_nought = {number - 1 for number in after}
    if link.before is not None:
        by_one = link.before in now and link.number in after
        return by_one or (link.before + 1 in now and link.number in from_nought)
    return link.number in after or (link.number in from_nought and (shown is not None or not offered & after))


def _stated_beside(node: LexborNode) -> Iterator[Place]:
    """The places that the nearest short text around a link states."""
    for holder in ancestors(node, _BESIDE):
        text = " ".join((holder.text(deep=True, separator=" ") or "").split())
        if len(text) > 2 * LONGEST:
            return
        if found := list(places_in(text)):
            yield from found
            return


def _counting(document: Document, context: PageContext) -> Iterator[_Counting]:
    here, now = _parts(context.url)
    asked = now | context.pairs
    for node in document.visible_tree.document.css("a[href]"):
        url = document.link(node)
        if url is None or not url.startswith(here) or site_of(url) != site_of(document.url):
            continue  # most links of a page: what they ask need not be read
        path, pairs = _parts(url)
        more = {pair for pair in pairs - asked if pair[1]}
        numbers = [(name, value) for name, value in more if value.isdecimal() and len(value) <= _DIGITS]
        if path != here or len(numbers) != 1 or not _adds_only(more, asked, numbers[0][0]):
            continue
        name, number = numbers[0]
        before = [value for other, value in asked if other == name and value]
        if len(before) > 1 or not all(value.isdecimal() for value in before):
            continue
        if all(pair in pairs or pair[0] == name or not pair[1] for pair in asked):
            yield _Counting(node, name, int(number), int(before[0]) if before else None)


def _adds_only(more: set[tuple[str, str]], asked: Pairs, name: str) -> bool:
    """Nothing that was asked is asked otherwise; what stood there unsaid may be said, such as the order."""
    return not {other for other, _ in more if other != name} & {other for other, value in asked if value}


def _parts(url: str) -> tuple[str, Pairs]:
    """A URL's path, and what it asks, but for who asks."""
    path, _, query = without_session(url).partition("?")
    pairs = parse_qsl(SEPARATORS.sub("&", query), keep_blank_values=True, max_num_fields=None)
    return path, frozenset(pair for pair in pairs if not is_session(*pair))
