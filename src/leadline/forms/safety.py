"""The safety gate of forms: may this form be submitted at all? Strictly, and with a reason for each refusal.

A form passes if it is *proved* that sending it only looks something up:

| refused | because of |
|---|---|
| password, file, payment, captcha | any such field, seen or not |
| free text, e-mail, phone, account name | such a field that a reader sees |
| a friend's name, the number of an order or coupon, a loan | such a field that a reader sees |
| a button that says a deed, or anything that is not known to look things up | `leadline.gate.controls` |
| a deed in the action, in the pressed button's `formaction`, in the form's id | whole words of a path or query |
| a deed as the whole value of a hidden, preselected or command field | `leadline.gate.controls` |
| another site | unless the user named it (`--allow-site`) |
| POST | unless its button says "Search" or "Show decisions", or it says so in two places, or signs stand in |
| GET | unless it says so in one, or two signs stand in (`leadline.forms.searchable`) |
| a menu of pages, languages or designs | unless its button or action says that it searches |
| `method=dialog`, an action that is no http(s) URL, a form without fields | – |

Looking things up is a closed class of words in every language of `leadline.lexicon`, so no list of deeds has to be
complete. Words elsewhere do not count: *book*, *order by* and *apply* are search vocabulary, so "Book now" on a
button is refused and `/bookstore/search` is not. Nobody's own choice of a form (`--form K`) lifts the gate; only
`--i-know-this-form-is-a-search` does, except for what cannot be sent at all (`Verdict.impossible`).

A field a reader does not see is a trap for robots: it says nothing about the form and is sent as it is.
"""

import re
from collections.abc import Collection, Iterator
from itertools import chain

from leadline.errors import FormRefused
from leadline.forms import wording
from leadline.forms.evidence import Evidence, act_in, captions, naming
from leadline.forms.proof import language_of, no_search, proof, says_so
from leadline.gate.controls import Pressed, best_button, ordered_deeds, quoted, read_button, unknown_orders, usable
from leadline.gate.granting import grant
from leadline.lexicon.names import deed_in_url
from leadline.lexicon.phrases import says
from leadline.model.field import Verdict
from leadline.model.form import Control, Form
from leadline.model.page import Page
from leadline.model.permit import Permit
from leadline.model.url import canonical, join, parts_of, site_of

_NEVER = {"password": "it asks for a password", "file": "it takes a file"}
_SEEN = {
    "email": "it asks for an e-mail address",
    "tel": "it asks for a phone number",
    "textarea": "it takes a free-text message",
}
Vocabularies = tuple[tuple["re.Pattern[str]", str], ...]
_ABOUT: Vocabularies = (
    (wording.EMAIL, "it asks for an e-mail address"),
    (wording.ACCOUNT, "it asks for an account"),
    (wording.LOAN, "it asks for what a calculator needs"),
)
_PHONE: Vocabularies = ((wording.PHONE, "it asks for a phone number"),)
_DEALINGS: Vocabularies = (
    (wording.FRIEND, "it asks for somebody you know"),
    (wording.OWN, "it asks for a number of your own dealings"),
)
"""What may be looked up as well: a number in a directory, an order in an administration."""


def gate(
    form: Form, page: Page | None = None, allowed: Collection[str] = (), evidence: Evidence | None = None
) -> Verdict:
    """Judge one form. `page` adds what stands beside it: its language, a captcha that belongs to the page's only
    form, what it says about searching; `allowed` are other sites the user named; `evidence` is the form, where it
    was read already."""
    pressed = best_button(form, language_of(page))
    evidence = evidence or Evidence(form)
    impossible = tuple(_impossible(form))
    reasons = (
        *impossible,
        *_never(form, page),
        *_fields(evidence, pressed, language_of(page)),
        *_deeds(evidence, pressed, page),
        *_elsewhere(form, pressed, page, allowed),
        *no_search(evidence, pressed, page),
    )
    return Verdict(tuple(dict.fromkeys(reasons)), impossible, pressed.button, proof(evidence, pressed, page))


def harmless(form: Form, page: Page | None = None, button: Pressed | None = None) -> Verdict:
    """Judge a form that turns the pages of an answer: the same but for what makes a form a search.

    Such a form holds the state of a search that has passed the gate, and nothing to fill in. That it belongs to
    that search is for its caller to see to (`leadline.answers.paging.safe`). `button` is the one that turns it."""
    pressed = button or best_button(form, language_of(page))
    evidence = Evidence(form)
    impossible = tuple(_impossible(form))
    fields = _fields(evidence, pressed, language_of(page)) if evidence.visible else ()
    deeds = (*_deeds(evidence, pressed, page), *_elsewhere(form, pressed, page, ()))
    reasons = (*impossible, *_never(form, page), *fields, *deeds)
    return Verdict(tuple(dict.fromkeys(reasons)), impossible, pressed.button, "it turns the pages of an answer")


def permit(form: Form, verdict: Verdict, *, by_user: bool = False) -> Permit:
    """The permit to send a form, by what the gate said or by the user's word. Raises `FormRefused`."""
    if verdict.safe:
        return grant(f"form {form.index}: {verdict.proof}")
    if by_user and not verdict.impossible:
        return grant(f"form {form.index}: the user says that it is a search")
    raise FormRefused(f"form {form.index} is not submitted: {', '.join(verdict.refused)}", verdict.refused)


def _impossible(form: Form) -> Iterator[str]:
    if form.method == "dialog":
        yield "it is a dialogue that sends nothing (method=dialog)"
    if not form.action or canonical(form.action) is None:
        yield "its action leads nowhere that can be fetched over http or https"


