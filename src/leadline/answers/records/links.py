"""The links of a record: which of them are controls, and which one leads to its own page.

**What varies is the record's, what stays the same in every row is a control.** A link is a record's own page only
if its text varies with the record, or is its title, or says *view*, *details*, *more* (`leadline.lexicon`), and if
the gate has nothing against it. Other links tell records apart all the same, and are never asked for.

The links of all rows are compared by their place in the row: the one that (nearly) every record has, with another
address each time, is the record's own. A place is a path below the row; where one path holds several links
(author, title and category in one cell) also the last of them, and those that lead to one program. Of several such
columns titles come first (headings, and what a class says is one), then what says more than "view", then the
longer text: no weights. A record without that link has the best of its own by the same order. Which column it is,
is decided for the whole source.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import count
from typing import NamedTuple

from leadline.answers.records.boilerplate import list_state
from leadline.answers.records.leaves import RowLeaves
from leadline.answers.records.nodes import Node, RecordRow, walk
from leadline.answers.records.outline import Outline
from leadline.answers.records.shape import is_titled
from leadline.answers.records.urls import NO_SHAPE, Address, AddressRow, UrlShape, pairs_of, pattern_of
from leadline.gate.links import SeenLink, refused, says_details
from leadline.lexicon.phrases import template
from leadline.lexicon.reading import command
from leadline.parse.document import Document
from leadline.parse.links import marks_of

GENERIC = template("records", r"^\W*(?:{link_verbs}?\s*{link_things}?|{link_words}|\d+|[+#»›>…]+)\W*$")
_FILE = re.compile(r"\.(?:jpe?g|png|gif|svg|webp|ico|css|js|mp3|mp4|zip)(?:$|\?)", re.IGNORECASE)
_MOST_LINKS = 60  # of one record: a bound on time
_NUMBER = re.compile(r"\d+")
_NEARLY = 0.8  # rows that have a link, or one of their own: some list a record twice, or have one without a page
_CONTROL = "!"  # ends the names of columns of links that are not asked for
_VARIES = 0.25
"""Texts among a column's links from which on they vary with the record: a switch with two states does not."""


@lru_cache(maxsize=4_096)
def _is_generic(text: str) -> bool:
    return GENERIC.match(text) is not None


class RecordLink(NamedTuple):
    """A link of a record; `path` is where it stands below the row."""

    url: str
    fragment: str
    path: str
    text: str
    state: frozenset[str] = frozenset()  # labels of the parts of its address that repeat the list's
    marks: str = ""  # what its markup says it does
    nofollow: bool = False
    titled: bool = False  # it stands in a heading, or in what a class calls the title
    leads: bool = True  # it is the record's own page, and may be asked for

    @property
    def address(self) -> Address:
        return Address.of(self.url, self.fragment)

    @property
    def name(self) -> str:
        """Its text, where that says more than "view" or "details"."""
        return "" if _is_generic(self.text) else self.text


def _rank(link: RecordLink) -> tuple[bool, bool, int]:
    """How much a link looks like a record's own."""
    return link.titled, bool(link.name), len(link.text)


@dataclass(frozen=True, slots=True)
class OwnLinks:
    """What leads to each record: `links` one a row (None where it has none)."""

    column: str  # the place of most of them
    links: tuple[RecordLink | None, ...]
    shape: UrlShape  # of their addresses, with what these rows add
    tells: bool
    """Whether nearly every record has one, with another address each."""
    places: tuple[Mapping[str, RecordLink], ...] = ()
    """The links of each row by column, of the chosen one and of those that tell records apart as well."""


