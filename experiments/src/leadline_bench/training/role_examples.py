"""Texts of records with the roles that truth allows them: what `leadline_bench.training.roles` learns from.

Lists: pages made by chance, in words of no language, page shapes of the tests, answers of tuning worlds. Own
pages: made by chance, of tuning worlds, SWDE and recipe sites that are not held out. SWDE's truth has four
attributes of many, so there only what another page of the site says as well is furniture.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from leadline.answers.records.boilerplate import KnownText, mark_boilerplate
from leadline.answers.records.candidates import propose
from leadline.answers.records.detail_page import own_page_roles
from leadline.answers.records.features import PageTexts
from leadline.answers.records.fields import slot_roles
from leadline.answers.records.headers import mark_headers
from leadline.answers.records.identity import titles_of
from leadline.answers.records.labels import bare_label, may_be_label, split_label
from leadline.answers.records.leaves import Leaf, RowLeaves
from leadline.answers.records.linked_data import property_of
from leadline.answers.records.links import own_links
from leadline.answers.records.nodes import mark_rowspans
from leadline.answers.records.outline import Outline
from leadline.answers.records.roles import (
    FREE,
    FURNITURE,
    JOINED,
    LABEL,
    NAMED,
    PAIR,
    TITLE,
    Decision,
    SlotRoles,
    SlotText,
)
from leadline.answers.records.rows import with_nested_rows, without_non_records
from leadline.answers.records.selection import select
from leadline.answers.records.shape import group_nodes
from leadline.answers.records.slots import InForce
from leadline.parse.document import Document
from leadline_bench.harvest.details import (
    is_held_out,
    lab_own_pages,
    letters_of,
    recipes,
    says_number,
    swde_sites,
    swde_truth,
)  # fmt: skip
from leadline_bench.training.random_pages import HERE, random_own_pages, random_page
from leadline_bench.training.record_examples import Truth, document_of, letters, truth_of

_ROWS = 5  # of each list: the others are like them
_PAGES = 8  # of each SWDE site
_EVERY = 4  # of the texts that are furniture one in so many is read: they are nearly all alike
_LONGEST_VALUE = 8  # texts of a line that may say one value together
_TITLES = ("title", "name", "model")  # SWDE's attributes that are what a page is headed with


@dataclass(frozen=True, slots=True)
class Lesson:
    """A text: where it is from, its vector, the roles that are right."""

    name: str
    vector: tuple[float, ...]
    right: frozenset[int]


# ── truth ─────────────────────────────────────────────────────────────────────────────────────────────────


class _Teacher:
    """The roles of one record's texts by its true fields, from left to right. On a record's own page `common` says
    what another page says as well."""

    def __init__(
        self, name: str, row: Sequence[Leaf], truth: Truth, common: Callable[[str], bool] | None = None
    ) -> None:
        self.name, self._row, self._truth, self._common = name, row, truth, common
        self._place = {id(leaf): n for n, leaf in enumerate(row)}
        self._names = {one for one, _ in truth.fields if one}
        self.lessons: list[Lesson] = []

    def decide(self, text: SlotText) -> Decision:
        leaf, force = text.leaf, text.force
        if property_of(leaf.node) or property_of(leaf.node.parent):
            return FREE, ()
        right = self._right(leaf, force)
        if right and (right != {FURNITURE} or self._place[id(leaf)] % _EVERY == 0):
            self.lessons.append(Lesson(self.name, text.vector(), frozenset(right)))
        return min(right) if right else FREE, ()

    def _values(self, name: str) -> list[str]:
        return [value for one, value in self._truth.fields if one == name]

    def _right(self, leaf: Leaf, force: InForce | None) -> set[int]:
        said, pair = letters(leaf.text), split_label(leaf.text)
        if pair is not None and pair[1]:
            values = self._values(letters(pair[0])) if letters(pair[0]) in self._names else []
            if any(value.startswith(letters(pair[1])) for value in values):
                return {PAIR}
        if said in self._names and any(value.startswith(self._after(leaf)) for value in self._values(said)):
            return {LABEL}
        if self._common is not None and self._goes_on(leaf, said):
            return {JOINED}
        under = letters(force.name) if force is not None else ""
        if said and under in self._names and any(said in value for value in self._values(under)):
            return {NAMED}
        if self._common is not None and self._truth.cells[:1] == (said,) and not self._truth.fields[0][0]:
            return {TITLE}
        if any(value == said for _, value in self._truth.fields):
            return {FREE}
        if self._common is not None and self._common(leaf.text):
            return {FURNITURE}
        whole = self.name.startswith("random/")  # truth that leaves out no label
        return {FREE} if whole or self._is_no_label(leaf) else set()

    def _is_no_label(self, leaf: Leaf) -> bool:
        """A sentence names nothing, nor does a number before a title."""
        return len(leaf.text.split()) > 5 or not any(map(str.isalpha, leaf.text))

    def _goes_on(self, leaf: Leaf, said: str) -> bool:
        """Whether a text and the one before it are the beginning of one value, in one line."""
        before = self._row[self._place[id(leaf)] - 1] if self._place[id(leaf)] else None
        if before is None or before.line != leaf.line or not said:
            return False
        both = letters(before.text) + said
        return any(both in value and value not in (said, both[: -len(said)]) for _, value in self._truth.fields)

    def _after(self, leaf: Leaf) -> str:
        place = self._place[id(leaf)] + 1
        return letters(self._row[place].text) if place < len(self._row) else "\0"


def taught(
    name: str, roles: SlotRoles, rows: Sequence[Sequence[Leaf]], truth: Sequence[Truth],
    common: Callable[[str], bool] | None = None,
) -> list[Lesson]:  # fmt: skip
    found: list[Lesson] = []
    for number, (row, one) in enumerate(islice(zip(rows, truth, strict=True), _ROWS)):
        teacher = _Teacher(name, row, one, common)
        for _ in roles.walk(number, teacher.decide):
            pass
        found += teacher.lessons
    return found


def from_page(
    name: str, document: Document, context: tuple[str, str], asked: Sequence[str], truth: Sequence[Truth]
) -> list[Lesson]:
    """The texts of a page's records, where those are found one and all."""
    outline = Outline(document)
    mark_rowspans(outline.rowspan_cells)
    mark_headers(outline)
    groups = group_nodes(outline)
    mark_boilerplate(outline, groups)
    texts = PageTexts(outline, KnownText(context[0]), KnownText(context[1]), asked)
    region = select(texts, propose(outline, groups, texts))
    if region is None:
        return []
    rows = without_non_records(outline, with_nested_rows(outline, region.rows))
    matched = _matched([letters(outline.row_text(row)) for row in rows], truth)
    if matched is None:
        return []
    leaves = RowLeaves(outline, rows, asked)
    titles = titles_of(outline, rows, own_links(outline, leaves, rows).links)
    return taught(name, slot_roles(leaves, rows, titles), leaves.rows, matched)