def _never(form: Form, page: Page | None) -> Iterator[str]:
    for control in form.controls:
        if control.kind in _NEVER:
            yield _NEVER[control.kind]
        elif control.kind != "hidden" and _is_payment(control):
            yield f"it asks for payment details ({_shown(control)})"
    if _captcha(form) or (page is not None and _captcha_beside(page)):
        yield "it is protected by a captcha"


def _is_payment(control: Control) -> bool:
    tokens = (control.attribute("autocomplete") or "").lower().split()
    texts = (*naming(control), *control.labels, control.attribute("placeholder") or "")
    return any(t.startswith("cc-") for t in tokens) or any(says(t, wording.PAYMENT) for t in texts)


def _captcha(form: Form) -> bool:
    texts = (" ".join((c.name, c.attribute("id") or "", c.attribute("class") or "")) for c in form.controls)
    everything = " ".join((form.text[:2_000], *texts, *(c.attribute("placeholder") or "" for c in form.controls)))
    return wording.CAPTCHA.search(everything.lower()) is not None


def _captcha_beside(page: Page) -> bool:
    """Widgets put their field where the script runs, which may be outside of the page's only form."""
    return any(wording.CAPTCHA.search(c.name.lower()) for c in page.loose_controls) and len(page.forms) == 1


def _fields(evidence: Evidence, pressed: Pressed, language: str | None) -> Iterator[str]:
    """What a form asks for that no search does. A phone number is what is looked up where the button says that it
    searches; an order's number only in a list of them, which has more to choose from."""
    looks_up, listed = says_so(evidence, pressed, language), bool(evidence.chosen)
    for control in evidence.visible:
        if control.kind in _SEEN and not (looks_up and control.kind == "tel"):
            yield _SEEN[control.kind]
        elif control.kind in ("text", "number"):
            yield from _about(control, _PHONE if not looks_up else (), () if looks_up and listed else _DEALINGS)
    if not listed and any(act == "looks after an order" for act, _ in evidence.acts()):
        yield "it looks after an order of your own"
    if not evidence.visible:
        yield "it has nothing to fill in or to choose"


def _about(control: Control, *more: Vocabularies) -> Iterator[str]:
    tokens = (control.attribute("autocomplete") or "").lower().split()
    if {"email", "tel", "username", "current-password", "one-time-code"} & set(tokens):
        yield f"it asks for personal data ({_shown(control)})"
    for vocabulary, sentence in chain(_ABOUT, *more):
        if any(says(text, vocabulary) for text in (*naming(control), *captions(control))):
            yield f"{sentence} ({_shown(control)})"


def _deeds(evidence: Evidence, pressed: Pressed, page: Page | None) -> Iterator[str]:
    form, language = evidence.form, language_of(page)
    if pressed.refused is not None and not (pressed.scripted and _search_by_role(evidence)):
        yield pressed.refused
    target = _target(form, pressed.button)
    if not evidence.is_own_page(target) and (found := _deed_at(target, evidence, pressed, language)):
        yield f"its action says {quoted(found)}"
    for control, found in ordered_deeds(form, language):
        yield f"its field {quoted(control.name)} orders a deed ({found})"
    if not says_so(evidence, pressed, language):
        for control, found in unknown_orders(form, language):
            yield f"its field {quoted(control.name)} may order something ({found}), which its button does not say"
        if other := _other_choice(form, pressed, language):
            yield f"its buttons do different things, and one is not known ({other})"
    if called := evidence.called_for_an_act():
        yield f"the form is called {quoted(called)}"


def _other_choice(form: Form, pressed: Pressed, language: str | None) -> str | None:
    """A second button that is not known to look things up, beside one that says "OK": they may be two deeds."""
    others = [read_button(button, language) for button in usable(form) if button is not pressed.button]
    return next((one.refused for one in others if one.refused is not None), None)


def _search_by_role(evidence: Evidence) -> bool:
    """A search by its markup, sent by GET with the Enter key: a script's button beside it is never pressed."""
    by_role = evidence.form.role == "search" and any(c.kind == "search" for c in evidence.visible)
    return by_role and evidence.form.method == "get"


def _deed_at(target: str, evidence: Evidence, pressed: Pressed, language: str | None) -> str | None:
    """A deed in the address a form is sent to. What is only a place where deeds are done ("cart", "contact")
    counts unless the button says that it searches there."""
    asks = pressed.looks is None and evidence.term_field() is not None and not evidence.posted
    proved = says_so(evidence, pressed, language) or asks
    found = deed_in_url(target, language or "", places=not proved)
    return found or (None if proved else act_in(target))


def _target(form: Form, button: Control | None) -> str:
    """Where the form is sent: what the pressed button says, else the form's action."""
    own = (button.attribute("formaction") or "").strip() if button is not None else ""
    return (join(form.action or form.page_url, own) or own) if own else form.action


def _elsewhere(form: Form, pressed: Pressed, page: Page | None, allowed: Collection[str]) -> Iterator[str]:
    """Another site than the one the form stands on."""
    here, there = map(canonical, (page.url if page is not None else form.page_url, _target(form, pressed.button)))
    if here is None or there is None or not parts_of(here).host or site_of(here) == site_of(there):
        return
    host = parts_of(there).host
    if not {host, site_of(there)} & set(allowed):
        yield f"it is sent to another site, {host}; if that is meant: --allow-site {host}"


def _shown(control: Control) -> str:
    """As a reader knows it, else by its name."""
    return quoted(next((text for text in (*captions(control), control.name) if text.strip()), control.kind))