@dataclass(slots=True)
class _ReadLinks:
    """The links of rows as they are read."""

    outline: Outline
    leaves: RowLeaves
    asked_with: Mapping[str, str]
    states: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)  # of addresses, see `list_state`

    def of_row(self, row: RecordRow) -> list[RecordLink]:
        found: list[RecordLink] = []
        for node in walk(row):
            if node.tag == "a" and (link := self._read(node)) is not None:
                found.append(link)
                if len(found) == _MOST_LINKS:
                    break
        above = row[0].link
        if not found and above is not None and (link := self._read(above)) is not None:
            found.append(link)  # a card that as a whole stands in a link
        return found

    def _read(self, node: Node) -> RecordLink | None:
        outline = self.outline
        here, url = outline.document.url, outline.target_of(node)
        fragment = node.attr("href").strip().partition("#")[2]
        if url is None or _FILE.search(url) or (url == here and not fragment):
            return None
        place = url, fragment
        if place not in self.states:
            self.states[place] = list_state(Address.of(*place), here, self.asked_with, self.leaves.asked)
        text = outline.text(node) or _name_without_text(node)
        nofollow = "nofollow" in node.attr("rel").lower()
        path, marks, titled = self.leaves.path(node), marks_of(node.attributes), is_titled(outline, node)
        return RecordLink(url, fragment, path, text, self.states[place], marks, nofollow, titled)


def _asked_with(document: Document) -> dict[str, str]:
    """What the list was asked with and nobody can choose."""
    asked = pairs_of(document.url)
    if not asked:
        return {}
    chosen = {control.name for form in document.page.forms for control in form.fields if control.invisible is None}
    return {name: value for name, value in asked if name not in chosen}


def _name_without_text(node: Node) -> str:
    """What a link without text is called: its title, or what stands for its image."""
    images = [inner for inner in node.children[:4] if inner.attributes]
    names = [node.attr("aria-label"), node.attr("title"), *(i.attr(n) for i in images for n in ("alt", "title"))]
    return next((name.strip() for name in names if name.strip()), "")


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
    said = Counter(known for row in found for known in {(link.path, link.text) for link in row})
    steady = {known for known, rows in said.items() if rows >= max(2, _NEARLY * len(found))}

    @cache
    def is_deed(text: str, url: str, marks: str, nofollow: bool) -> bool:
        return refused(SeenLink(text, url, marks, nofollow, asked, language)) is not None

    def leads(place: tuple[str, int], link: RecordLink) -> bool:
        # A title may be any text: "Delete culture" is a book, and "Order 1001" leads to order 1001.
        numbered = _is_numbered(link) and not command(link.text, language)[1]
        text = "" if link.titled or numbered else link.text
        if (link.path, link.text) in steady and not says_details(link.text, language):
            return False  # wherever it stands among the others
        return place not in controls and not is_deed(text, link.url, link.marks, link.nofollow)

    return [[link if leads(at, link) else link._replace(leads=False) for at, link in row] for row in placed]


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
    several = len(texts) > 2 and titled  # many records may share a title: "Not rated", "4 stars"
    varies = len(column) > 1 and len(texts) > 1 and (several or len(texts) >= _VARIES * len(column))
    # Two texts, each on several rows: a state and its opposite, where titles would differ more.
    is_switch = len(texts) == 2 and min(texts.values()) > 1 and not titled
    if varies and not is_switch:
        return False
    return not all(says_details(text, language) for text in texts)


