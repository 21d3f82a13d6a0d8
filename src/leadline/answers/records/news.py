"""What an answer has that neither the form's page nor an empty answer has: where a single record is found."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from leadline.answers.records.known import KnownText, is_about_search
from leadline.answers.records.labels import split_label
from leadline.answers.records.outline import RUNNING, Node, Outline
from leadline.answers.records.regions import Region
from leadline.answers.records.shape import shape_of

ROW_TAGS = frozenset({"div", "li", "article", "section", "tr", "table", "dl", "p", "tbody"})
"""Elements that may be one record."""
_MOST = 0.6


class NewText:
    """New texts of a page; `apart` is a list of something else, which is left out."""

    def __init__(
        self,
        outline: Outline,
        known: KnownText,
        template: KnownText,
        asked: Sequence[str],
        apart: Region | None = None,
    ) -> None:
        self.known, self.template = known, template
        self._outline = outline
        self._asked = " ".join(asked).casefold()
        self._apart = (apart.spans[0][0], apart.spans[-1][1]) if apart is not None else (0, 0)

    def is_apart(self, text: int) -> bool:
        """Whether a text stands in the list that is left out."""
        return self._apart[0] <= text < self._apart[1]

    def region(self, *, sure: bool) -> Region | None:
        """The smallest part that holds what is new, as one record.

        Unless it is `sure` that there is one, something new has to lead somewhere or have labels.
        """
        outline = self._outline
        new = [n for n in range(len(outline.texts)) if self._is_new(n)]
        linked = any(outline.owners[n].link is not None for n in new)
        if not new or not (sure or linked or sum(split_label(outline.texts[n]) is not None for n in new) > 1):
            return None
        share = _Share(outline, new)
        node = outline.root
        while (inner := next((child for child in node.children if share.holds(child, node)), None)) is not None:
            if node.tag == "tr" and not _is_column(inner):
                break
            node = inner
        while node.parent is not None and (node.tag == "line" or node.tag in RUNNING):
            node = node.parent
        return Region(((node,),), shape_of([(node,)])) if node.tag in ROW_TAGS else share.stretch(node)

    def _is_new(self, n: int) -> bool:
        outline = self._outline
        owner, text = outline.owners[n], outline.texts[n]
        if owner.boilerplate or self.is_apart(n):
            return False
        if (self.known and self.known.has(text)) or (self.template and self.template.has(text)):
            return False
        if owner.link is not None:
            return True
        return not is_about_search(text) and not self._is_echo(text)

    def _is_echo(self, text: str) -> bool:
        """Whether a text says nothing but what was asked for, or says it in quotes."""
        said, text = self._asked, text.casefold()
        if not said or said not in text:
            return False
        pair = split_label(text)
        return said in (text.strip(_QUOTES), pair[1].strip(_QUOTES) if pair else "") or _is_quoted(said, text)


class _Share:
    """How much of what is new a part holds."""

    def __init__(self, outline: Outline, new: Sequence[int]) -> None:
        self._new = new
        self._letters = [0, *accumulate(len(outline.texts[n]) for n in new)]
        self._links = [0, *accumulate(outline.owners[n].link is not None for n in new)]

    def _between(self, node: Node) -> tuple[int, int]:
        return bisect_left(self._new, node.start), bisect_left(self._new, node.end)

    def holds(self, node: Node, whole: Node) -> bool:
        """Whether a part holds most of what the one around it does, and what leads to it."""
        (first, last), (begin, end) = self._between(node), self._between(whole)
        if self._letters[last] - self._letters[first] < _MOST * (self._letters[end] - self._letters[begin]):
            return False
        if self._links[end] == self._links[begin]:
            return (first, last) == (begin, end)
        return self._links[last] > self._links[first] and last - first > 1

    def stretch(self, box: Node) -> Region | None:
        """What stands from the first new text of a box to the last, where no element of its own is around it."""
        holding = [child for child in box.children if len(set(self._between(child))) > 1]
        if not holding:
            return None
        row = tuple(
            child
            for child in box.children
            if child.end > child.start
            and not child.boilerplate
            and holding[0].start <= child.start <= holding[-1].start
        )
        return Region((row,), shape_of([row], run=True)) if row else None


def _is_quoted(said: str, text: str) -> bool:
    before, _, after = text.partition(said)
    return before[-1:] in _OPENING and after[:1] in _QUOTES and bool(before) and bool(after)


_OPENING = "\"'“‘«„‚"
_QUOTES = "\"'“”‘’«»„‚ .:"


def _is_column(cell: Node) -> bool:
    """Whether a cell is a part of the page and not of a record: there are boxes in it."""
    return any(node.tag in _OF_PAGES for node in cell.children)


_OF_PAGES = ROW_TAGS - {"p"} | {"blockquote", "center", "form", "ul", "ol", "h1", "h2", "h3", "h4", "hr"}
