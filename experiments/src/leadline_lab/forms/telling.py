"""What tells a box from the others: one that searches something else than its page is about mostly says what.

Two boxes that look alike and ask two databases would be of no use to anybody, and the real web knows it. Of 18
sites whose pages have a box for something else than the page's first search (the development pages of formasaurus
and SWDE: a shop's tutorials, a newspaper's companies, a bookshop's branches, a forum's members), 14 say what it
searches: four in the box, five by a heading or a label, two on the button, and three by words above the form that
are not in it. Four are silent, and so are as many here.
"""

from dataclasses import replace
from functools import cache

from leadline_lab.anatomy import FormModel, Input
from leadline_lab.forms.manner import Pen
from leadline_lab.forms.wording import CUE
from leadline_lab.randomness import dice, running
from leadline_lab.spec import Role
from leadline_lab.words import lexicon
from leadline_lab.world import Site

SAID = 14 / 18
_WHERE = ("inside", "heading", "label", "button", "above"), running((4 / 14, 3 / 14, 2 / 14, 2 / 14, 3 / 14))
_TYPICAL = 12
"""Words by which a subject is known; a phrase that has none of them ("Get a quote") names nothing."""


def telling(pen: Pen, site: Site, form: FormModel, *, cued: bool) -> FormModel:
    """The form with words for what it searches, in one of the places; one that is not `cued` says nowhere that it
    searches. Rolls are its own, so that all else about a form is the same whether it is told apart or not."""
    roll = dice(pen.spec.seed, pen.spec.role, "told apart", site.number, form.key)
    known = naming(form.domain, pen.words.language, pen.spec.role)
    phrases = [text for text in known if bool(CUE.search(text)) is cued]
    where, tied = roll.weighted(*_WHERE), roll.chance(0.5)
    if not phrases:
        return form
    text = roll.pick(phrases)
    if where == "above":
        return replace(form, above=text)
    if where == "button":
        return replace(form, buttons=(replace(form.buttons[0], text=text), *form.buttons[1:]))
    boxes = [field for field in form.inputs if field.meaning == "keyword"]
    if where == "heading" or not boxes:  # what asks for a title or a name is called so already
        return replace(form, heading=text)
    if where == "inside":
        said = replace(boxes[0], label=text, placement="inside", linked=False, title="")
    else:
        said = replace(boxes[0], label=text, placement=pen.manner.side, linked=tied, title="")
    return replace(form, inputs=_with(form.inputs, boxes[0], said))


def _with(fields: tuple[Input, ...], old: Input, new: Input) -> tuple[Input, ...]:
    return tuple(new if field is old else field for field in fields)


@cache
def naming(domain: str, language: str, role: Role) -> tuple[str, ...]:
    """Phrases for a search of the domain that say of what it is."""
    said = lexicon(domain, language, role)
    typical = [word.casefold() for word in said.words[:_TYPICAL] if len(word) > 2]
    return tuple(text for text in said.search_anchors if any(word in text.casefold() for word in typical))