def _matched(rows: Sequence[str], truth: Sequence[Truth]) -> list[Truth] | None:
    if len(rows) != len(truth):
        return None
    left, found = list(truth), []
    for said in rows:
        fits = [one for one in left if all(cell in said for cell in one.cells)]
        if not fits:
            return None
        best = max(fits, key=lambda one: sum(map(len, one.cells)))
        left.remove(best)
        found.append(best)
    return found


def from_random(seeds: Iterable[int], *, in_lines: bool = False) -> Iterator[Lesson]:
    for seed in seeds:
        page = random_page(seed, labelled=True, in_lines=in_lines)
        document = document_of(page.html, f"{HERE}?q={page.asked[0] if page.asked else 'x'}")
        sides = (page.form_html, page.nonsense_html)
        known, nonsense = (document_of(html, HERE).page.text if html else "" for html in sides)
        truth = [truth_of(one.fields, one.url) for one in page.records]
        yield from from_page(
            f"random/{page.name.partition('/')[0]}", document, (known, nonsense), page.asked, truth
        )


# ── own pages ─────────────────────────────────────────────────────────────────────────────────────────────


def from_own_pages(seeds: Sequence[int]) -> Iterator[Lesson]:
    for _, document, other, truth in lab_own_pages(seeds):
        roles, row, common = own_page_roles(document, other)
        yield from taught("own/lab", roles, [row], [truth_of(truth.pairs, None)], common)


