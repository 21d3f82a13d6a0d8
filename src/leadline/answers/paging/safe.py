"""Which forms may turn a page: the search itself, or a pager that holds nothing but the state of this answer.

A page of results has other forms too: a shop's basket beside every product, a newsletter, a log-in. None of them
is ever sent to get a further page, whatever stands on its buttons. What may be sent

- does no harm by the gate's own rules (`leadline.forms.safety.harmless`): no password, no message, no deed on a
  button;
- is sent where the question was sent, or carries the question in its hidden fields;
- has nothing to fill in that the search itself has not, but for a page to jump to. Where the search itself stands
  on the answer again with all its fields and is sent by GET, there may be more to choose from: boxes beside the
  records, facets. They are sent as they are.
"""

from dataclasses import dataclass
from urllib.parse import parse_qsl

from leadline.answers.paging.addresses import asked_pairs
from leadline.forms.safety import harmless
from leadline.gate.controls import Pressed, read_button, usable
from leadline.model.field import Verdict
from leadline.model.form import BUTTONS, Control, Form, Invisible
from leadline.model.page import Page, Request, header
from leadline.model.url import canonical, parts_of, site_of
from leadline.model.url_parameters import is_offset_name, is_page_name, without_session

_CHOICES = frozenset({"checkbox", "radio", "select-one", "select-multiple"})


@dataclass(frozen=True, slots=True)
class NextPage:
    """The request for the next page of an answer."""

    request: Request
    form: Form | None = None  # the form on the answer's page that is sent, None for a link
    why: str = ""  # what said that this is the next page, in a few words


def paging_verdict(
    form: Form, page: Page, asked: Request, search: Form | None = None, button: Control | None = None
) -> Verdict:
    """May this form on the answer `page` be sent to get the answer's next page, by this button?"""
    # Without a button a script sends the form.
    verdict = harmless(form, page, read_button(button, page.language) if button is not None else Pressed(None))
    reasons = list(verdict.refused)
    if not verdict.impossible:
        if not _belongs(form, page, asked, search):
            reasons.append("it does not belong to the answer")
        asked_in = {c.name for c in search.controls if c.kind != "hidden"} if search is not None else set()
        strange = [c for c in form.fields if _is_seen(c) and not _is_known(c, asked_in)]
        if strange and search is not None and _is_search_again(form, search):
            strange = [c for c in strange if c.kind not in _CHOICES]
        if (other := _other_deed(form, page)) is not None:
            reasons.append(other)
        if strange:
            reasons.append(f"it has a field that the search has not ({strange[0].name or strange[0].kind!r})")
    return Verdict(tuple(reasons), verdict.impossible, button, verdict.proof)


def _other_deed(form: Form, page: Page) -> str | None:
    """A form that is posted and also does something by another button holds what that is done to: it is left
    alone, where a search with such a button beside it is not."""
    if form.method != "post":
        return None
    read = (read_button(other, page.language) for other in usable(form))
    return next((one.refused for one in read if one.refused is not None and one.deed), None)


def sent_pairs(asked: Request) -> list[tuple[str, str]]:
    """What a request asked, in its address or its body, without empty values and page numbers."""
    return [*asked_pairs(asked.url), *asked_pairs(f"?{_body(asked)}")]


def page_asked(asked: Request) -> int | None:
    pairs = parse_qsl(f"{without_session(asked.url).partition('?')[2]}&{_body(asked)}", max_num_fields=None)
    numbers = [int(value) for name, value in pairs if is_page_name(name) and value.isdigit() and len(value) < 7]
    return numbers[-1] if numbers else None


def _body(asked: Request) -> str:
    kind = header(asked.headers, "content-type") or ""
    if asked.body is None or not kind.startswith("application/x-www-form-urlencoded"):
        return ""
    return asked.body.decode("ascii", "replace")


def _belongs(form: Form, page: Page, asked: Request, search: Form | None) -> bool:
    action = canonical(form.action)
    if action is None or site_of(action) != site_of(page.url):
        return False
    known = {_path(url) for url in (asked.url, page.url, search.action if search else "") if canonical(url)}
    if _path(action) in known:
        return True
    hidden = {(c.name, c.value) for c in form.controls if c.kind == "hidden"}
    asked_for = set(sent_pairs(asked))
    return bool(asked_for) and asked_for <= hidden


def _path(url: str) -> str:
    return parts_of(without_session(url)).path.rstrip("/")


def _is_seen(control: Control) -> bool:
    return control.kind not in BUTTONS and control.invisible in (None, Invisible.ARIA) and not control.disabled


def _is_search_again(form: Form, search: Form) -> bool:
    """The search on the page of its answer, which can be asked as often as one likes."""
    wanted = {c.name for c in search.fields if c.name and _is_seen(c)}
    same_place = _path(form.action) == _path(search.action)
    return bool(wanted) and same_place and form.method == "get" and wanted <= {c.name for c in form.fields}


def _is_known(control: Control, asked_in: set[str]) -> bool:
    """A field of the search, or one that says which page or how many records on one."""
    if control.name in asked_in or is_page_name(control.name) or is_offset_name(control.name):
        return True
    numbers = [o.value or o.label for o in control.options]
    return control.kind == "select-one" and bool(numbers) and all(n.strip().isdigit() for n in numbers)
