"""Controls on their way into forms: read, and assigned to the form that owns them.

The owner of a control is (HTML 4.10.18.3 and 13.2.6.1): the form its `form=` attribute names, which is the
first element with that id if that is a form, and none otherwise; else the form the parser's pointer named, looked
at only where the tree leaves doubt; else the nearest form around it.

Authors close forms in the wrong place: `<table><form><tr><td><input>` leaves an empty form in the tree and its
inputs outside. Browsers remember the form in a pointer while they parse (HTML 13.2.4.4): set by `<form>`,
cleared by `</form>`, and every control met meanwhile belongs to it. Lexbor does not tell its pointer, so it is
replayed here over the tokens, and written into the source as an attribute of controls and forms. The page is
then parsed once more: dearer than matching tokens with elements of the tree, but it cannot mismatch them, and
few pages need it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice

from selectolax.lexbor import LexborNode

from leadline.model.form import Invisible
from leadline.model.page import cached_property
from leadline.parse.controls import Markup, cut, markup_of
from leadline.parse.flow import Around, Flow, Group
from leadline.parse.tame import Tag, tags_of
from leadline.parse.tree import CONTROLS, Tree

MOST_CONTROLS = 5_000
"""Controls read of one page; each costs a hundred times its markup. A sign-up page of the development data has
more of them, nearly all outside of its forms."""


class Marked:
    """What the marks of one page say about forms."""

    def __init__(
        self, tree: Tree, flow: Flow, groups: Mapping[int, Group], above: Mapping[int, str], owner: str | None
    ) -> None:
        """`owner` is the attribute that `with_pointers` wrote into the source."""
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
        invisible = Invisible.HIDDEN_TYPE if markup.kind == "hidden" else around.invisible
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
    return not agrees(html, list(counts.values()))


# ── the parser's pointer ──────────────────────────────────────────────────────────────────────────────────

_FORMS_AND_CONTROLS = re.compile(r"<(?:(/?form)|input|select|textarea|button)\b", re.IGNORECASE)


def agrees(html: str, owned: Sequence[int]) -> bool:
    """Whether each form has at least as many controls in the tree as between its tags in the source.

    A quick look that knows nothing of comments and scripts: it may see too many controls, so that a page is
    parsed twice in vain, but it misses none. Many pages have a search box outside of any form, and few of
    them a broken form too.
    """
    written: list[int] = []
    inside = False
    for match in _FORMS_AND_CONTROLS.finditer(html):
        if match[1] is None:
            if inside:
                written[-1] += 1
        elif match[1][0] == "/":
            inside = False
        elif not inside:
            written.append(0)
            inside = True
    return len(written) == len(owned) and all(map(int.__le__, written, owned))


def with_pointers(html: str) -> tuple[str, str]:
    """The source with the number of their form written into controls and forms, and the attribute for it."""
    attribute = next(name for n in count() if (name := f"leadline-owner-{n}") not in html)
    pieces: list[str] = []
    copied = 0
    for tag, number in _pointed(html):
        place = tag.start + 1 + len(tag.name)
        pieces += (html[copied:place], f' {attribute}="{number}"')
        copied = place
    pieces.append(html[copied:])
    return "".join(pieces), attribute


def _pointed(html: str) -> list[tuple[Tag, int]]:
    """Start tags of forms and of controls that the pointer reaches, with the number of the form."""
    found: list[tuple[Tag, int]] = []
    pointer: int | None = None
    forms = templates = 0
    for tag in tags_of(html):
        if tag.name == "template":
            templates = max(0, templates + (-1 if tag.closing else 1))
        elif templates:
            continue
        elif tag.name == "form":
            if tag.closing:
                pointer = None
            elif pointer is None:
                pointer = forms
                forms += 1
                found.append((tag, pointer))
        elif pointer is not None and not tag.closing and tag.name in CONTROLS:
            found.append((tag, pointer))
    return found