def own_links(
    outline: Outline,
    leaves: RowLeaves,
    rows: Sequence[RecordRow],
    like: str = "",
    shape: UrlShape = NO_SHAPE,
    without: Collection[str] = (),
) -> OwnLinks:
    """The records' own links; `like` is the column that was theirs on earlier pages, `shape` that of their
    addresses, `without` are columns that are known not to tell records apart."""
    document, asked = outline.document, leaves.asked
    read = _ReadLinks(outline, leaves, _asked_with(document))
    found = _mark_controls([read.of_row(row) for row in rows], document.page.language, asked)
    places = [_with_control(row, like) for row in _columns(found)]
    apart = _told_apart(places)
    leading = {name: scores for name, scores in apart.items() if name[-1:] != _CONTROL}
    # Where no link may be asked for, or those that may lead from many records to one page (of their category), the
    # others still tell records apart.
    by_leading = like in leading if like in apart else _tells_most(leading) or not _tells_most(apart)
    if by_leading:
        apart, found = leading, [[link for link in row if link.leads] for row in found]
    usable = [name for name in apart if name not in without]
    column = like if like in apart else max(usable, key=apart.__getitem__, default="")
    fits = [row.get(column) for row in places]
    chosen = tuple(fit or max(row, key=_rank, default=None) for fit, row in zip(fits, found, strict=True))
    says = [outline.row_text(row) for row in rows]
    fitting = [(link, said) for link, said in zip(fits, says, strict=True) if link is not None]
    learned = shape.of_rows([AddressRow(link.address, link.state, said) for link, said in fitting])
    enough = bool(fitting) and len(fitting) >= _NEARLY * len(rows)
    tells = enough and _tells_apart([link for link, _ in fitting], learned)
    also = sorted((name for name in apart if apart[name][0] >= _NEARLY**2), key=apart.__getitem__, reverse=True)
    shown = tuple({name: row[name] for name in (column, *also) if name in row} for row in places)
    return OwnLinks(column, chosen, learned, tells, shown)


def _with_control(row: dict[str, RecordLink], like: str) -> dict[str, RecordLink]:
    """Of a single row nobody can tell which of its links is a control: where earlier pages told, it still is."""
    name = like.removesuffix(_CONTROL)
    return row | {like: row[name]._replace(leads=False)} if like not in row and name in row else row


def _tells_most(columns: Mapping[str, tuple[float, ...]]) -> bool:
    """Whether nearly all rows have a link in some column, nearly all to a page of their own."""
    return any(score >= _NEARLY**2 for score, *_ in columns.values())


def _tells_apart(links: Sequence[RecordLink], shape: UrlShape) -> bool:
    keys = [shape.key(link.url, link.fragment) for link in links]
    return len(set(keys)) >= _NEARLY * len(keys) or _listed_twice(links, keys)


def _listed_twice(links: Sequence[RecordLink], keys: Sequence[str]) -> bool:
    """Two lists of the same records on one page, matches in titles and in texts: one title, one address."""
    most = len(set(keys))
    if 2 * most < len(links) or not all(link.name for link in links):
        return False
    pairs = {(key, link.text) for key, link in zip(keys, links, strict=True)}
    return len({link.text for link in links}) == len(pairs) == most


def _columns(found: Sequence[Sequence[RecordLink]]) -> list[dict[str, RecordLink]]:
    """The links of each row by their columns, those that may not be asked for in columns of their own."""
    placed = [
        [(link.path.replace("|", "_"), "" if link.leads else _CONTROL, link) for link in row] for row in found
    ]
    several = {
        place
        for row in placed
        for place, many in Counter((path, kind) for path, kind, _ in row).items()
        if many > 1
    }
    rows: list[dict[str, RecordLink]] = []
    for row in placed:
        columns: dict[str, RecordLink] = {}
        for path, kind, link in row:
            columns.setdefault(path + kind, link)
            if (path, kind) in several:
                columns.setdefault(f"{path}@{pattern_of(link.url)}".replace("|", "_") + kind, link)
                columns[f"{path}@last{kind}"] = link
        rows.append(columns)
    return rows


def _told_apart(rows: Sequence[Mapping[str, RecordLink]]) -> dict[str, tuple[float, ...]]:
    """Columns with how well they tell rows apart, and how much they look like the records' own links."""
    columns: defaultdict[str, list[RecordLink]] = defaultdict(list)
    for row in rows:
        for name, link in row.items():
            columns[name].append(link)
    scores: dict[str, tuple[float, ...]] = {}
    for name, links in columns.items():
        share = min(len(links) / len(rows), _NEARLY)
        distinct = min(len({(link.url, link.fragment) for link in links}) / len(links), _NEARLY)
        titled, named, letters = (sum(ranks) / len(links) for ranks in zip(*map(_rank, links), strict=True))
        scores[name] = (share * distinct, round(titled), round(named), letters)
    return scores
