"""Which form is harvested: of the page a user names, or of a frame it is made of; searchable, safe, and the
richest of them or the one the user names.

A reader sees the search of a frameset, or of an `iframe`, on the page whose address they copy. Frames are asked
for only where the page has no form of its own, and only those of the same site: a frame of somebody else's is
another site, which nobody asked to harvest.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from leadline.answers.document import read
from leadline.errors import BadTarget, FetchError, FormRefused, InputError
from leadline.forms.settings import FormsSettings
from leadline.forms.understand import judged
from leadline.gate.links import Denied, SeenLink, follow
from leadline.harvest.settings import HarvestSettings
from leadline.model.field import UnderstoodForm
from leadline.model.page import Page, Request, Response
from leadline.parse.document import Document
from leadline.protocols import Fetcher

_GATE_ODDS = 300.0
"""How much likelier a search passes the gate than another form does: of the development forms nine in ten searches
and, none of 1,117 being seen, at most 3 in 1,117 others (rule of three). `leadline bench forms` counts both."""
_SHOWN = 6  # forms a refusal speaks of; some pages have one beside every product


class ChosenForm(NamedTuple):
    known: UnderstoodForm
    instead_of: tuple[int, ...] = ()  # forms of the page that could have been taken as well
    because: str = ""  # why something else stands in the place of a form of the page


def _likely(known: UnderstoodForm) -> float:
    """P(search), the gate's word taken in: what the classifier knows are mostly words of five languages."""
    searchable = known.judgement.searchable
    odds = _GATE_ODDS * searchable / max(1e-9, 1 - searchable)
    return odds / (1 + odds) if known.verdict.safe else searchable


def _may_go(known: UnderstoodForm, least: float) -> bool:
    return known.verdict.safe and _likely(known) >= least


def choose(page: Page, settings: HarvestSettings, forms: FormsSettings, identity: str | None = None) -> ChosenForm:
    """The form to submit. Raises `FormRefused`, with the reasons, where there is none; nothing is sent then."""
    if not page.forms:
        raise BadTarget(f"{page.url}: there is no form on this page")
    found = [judged(form, page, forms, settings.allowed_sites) for form in page.forms]
    if identity is not None:
        index = next((n for n, one in enumerate(found) if one.form.identity == identity), None)
        if index is None:
            raise BadTarget(f"{page.url}: the form that was found there is gone")
        return _named(found, replace(settings, form=index))
    if settings.form is not None:
        return _named(found, settings)
    usable = [one for one in found if _may_go(one, settings.searchable)]
    distinct = {one.form.identity: one for one in reversed(usable)}
    if usable:
        return _richest(list(distinct.values()))
    if settings.i_know_this_form_is_a_search and len(found) == 1 and not page.loose_controls:
        return _named(found, settings)
    listed = "; ".join(f"{described(one)}: {_why_not(one, settings)}" for one in found[:_SHOWN])
    if len(found) > _SHOWN:
        listed += f"; and {len(found) - _SHOWN} more (see: leadline inspect)"
    if settings.i_know_this_form_is_a_search:
        listed += " (several may be meant: --form K says which)"
    reasons = tuple(reason for one in found for reason in one.verdict.refused)
    raise FormRefused(f"{page.url}: no form on this page may be submitted. {listed}", reasons)


def _richest(usable: list[UnderstoodForm]) -> ChosenForm:
    """The form that asks for most: a quick search in the header knows less than the search it abbreviates."""
    best = max(usable, key=lambda one: (_asks(one), one.judgement.searchable, one.form.index))
    return ChosenForm(best, tuple(sorted(one.form.index for one in usable if one is not best)))


def _asks(known: UnderstoodForm) -> int:
    return len({c.name for c in known.visible if c.name and not c.disabled})


def _named(found: list[UnderstoodForm], settings: HarvestSettings) -> ChosenForm:
    wanted = settings.form or 0
    if not 0 <= wanted < len(found):
        listed = "; ".join(map(described, found))
        raise BadTarget(f"--form {wanted}: the page has {len(found)} forms, counted from 0: {listed}")
    one = found[wanted]
    if settings.i_know_this_form_is_a_search and not one.verdict.impossible:
        return ChosenForm(one)
    if _may_go(one, settings.searchable):
        return ChosenForm(one)
    raise FormRefused(f"{described(one)} is not submitted: {_why_not(one, settings)}", one.verdict.refused)


def _why_not(one: UnderstoodForm, settings: HarvestSettings) -> str:
    reasons = list(one.verdict.refused)
    if (likely := _likely(one)) < settings.searchable:
        found = f"{likely:.2f} of {settings.searchable:.2f} wanted; harvest.searchable sets that"
        reasons.append(f"it hardly looks like a search ({found})")
    return ", ".join(reasons)


def described(known: UnderstoodForm) -> str:
    form, names = known.form, [c.name for c in known.visible if c.name]
    shown = ", ".join(dict.fromkeys(names[:5])) + (" …" if len(names) > 5 else "")
    return f"form {form.index} ({form.method.upper()} {form.action or 'nowhere'}, fields: {shown or 'none'})"


_FRAMES = 4  # frames that are looked into: head, menu, content and foot
_ERRORS = 400


FormOnPage = tuple[Response, Document, ChosenForm]


async def find_form(
    response: Response, choose: Callable[[Page], ChosenForm], fetcher: Fetcher | None
) -> FormOnPage:
    """The form that `choose` takes. Raises as it does; without a fetcher no frame is looked into."""
    document = read(response)
    try:
        return response, document, choose(document.page)
    except InputError as no:
        if document.page.forms:
            raise
        none = no if response.status < _ERRORS else BadTarget(f"{no}; the server answered {response.status}")
        if fetcher is None:
            raise none from None
    return await _in_frames(document.page, choose, fetcher, none)


async def _in_frames(
    page: Page, choose: Callable[[Page], ChosenForm], fetcher: Fetcher, none: InputError
) -> FormOnPage:
    """The first frame with a form that may be sent. What speaks against one says more than that there is none."""
    reason: InputError | FetchError = none
    shown = (link for link in page.links if _tag(link.tag_path) in ("frame", "iframe"))
    own = {link.url: link for link in shown if link.same_site and link.url != page.url}
    for frame in list(own.values())[:_FRAMES]:
        judged = follow(SeenLink("", frame.url, frame.marks), "a frame of the page the user named")
        if isinstance(judged, Denied):
            continue
        try:
            response = await fetcher.fetch(Request(frame.url, permit=judged))
            return await find_form(response, choose, None)
        except (InputError, FetchError) as no:
            reason = no if reason is none and not isinstance(no, BadTarget) else reason
    raise reason


def _tag(path: str) -> str:
    """
    >>> _tag("html/body/iframe.search#box")
    'iframe'
    """
    return path.rsplit("/", 1)[-1].partition("#")[0].partition(".")[0]
