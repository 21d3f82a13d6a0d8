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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from selectolax.lexbor import LexborNode

from leadline.model.form import Invisible, Option
from leadline.parse.controls import cut, markup_of
from leadline.parse.marked import MarkedTree
from leadline.parse.tame import Tag, tags_of
from leadline.parse.tree import CONTROLS

MOST_CONTROLS = 5_000
"""Controls read of one page; each costs a hundred times its markup. A sign-up page of the development data has
more of them, nearly all outside of its forms."""


@dataclass(slots=True)
class Draft:
    """A control on its way: found, not yet assigned to a form."""

    tag: str
    node: LexborNode
    number: int
    attributes: dict[str, str | None]
    kind: str
    value: str
    options: tuple[Option, ...]
    checked: bool
    form: int  # mark of the owner, or −1
    invisible: Invisible | None
    withheld: bool  # not seen, even once its form is opened, if that is hidden as a whole
    pointed: bool = False  # the owner is known by the parser's pointer alone; in the tree it stands elsewhere
    place: int = -1  # number among all controls of the page


def drafts_of(page: MarkedTree) -> list[Draft]:
    groups, by_node = page.elements.groups, {}
    pointers: dict[str | None, int] = {}
    for form in page.forms:
        by_node[groups[form].node.mem_id] = form
        if page.owner is not None and (name := groups[form].attributes.get(page.owner)) is not None:
            pointers[name] = form
    drafts: list[Draft] = []
    for place, (tag, node, number) in _first(page):
        if page.flow.start[number] < 0:
            continue
        attributes = cut(node.attributes)
        pointer = attributes.pop(page.owner, None) if page.owner else None
        around = page.around[number]
        read = markup_of(tag, node, attributes)
        form, pointed = around.form, False
        if "form" in attributes:
            form = by_node.get(page.by_id.get(attributes["form"] or "", 0), -1)
        elif pointer in pointers:
            pointed = pointers[pointer] != form
            form = pointers[pointer]
        invisible = Invisible.HIDDEN_TYPE if read[0] == "hidden" else around.invisible
        withheld = read[0] == "hidden" or around.withheld is not None
        drafts.append(Draft(tag, node, number, attributes, *read, form, invisible, withheld, pointed, place))
    _settle_radios(drafts)
    return drafts


def _first(page: MarkedTree) -> list[tuple[int, tuple[str, LexborNode, int]]]:
    """As many controls as are read, with their places; where there are too many, those of forms before others."""
    placed = list(enumerate(page.elements.controls))
    if len(placed) > MOST_CONTROLS:
        placed.sort(key=lambda one: page.around[one[1][2]].form < 0)
        placed = sorted(placed[:MOST_CONTROLS], key=lambda one: one[0])
    return placed


def _settle_radios(drafts: Iterable[Draft]) -> None:
    """Of the radios of one name in one form the last that asks to be checked is."""
    checked: dict[tuple[int, str], Draft] = {}
    for draft in drafts:
        if draft.kind == "radio" and draft.checked and (name := draft.attributes.get("name")):
            if (earlier := checked.get((draft.form, name))) is not None:
                earlier.checked = False
            checked[draft.form, name] = draft


def doubtful(drafts: Sequence[Draft], page: MarkedTree) -> bool:
    """A form in a form, or a control that nobody owns where the source has it within a form."""
    if page.owner is not None or not page.forms:
        return False
    if page.around.forms_nest:
        return True
    if all(draft.form >= 0 or "form" in draft.attributes for draft in drafts):
        return False
    counts = dict.fromkeys(page.forms, 0)
    for draft in drafts:
        if (form := page.around[draft.number].form) >= 0:
            counts[form] += 1
    return not agrees(page.html, list(counts.values()))


# ── the parser's pointer ──────────────────────────────────────────────────────────────────────────────────

_FORMS_AND_CONTROLS = re.compile(r"<(?:(/?form)|input|select|textarea|button)\b", re.IGNORECASE)


def agrees(html: str, owned: Sequence[int]) -> bool:
    """Whether each form has at least as many controls in the tree as between its tags in the source.

    A quick look that knows nothing of comments and scripts: it may see too many controls, so that a page is
    parsed twice in vain, but it misses none. Many pages have a search box outside of any form, and few of
    them a broken form too."""
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
