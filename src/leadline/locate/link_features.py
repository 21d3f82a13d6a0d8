"""What can be told of a link before it is followed, as names of features that are there or not.

Words carry their context as a prefix (`a:search` in the anchor, `u:` in the URL, `h:` in the name of another
site, `r:` the elements it stands in): they mean something within one crawl. Of the words around a link is read how
much they speak for the topic, and no more: as features they made what crawls went on to find less likely. Names
without a colon mean the same on every site and topic, so that what one crawl believes of them another can begin
with.

Links of a site that stand in the same place of a page and lead to the same folder are one *arm*: what the first of
them brought is the best guess for the next (ALGORITHMS A: tag path × URL pattern).

A page has fifty new links, and reading them is most of what ranking them costs. What many of them have in common
is read once and remembered: the address but for its numbers, the anchor, the place in the page, the site's name.
"""

import re
import zlib
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from leadline.forms.wording import SEARCH_STEM
from leadline.learn.contexts import site_terms
from leadline.learn.text import distinct_path_terms, distinct_terms, terms_in
from leadline.model.page import Link
from leadline.model.url import rest_of, site_of

_TERMS = 24
"""Words of a link that are features; those of its address come first."""
_TAGS = 8
"""Elements around a link that are looked at, the nearest."""
_REMEMBERED = 1 << 14
"""Addresses, anchors, places in pages and names of sites."""
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"[0-9]+")
_LANDMARKS = frozenset({"nav", "header", "footer", "aside", "main", "article", "menu"})
_HEAVIEST = 20.0
"""One word does not settle what a link is about."""


_Address = tuple[str, int, str, str, str, str]
"""Its words as features, and how many; how much they speak for the topic; its depth, other marks, its folder."""
_Anchor = tuple[tuple[str, ...], str, str, str, str]
"""Its words, and as features; how much they speak for the topic; marks before and behind those of the address."""


class LinkReader:
    """Reads links for one topic: its terms, as heavy as they speak for it."""

    def __init__(self, topic: Mapping[str, float], *, words: bool = True) -> None:
        """`words`: whether what links say is read, or only how they stand."""
        self._topic = {term: min(weight, _HEAVIEST) for term, weight in topic.items()}
        self._topical = frozenset(self._topic)
        self._words = words
        remembering = lru_cache(maxsize=_REMEMBERED)
        self._of_site, self._of_anchor = remembering(self._named), remembering(self._anchor)
        self._of_address = remembering(self._address)

    def arm(self, link: Link) -> str:
        """The arm alone."""
        rest = _without_numbers(rest_of(link.url))
        return _arm(_stands(link.tag_path)[0], self._of_address(rest)[5])

    def read(self, link: Link) -> tuple[str, str]:
        """Its arm; its features, with spaces between."""
        url, anchor, around, tag_path, _, same_site, _ = link
        rest = _without_numbers(rest_of(url))
        said, words, url_topic, depth, url_marks, folder = self._of_address(rest)
        terms, anchor_said, anchor_topic, length, is_number = self._of_anchor(anchor)
        place, stands = _stands(tag_path)
        marks = f"{depth}{length}{url_marks}{is_number} {stands} {'in' if same_site else 'out'}"
        if not self._words:
            return _arm(place, folder), marks
        # Joined at once: names for each word by itself took a third of the time of all reading.
        left = _TERMS - words
        if left > 0 and terms:
            said += anchor_said if len(terms) <= left else _joined("a", terms[:left])
        host = "" if same_site else self._of_site(site_of(url))
        topics = f"{url_topic}{anchor_topic}around-topic{self._speaks(terms_in(around))} "
        return _arm(place, folder), f"{said}{topics}{host}{marks}"

    def _address(self, rest: str) -> _Address:
        path, _, query = rest.partition("?")
        terms = distinct_path_terms(path, query)
        marks = " url-search" if SEARCH_STEM.search(f"{path} {query}".lower()) else ""
        marks += " has-query" if query else ""
        topic, depth = f"url-topic{self._speaks(terms)} ", f"depth{min(4, path.rstrip('/').count('/'))} "
        folder = path.split("/", 2)[1] if path.count("/") > 1 else ""
        return _joined("u", terms[:_TERMS]), len(terms), topic, depth, marks, folder

    def _anchor(self, text: str) -> _Anchor:
        terms = tuple(distinct_terms(text))
        length = f"words{min(5, len(text.split()).bit_length())}"
        if SEARCH_STEM.search(text.lower()):
            length += " anchor-search"
        is_number = " is-number" if not any(map(str.isalpha, text)) and text.strip() else ""
        return terms, _joined("a", terms), f"anchor-topic{self._speaks(terms)} ", length, is_number

    def _named(self, site: str) -> str:
        host = site_terms(f"http://{site}/")
        return "".join(f"h:{term} " for term in host) + f"host-topic{self._speaks(host)} "

    def _speaks(self, said: Collection[str]) -> str:
        """For the topic, against it, or not of it at all."""
        if not said:
            return "_"
        spoken = self._topical.intersection(said)
        if not spoken:
            return "0"
        weight = sum(map(self._topic.__getitem__, sorted(spoken)))  # in order, so that sums are the same each time
        return str(min(4, int(weight / 5) + (weight > 0))) if weight >= 0 else "-"


def _without_numbers(rest: str) -> str:
    """No word of an address has a digit, and arms leave them out."""
    return _NUMBER.sub("0", rest) if rest.isascii() and "%" not in rest else rest


def _joined(context: str, terms: Sequence[str]) -> str:
    return f"{context}:{f' {context}:'.join(terms)} " if terms else ""


@lru_cache(maxsize=_REMEMBERED)
def _stands(tag_path: str) -> tuple[str, str]:
    """Where a link stands: what arms tell apart, and its features."""
    tags = tag_path.split("/")
    names = [tag.split(".")[0].split("#")[0] for tag in tags[-_TAGS:]]
    landmarks = [f"in-{name} " for name in names if name in _LANDMARKS][-1:]
    return _DIGITS.sub("", "/".join(tags[-5:])), f"{''.join(landmarks)}r:{'/'.join(names[-4:])}"


@lru_cache(maxsize=_REMEMBERED)
def _arm(place: str, folder: str) -> str:
    told_apart = f"{place}|{_DIGITS.sub('', folder)}"
    return f"{zlib.crc32(told_apart.encode()):08x}"
