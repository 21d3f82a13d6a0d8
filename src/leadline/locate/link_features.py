"""What can be told of a link before it is followed, as names of features that are there or not.

Words carry their context as a prefix (`a:search` in the anchor, `u:` in the URL, `t:` around, `h:` in the name of
another site, `r:` the elements it stands in): they mean something within one crawl. Names without a colon mean the
same on every site and topic, so that what one crawl believes of them another can begin with.

Links of a site that stand in the same place of a page and lead to the same folder are one *arm*: what the first of
them brought is the best guess for the next (ALGORITHMS A: tag path × URL pattern).
"""

import re
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache

from leadline.forms.wording import SEARCH_STEM
from leadline.learn.contexts import site_terms
from leadline.learn.text import distinct_path_terms, distinct_terms
from leadline.model.page import Link
from leadline.model.url import UrlParts, parts_of, site_of_host

_TERMS = 24
"""Words of a link that are read; those around it come last."""
_TAGS = 8
"""Elements around a link that are looked at, the nearest."""
_REMEMBERED = 1 << 14
"""Places in pages, folders and names of sites: links have these in common, however new their words are."""
_DIGITS = re.compile(r"\d+")
_LANDMARKS = frozenset({"nav", "header", "footer", "aside", "main", "article", "menu"})
_HEAVIEST = 20.0
"""One word does not settle what a link is about."""


class LinkReader:
    """Reads links for one topic: its terms, as heavy as they speak for it."""

    def __init__(self, topic: Mapping[str, float], *, words: bool = True) -> None:
        """`words`: whether what links say is read, or only how they stand."""
        self._topic = {term: min(weight, _HEAVIEST) for term, weight in topic.items()}
        self._words = words
        self._of_site = lru_cache(maxsize=_REMEMBERED)(self._named)

    def read(self, link: Link) -> tuple[str, str]:
        """Its arm; its features, with spaces between."""
        place, stands = _stands(link.tag_path)
        parts = parts_of(link.url)
        path = parts.path
        folder = path.split("/", 2)[1] if path.count("/") > 1 else ""
        said = self._said(link, parts) if self._words else ""
        return _arm(place, folder), f"{said}{_marks(link, parts)} {stands} {'in' if link.same_site else 'out'}"

    def _said(self, link: Link, parts: UrlParts) -> str:
        """Its words, and how much they speak for the topic; a space behind each."""
        url, anchor = distinct_path_terms(parts.path, parts.query), distinct_terms(link.anchor)
        around = distinct_terms(link.around)
        # Joined at once: names for each word by itself took a third of the time of all reading.
        said = f"u:{' u:'.join(url[:_TERMS])} " if url else ""
        left = _TERMS - len(url)
        if anchor and left > 0:
            said += f"a:{' a:'.join(anchor[:left])} "
            left -= len(anchor)
        if around and left > 0:
            said += f"t:{' t:'.join(around[:left])} "
        speaks = self._speaks
        host = "" if link.same_site else self._of_site(site_of_host(parts.host))
        said += f"url-topic{speaks(url)} anchor-topic{speaks(anchor)} around-topic{speaks(around)} "
        return said + host

    def _named(self, site: str) -> str:
        host = site_terms(f"http://{site}/")
        return "".join(f"h:{term} " for term in host) + f"host-topic{self._speaks(host)} "

    def _speaks(self, said: Sequence[str]) -> str:
        """For the topic, against it, or not of it at all; `said` in order, so that sums are the same each time."""
        if not said:
            return "_"
        weight = sum(filter(None, map(self._topic.get, said)))
        return str(min(4, int(weight / 5) + (weight > 0))) if weight >= 0 else "-"


def _marks(link: Link, parts: UrlParts) -> str:
    anchor, path, query = link.anchor, parts.path, parts.query
    marks = f"depth{min(4, path.rstrip('/').count('/'))} words{min(5, len(anchor.split()).bit_length())}"
    # Both at once: few links name a search at all.
    if SEARCH_STEM.search(f"{anchor}\n{path} {query}".lower()):
        if SEARCH_STEM.search(anchor.lower()):
            marks += " anchor-search"
        if SEARCH_STEM.search(f"{path} {query}".lower()):
            marks += " url-search"
    if query:
        marks += " has-query"
    return f"{marks} is-number" if not any(map(str.isalpha, anchor)) and anchor.strip() else marks


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
