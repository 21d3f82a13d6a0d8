"""The links of rows as they are read: where they lead, what they say, what their markup says of them.

What the list itself was asked with says nothing about the record, unless it is a field of the form that is there
to choose from: `?kind=map` may be either.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from leadline.answers.records.boilerplate import list_state
from leadline.answers.records.leaves import RowLeaves
from leadline.answers.records.nodes import HEADINGS, Node, RecordRow, walk
from leadline.answers.records.outline import Outline
from leadline.answers.records.urls import Address, pairs_of
from leadline.lexicon.phrases import template
from leadline.parse.document import Document
from leadline.parse.links import marks_of

GENERIC = template("records", r"^\W*(?:{link_verbs}?\s*{link_things}?|{link_words}|\d+|[+#»›>…]+)\W*$")
_TITLE_CLASS = template("classes", r"{titles}|name\b")
_FILE = re.compile(r"\.(?:jpe?g|png|gif|svg|webp|ico|css|js|mp3|mp4|zip)(?:$|\?)", re.IGNORECASE)
_BESIDE = 20  # letters that may stand beside a title in its box: a year, an author
_MOST_LINKS = 60  # of one record: a bound on time


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


def links_of_rows(outline: Outline, leaves: RowLeaves, rows: Sequence[RecordRow]) -> list[list[RecordLink]]:
    """The links of each record that lead to other pages, in their order."""
    read = _ReadLinks(outline, leaves, _asked_with(outline.document))
    return [read.of_row(row) for row in rows]


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
        path, marks, titled = self.leaves.path(node), marks_of(node.attributes), _is_titled(outline, node)
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


def _is_titled(outline: Outline, node: Node) -> bool:
    """Whether a link stands in a heading, or in what a class calls the title, with next to nothing beside it."""
    most = 2 * outline.letters(node) + _BESIDE
    for box in node.lineage():
        if box.tag in HEADINGS or box.tag == "dt":
            return True
        if box.attributes and _is_title_class(box.attr("class"), box.attr("itemprop")):
            return True
        if outline.letters(box) > most:
            return False
    return False


@lru_cache(maxsize=4_096)
def _is_title_class(names: str, property_: str) -> bool:
    return _TITLE_CLASS.search(f"{names} {property_}") is not None
