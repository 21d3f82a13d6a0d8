"""A learnt call as a source: its fields understood by the page they stand on, its answers read without it."""

import html
from dataclasses import replace
from typing import TYPE_CHECKING

from leadline.errors import BadTarget
from leadline.forms.safety import permit
from leadline.forms.understand import with_fields
from leadline.gate.calls import ScriptCall, call_permit
from leadline.gate.links import Denied
from leadline.gate.targets import UNSENT
from leadline.harvest.choice import ChosenForm
from leadline.harvest.scripted.box import search_box
from leadline.harvest.scripted.use import Learnt
from leadline.harvest.source import HarvestSource, fillable_fields, longest_pages, result_orders
from leadline.harvest.standing import standing
from leadline.model.call import Call, CallField
from leadline.model.field import FieldType, Judgement, UnderstoodForm, Verdict, fields_of
from leadline.model.form import Form
from leadline.model.page import Page, Response
from leadline.model.query import Query
from leadline.model.url import parts_of, site_of
from leadline.parse.document import Document
from leadline.submit.calls import call_request, form_of

if TYPE_CHECKING:
    from leadline.harvest.prepare import HarvestJob

_WORD = "leadline"  # stands for whatever is typed, where a call is judged
_TAKES_WORDS = frozenset({FieldType.KEYWORD, FieldType.NAME})


def read_call(text: str) -> Call:
    """A call as a folder has it."""
    try:
        return Call.from_json(text)
    except (KeyError, TypeError, ValueError) as error:
        raise BadTarget(f"the folder holds a script's call that cannot be read ({error}): begin anew") from error


def call_verdict(call: Call, page: Page, allowed: tuple[str, ...], *, vouched: bool = False) -> Verdict:
    """The gate's word on a call that is to be made in the page's place."""
    words = tuple((field.name, _WORD) for field in call.fields if not field.values)
    request = call_request(call, Query("", words), UNSENT)
    body = request.body.decode("utf-8", "replace") if request.body is not None else ""
    judged = call_permit(ScriptCall(request.url, call.method, body, _WORD if words else None, vouched))
    reasons = [judged.why] if isinstance(judged, Denied) else []
    host = parts_of(call.url).host
    if site_of(call.url) != site_of(page.url) and not {host, site_of(call.url)} & set(allowed):
        reasons.append(f"it is sent to another site, {host}; if that is meant: --allow-site {host}")
    is_page = call.method == "GET" and call.url == page.url
    proof = "the page itself" if is_page else "the call of the page's own script that brings what it shows"
    return Verdict(tuple(reasons), tuple(reasons), None, proof)


def search_source(learnt: Learnt, job: "HarvestJob") -> tuple[ChosenForm, HarvestSource, Call] | None:
    """The page's own search as a source, which is asked in the browser; None where its box is not to be found."""
    page, may_send = Document.of(learnt.page).page, job.harvest.i_know_this_form_is_a_search
    box = search_box(page, may_send=may_send)
    if box is None:
        return None
    words = CallField(box.control.name or "words", (), box.control.place)
    call = Call("GET", page.url, fields=(words,), on_screen=learnt.way)
    return (*call_source(call, learnt.page, job), call)


def call_source(call: Call, response: Response, job: "HarvestJob") -> tuple[ChosenForm, HarvestSource]:
    """The source that a call is. Raises `FormRefused` where the gate has something against it."""
    document = Document.of(response)
    page = document.page
    form = form_of(call, page, len(page.forms))
    judgement = Judgement(1.0, {"search": 1.0}, ("the page's own script searches by it",))
    by_user = job.harvest.i_know_this_form_is_a_search
    verdict = call_verdict(call, page, job.harvest.allowed_sites, vouched=by_user)
    known = UnderstoodForm(form, judgement, verdict, form.controls, fields_of(form))
    known = with_fields(known, document, job.forms.labels)
    fields = (
        replace(field, type=FieldType.KEYWORD) if not field.finite and field.type not in _TAKES_WORDS else field
        for field in known.fields
    )
    known = replace(known, fields=tuple(fields))
    sets = tuple(job.sets)
    source = HarvestSource(
        document if call.on_screen else _blank(page),
        form,
        permit(form, verdict),
        fillable_fields(known, sets, page.language),
        result_orders(known, sets, page.language),
        tuple(job.sets.items()),
        longest_pages(known, sets),
        response.fetched_at,
        seen=page,
        within=standing(document, {field.control for field in call.fields}, job.forms),
    )
    return ChosenForm(known), source


def call_profile(text: str, response: Response) -> tuple[Document, Form]:
    """What answers to a kept call are held against, for whoever reads them again."""
    document, call = Document.of(response), read_call(text)
    form = form_of(call, document.page, len(document.page.forms))
    return document if call.on_screen else _blank(document.page), form


def _blank(page: Page) -> Document:
    """The page that answers of a call are held against: they have none of its furniture, but its name."""
    language = html.escape(page.language or "")
    title = html.escape(page.title)
    return Document(f'<!doctype html><html lang="{language}"><title>{title}</title><body></body>', page.url)
