"""What a record goes by: its title, and the identity that it shares with the same record in other answers.

A record goes by the address of its own page (`urls.record_key`) where every record of its list has one; else by a
field that is meant to tell records apart (a number, a code) where every record has another; else by what it
says. What a record says is compared letter by letter without what changes from answer to answer: its number in
the list, scores, "3 minutes ago", letters' case, signs and spaces (a highlighted part of a word is no word of
its own).
"""

import re
from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise

from leadline.answers.records.links import RecordLink
from leadline.answers.records.nodes import HEADINGS, Node, RecordRow, walk
from leadline.answers.records.outline import Outline
from leadline.answers.records.urls import STRICT
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


def identity(
    key: str, link: RecordLink | None, fields: Sequence[tuple[str, str]], text: str, asked: frozenset[str]
) -> str:
    """The same for the same record in another answer; `key` as in `Shape`."""
    if key.startswith("url") and link is not None:
        level = int(key[3:]) if key[3:].isdecimal() else STRICT
        return digest(f"url {link.key(asked, level)}")
    if key.startswith("=") and (value := dict(fields).get(key[1:])):
        return digest(f"key {comparable(value)}")
    where = f" {link.key(asked)}" if link is not None else ""
    return digest(f"text {comparable(text)}{where}")


def key_field(fields: Sequence[Sequence[tuple[str, str]]]) -> str:
    """The name of a field that is meant to tell records apart and does; empty if there is none."""
    for name, _ in fields[0] if fields else ():
        if not _KEY_NAME.match(name) or _COUNTER_NAME.match(name):
            continue
        values = [dict(row).get(name, "") for row in fields]
        if all(values) and len(set(values)) == len(values):
            return name
    return ""


def counter_field(fields: Sequence[Sequence[tuple[str, str]]]) -> str:
    """The name of a column that only counts the rows; empty if there is none."""
    if len(fields) < 2 or not fields[0]:
        return ""
    name = fields[0][0][0]
    if not (_COUNTER_NAME.match(name) or name.startswith("column ")):
        return ""
    values = [dict(row).get(name, "").rstrip(".):") for row in fields]
    if not all(value.isdecimal() and len(value) < 7 for value in values):
        return ""
    numbers = [int(value) for value in values]
    return name if all(after - before == 1 for before, after in pairwise(numbers)) else ""


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
