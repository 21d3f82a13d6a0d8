"""The links of a record: which of them are controls, and which one leads to its own page.

**What varies is the record's, what stays the same in every row is a control.** A link is a record's own page only
if its text varies with the record, or is its title, or says *view*, *details*, *more* (`leadline.lexicon`), and if
the gate has nothing against it. Other links tell records apart all the same, and are never asked for.

The links of all rows are compared by their path below the row: the one that (nearly) every record has, with
another address each time, is the record's own. Of several such columns the heading's comes first, then one
whose class says title, then the longer text. A record without that link has its weightiest one.

Some software hands the state of a list on to every link of it (`?count=20`, the language, the repository). What
the list itself was asked with says nothing about the record, unless it is a field of the form that is there to
choose from: `?kind=map` may be either. Other software writes the way back to the list into every link.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from leadline.answers.records import urls
from leadline.answers.records.leaves import RowLeaves
from leadline.answers.records.nodes import HEADINGS, Node, RecordRow, walk
from leadline.answers.records.outline import Outline
from leadline.answers.records.urls import ASKED, STRICT, VISIT
from leadline.gate.links import SeenLink, refused, says_details
from leadline.lexicon.phrases import template
from leadline.lexicon.reading import command
from leadline.model.url import site_of
from leadline.parse.document import Document
from leadline.parse.links import marks_of

GENERIC = template("records", r"^\W*(?:{link_verbs}?\s*{link_things}?|{link_words}|\d+|[+#»›>…]+)\W*$")
_TITLE_CLASS = template("classes", r"{titles}|name\b")
_FILE = re.compile(r"\.(?:jpe?g|png|gif|svg|webp|ico|css|js|mp3|mp4|zip)(?:$|\?)", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_MOST_LINKS = 60  # of one record: a bound on time
_NEARLY = 0.8
_VARIES = 0.25
"""Texts among a column's links from which on they vary with the record: a switch with two states does not."""
Parameters = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class RecordLink:
    """A link of a record; `path` is where it stands below the row."""

    url: str
    fragment: str
    path: str
    text: str
    weight: float
    address: str  # the URL without the state of the list
    marks: str = ""  # what its markup says it does
    nofollow: bool = False
    titled: bool = False  # it stands in a heading, or in what a class calls the title
    leads: bool = True  # it is the record's own page, and may be asked for

    def key(self, asked: frozenset[str], level: int = STRICT) -> str:
        return urls.record_key(self.address, self.fragment, asked, level)

    @property
    def name(self) -> str:
        """Its text, where that says more than "view" or "details"."""
        return "" if GENERIC.match(self.text) else self.text


@dataclass(frozen=True, slots=True)
class OwnLinks:
    """What leads to each record: `links` one a row (None where it has none), `path` that of most."""

    path: str
    links: tuple[RecordLink | None, ...]
    level: int
    """How much of their addresses may be left out without making two records one (see `urls`); -1 if nearly every
    record has one, but not a different one each."""


# ── reading them ──────────────────────────────────────────────────────────────────────────────────────────


def _links_of(outline: Outline, leaves: RowLeaves, row: RecordRow, state: Parameters) -> list[RecordLink]:
    """The links of a record that lead to other pages, in their order."""
    found: list[RecordLink] = []
    for node in walk(row):
        if node.tag == "a" and (link := _record_link(outline, leaves, node, state)) is not None:
            found.append(link)
            if len(found) == _MOST_LINKS:
                break
    above = row[0].link
    if not found and above is not None and (link := _record_link(outline, leaves, above, state)) is not None:
        found.append(link)  # a card that as a whole stands in a link
    return found


def _list_state(document: Document) -> Parameters:
    """What the list was asked with and nobody can choose."""
    asked = urls.pairs_of(document.url)
    if not asked:
        return asked
    chosen = {control.name for form in document.page.forms for control in form.fields if control.invisible is None}
    return frozenset(pair for pair in asked if pair[0] not in chosen)


def _record_link(outline: Outline, leaves: RowLeaves, node: Node, state: Parameters) -> RecordLink | None:
    here = outline.document.url
    url = outline.target_of(node)
    fragment = node.attr("href").strip().partition("#")[2]
    if url is None or _FILE.search(url) or (url == here and not fragment):
        return None
    text = outline.text(node) or _name_without_text(node)
    weight, titled = _weight(outline, node, text, url)
    lasting = urls.without_list_steps(urls.without_way_back(urls.without_list_state(url, state), here), here)
    nofollow = "nofollow" in node.attr("rel").lower()
    marks = marks_of(node.attributes)
    return RecordLink(url, fragment, leaves.path(node), text, weight, lasting, marks, nofollow, titled)


def _name_without_text(node: Node) -> str:
    """What a link without text is called: its title, or what stands for its image."""
    images = [inner for inner in node.children[:4] if inner.attributes]
    names = [node.attr("aria-label"), node.attr("title"), *(i.attr(n) for i in images for n in ("alt", "title"))]
    return next((name.strip() for name in names if name.strip()), "")


def _weight(outline: Outline, node: Node, text: str, url: str) -> tuple[float, bool]:
    """How much speaks for a link's being the record's own, and whether it is a title."""
    weight, titled = min(len(text), 80) / 20, False
    if GENERIC.match(text):
        weight -= 3.0
    for depth, box in enumerate(node.lineage()):
        if box.tag in HEADINGS or box.tag == "dt":
            weight, titled = weight + 6.0, True
            break
        if box.attributes and _TITLE_CLASS.search(f"{box.attr('class')} {box.attr('itemprop')}"):
            weight, titled = weight + 4.0, True
            break
        if depth >= 3 or outline.letters(box) > 2 * outline.letters(node) + 20:
            break
    if site_of(url) != site_of(outline.document.url):
        weight -= 1.0
    return weight, titled


