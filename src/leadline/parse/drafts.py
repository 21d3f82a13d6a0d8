"""Controls on their way into forms: read, and assigned to an owner.

The owner of a control is (HTML 4.10.18.3 and 13.2.6.1): the form its `form=` attribute names, which is the
first element with that id if that is a form, and none otherwise; else the form the parser's pointer named
(`owners`, looked at only where the tree leaves doubt); else the nearest form around it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from selectolax.lexbor import LexborNode

from leadline.model.cached import cached_property
from leadline.model.form import Invisible
from leadline.parse import owners
from leadline.parse.controls import Markup, cut, markup_of
from leadline.parse.flow import Around, Flow, Group
from leadline.parse.tree import Tree

MOST_CONTROLS = 5_000
"""Controls read of one page; each costs a hundred times its markup. A sign-up page of the development data has
more of them, nearly all outside of its forms."""


class Marked:
    """What the marks of one page say about forms."""

    def __init__(
        self, tree: Tree, flow: Flow, groups: Mapping[int, Group], above: Mapping[int, str], owner: str | None
    ) -> None:
        """`owner` is the attribute that `owners` wrote into the source."""
        self.tree, self.flow, self.groups, self.above, self.owner_attribute = tree, flow, groups, above, owner
        self.around = Around(flow, groups)
        self.forms = [number for number in self.around.groups if groups[number].tag == "form"]

    @cached_property
    def by_id(self) -> Mapping[str, int]:
        """Id → the first element with it, by lexbor's number."""
        found: dict[str, int] = {}
        for node in self.tree.document.css("[id]"):
            found.setdefault(node.id or "", node.mem_id)
        found.pop("", None)
        return found


@dataclass(slots=True)
class Draft:
    """A control on its way: found, not yet assigned to a form."""

    tag: str
    node: LexborNode
    number: int
    markup: Markup
    form: int
    """Mark of the owner, or −1."""
    invisible: Invisible | None
    withheld: bool
    """Not seen, even once its form is opened, if that is hidden as a whole."""
    pointed: bool = False
    """The owner is known by the parser's pointer alone; in the tree it stands elsewhere."""
    place: int = -1
    """Number among all controls of the page."""


def drafts_of(controls: Sequence[tuple[str, LexborNode, int]], page: Marked) -> list[Draft]:
    by_node = {page.groups[number].node.mem_id: number for number in page.forms}
    pointers = _pointers(page)
    drafts: list[Draft] = []
    for place, (tag, node, number) in _first(controls, page):
        if page.flow.start[number] < 0:
            continue
        attributes = cut(node.attributes)
        pointer = attributes.pop(page.owner_attribute, None) if page.owner_attribute else None
        around = page.around[number]
        markup = markup_of(tag, node, attributes)
        if markup.kind == "hidden":
            invisible: Invisible | None = Invisible.HIDDEN_TYPE
        else:
            invisible = around.invisible
        form, pointed = around.form, False
        if "form" in attributes:
            form = by_node.get(page.by_id.get(attributes["form"] or "", 0), -1)
        elif pointer is not None and pointer in pointers:
            pointed = pointers[pointer] != form
            form = pointers[pointer]
        withheld = markup.kind == "hidden" or around.withheld is not None
        drafts.append(Draft(tag, node, number, markup, form, invisible, withheld, pointed, place))
    _settle_radios(drafts)
    return drafts


def _first(
    controls: Sequence[tuple[str, LexborNode, int]], page: Marked
) -> list[tuple[int, tuple[str, LexborNode, int]]]:
    """As many controls as are read, with their places; where there are too many, those of forms before others."""
    placed = list(enumerate(controls))
    if len(placed) <= MOST_CONTROLS:
        return placed
    inside = [one for one in placed if page.around[one[1][2]].form >= 0][:MOST_CONTROLS]
    places = {place for place, _ in inside}
    others = (one for one in placed if one[0] not in places)
    return sorted([*inside, *islice(others, MOST_CONTROLS - len(inside))], key=lambda one: one[0])


def _pointers(page: Marked) -> dict[str, int]:
    if page.owner_attribute is None:
        return {}
    named = ((page.groups[number].attributes.get(page.owner_attribute), number) for number in page.forms)
    return {name: number for name, number in named if name is not None}


def _settle_radios(drafts: Iterable[Draft]) -> None:
    """Of the radios of one name in one form the last that asks to be checked is."""
    checked: dict[tuple[int, str], Draft] = {}
    for draft in drafts:
        attributes = draft.markup.attributes
        if draft.markup.kind != "radio" or "checked" not in attributes or not attributes.get("name"):
            continue
        group = (draft.form, attributes["name"] or "")
        if (earlier := checked.get(group)) is not None:
            earlier.markup = replace(earlier.markup, checked=False)
        checked[group] = draft


def doubtful(drafts: Sequence[Draft], page: Marked, html: str) -> bool:
    """A form in a form, or a control that nobody owns where the source has it within a form."""
    if page.owner_attribute is not None or not page.forms:
        return False
    if page.around.forms_nest:
        return True
    if all(draft.form >= 0 or "form" in draft.markup.attributes for draft in drafts):
        return False
    counts = dict.fromkeys(page.forms, 0)
    for draft in drafts:
        if (form := page.around[draft.number].form) >= 0:
            counts[form] += 1
    return not owners.agrees(html, list(counts.values()))
