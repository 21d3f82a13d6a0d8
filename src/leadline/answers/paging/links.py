"""Links to the next page of a list.

Every link is weighed by what it says (text, image, `aria-label`, `title`), what its markup says (`rel=next`,
class names), where it leads (the present URL with a page number or an offset counted up; the same question), and
whether it is the number after the present one in a row of page numbers. A link needs two kinds of evidence, or
one that leaves no doubt; a link to the previous page, to another site, or to the next *article* is none.

Liddle et al. section 3.3 follow links that say "next" or "more"; these are there too, in forty languages and the
arrows of all.

**Older and newer.** An answer to a query is walked from its first page, so "older" leads on there, whatever side
of the page it stands on. On a list that nobody asked for (a blog) the page's own idea counts: next is what it
marks as next, and where it marks nothing, the newer.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborNode

from leadline.answers.paging.addresses import carries, counts_pages, elsewhere, follows, longer
from leadline.answers.paging.rows import Row, above
from leadline.answers.paging.words import (
    LONGEST,
    Heading,
    heading,
    is_arrow,
    is_next,
    is_one_thing,
    is_short,
    points_back,
    points_on,
)
from leadline.gate.links import SeenLink, refused
from leadline.lexicon.names import deed_in_url
from leadline.model.cached import cached_property
from leadline.model.url import parts_of, site_of
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document
from leadline.parse.links import marks_of
from leadline.parse.tree import classes

_ENOUGH = 3.5
_MANY_PLACES = 3
"""A caption that leads to so many places stands beside every record; it is no pager's."""
_NEXT_NAME = re.compile(
    r"(?<![a-z])next(?![a-wyz])|next(?=page|post|link|url|btn)|(?:page|pager|pagi?nation|nav|i)[-_]?next\b"
    r"|forward|(?:arrow|chevron|angle|caret|triangle)(?:[-_][a-z0-9]{1,8}){0,2}[-_]?right|right[-_]?(?:arrow|chevron)",
    re.IGNORECASE,
)
_BACK_NAME = re.compile(
    r"prev|\bback(?:ward)?\b|\bfirst\b|\blast\b|disabled"
    r"|(?:arrow|chevron|angle|caret|triangle)(?:[-_][a-z0-9]{1,8}){0,2}[-_]?left|left[-_]?(?:arrow|chevron)",
    re.IGNORECASE,
)
_PAGER_NAME = re.compile(
    r"pag(?:e[rsd]?|ing|inat\w*|er?nav\w*)\b|page[-_]?(?:nav|num|link|list|bar)|\bwp-?pagenavi|seiten|multipage"
    r"|nav[-_]?(?:link|page|below|above|next|post)|nextpost|next_posts|results?[-_]?nav",
    re.IGNORECASE,
)

_COMMENTS = re.compile(r"comment-page|[?&/]comments?[-_]?page")


@dataclass(frozen=True, slots=True)
class Asking:
    """How the page was come by."""

    url: str
    pairs: frozenset[tuple[str, str]] = frozenset()
    """What was asked, wherever it was sent: in the address or in a body."""
    is_answer: bool = False
    """The page answers a query, and is walked from its first page on."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A link and what speaks for its being the next page."""

    url: str
    weight: float
    kinds: int
    why: str
    said: str = ""
    """What the link says."""
    marks: str = ""


@dataclass(frozen=True, slots=True)
class _Captions:
    """What one link tells a reader, and which way that points."""

    texts: tuple[str, ...]
    ways: frozenset[Heading]

    @property
    def older(self) -> bool:
        return Heading.OLDER in self.ways

    @property
    def newer(self) -> bool:
        return Heading.NEWER in self.ways


