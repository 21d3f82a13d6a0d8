"""Links that a script makes into a form: view-state postbacks, and functions that set the number of the page.

- `javascript:__doPostBack('grid','Page$2')` sends the page's form with its view state, the two values in
  `__EVENTTARGET` and `__EVENTARGUMENT`.
- `javascript:gotoPage(2)` with a hidden field named `page` (or an offset) in the search or pager form sends that
  form with the number in that field. Nothing is run: the call's own number is what is sent.
"""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from leadline.answers.paging.pressing import Turn, scripted
from leadline.answers.paging.rows import Row
from leadline.answers.paging.safe import turning
from leadline.answers.paging.words import Heading, heading, is_one_thing
from leadline.model.form import Form
from leadline.model.page import Page, Request
from leadline.model.url_parameters import is_offset_name, is_page_name
from leadline.parse.document import Document
from leadline.parse.tree import text_of

_TEXT = r"""(?:'([^'\\]*)'|"([^"\\]*)")"""
_POSTBACK = re.compile(rf"__doPostBack\(\s*{_TEXT}\s*,\s*{_TEXT}\s*\)")
_WITH_OPTIONS = re.compile(rf"WebForm_PostBackOptions\(\s*{_TEXT}\s*,\s*{_TEXT}")
_CALL = re.compile(r"(?<![\w$.])(?!void\b|return\b)[A-Za-z_$][\w$.]*\(\s*+(?P<given>[^()]*)\)")
_ARGUMENT = re.compile(r"^\s*['\"]?(\d{1,6})['\"]?\s*$")
_LONGEST = 1_000
TARGET, ARGUMENT = "__EVENTTARGET", "__EVENTARGUMENT"


def called(document: Document, asked: Request, search: Form | None, row: Row) -> Turn | None:
    """The form that a scripted link to the next page would send, or None."""
    for node in _onward(document, row):
        script = _script(node)
        turn = _posted_back(script, document.page, asked, search) or _numbered(
            script, document.page, asked, search
        )
        if turn is not None:
            return turn
    return None


def _onward(document: Document, row: Row) -> Iterator[LexborNode]:
    """Scripted links that say they lead on; then the number after the present one."""
    for node in document.visible_tree.document.css("a"):
        told = text_of(node) or node.attributes.get("title") or node.attributes.get("aria-label") or ""
        told = told or next((image.attributes.get("alt") or "" for image in node.css("img")), "")
        if heading(told) is Heading.NEXT and not is_one_thing(told) and _script(node):
            yield node
    if row.following is not None and _script(row.following):
        yield row.following


def _script(node: LexborNode) -> str:
    href = (node.attributes.get("href") or "").strip()
    code = href[len("javascript:") :] if href.lower().startswith("javascript:") else ""
    if not code and href and not href.startswith("#"):
        return ""
    return f"{code} {node.attributes.get('onclick') or ''}"[:_LONGEST].strip()


def _posted_back(script: str, page: Page, asked: Request, search: Form | None) -> Turn | None:
    found = _POSTBACK.search(script) or _WITH_OPTIONS.search(script)
    if found is None:
        return None
    target, argument = found[1] or found[2] or "", found[3] or found[4] or ""
    for form in page.forms:
        if form.method != "post" or not any(c.name in ("__VIEWSTATE", TARGET) for c in form.controls):
            continue
        if turning(form, page, asked, search).safe:
            return scripted(
                form, {TARGET: target, ARGUMENT: argument}, page, asked, f"postback {argument or target}", search
            )
    return None


def _numbered(script: str, page: Page, asked: Request, search: Form | None) -> Turn | None:
    number = _number_given(script)
    if number is None:
        return None
    for form in page.forms:
        fields = [c.name for c in form.controls if c.kind == "hidden" and _is_place(c.name)]
        if len(fields) == 1 and turning(form, page, asked, search).safe:
            why = f"script sets {fields[0]} to {number}"
            return scripted(form, {fields[0]: number}, page, asked, why, search)
    return None


def _is_place(name: str) -> bool:
    return is_page_name(name) or is_offset_name(name)


def _number_given(script: str) -> str | None:
    """The one number among the arguments of the first call that has one."""
    for call in _CALL.finditer(script):
        given = [found[1] for piece in call["given"].split(",") if (found := _ARGUMENT.match(piece))]
        if len(given) == 1:
            return given[0]
    return None
