"""Where an answer goes on: its next page, or the second step of a search that asks twice."""

from leadline.answers.paging import Following, following
from leadline.forms.safety import permit
from leadline.model.form import Form
from leadline.model.page import Request
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document
from leadline.store.queries import Asked
from leadline.submit.fill import default_query
from leadline.submit.session import may_step, next_step
from leadline.submit.submit import request_for

Sent = tuple[str, str, bytes | None]
"""Method, page and body of a request that was sent."""


def next_page(asked: Asked, document: Document, form: Form, asked_for: frozenset[Sent]) -> Following | None:
    """The next page of this answer, unless it was asked for already."""
    found = following(document, asked.request, form)
    if found is None:
        return None
    return found if _once(found.request, asked_for) is not None else None


def second_step(asked: Asked, document: Document, began: Form, asked_for: frozenset[Sent]) -> Request | None:
    """The second step of a search that asks twice."""
    form = next_step(document, began, asked.choice)
    verdict = may_step(form, document.page) if form is not None else None
    if form is None or verdict is None or not verdict.safe:
        return None
    names = {control.name for control in form.controls}
    sets = {name: value for name, value in asked.choice if name in names}
    button, page = verdict.pressed, document.page
    query = default_query(form, sets, button)
    allowed = permit(form, verdict)
    request = request_for(form, query, page.charset, button=button, base_url=page.base_url, permit=allowed)
    return _once(request, asked_for)


def _once(request: Request, asked_for: frozenset[Sent]) -> Request | None:
    return None if (request.method, page_key(request.url), request.body) in asked_for else request
