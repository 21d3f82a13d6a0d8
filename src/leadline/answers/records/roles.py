"""What each text of a record is: a label of what follows, the value of the label before it, a value of its own,
label and value in one; on a record's own page also its title, more of the text before it, or furniture. One
learned score, for lists and for records' own pages.

**What stays is template, what varies is data.** Rows are aligned by path (`leaves`); a slot is one path over all
rows. Its vector says how much it varies (rows that have it, texts that come again, cells of its kind that do; on
a record's own page, whether another record's page says the same), what it looks like (element, form of its text,
boxes of two), whether a header stands over it, and the same of the texts before and after it. The last part of the
vector is the label in force, so that roles are decided from left to right. What stands around a text of a record's
own page (`slots`) is added there.

`leadline_bench.training.roles` learns the weights; roles.md says from what, and how well they do elsewhere.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from math import exp, log1p

from leadline.answers.records.labels import bare_label, may_be_label, split_label
from leadline.answers.records.leaves import Leaf, RowLeaves
from leadline.answers.records.nets import net
from leadline.answers.records.nodes import Node, filled, words_in
from leadline.answers.records.slots import NOTHING_BESIDE, InForce, PageSlots, beside, in_force, structure_of

FREE, NAMED, LABEL, PAIR, FURNITURE, TITLE, JOINED = range(7)
ROLES = ("value", "value of the label before it", "label", "label and value", "furniture", "title", "more of it")
_OF_LISTS = 4  # roles of the texts of a row, in which all is the record's
MOST_FURNITURE = 0.7  # below this chance a text is kept: who reads a table can leave a column out
_FEW = 2  # rows of which nobody can tell what varies
_STEADY = 0.9  # of a slot's texts: the others are what a page got wrong, or left empty
_Vector = tuple[float, ...]


@dataclass(slots=True, eq=False)
class Read:
    """A text of a record as it was read: what it is, the label that names it, what is its value."""

    leaf: Leaf
    role: int
    name: str
    text: str
    chances: tuple[float, ...] = ()  # of all roles, on a record's own page


Decision = tuple[int, tuple[float, ...]]  # a role, and the chances of all where they are known
_TEMPLATE: Decision = (FURNITURE, tuple(float(role == FURNITURE) for role in range(len(ROLES))))


@dataclass(slots=True)
class _Slot:
    """One path over all rows."""

    texts: Counter[str] = field(default_factory=Counter)
    """Rows that have a text."""
    begun: Counter[str] = field(default_factory=Counter)
    """Rows with a text that begins with a label."""
    rows: int = 0
    leaves: int = 0
    vector: _Vector = ()

    @property
    def usual(self) -> int:
        return self.texts.most_common(1)[0][1]


class SlotRoles:
    """The roles of the texts of some rows; `header` says what stands over a text's column. Of a record's own page
    `page` says what stands around its texts, and `common` whether another record's page says a text as well."""

    def __init__(
        self, leaves: RowLeaves, titles: Sequence[str], header: Callable[[int, Leaf], str],
        page: PageSlots | None = None, common: Callable[[str], bool] | None = None,
    ) -> None:  # fmt: skip
        self.leaves, self.titles, self._header = leaves, titles, header
        self.page, self._common = page, common
        self._rows = len(leaves.rows)
        self._slots: dict[str, _Slot] = {}
        self._kinds: dict[str, list[_Slot]] = {}
        self._structures: dict[str | int, _Vector] = {}
        self._pairs: dict[str, tuple[str, str] | None] = {}
        self._boxes: dict[int, tuple[int, dict[int, int], bool]] = {}
        for row in leaves.rows:
            for path, text in dict.fromkeys((leaf.path, leaf.text) for leaf in row):
                slot = self._slots.get(path)
                if slot is None:
                    slot = self._slots[path] = _Slot()
                    self._kinds.setdefault(_kind(path), []).append(slot)
                slot.texts[text] += 1
                if text not in self._pairs:
                    self._pairs[text] = split_label(text)
                if (pair := self._pairs[text]) is not None:
                    slot.begun[pair[0]] += 1
            for path, many in Counter(leaf.path for leaf in row).items():
                self._slots[path].rows += 1
                self._slots[path].leaves += many
        self._begun = Counter[str]()
        for slot in self._slots.values():
            self._begun.update(slot.begun)
        self._kind_parts: dict[str, _Vector] = {}
        self._again: dict[tuple[str, str], object] = {}
        self._known: dict[tuple[object, ...], Decision] = {}
        self._like: dict[tuple[object, ...], list[Decision]] = {}

    def of_row(self, number: int) -> Iterator[Read]:
        if self.page is not None or self._rows <= _FEW:
            return self.walk(number, self._decided)
        # Rows that are built alike, and say the same where rows do, are read alike.
        row, title = self.leaves.rows[number], self.titles[number]
        built = tuple(self._built(row, title))
        if built in self._like:
            decided = iter(self._like[built])
            return self.walk(number, lambda _: next(decided))
        read = list(self.walk(number, self._decided))
        self._like[built] = [(one.role, ()) for one in read]
        return iter(read)

    def _built(self, row: Sequence[Leaf], title: str) -> Iterator[tuple[object, ...]]:
        """What the decisions about the texts of a row go by, see `SlotText.key`."""
        for leaf in row:
            valued = (pair := self._pairs[leaf.text]) is not None and bool(pair[1])
            again, titled = self.said_again(leaf), leaf.text == title
            yield leaf.path, again, valued, leaf.line, titled, leaf.node.boilerplate

    def _decided(self, text: "SlotText") -> Decision:
        if self.page is not None:
            # Asking the net about furniture as well takes half of the time.
            template = self.page.is_template(text.place)
            return _TEMPLATE if template else _of_page(text.vector(), self._impossible(text.leaf))
        key = text.key() if self._rows > _FEW else None
        decided = self._known.get(key) if key else None
        if decided is None:
            decided = int(net("roles").scores(text.vector())[:_OF_LISTS].argmax()), ()
            if key:
                self._known[key] = decided
        return decided

    def _may_name(self, text: str) -> bool:
        bare = bare_label(text)
        return self._common is not None and may_be_label(bare) and self._common(bare)

    def _impossible(self, leaf: Leaf) -> set[int]:
        """Of a page whose like is known: a name is the same on both, a value without a name is not."""
        common, pair = self._common, self._pairs[leaf.text]
        if common is None:
            return set()
        ruled_out = {FREE, TITLE} if common(leaf.text) else set[int]()
        ruled_out |= set() if common(bare_label(leaf.text)) else {LABEL}
        return ruled_out | (set() if pair is not None and common(pair[0]) else {PAIR})

    def walk(self, number: int, decide: "Callable[[SlotText], Decision]") -> Iterator[Read]:
        """The texts of a row from left to right, each as it is decided: training goes by what is true."""
        row = self.leaves.rows[number]
        parts: list[tuple[_Vector, _Vector] | None] = [None] * len(row)
        force: InForce | None = None
        for place, leaf in enumerate(row):
            if force is not None and force.leaf.node.boilerplate != leaf.node.boilerplate:
                force = None  # a label names nothing beyond the edge of a menu or a footer
            role, chances = decide(SlotText(self, number, place, force, parts))
            pair = self._pairs[leaf.text]
            name, text = "", leaf.text
            if role == PAIR and pair is not None and pair[1]:
                force = InForce(leaf, pair[0], alone=False, used=1)
                name, text = pair
            elif role == LABEL and leaf is not row[-1]:
                force = InForce(leaf, pair[0] if pair else bare_label(leaf.text), alone=True)
            elif role == NAMED and force is not None:
                force.used += 1
                name = force.name
            elif role == FURNITURE:
                # What both pages say is no value, but it may name one.
                force = InForce(leaf, bare_label(text), alone=True) if self._may_name(text) else force
            elif role != JOINED:
                role, force = TITLE if role == TITLE else FREE, None
            yield Read(leaf, role, name, text, chances)

    def said_again(self, leaf: Leaf) -> object:
        """What is known of a text by itself, where other rows say the same or begin so; they are read alike."""
        known = leaf.path, leaf.text
        if known not in self._again:
            pair, again = self._pairs[leaf.text], self._slots[leaf.path].texts[leaf.text] > 1
            self._again[known] = self._said(leaf) if again else pair[0] if pair is not None else None
        return self._again[known]

    # ── vectors ───────────────────────────────────────────────────────────────────────────────────────────

    def slot_part(self, number: int, leaf: Leaf) -> _Vector:
        slot = self._slots[leaf.path]
        if not slot.vector:
            total = slot.texts.total()
            slot.vector = tuple(map(float, (
                log1p(self._rows), self._rows == 1, self._rows == 2, slot.rows / self._rows,
                log1p(slot.leaves / slot.rows), len(slot.texts) / total, slot.usual / self._rows,
                *self._kind_part(_kind(leaf.path)),
                slot.begun.total() / total, len(slot.begun) / max(1, slot.begun.total()),
                leaf.path.count("/") < 2, self.leaves.one_node_each,
            )))  # fmt: skip
        alike = self._rows > 2 and slot.leaves == slot.rows
        known: str | int = leaf.path if alike else id(leaf.node)
        if known not in self._structures:
            structure = structure_of(leaf, self._siblings(leaf.node.outermost()))
            self._structures[known] = tuple(map(float, (*structure, self._header(number, leaf) != "")))
        return slot.vector + self._structures[known]

    def _kind_part(self, kind: str) -> _Vector:
        """Of the slots of one kind of element: how many there are, and how many say another text each, always."""
        if kind not in self._kind_parts:
            often = [one for one in self._kinds[kind] if 2 * one.rows > self._rows]
            steady = [one for one in often if one.usual >= _STEADY * one.rows]
            apart = len({one.texts.most_common(1)[0][0] for one in steady}) == len(often) > 1
            self._kind_parts[kind] = log1p(len(often)), len(steady) / max(1, len(often)), float(apart)
        return self._kind_parts[kind]

    def _siblings(self, node: Node) -> tuple[int, int, bool]:
        """How many siblings of a node say something, its place among them, whether there is text between them."""
        box = node.parent
        if box is None:
            return 1, 0, False
        if id(box) not in self._boxes:
            nodes = filled(box.children)
            bare = box.end - box.start > sum(one.end - one.start for one in nodes)
            self._boxes[id(box)] = len(nodes), {id(one): n for n, one in enumerate(nodes)}, bare
        many, places, bare = self._boxes[id(box)]
        return many, places.get(id(node), 0), bare

    def text_part(self, number: int, leaf: Leaf) -> _Vector:
        row, title = self.leaves.rows[number], self.titles[number]
        said, titled = self._said(leaf), (float(leaf.text == title), float(leaf.text in title))
        return (*said[:9], *titled, *said[9:11], float(leaf is row[0]), float(leaf is row[-1]), *said[11:])

    def _said(self, leaf: Leaf) -> _Vector:
        """What a text looks like wherever it stands in its slot."""
        text, slot, words = leaf.text, self._slots[leaf.path], words_in(leaf.text)
        bare, pair = bare_label(text), self._pairs[text]
        common = self._common or (lambda _: False)
        return tuple(map(float, (
            slot.texts[text] / self._rows, slot.texts[text] > 1, may_be_label(bare), log1p(len(words)),
            len(words) > 4, any(map(str.isdigit, text)), bare != text, text[:1].isupper(),
            bool(words) and self.leaves.asked.issuperset(words), self._common is not None, common(bare),
            pair is not None and bool(pair[1]), pair is not None and self._begun[pair[0]] / self._rows,
            pair is not None and self._begun[pair[0]] > 1, pair is not None and common(pair[0]),
        )))  # fmt: skip