def next_link(document: Document, asking: Asking, row: Row) -> Weighed | None:
    """The link to the next page of this list, or None."""
    after = document.link(row.following) if row.following is not None else None
    nodes = document.visible_tree.document.css("a[href],area[href],link[rel][href]")
    anchors = {document.link(node) for node in nodes if node.tag != "link"}
    here = {page_key(asking.url), page_key(document.url)}
    everywhere = _said_everywhere(document, nodes)
    # The number that we came by is not asked for in the link to the next one.
    without = replace(asking, pairs=frozenset(pair for pair in asking.pairs if pair[0] not in row.counts_by))
    best: Weighed | None = None
    for node in nodes:
        url = document.link(node)
        if url is None or page_key(url) in here or site_of(url) != site_of(document.url):
            continue
        if node.tag == "link" and url not in anchors and (row.there or _is_front(asking)):
            # Software that counts on and on says so in the head while the visible row has ended; and a front page
            # has older posts, but they are no pages of a list that anybody asked for.
            continue
        found = _Link(node, url, without if url == after else asking, everywhere).weighed(is_numbered=url == after)
        if found is not None and _refused(found, node, document, asking):
            continue
        if found is not None and (best is None or found.weight > best.weight):
            best = found
    return best


def _refused(found: Weighed, node: LexborNode, document: Document, asking: Asking) -> bool:
    """Whether the gate refuses the link: "Next" on a log-out is none, and neither is one to where deeds are done,
    which a menu may lead to."""
    texts = tuple(_said(node)) or ("",)
    place = deed_in_url(found.url.partition("?")[0], document.page.language or "")
    return place is not None or any(refused(leading(found, document, asking, text)) for text in texts)


def leading(found: Weighed, document: Document, asking: Asking, text: str | None = None) -> SeenLink:
    """The link as the gate judges it."""
    asked = frozenset(value for _, value in asking.pairs)
    said = found.said if text is None else text
    return SeenLink(said, found.url, found.marks, language=document.page.language, asked=asked)


def _is_front(asking: Asking) -> bool:
    parts = parts_of(asking.url)
    return not asking.is_answer and parts.path == "/" and not parts.query


def _said_everywhere(document: Document, nodes: list[LexborNode]) -> frozenset[str]:
    """Captions that lead to many places: *read on*, *more* beside every record."""
    places: dict[str, set[str]] = defaultdict(set)
    for node in nodes:
        text = _text(node)
        if text and len(text) <= LONGEST and (url := document.link(node)):
            places[text].add(url)
    return frozenset(text for text, urls in places.items() if len(urls) >= _MANY_PLACES)


