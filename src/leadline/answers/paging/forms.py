"""Forms that turn pages: buttons with numbers or "next" on them, and lists of page numbers to choose from.

The buttons of a pager may stand in one form, each in its own, or in the search form itself (CGI search engines).
`safe.paging_verdict` says which forms count at all. A button that the search had before there was an answer sends
the question, whatever it says: "Next" is the button of a search in steps.

Links may be made into a form by a script:

- `javascript:__doPostBack('grid','Page$2')` sends the page's form with its view state, the two values in
  `__EVENTTARGET` and `__EVENTARGUMENT`.
- `javascript:gotoPage(2)` with a hidden field named `page` (or an offset) in the search or pager form sends that
  form with the number in that field. Nothing is run: the call's own number is what is sent.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from selectolax.lexbor import LexborNode

from leadline.answers.paging.addresses import follows
from leadline.answers.paging.pager import Direction, PageNumberRow, direction_of, is_one_thing, number_in
from leadline.answers.paging.safe import NextPage, page_asked, paging_verdict
from leadline.errors import BadUrl, MissingValue
from leadline.forms.evidence import spoken
from leadline.forms.safety import permit
from leadline.lexicon.names import deed_in_name, set_deed
from leadline.model.form import Control, Form, Invisible
from leadline.model.page import Page, Request
from leadline.model.query import Query
from leadline.model.url_parameters import is_offset_name, is_page_name
from leadline.parse.document import Document
from leadline.parse.tree import text_of
from leadline.submit.fill import default_query, scripted_pairs
from leadline.submit.submit import request_for

_ON = {Direction.NEXT: 3, Direction.OLDER: 2, Direction.ON: 2, Direction.MORE: 1}


@dataclass(frozen=True, slots=True)
class _Step:
    """One button of a pager."""

    form: Form
    button: Control
    way: Direction | None
    number: int | None


def pressed(page: Page, asked: Request, search: Form | None) -> NextPage | None:
    """The form and button that lead to the next page, or None."""
    forms = [form for form in page.forms if paging_verdict(form, page, asked, search).safe]
    own = {_known_by(button) for button in search.buttons} if search is not None else set()
    steps = [step for form in forms if _may_page(form, own) for step in _steps(form)]
    steps = [step for step in steps if _known_by(step.button) not in own]
    onward = [step for step in steps if step.way in _ON and not step.button.disabled]
    onward.sort(key=lambda step: -_ON[step.way or Direction.MORE])
    after = _after(steps, asked)
    for step in (*onward, *([after] if after is not None else ())):
        if (turn := _press(step, page, asked, search)) is not None:
            return turn
    return next((turn for form in forms if (turn := _chosen(form, page, asked, search))), None)


def _known_by(button: Control) -> tuple[str, str]:
    return button.name, spoken(button)


def _may_page(form: Form, own: set[tuple[str, str]]) -> bool:
    """A box to type in with "»" beside it is a search; only one that has the search's own button too pages."""
    boxes = (c for c in form.fields if c.kind in ("text", "search") and c.invisible is None)
    typed = any(not is_page_name(box.name) for box in boxes)
    return not typed or any(_known_by(button) in own for button in form.buttons)


def _steps(form: Form) -> Iterator[_Step]:
    for control in form.controls:
        if control.kind not in ("submit", "image") or control.invisible is Invisible.TEMPLATE:
            continue
        caption = spoken(control)
        if is_one_thing(caption):
            continue
        way, number = direction_of(caption), number_in(caption)
        if way is not None or number is not None:
            yield _Step(form, control, way, number.first if number else None)


def _after(steps: list[_Step], asked: Request) -> _Step | None:
    """The button with the number after the present one. The present page is the number that cannot be pressed:
    left out of the row, or disabled. Where rows are cut (1 … 4 *5* 6) the page that was asked for tells which gap
    it is; a row from 2 on is seen from the first page."""
    numbered = [(step.number, step) for step in steps if step.number is not None]
    usable = {number: step for number, step in reversed(numbered) if not step.button.disabled}
    if not usable:
        return None
    missing = [n for n in range(1, max(usable) + 1) if n not in usable]
    disabled = [number for number, step in numbered if step.button.disabled]
    asked_for = page_asked(asked)
    near = [n for n in missing if asked_for is not None and n in (asked_for, asked_for + 1)]
    alone = missing if len(missing) == 1 or (asked_for is None and missing[:1] == [1]) else []
    present = (disabled or near or alone)[:1]
    return usable.get(present[0] + 1) if present else None