def from_random_own_pages(seeds: Iterable[int]) -> Iterator[Lesson]:
    for seed in seeds:
        pages, truth = random_own_pages(seed)
        documents = [document_of(html, HERE) for html in pages]
        roles, row, common = own_page_roles(documents[0], documents[1].page.text)
        if seed % 3 == 0:  # nothing to compare with, and the same is true
            roles, row, _ = own_page_roles(documents[0])
        yield from taught("own/random", roles, [row], [truth_of(truth[0].fields, None)], common)


class _OwnTeacher:
    """The roles of a real page's texts: its values are known, what it calls them is not."""

    def __init__(
        self, name: str, row: Sequence[Leaf], titles: set[str], values: set[str], numbers: Sequence[str] = (),
        common: Callable[[str], bool] | None = None,
    ) -> None:  # fmt: skip
        self.name, self._row, self._titles, self._values = name, row, titles, values
        self._numbers, self._common = numbers, common
        self._place = -1
        self._until = 0  # the end of a value that is being read
        self._told = {leaf.line for n, leaf in enumerate(row) if self._end(n) > n}
        self.lessons: list[Lesson] = []

    def _end(self, place: int) -> int:
        """Where the longest value ends that begins with a text."""
        line = self._row[place].line
        some = [leaf for leaf in self._row[place : place + _LONGEST_VALUE] if leaf.line == line]
        ends = (
            n for n in range(len(some), 0, -1) if letters_of("".join(one.text for one in some[:n])) in self._values
        )
        return place + next(ends, 0)

    def decide(self, text: SlotText) -> Decision:
        leaf, force = text.leaf, text.force
        self._place += 1
        right = self._right(leaf)
        if right and (FURNITURE not in right or self._place % _EVERY == 0 or leaf.line in self._told):
            self.lessons.append(Lesson(self.name, text.vector(), frozenset(right)))
        if NAMED in right:
            return NAMED if force is not None and (not force.used or force.leaf.line == leaf.line) else FREE, ()
        if LABEL in right:
            bare = bare_label(leaf.text)
            named = may_be_label(bare) and (bare != leaf.text or (self._common is not None and self._common(bare)))
            return LABEL if named else FURNITURE, ()
        return next(iter(right), FURNITURE), ()

    def _right(self, leaf: Leaf) -> set[int]:
        place = self._place
        if place < self._until:
            return {JOINED}
        if (end := self._end(place)) > place:
            self._until = end
            whole = letters_of("".join(one.text for one in self._row[place:end]))
            return {TITLE} if whole in self._titles else {FREE, NAMED}
        pair = split_label(leaf.text)
        if pair is not None and letters_of(pair[1]) in self._values:
            return {PAIR}
        if any(says_number(leaf.text, number) for number in self._numbers):
            return {FREE, NAMED} | ({PAIR} if pair is not None and pair[1] else set())
        if self._common is None or self._common(leaf.text) or leaf.line in self._told:
            return {FURNITURE, LABEL}
        return set()


def from_recipes(folder: Path) -> Iterator[Lesson]:
    for _, document, wanted in (one for one in recipes(folder) if not is_held_out(one[0])):
        titles = set(wanted["title"].values) if "title" in wanted else set()
        values = {value for one in wanted.values() if not one.number for value in one.values}
        numbers = [one.values[0] for one in wanted.values() if one.number]
        roles, row, _ = own_page_roles(document)
        teacher = _OwnTeacher("own/recipes", row, titles, values, numbers)
        for _ in roles.walk(0, teacher.decide):
            pass
        yield from teacher.lessons


def from_swde(folder: Path) -> Iterator[Lesson]:
    truth = swde_truth(folder)
    for site, pages in (one for one in swde_sites(folder, _PAGES) if not is_held_out(one[0])):
        for place, (number, document) in enumerate(pages):
            told = {name: set(map(letters_of, values.get(number, ()))) for name, values in truth[site].items()}
            titles = set[str]().union(*(told.get(name, set()) for name in _TITLES))
            roles, row, common = own_page_roles(document, pages[place - 1][1].page.text)
            teacher = _OwnTeacher("own/swde", row, titles, set[str]().union(*told.values()), (), common)
            for _ in roles.walk(0, teacher.decide):
                pass
            yield from teacher.lessons