# ── controls ──────────────────────────────────────────────────────────────────────────────────────────────


def _mark_controls(
    found: Sequence[Sequence[RecordLink]], language: str | None, asked: frozenset[str]
) -> list[list[RecordLink]]:
    """The links of each row, those that are controls or deeds marked. A column are the n-th links of one path: a
    row of controls has them side by side."""
    columns: dict[tuple[str, int], list[RecordLink]] = {}
    placed = [_placed(row) for row in found]
    for row in placed:
        for column, link in row:
            columns.setdefault(column, []).append(link)
    controls = {place for place, column in columns.items() if _is_control(column, language)}

    def leads(place: tuple[str, int], link: RecordLink) -> bool:
        # A title may be any text: "Delete culture" is a book, and "Order 1001" leads to order 1001.
        numbered = _is_numbered(link) and not command(link.text, language)[1]
        text = "" if link.titled or numbered else link.text
        deed = SeenLink(text, link.url, link.marks, link.nofollow, asked, language)
        return place not in controls and refused(deed) is None

    return [[link if leads(at, link) else replace(link, leads=False) for at, link in row] for row in placed]


def _is_numbered(link: RecordLink) -> bool:
    """Whether the number in a link's text is that of its address: a record's, where "Like 12" counts something."""
    numbers = _NUMBER.findall(link.text)
    return bool(numbers) and all(number in link.url for number in numbers)


def _placed(row: Sequence[RecordLink]) -> list[tuple[tuple[str, int], RecordLink]]:
    """The links of a row with their columns."""
    met: defaultdict[str, count[int]] = defaultdict(count)
    return [((link.path, next(met[link.path])), link) for link in row]


def _is_control(column: Sequence[RecordLink], language: str | None) -> bool:
    """Whether a link says the same in every row, and not that it shows the record. Of a single row nobody can
    tell: there a single word is one, unless it is the title."""
    texts = Counter(link.text.strip() for link in column)
    first = column[0].text.strip()
    titled = any(link.titled for link in column)
    if len(column) == 1 and (titled or len(first.split()) > 1 or not first.isalpha()):
        return not first
    varies = len(column) > 1 and len(texts) > 1 and len(texts) >= _VARIES * len(column)
    # Two texts, each on several rows: a state and its opposite, where titles would differ more.
    is_switch = len(texts) == 2 and min(texts.values()) > 1 and not titled
    if varies and not is_switch:
        return False
    return not all(says_details(text, language) for text in texts)


# ── the own one ───────────────────────────────────────────────────────────────────────────────────────────


def own_links(outline: Outline, leaves: RowLeaves, rows: Sequence[RecordRow], like: str | None = None) -> OwnLinks:
    """The records' own links; `like` is the path that was theirs on an earlier page."""
    document, asked = outline.document, leaves.asked
    state = _list_state(document)
    found = _mark_controls([_links_of(outline, leaves, row, state) for row in rows], document.page.language, asked)
    # Where no link may be asked for, the others still tell records apart.
    order = {link.path: place for row in reversed(found) for place, link in enumerate(row)}
    leading = [[link for link in row if link.leads] for row in found]
    found = leading if 2 * sum(map(bool, leading)) >= len(rows) else found
    known = like if like and any(link.path == like for row in found for link in row) else None
    path = known or _best_path(found, asked, order)
    fits = [next((link for link in row if link.path == path), None) for row in found]
    others = (max(row, key=lambda link: link.weight, default=None) for row in found)
    chosen = tuple(fit or other for fit, other in zip(fits, others, strict=True))
    fitting = [link for link in fits if link is not None]
    enough = bool(fitting) and len(fitting) >= _NEARLY * len(rows)
    return OwnLinks(path, chosen, _level(fitting, asked) if enough else -1)


def _level(links: Sequence[RecordLink], asked: frozenset[str]) -> int:
    most = len({link.key(asked, VISIT) for link in links})
    if most < _NEARLY * len(links) and not _listed_twice(links, asked, most):
        return -1
    fitting = (level for level in (STRICT, ASKED) if len({link.key(asked, level) for link in links}) == most)
    return next(fitting, VISIT)


def _listed_twice(links: Sequence[RecordLink], asked: frozenset[str], most: int) -> bool:
    """Two lists of the same records on one page, matches in titles and in texts: one title, one address."""
    if 2 * most < len(links) or any(GENERIC.match(link.text) for link in links):
        return False
    pairs = {(link.key(asked, VISIT), link.text) for link in links}
    return len({link.text for link in links}) == len(pairs) == most


def _best_path(found: Sequence[Sequence[RecordLink]], asked: frozenset[str], order: Mapping[str, int]) -> str:
    columns: dict[str, list[RecordLink]] = {}
    for row in found:
        for path, link in {link.path: link for link in reversed(row)}.items():
            columns.setdefault(path, []).append(link)
    best, most = "", float("-inf")
    for path, links in columns.items():
        share = len(links) / max(1, len(found))
        distinct = len({link.key(asked, VISIT) for link in links}) / len(links)
        weight = sum(link.weight for link in links) / len(links)
        alike = len({urls.pattern_of(link.url) for link in links}) / len(links)
        score = 12 * min(share, 0.95) * min(distinct, 0.95) + weight - 2 * alike - 0.3 * min(order[path], 9)
        if score > most:
            best, most = path, score
    return best
