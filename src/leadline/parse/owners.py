"""Which form a control belongs to where the tree does not say: the standard's form element pointer, replayed.

Authors close forms in the wrong place: `<table><form><tr><td><input>` leaves an empty form in the tree and
its inputs outside. Browsers remember the form in a pointer while they parse (HTML 13.2.4.4): set by
`<form>`, cleared by `</form>`, and every control met meanwhile belongs to it. Lexbor does not tell its
pointer, so it is replayed here over the tokens, and written into the source as an attribute of the controls
and forms. The page is then parsed once more. That is dearer than matching tokens with elements of the tree,
but it cannot mismatch them, and few pages need it.
"""

import re
from collections.abc import Sequence

from leadline.parse.tame import Tag, tags_of
from leadline.parse.tree import CONTROLS

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
    attribute = _unused(html)
    pieces: list[str] = []
    copied = 0
    for tag, number in _pointed(html):
        place = tag.start + 1 + len(tag.name)
        pieces.append(html[copied:place])
        pieces.append(f' {attribute}="{number}"')
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


def _unused(html: str) -> str:
    number = 0
    while (attribute := f"leadline-owner-{number}") in html:
        number += 1
    return attribute
