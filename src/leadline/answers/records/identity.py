"""What a record goes by: its title, and the identity that it shares with the same record in other answers.

A record goes by the address of its own page (`urls.UrlShape.key`) where every record of its list has one; else by
a field that is meant to tell records apart (a number, a code) where every record has another; else by what it
says. Which of them is an `Identity`, chosen for one page here and for the whole source, where it can be mended, in
`source_identity`. What a record says is compared letter by letter without what changes from answer to answer: its
number in the list, scores, "3 minutes ago", letters' case, signs and spaces (a highlighted part of a word is no
word of its own).
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from leadline.answers.records.links import OwnLinks, RecordLink
from leadline.answers.records.nodes import HEADINGS, Node, RecordRow, walk
from leadline.answers.records.outline import Outline
from leadline.answers.records.urls import NO_SHAPE, PartRole, UrlShape, counts_up
from leadline.lexicon.phrases import template

_NO_LETTERS = re.compile(r"[\W_]+")
_LIST_NUMBER = re.compile(r"^\s*(?:#\s*\d{1,6}\b|[(\[]?\d{1,6}\s*[.)\]](?!\d))\s*")
_AGO = template(
    "records",
    r"(?:\b{ago_before}\s++)?(?:{ago_about}\s++)?\b(?:\d++|{ago_one})\s*+{time_units}\b(?:,?\s*+\d++\s*+{time_units})?"
    r"(?:\s++{ago_after})?|\b{just_now}\b",
)
_WORDED_AGO = template("records", r"\b(?:{ago_before}|{ago_after}|{just_now})\b")
_SCORE = template(
    "records",
    r"\b{scores}\s*(?:[:=]\s*)?(?:\d+(?:[.,]\d+)?(?:\s*%)?(?:\s*/\s*\d+)?)"
    r"|\b\d{1,3}(?:[.,]\d+)?\s*%\s*{scores_after}",
)
_KEY_NAME = template("records", r"^(?:{key_subjects}?[\s_.-]*{key_nouns}|{key_names})$")
_COUNTER_NAME = template("records", r"^(?:#|{counting})$")
_NUMBER_BEFORE = re.compile(r"(?:#?[\[(]?\d{1,6}[\])]?[.):]?)?")
_SCORE_AFTER = re.compile(r"(?:[\W_]*(?:[^\W\d_]{2,12}\s*[:=]\s*)?[\d.,]+\s*%?[\W_]*)?")
_KEPT = (
    16  # fields of a row that are remembered, and letters of a value; what is longer takes a digest of that length
)
_NODES_READ = 60  # a heading stands at the beginning of a record


def digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def comparable(text: str) -> str:
    """What a record says, for comparing.

    >>> comparable("1. Moby Dick (score 0.8), 3 minutes ago") == comparable(
    ...     "4. MOBY DICK (score 0.3), 2 hours ago"
    ... )
    True
    >>> comparable("Moby Dick, 1851") == comparable("Moby Dick, 1852")
    False
    """
    bare = _LIST_NUMBER.sub("", text)
    if _WORDED_AGO.search(bare):
        bare = _AGO.sub(" ", bare)
    bare = _SCORE.sub(" ", bare)
    return _letters(bare) or _letters(text)


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", text.casefold())


URL, TEXT, WORDS = "url", "text", "words"
"""What records go by: their addresses, what they say together with their addresses, what they say alone. A field
has its name behind `=`."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What tells records apart."""

    by: str
    column: str = ""  # the place of their own links in the row (`links.OwnLinks`)
    shape: UrlShape = NO_SHAPE  # of those links
    broken: tuple[str, ...] = ()  # columns and ways that were tried and did not tell records apart
    varying: tuple[str, ...] = ()  # fields that say something else when the same record comes again

    def of(self, link: tuple[str, str] | None, fields: Sequence[tuple[str, str]], said: str) -> str:
        """The same for the same record in another answer: by address and fragment of its link, its fields (as in
        `SeenRow`), a digest of what it says."""
        if self.by == URL and link is not None:
            return digest(f"url {self.shape.key(*link)}")
        if self.by.startswith("=") and (value := dict(fields).get(self.by[1:])):
            return digest(f"key {value}")
        lasting = [f"{name}={value}" for name, value in fields if name not in self.varying]
        said = "\n".join(lasting) if self.varying and lasting else said
        where = f" {self.shape.key(*link)}" if link is not None and self.by != WORDS else ""
        return digest(f"text {said}{where}")

    @classmethod
    def of_page(cls, own: OwnLinks, fields: Sequence[Sequence[tuple[str, str]]]) -> "Identity":
        """As one page has it."""
        name = "" if own.tells else key_field(fields)
        return cls(URL if own.tells else f"={name}" if name else TEXT, own.column, own.shape)

    def on(self, own: OwnLinks) -> "Identity":
        """This one with what the links of a page add to the shape of addresses; a single row tells nothing."""
        adds = own.column == self.column and len(own.links) > 1
        return replace(self, shape=own.shape) if adds else self

    def without(self, part: str, role: PartRole) -> "Identity":
        """This one where a part of addresses, or a field (behind `=`), has a role."""
        if part.startswith("="):
            return replace(self, varying=tuple(sorted({*self.varying, part[1:]})))
        return replace(self, shape=self.shape.with_role(part, role))

    def __str__(self) -> str:
        roles = {label: role.value for label, role in self.shape.roles}
        return json.dumps([self.by, self.column, roles, self.broken, self.varying], ensure_ascii=False)

    @classmethod
    def read(cls, text: str, column: str = "") -> "Identity":
        """As it was written; older versions wrote a word, and a level behind `url`, or no fields that vary."""
        if not text.startswith("["):
            return cls(URL if text.startswith(URL) else text, column)
        by, column, roles, broken, *more = json.loads(text)
        shape = UrlShape(tuple(sorted((label, PartRole(role)) for label, role in roles.items())))
        return cls(by, column, shape, tuple(broken), tuple(*more))


