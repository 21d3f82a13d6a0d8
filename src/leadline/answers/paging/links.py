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

from leadline.answers.paging import addresses, pager
from leadline.answers.paging.pager import LONGEST, Direction
from leadline.gate.links import SeenLink, refused
from leadline.lexicon.names import deed_in_url
from leadline.model.page import cached_property
from leadline.model.url import parts_of, site_of
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document
from leadline.parse.links import marks_of
from leadline.parse.tree import classes, text_of

_ENOUGH = 3.5
_MANY_PLACES = 3  # a caption that leads to so many places stands beside every record; it is no pager's
_NEXT_NAME = re.compile(
    r"(?i)(?<![a-z])next(?![a-wyz])|next(?=page|post|link|url|btn)|(?:page|pager|pagi?nation|nav|i)[-_]?next\b"
    r"|forward|(?:arrow|chevron|angle|caret|triangle)(?:[-_][a-z0-9]{1,8}){0,2}[-_]?right|right[-_]?(?:arrow|chevron)"
)
_BACK_NAME = re.compile(
    r"(?i)prev|\bback(?:ward)?\b|\bfirst\b|\blast\b|disabled"
    r"|(?:arrow|chevron|angle|caret|triangle)(?:[-_][a-z0-9]{1,8}){0,2}[-_]?left|left[-_]?(?:arrow|chevron)"
)
_PAGER_NAME = re.compile(
    r"(?i)pag(?:e[rsd]?|ing|inat\w*|er?nav\w*)\b|page[-_]?(?:nav|num|link|list|bar)|\bwp-?pagenavi|seiten|multipage"
    r"|nav[-_]?(?:link|page|below|above|next|post)|nextpost|next_posts|results?[-_]?nav"
)
_COMMENTS = re.compile(r"comment-page|[?&/]comments?[-_]?page")


@dataclass(frozen=True, slots=True)
class PageContext:
    """How the page was come by."""

    url: str
    pairs: frozenset[tuple[str, str]] = frozenset()
    """What was asked, wherever it was sent: in the address or in a body."""
    is_answer: bool = False  # the page answers a query, and is walked from its first page on


@dataclass(frozen=True, slots=True)
class ScoredLink:
    """A link and what speaks for its being the next page."""

    url: str
    weight: float
    why: str
    caption: str = ""  # what the link says
    marks: str = ""


def next_link(document: Document, context: PageContext, row: pager.PageNumberRow) -> ScoredLink | None:
    after = document.link(row.following) if row.following is not None else None
    nodes = document.visible_tree.document.css("a[href],area[href],link[rel][href]")
    anchors = {document.link(node) for node in nodes if node.tag != "link"}
    here = {page_key(context.url), page_key(document.url)}
    everywhere = _said_everywhere(document, nodes)
    # The number that we came by is not asked for in the link to the next one.
    without = replace(context, pairs=frozenset(pair for pair in context.pairs if pair[0] not in row.counts_by))
    best: ScoredLink | None = None
    for node in nodes:
        url = document.link(node)
        if url is None or page_key(url) in here or site_of(url) != site_of(document.url):
            continue
        if after is not None and addresses.skips(after, url):
            continue  # "ten pages on", beside the number of the next page
        if node.tag == "link" and url not in anchors and (row.there or _is_front(context)):
            # Software that counts on and on says so in the head while the visible row has ended; and a front page
            # has older posts, but they are no pages of a list that anybody asked for.
            continue
        is_after = url == after
        numbered_by = row if is_after else None
        found = _Link(node, url, without if is_after else context, everywhere, numbered_by).weighed()
        if found is None or _refused(found, node, document, context):
            continue
        if best is None or found.weight > best.weight:
            best = found
    return best


def _refused(found: ScoredLink, node: LexborNode, document: Document, context: PageContext) -> bool:
    """Whether the gate refuses the link: "Next" on a log-out is none, and neither is one to where deeds are done,
    which a menu may lead to."""
    texts = tuple(_said(node)) or ("",)
    place = deed_in_url(found.url.partition("?")[0], document.page.language or "")
    return place is not None or any(refused(leading(found, document, context, text)) for text in texts)


def leading(found: ScoredLink, document: Document, context: PageContext, text: str | None = None) -> SeenLink:
    """The link as the gate judges it."""
    asked = frozenset(value for _, value in context.pairs)
    caption = found.caption if text is None else text
    return SeenLink(caption, found.url, found.marks, language=document.page.language, asked=asked)


def _is_front(context: PageContext) -> bool:
    parts = parts_of(context.url)
    return not context.is_answer and parts.path == "/" and not parts.query


def _said_everywhere(document: Document, nodes: list[LexborNode]) -> frozenset[str]:
    """Captions that lead to many places: *read on*, *more* beside every record."""
    places: dict[str, set[str]] = defaultdict(set)
    for node in nodes:
        text = text_of(node)
        if text and len(text) <= LONGEST and (url := document.link(node)):
            places[text].add(url)
    return frozenset(text for text, urls in places.items() if len(urls) >= _MANY_PLACES)


