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
from leadline.learn.text import terms, url_terms
from leadline.model.page import Link
from leadline.model.url import parts_of, site_of

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
        path = parts_of(link.url).path
        folder = path.split("/", 2)[1] if path.count("/") > 1 else ""
        features = [*(self._said(link) if self._words else ()), *_marks(link)]
        features += (stands, "in" if link.same_site else "out")
        return _arm(place, folder), " ".join(features)

    def _said(self, link: Link) -> list[str]:
        url, anchor = sorted(set(url_terms(link.url, host=False))), sorted(set(terms(link.anchor)))
        around = sorted(set(terms(link.around)))
        # Joined at once: names for each word by itself took a third of the time of all reading.
        words, left = [], _TERMS
        for begins, said in (("u:", url), ("a:", anchor), ("t:", around)):
            if said and left > 0:
                words.append(begins + f" {begins}".join(said[:left]))
                left -= len(said)
        words += (f"url-topic{self._speaks(url)}", f"anchor-topic{self._speaks(anchor)}")
        words.append(f"around-topic{self._speaks(around)}")
        if not link.same_site:
            words += self._of_site(site_of(link.url))
        return words

    def _named(self, site: str) -> tuple[str, ...]:
        host = site_terms(f"http://{site}/")
        return *(f"h:{term}" for term in host), f"host-topic{self._speaks(host)}"

    def _speaks(self, said: Sequence[str]) -> str:
        """For the topic, against it, or not of it at all; `said` in order, so that sums are the same each time."""
        if not said:
            return "_"
        weight = sum(filter(None, map(self._topic.get, said)))
        return str(min(4, int(weight / 5) + (weight > 0))) if weight >= 0 else "-"


def _marks(link: Link) -> list[str]:
    parts = parts_of(link.url)
    words = link.anchor.split()
    marks = [f"depth{min(4, parts.path.rstrip('/').count('/'))}", f"words{min(5, len(words).bit_length())}"]
    if SEARCH_STEM.search(link.anchor.lower()):
        marks.append("anchor-search")
    if SEARCH_STEM.search(f"{parts.path} {parts.query}".lower()):
        marks.append("url-search")
    if parts.query:
        marks.append("has-query")
    if words and not any(map(str.isalpha, link.anchor)):
        marks.append("is-number")
    return marks


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