class SeenRow(NamedTuple):
    """A row as the source's identity looks at it."""

    said: str  # a digest of what it says
    title: str  # what its link calls it
    links: tuple[tuple[str, str, str], ...]  # (column, address, fragment) of those that might be its own
    fields: tuple[tuple[str, str], ...]  # what they say, where that is long a digest of it
    id: str


def seen_row(
    goes_by: Identity,
    text: str,
    link: RecordLink | None,
    places: Mapping[str, RecordLink],
    fields: Sequence[tuple[str, str]],
) -> SeenRow:
    """A row with its identity; `places` are its links by column, `link` the one it goes by."""
    said, place = comparable(text), (link.url, link.fragment) if link is not None else None
    title = _in_short(_letters(link.name)) if link is not None else ""
    links = tuple((column, one.url, one.fragment) for column, one in places.items())
    if place is not None and goes_by.column not in places:
        links = (*links, ("", *place))  # what the row goes by instead
    told: dict[str, str] = {}
    for name, value in fields:
        told[name] = told.get(name, "") + _letters(value)
    kept = tuple((name, _in_short(value)) for name, value in told.items() if value)[:_KEPT]
    return SeenRow(digest(said), title, links, kept, goes_by.of(place, kept, said))


def _in_short(text: str) -> str:
    return text if len(text) <= _KEPT else digest(text)[:_KEPT]


def key_field(fields: Sequence[Sequence[tuple[str, str]]]) -> str:
    """The name of a field that is meant to tell records apart and does; empty if there is none."""
    for name, _ in fields[0] if fields else ():
        if not is_key_name(name):
            continue
        values = [dict(row).get(name, "") for row in fields]
        if all(values) and len(set(values)) == len(values):
            return name
    return ""


@lru_cache(maxsize=4_096)
def is_key_name(name: str) -> bool:
    return _KEY_NAME.match(name) is not None and _COUNTER_NAME.match(name) is None


def counter_field(fields: Sequence[Sequence[tuple[str, str]]]) -> str:
    """The name of a column that only counts the rows; empty if there is none."""
    if len(fields) < 2 or not fields[0]:
        return ""
    name = fields[0][0][0]
    if not (_COUNTER_NAME.match(name) or name.startswith("column ")):
        return ""
    return name if counts_up([dict(row).get(name, "").rstrip(".):") for row in fields]) else ""


# ── titles ────────────────────────────────────────────────────────────────────────────────────────────────


def titles_of(outline: Outline, rows: Sequence[RecordRow], links: Sequence[RecordLink | None]) -> list[str]:
    """What records are called: their headings, else the texts of their links; empty where neither says much."""
    titles = [_heading_text(outline, row, link) for row, link in zip(rows, links, strict=True)]
    if len(titles) > 1 and len(set(titles)) == 1:  # what all are called alike is a label: "Title", "Name"
        titles = [""] * len(rows)
    return [title or (link.name if link is not None else "") for title, link in zip(titles, links, strict=True)]


def _heading_text(outline: Outline, row: RecordRow, link: RecordLink | None) -> str:
    """The heading of a row; without its number in the list and its score if the rest is the record's link."""
    text = next((text for node in row if (heading := _heading(node)) and (text := outline.text(heading))), "")
    if link is None or not link.name or text.count(link.text) != 1:
        return text
    before, _, after = text.partition(link.text)
    framed = _NUMBER_BEFORE.fullmatch(before.strip()) and _SCORE_AFTER.fullmatch(after.strip())
    return link.text if framed else text


def _heading(node: Node) -> Node | None:
    nodes = walk((node,), _NODES_READ)
    found = (one for one in nodes if one.tag in HEADINGS or (one is node and one.tag == "dt"))
    return next((heading for heading in found if heading.end > heading.start), None)