def _press(step: _Step, page: Page, asked: Request, search: Form | None) -> NextPage | None:
    verdict = paging_verdict(step.form, page, asked, search, step.button)
    if not verdict.safe:
        return None
    form, button, allowed = step.form, step.button, permit(step.form, verdict)
    try:
        query = default_query(form, button=button)
        request = request_for(form, query, page.charset, button=button, base_url=page.base_url, permit=allowed)
    except (MissingValue, BadUrl):
        return None  # a browser would not send it either
    if is_same(request, asked) or (request.method == "GET" and follows(asked.url, request.url) is False):
        return None
    return NextPage(request, form, f"button {spoken(button)[:40]!r}")


def _chosen(form: Form, page: Page, asked: Request, search: Form | None) -> NextPage | None:
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
) -> NextPage | None:
    """The form as a script sends it that sets some values first; none that orders a deed."""
    verdict = paging_verdict(form, page, asked, search)
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
    return None if is_same(request, asked) else NextPage(request, form, why)


def is_same(request: Request, asked: Request) -> bool:
    return (request.method, request.url, request.body) == (asked.method, asked.url, asked.body)


# ── links that a script makes into a form ─────────────────────────────────────────────────────────────────

_TEXT = r"""(?:'([^'\\]*)'|"([^"\\]*)")"""
_POSTBACK = re.compile(rf"__doPostBack\(\s*{_TEXT}\s*,\s*{_TEXT}\s*\)")
_WITH_OPTIONS = re.compile(rf"WebForm_PostBackOptions\(\s*{_TEXT}\s*,\s*{_TEXT}")
_CALL = re.compile(r"(?<![\w$.])(?!void\b|return\b)[A-Za-z_$][\w$.]*\(\s*+(?P<given>[^()]*)\)")
_ARGUMENT = re.compile(r"^\s*['\"]?(\d{1,6})['\"]?\s*$")
_LONGEST = 1_000
TARGET, ARGUMENT = "__EVENTTARGET", "__EVENTARGUMENT"


def called(document: Document, asked: Request, search: Form | None, row: PageNumberRow) -> NextPage | None:
    """The form that a scripted link to the next page would send, or None."""
    for node in _onward(document, row):
        call = (_script(node), document.page, asked, search)
        if (turn := _posted_back(*call) or _numbered(*call)) is not None:
            return turn
    return None


def _onward(document: Document, row: PageNumberRow) -> Iterator[LexborNode]:
    """Scripted links that say they lead on; then the number after the present one."""
    for node in document.visible_tree.document.css("a"):
        if not _script(node):  # asked first: most links of a page have none, and words take longer to read
            continue
        caption = text_of(node) or node.attributes.get("title") or node.attributes.get("aria-label") or ""
        caption = caption or next((image.attributes.get("alt") or "" for image in node.css("img")), "")
        if direction_of(caption) is Direction.NEXT and not is_one_thing(caption):
            yield node
    if row.following is not None and _script(row.following):
        yield row.following


def _script(node: LexborNode) -> str:
    href = (node.attributes.get("href") or "").strip()
    code = href[len("javascript:") :] if href.lower().startswith("javascript:") else ""
    if not code and href and not href.startswith("#"):
        return ""
    return f"{code} {node.attributes.get('onclick') or ''}"[:_LONGEST].strip()


def _posted_back(script: str, page: Page, asked: Request, search: Form | None) -> NextPage | None:
    found = _POSTBACK.search(script) or _WITH_OPTIONS.search(script)
    if found is None:
        return None
    target, argument = found[1] or found[2] or "", found[3] or found[4] or ""
    for form in page.forms:
        if form.method != "post" or not any(c.name in ("__VIEWSTATE", TARGET) for c in form.controls):
            continue
        if paging_verdict(form, page, asked, search).safe:
            sets, why = {TARGET: target, ARGUMENT: argument}, f"postback {argument or target}"
            return scripted(form, sets, page, asked, why, search)
    return None


def _numbered(script: str, page: Page, asked: Request, search: Form | None) -> NextPage | None:
    number = _number_given(script)
    if number is None:
        return None
    for form in page.forms:
        hidden = (c.name for c in form.controls if c.kind == "hidden")
        fields = [name for name in hidden if is_page_name(name) or is_offset_name(name)]
        if len(fields) == 1 and paging_verdict(form, page, asked, search).safe:
            why = f"script sets {fields[0]} to {number}"
            return scripted(form, {fields[0]: number}, page, asked, why, search)
    return None


def _number_given(script: str) -> str | None:
    """The one number among the arguments of the first call that has one."""
    for call in _CALL.finditer(script):
        given = [found[1] for piece in call["given"].split(",") if (found := _ARGUMENT.match(piece))]
        if len(given) == 1:
            return given[0]
    return None