def _kind(path: str) -> str:
    return path.rpartition(":")[0] or path


@dataclass(slots=True)
class SlotText:
    """A text of a row with what stands around it."""

    roles: SlotRoles
    number: int
    place: int
    force: InForce | None
    parts: list[tuple[_Vector, _Vector] | None]

    @property
    def leaf(self) -> Leaf:
        return self.roles.leaves.rows[self.number][self.place]

    def key(self) -> tuple[object, ...]:
        """The same for texts of one slot in the same surroundings: they have one role, asked for once."""
        row, place, force = self.roles.leaves.rows[self.number], self.place, self.force
        leaf, around = row[place], [row[n] for n in (place - 1, place + 1) if 0 <= n < len(row)]
        said = self.roles.said_again(leaf), *(self.roles.said_again(one) for one in around)
        near = tuple((one.path, one.line == leaf.line) for one in around)
        named = (force.leaf.path, min(force.used, 2), force.leaf.line == leaf.line) if force is not None else None
        return leaf.path, said, near, named, place > 0, leaf.text == self.roles.titles[self.number]

    def vector(self) -> _Vector:
        row, place, page = self.roles.leaves.rows[self.number], self.place, self.roles.page
        leaf = row[place]
        slot, own = self._part(place)
        vector = slot + own
        vector += beside(leaf, row[place - 1], *self._part(place - 1)) if place else NOTHING_BESIDE
        vector += beside(leaf, row[place + 1], *self._part(place + 1)) if place + 1 < len(row) else NOTHING_BESIDE
        vector += in_force(self.force, leaf)
        return vector + page.vector(place) if page is not None else vector

    def _part(self, place: int) -> tuple[_Vector, _Vector]:
        known = self.parts[place]
        if known is None:
            leaf = self.roles.leaves.rows[self.number][place]
            known = self.roles.slot_part(self.number, leaf), self.roles.text_part(self.number, leaf)
            self.parts[place] = known
        return known


def _of_page(vector: _Vector, impossible: Container[int]) -> Decision:
    scores = net("roles").scores(vector)
    highest = max(score for n, score in enumerate(scores) if n not in impossible)
    grown = [0.0 if n in impossible else exp(score - highest) for n, score in enumerate(scores)]
    chances = tuple(one / sum(grown) for one in grown)
    best = max(range(len(ROLES)), key=chances.__getitem__)
    if best == FURNITURE and chances[FURNITURE] <= MOST_FURNITURE:
        # In doubt a text is kept, under no name but its own.
        best = FREE if FREE not in impossible else NAMED
    return best, chances