class _Link:
    """One link, weighed; `row` is the one whose next number it is."""

    def __init__(
        self,
        node: LexborNode,
        url: str,
        context: PageContext,
        everywhere: frozenset[str],
        row: pager.PageNumberRow | None,
    ) -> None:
        self.node, self.url, self.context, self.row = node, url, context, row
        self.texts = tuple(text for text in _said(node) if text not in everywhere)
        self.ways = frozenset(way for text in self.texts if (way := pager.direction_of(text)))

    @cached_property
    def order(self) -> bool | None:
        """Whether its address is a later page of the list."""
        if self.row is not None and self.row.stated:
            return True  # by the place it is beside, whatever its parameters are called
        return addresses.follows(self.context.url, self.url)

    def _tells(self) -> bool:
        """Whether there is anything to weigh; most links of a page say where they lead, and that is elsewhere."""
        if self.row is not None or not self.texts or self.ways - {Direction.BACK}:
            return True
        return "next" in (self.node.attributes.get("rel") or "").lower()

    def weighed(self) -> ScoredLink | None:
        """None unless there is enough for it."""
        if not self._tells():
            return None
        is_numbered = self.row is not None
        pieces = {**self._told(), **self._marked(), **self._led()}
        if is_numbered:
            pieces["numbered"] = 3.0
        if "rel" in pieces and self.order is None and self.node.tag == "link":
            pieces["alone"] = -2.0  # blogs tell the next *article* that way
        pieces = self._in_time(pieces)
        weight = sum(pieces.values())
        for_it = [kind for kind, one in pieces.items() if one > 0]
        tells = "said" in for_it or is_numbered or "rel" in pieces or ("named" in pieces and not self.texts)
        if weight < _ENOUGH or not tells or not (len(for_it) > 1 or self._beyond_doubt(pieces)):
            return None
        caption = " ".join(self.texts[:1])
        return ScoredLink(self.url, weight, ", ".join(for_it), caption, marks_of(self.node.attributes))

    def _beyond_doubt(self, pieces: dict[str, float]) -> bool:
        """An answer's link that says "next page" and nothing else, with nothing against it."""
        if not self.context.is_answer or any(one < 0 for one in pieces.values()):
            return False
        return any(map(pager.is_next, self.texts))

    def _told(self) -> dict[str, float]:
        texts, ways = self.texts, self.ways
        pieces = {"said": max(map(pager.caption_weight, texts), default=0.0)}
        if (Direction.BACK in ways and Direction.NEXT not in ways) or any(map(pager.points_back, texts)):
            pieces["back"] = -8.0
        if texts and len(texts[0]) > LONGEST:
            pieces["long"] = -4.0
        if any(map(pager.is_one_thing, texts)) and not (self.order and addresses.counts_pages(self.url)):
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
        inner = node.css("img,span,i,svg,div")[:3]
        files = ((one.attributes.get("src") or "").rpartition("/")[2] for one in inner)
        own = " ".join([*map(classes, (node, *inner)), *files])
        around = classes(node.parent) if node.parent is not None else ""
        if _NEXT_NAME.search(own) or _NEXT_NAME.search(around):
            found["named"] = 2.0
        if _BACK_NAME.search(own) or (_BACK_NAME.search(around) and not _NEXT_NAME.search(around)):
            found["back name"] = -5.0
        if any(map(_PAGER_NAME.search, (own, *map(classes, pager.ancestors(node, 4))))):
            found["pager"] = 1.0
        return found

    def _led(self) -> dict[str, float]:
        if self.order is not None:
            return {"leads": 3.0 if self.order else -6.0}
        # The program that shows more of an answer may be another than the one that began it.
        plain = self.context.is_answer and any(map(pager.is_next, self.texts))
        if not plain and addresses.is_other_resource(self.context.url, self.url):
            return {"elsewhere": -8.0}
        if Direction.MORE in self.ways and addresses.asks_for_more(self.context.url, self.url):
            return {"longer": 1.5}
        return {"carries": 1.5} if addresses.carries_query(self.url, self.context.pairs) else {}

    def _in_time(self, pieces: dict[str, float]) -> dict[str, float]:
        """What "older" and "newer" mean here."""
        older, newer, texts = Direction.OLDER in self.ways, Direction.NEWER in self.ways, self.texts
        if not older and not newer:
            return pieces
        marked_on = "named" in pieces or "rel" in pieces or any(map(pager.points_on, texts))
        marked_back = "back name" in pieces or "back rel" in pieces or any(map(pager.points_back, texts))
        if self.context.is_answer:
            back = newer or self.order is False
        elif older:
            back = not marked_on and (marked_back or self.order is not True)
        else:
            back = marked_back and not marked_on
        if back or "one thing" in pieces or "comments" in pieces:
            return {**pieces, "back": -8.0}
        kept = {kind: one for kind, one in pieces.items() if one > 0 and kind != "said"}
        return {**kept, "said": 3.0}


def _said(node: LexborNode) -> Iterator[str]:
    """What a reader is told: the text first, else names of the link and of images in it."""
    if text := text_of(node):
        yield text[: 2 * LONGEST]
    for name in ("aria-label", "title"):
        if caption := (node.attributes.get(name) or "").strip():
            yield caption
    for image in node.css("img,input[type=image]")[:2]:
        if caption := (image.attributes.get("alt") or image.attributes.get("title") or "").strip():
            yield caption