class _Link:
    """One link, weighed."""

    def __init__(self, node: LexborNode, url: str, asking: Asking, everywhere: frozenset[str]) -> None:
        self.node, self.url, self.asking = node, url, asking
        texts = tuple(text for text in _said(node) if text not in everywhere)
        self.captions = _Captions(texts, frozenset(way for text in texts if (way := heading(text))))

    @cached_property
    def order(self) -> bool | None:
        return follows(self.asking.url, self.url)

    def _tells(self, *, is_numbered: bool) -> bool:
        """Whether there is anything to weigh; most links of a page say where they lead, and that is elsewhere."""
        if is_numbered or not self.captions.texts or self.captions.ways - {Heading.BACK}:
            return True
        return "next" in (self.node.attributes.get("rel") or "").lower()

    def weighed(self, *, is_numbered: bool) -> Weighed | None:
        """None unless there is enough for it."""
        if not self._tells(is_numbered=is_numbered):
            return None
        pieces = {**self._told(), **self._marked(), **self._led()}
        if is_numbered:
            pieces["numbered"] = 3.0
        if "rel" in pieces and self.order is None and self.node.tag == "link":
            pieces["alone"] = -2.0  # blogs tell the next *article* that way
        pieces = self._in_time(pieces)
        weight = sum(pieces.values())
        for_it = [kind for kind, one in pieces.items() if one > 0]
        tells = (
            "said" in for_it or is_numbered or "rel" in pieces or ("named" in pieces and not self.captions.texts)
        )
        if weight < _ENOUGH or not tells or not (len(for_it) > 1 or self._beyond_doubt(pieces)):
            return None
        said = " ".join(self.captions.texts[:1])
        return Weighed(self.url, weight, len(for_it), ", ".join(for_it), said, marks_of(self.node.attributes))

    def _beyond_doubt(self, pieces: dict[str, float]) -> bool:
        """An answer's link that says "next page" and nothing else, with nothing against it."""
        if not self.asking.is_answer or any(one < 0 for one in pieces.values()):
            return False
        return any(is_next(text) for text in self.captions.texts)

    def _told(self) -> dict[str, float]:
        texts, ways = self.captions.texts, self.captions.ways
        pieces = {"said": max((_spoken(text) for text in texts), default=0.0)}
        if (Heading.BACK in ways and Heading.NEXT not in ways) or any(points_back(text) for text in texts):
            pieces["back"] = -8.0
        if texts and len(texts[0]) > LONGEST:
            pieces["long"] = -4.0
        if any(is_one_thing(text) for text in texts) and not (self.order and counts_pages(self.url)):
            pieces["one thing"] = -4.0 if self.order is None else -8.0
        if _COMMENTS.search(self.url):
            pieces["comments"] = -8.0
        return pieces

    def _marked(self) -> dict[str, float]:
        """What the markup of a link, of what it holds, and of what holds it says."""
        node, found = self.node, dict[str, float]()
        rel = (node.attributes.get("rel") or "").lower().split()
        if "next" in rel:
            found["rel"] = 3.5
        elif "prev" in rel or "previous" in rel:
            found["back rel"] = -8.0
        if (node.attributes.get("aria-disabled") or "").lower() == "true":
            found["disabled"] = -8.0
        own = " ".join([classes(node), *(_image_names(c) for c in node.css("img,span,i,svg,div")[:3])])
        around = classes(node.parent) if node.parent is not None else ""
        if _NEXT_NAME.search(own) or _NEXT_NAME.search(around):
            found["named"] = 2.0
        if _BACK_NAME.search(own) or (_BACK_NAME.search(around) and not _NEXT_NAME.search(around)):
            found["back name"] = -5.0
        if any(_PAGER_NAME.search(classes(holder)) for holder in above(node, 4)) or _PAGER_NAME.search(own):
            found["pager"] = 1.0
        return found

    def _led(self) -> dict[str, float]:
        if self.order is not None:
            return {"leads": 3.0 if self.order else -6.0}
        # The program that shows more of an answer may be another than the one that began it.
        plain = self.asking.is_answer and any(is_next(text) for text in self.captions.texts)
        if not plain and elsewhere(self.asking.url, self.url):
            return {"elsewhere": -8.0}
        if Heading.MORE in self.captions.ways and longer(self.asking.url, self.url):
            return {"longer": 1.5}
        return {"carries": 1.5} if carries(self.url, self.asking.pairs) else {}

    def _in_time(self, pieces: dict[str, float]) -> dict[str, float]:
        """What "older" and "newer" mean here."""
        if not self.captions.older and not self.captions.newer:
            return pieces
        texts = self.captions.texts
        marked_on = "named" in pieces or "rel" in pieces or any(points_on(text) for text in texts)
        marked_back = "back name" in pieces or "back rel" in pieces or any(points_back(text) for text in texts)
        if self.asking.is_answer:
            back = self.captions.newer or self.order is False
        elif self.captions.older:
            back = not marked_on and (marked_back or self.order is not True)
        else:
            back = marked_back and not marked_on
        if back or "one thing" in pieces or "comments" in pieces:
            return {**pieces, "back": -8.0}
        kept = {kind: one for kind, one in pieces.items() if one > 0 and kind != "said"}
        return {**kept, "said": 3.0}


def _text(node: LexborNode) -> str:
    return " ".join((node.text(deep=True, separator=" ") or "").split())


def _said(node: LexborNode) -> Iterator[str]:
    """What a reader is told: the text first, else names of the link and of images in it."""
    if text := _text(node):
        yield text[: 2 * LONGEST]
    for name in ("aria-label", "title"):
        if told := (node.attributes.get(name) or "").strip():
            yield told
    for image in node.css("img,input[type=image]")[:2]:
        if told := (image.attributes.get("alt") or image.attributes.get("title") or "").strip():
            yield told


def _spoken(text: str) -> float:
    match heading(text):
        case Heading.NEXT:
            return 2.5 if is_arrow(text) else 3.5 if is_short(text) else 1.5
        case Heading.ON | Heading.MORE:
            return 2.5
        case _:
            return 0.0


def _image_names(node: LexborNode) -> str:
    source = (node.attributes.get("src") or "").rpartition("/")[2]
    return f"{classes(node)} {source}"
