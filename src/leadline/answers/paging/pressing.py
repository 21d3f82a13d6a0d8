"""Forms that turn pages: buttons with numbers or "next" on them, and lists of page numbers to choose from.

The buttons of a pager may stand in one form, each in its own, or in the search form itself (CGI search engines).
`safe.turning` decides which forms count at all. A button that the search had before there was an answer sends the
question, whatever it says: "Next" is the button of a search in steps.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from leadline.answers.paging.addresses import follows
from leadline.answers.paging.rows import number_in
from leadline.answers.paging.safe import page_asked, turning
from leadline.answers.paging.words import Heading, heading, is_one_thing
from leadline.errors import BadUrl, MissingValue
from leadline.forms.evidence import spoken
from leadline.forms.safety import permit
from leadline.lexicon.names import deed_in_name, set_deed
from leadline.model.form import Control, Form, Invisible
from leadline.model.page import Page, Request
from leadline.model.query import Query
from leadline.model.url_parameters import is_page_name
from leadline.submit.fill import default_query, scripted_pairs
from leadline.submit.submit import request_for

_ON = {Heading.NEXT: 3, Heading.OLDER: 2, Heading.ON: 2, Heading.MORE: 1}


@dataclass(frozen=True, slots=True)
class Turn:
    """A form that is sent for the next page."""

    request: Request
    form: Form
    why: str


@dataclass(frozen=True, slots=True)
class _Step:
    """One button of a pager."""

    form: Form
    button: Control
    way: Heading | None
    number: int | None


def pressed(page: Page, asked: Request, search: Form | None) -> Turn | None:
    """The form and button that lead to the next page, or None."""
    forms = [form for form in page.forms if turning(form, page, asked, search).safe]
    own = {_known_by(button) for button in search.buttons} if search is not None else set()
    steps = [step for form in forms if _may_page(form, own) for step in _steps(form)]
    steps = [step for step in steps if _known_by(step.button) not in own]
    onward = [step for step in steps if step.way in _ON and not step.button.disabled]
    onward.sort(key=lambda step: -_ON[step.way or Heading.MORE])
    after = _after(steps, asked)
    for step in (*onward, *([after] if after is not None else ())):
        turn = _press(step, page, asked, search)
        if turn is not None:
            return turn
    return next((turn for form in forms if (turn := _chosen(form, page, asked, search))), None)


def _known_by(button: Control) -> tuple[str, str]:
    return button.name, spoken(button)


def _may_page(form: Form, own: set[tuple[str, str]]) -> bool:
    """A box to type in with "»" beside it is a search; only one that has the search's own button too pages."""
    typed = any(
        c.kind in ("text", "search") and c.invisible is None and not is_page_name(c.name) for c in form.fields
    )
    return not typed or any(_known_by(button) in own for button in form.buttons)


def _steps(form: Form) -> Iterator[_Step]:
    for control in form.controls:
        if control.kind not in ("submit", "image") or control.invisible is Invisible.TEMPLATE:
            continue
        told = spoken(control)
        if is_one_thing(told):
            continue
        way, number = heading(told), number_in(told)
        if way is not None or number is not None:
            yield _Step(form, control, way, number.first if number else None)


def _after(steps: list[_Step], asked: Request) -> _Step | None:
    """The button with the number after the present one.

    The present page is the number that cannot be pressed: left out of the row, or disabled. Where rows are cut
    (1 … 4 *5* 6) the page that was asked for tells which gap it is; a row from 2 on is seen from the first page.
    """
    usable = {
        step.number: step for step in reversed(steps) if step.number is not None and not step.button.disabled
    }
    if not usable:
        return None
    missing = [n for n in range(1, max(usable) + 1) if n not in usable]
    disabled = [s.number for s in steps if s.number is not None and s.button.disabled]
    asked_for = page_asked(asked)
    near = [n for n in missing if asked_for is not None and n in (asked_for, asked_for + 1)]
    alone = missing if len(missing) == 1 or (asked_for is None and missing[:1] == [1]) else []
    present = (disabled or near or alone)[:1]
    return usable.get(present[0] + 1) if present else None


def _press(step: _Step, page: Page, asked: Request, search: Form | None) -> Turn | None:
    verdict = turning(step.form, page, asked, search, step.button)
    if not verdict.safe:
        return None
    allowed = permit(step.form, verdict)
    try:
        query = default_query(step.form, button=step.button)
        request = request_for(
            step.form, query, page.charset, button=step.button, base_url=page.base_url, permit=allowed
        )
    except (MissingValue, BadUrl):
        return None  # a browser would not send it either
    if is_same(request, asked) or (request.method == "GET" and follows(asked.url, request.url) is False):
        return None
    return Turn(request, step.form, f"button {spoken(step.button)[:40]!r}")


def _chosen(form: Form, page: Page, asked: Request, search: Form | None) -> Turn | None:
    """A list of page numbers whose choice sends the form by a script."""
    for control in form.controls:
        if control.kind != "select-one" or not is_page_name(control.name) or control.disabled:
            continue
        usable = [o for o in control.options if not o.disabled]
        here = next((at for at, option in enumerate(usable) if option.selected), None)
        if here is None or here + 1 >= len(usable) or not _count_up([o.label or o.value for o in usable]):
            continue
        sets = {control.name: usable[here + 1].value}
        return scripted(form, sets, page, asked, f"page {usable[here + 1].label!r} of a list", search)
    return None


def _count_up(labels: list[str]) -> bool:
    """Pages are counted; sizes of pages are not."""
    numbers = [number_in(label) for label in labels]
    return all(a is not None and b is not None and a.precedes(b) for a, b in pairwise(numbers))


def scripted(
    form: Form, sets: dict[str, str], page: Page, asked: Request, why: str, search: Form | None = None
) -> Turn | None:
    """The form as a script sends it that sets some values first; none that orders a deed."""
    verdict = turning(form, page, asked, search)
    tag = page.language or ""
    ordered = any(set_deed(name, value, tag) or deed_in_name(value, tag) for name, value in sets.items())
    if not verdict.safe or ordered:
        return None
    try:
        query = Query(form.identity, scripted_pairs(form, sets))
        allowed = permit(form, verdict)
        request = request_for(form, query, page.charset, base_url=page.base_url, by_script=True, permit=allowed)
    except BadUrl:
        return None
    return None if is_same(request, asked) else Turn(request, form, why)


def is_same(request: Request, asked: Request) -> bool:
    return (request.method, request.url, request.body) == (asked.method, asked.url, asked.body)
