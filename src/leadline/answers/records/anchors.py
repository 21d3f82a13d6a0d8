"""The links of a record, and which of them are controls.

**What varies is the record's, what stays the same in every row is a control.** A link is a record's own page only
if its text varies with the record, or is its title, or says *view*, *details*, *more* (`leadline.lexicon`), and if
the gate has nothing against it. Other links tell records apart all the same, and are never asked for.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from leadline.answers.records.urls import STRICT, key_of
from leadline.gate.links import SeenLink, refused, says_details
from leadline.lexicon.phrases import template
from leadline.lexicon.reading import command
from leadline.parse.document import Document

GENERIC = template("records", r"^\W*(?:{link_verbs}?\s*{link_things}?|{link_words}|\d+|[+#»›>…]+)\W*$")


@dataclass(frozen=True, slots=True)
class RecordLink:
    """A link of a record; `path` is where it stands below the row."""

    url: str
    fragment: str
    path: str
    text: str
    weight: float
    address: str
    """The URL without the state of the list."""
    marks: str = ""
    """What its markup says it does."""
    nofollow: bool = False
    titled: bool = False
    """It stands in a heading, or in what a class calls the title."""
    leads: bool = True
    """It is the record's own page, and may be asked for."""

    def key(self, asked: frozenset[str], level: int = STRICT) -> str:
        return key_of(self.address, self.fragment, asked, level)

    def within(self, title: str) -> str:
        """The title as far as it is the link's: "line 3" behind it tells two hits of one record apart."""
        whole = not self.text or GENERIC.match(self.text) or not title.startswith(self.text)
        return title if whole else self.text


def mark_controls(
    found: Sequence[Sequence[RecordLink]], document: Document, asked: frozenset[str]
) -> list[list[RecordLink]]:
    """The links of each row, those that are controls or deeds marked. A column are the n-th links of one path: a
    row of controls has them side by side."""
    columns: dict[tuple[str, int], list[RecordLink]] = {}
    placed = [_placed(row) for row in found]
    for row in placed:
        for column, anchor in row:
            columns.setdefault(column, []).append(anchor)
    language = document.page.language
    controls = {place for place, column in columns.items() if _is_control(column, language)}

    def leads(place: tuple[str, int], anchor: RecordLink) -> bool:
        told = SeenLink(anchor.text, anchor.url, anchor.marks, anchor.nofollow, asked, language)
        # A title may be any text: "Delete culture" is a book, and "Order 1001" leads to order 1001.
        numbered = _is_numbered(anchor) and not command(anchor.text, language)[1]
        told = replace(told, text="") if anchor.titled or numbered else told
        return place not in controls and refused(told) is None

    return [
        [anchor if leads(at, anchor) else replace(anchor, leads=False) for at, anchor in row] for row in placed
    ]


def _is_numbered(anchor: RecordLink) -> bool:
    """Whether the number in a link's text is that of its address: a record's, where "Like 12" counts something."""
    numbers = _NUMBER.findall(anchor.text)
    return bool(numbers) and all(number in anchor.url for number in numbers)


def _placed(row: Sequence[RecordLink]) -> list[tuple[tuple[str, int], RecordLink]]:
    """The links of a row with their columns."""
    met: Counter[str] = Counter()
    placed = []
    for anchor in row:
        placed.append(((anchor.path, met[anchor.path]), anchor))
        met[anchor.path] += 1
    return placed


def _is_control(column: Sequence[RecordLink], language: str | None) -> bool:
    """Whether a link says the same in every row, and not that it shows the record. Of a single row nobody can
    tell: there a single word is one, unless it is the title."""
    texts = [anchor.text.strip() for anchor in column]
    distinct = len(set(texts))
    if len(column) == 1 and (column[0].titled or len(column[0].text.split()) > 1 or not texts[0].isalpha()):
        return not texts[0]
    varies = len(column) > 1 and distinct > 1 and distinct >= _VARIES * len(column)
    if varies and not _is_switch(column):
        return False
    return not all(says_details(text, language) for text in set(texts))


def _is_switch(column: Sequence[RecordLink]) -> bool:
    """Two texts, each on several rows: a state and its opposite, where titles would differ more."""
    often = Counter(anchor.text.strip() for anchor in column)
    return len(often) == _STATES and min(often.values()) > 1 and not any(a.titled for a in column)


_STATES = 2
_NUMBER = re.compile(r"\d+")
_VARIES = 0.25
"""Texts among a column's links from which on they vary with the record: a switch with two states does not."""
