"""What stands chosen on a page beside what can be asked: every query is asked within it.

The list of a page is often a part of what its server has: open tickets, this month, the first branch. A call of
the page's script that brings the list has such a choice in it, where nobody sees it among what varies; the page's
form shows it, with the other choices. What its boxes and lists have chosen, and the call offers no field for, is
what all answers of the source have in common. Neither a count nor a check tells what lies outside.
"""

from collections.abc import Collection, Iterator

from leadline.forms.settings import FormsSettings
from leadline.forms.understand import understand, with_fields
from leadline.gate.controls import carries_deeds
from leadline.harvest.source import planned
from leadline.model.field import Field, FieldType
from leadline.model.page import Page
from leadline.parse.document import Document

_NO_PART = frozenset({FieldType.SORT, FieldType.DISPLAY, FieldType.PRIVATE, FieldType.LANGUAGE})
"""Orders and views show the same records; in which language a page speaks chooses none of them."""


def standing(document: Document, asked: Collection[int], settings: FormsSettings) -> tuple[str, ...]:
    """Names of the choices that stand in the searches of a page, but for the controls that are `asked`.

    >>> html = '''<form action=/t>Words <input name=q><fieldset><legend>State</legend>
    ... <label><input type=checkbox name=state value=1 checked> Open</label>
    ... <label><input type=checkbox name=state value=2> Closed</label></fieldset><button>Search</button></form>'''
    >>> standing(Document(html, "http://example.org/"), (), FormsSettings())
    ('state',)
    """
    found: dict[str, None] = {}
    language = document.page.language
    for form in document.page.forms:
        known = understand(form, document, settings=settings)
        if known.judgement.kind == "search":
            fields = with_fields(known, document, settings.labels).fields
            told = (field for field in fields if not any(carries_deeds(c, language) for c in field.controls))
            found |= dict.fromkeys(field.name for field in told if _narrows(planned(field), asked))
    return tuple(found | dict.fromkeys(_ticked(document.page, asked)))


def _ticked(page: Page, asked: Collection[int]) -> Iterator[str]:
    """Boxes that stand in no form, of one name, some of them ticked and not all."""
    boxes: dict[str, list[bool]] = {}
    for control in page.loose_controls:
        if control.kind == "checkbox" and control.name and not control.disabled and control.place not in asked:
            boxes.setdefault(control.name, []).append(control.checked)
    return (name for name, ticked in boxes.items() if any(ticked) and not all(ticked))


def _narrows(field: Field, asked: Collection[int]) -> bool:
    if not field.finite or not field.name or field.type in _NO_PART or not field.selected:
        return False
    others = set(field.narrowing) - set(field.selected)
    return field.standing is not None and bool(others) and not any(place in asked for place in field.places)
