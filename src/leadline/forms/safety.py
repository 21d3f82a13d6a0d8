"""The safety gate: may this form be submitted at all? In its strictest form, and with a reason for each refusal.

A form passes if nothing in it could do anything but look something up:

| refused | because of |
|---|---|
| password, file, payment, captcha | any such field, seen or not |
| free text, e-mail, phone, account name | such a field that a reader sees |
| sending, buying, deleting, signing up, logging in, voting, changing | words on a submit control, in the action |
| POST | unless the form says in two places that it searches |
| GET | unless it says so in one |
| `method=dialog`, an action that is no http(s) URL, a form without fields | – |

Words elsewhere do not count: *book*, *order by* and *apply* are search vocabulary, so "Book now" on a button is
refused and `/bookstore/search` is not. Nobody's own choice of a form (`--form K`) lifts the gate; only
`--i-know-this-form-is-a-search` does, except for what cannot be sent at all (`Verdict.impossible`).

A field a reader does not see is a trap for robots: it says nothing about the form and is sent as it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from leadline.forms import wording
from leadline.forms.evidence import Evidence, captions, naming
from leadline.forms.wording import says
from leadline.model.form import Control, Form
from leadline.model.page import Page
from leadline.model.url import canonical

_NEVER = {"password": "it asks for a password", "file": "it takes a file"}
_SEEN = {
    "email": "it asks for an e-mail address",
    "tel": "it asks for a phone number",
    "textarea": "it takes a free-text message",
}
_ABOUT = (
    (wording.EMAIL, "it asks for an e-mail address"),
    (wording.PHONE, "it asks for a phone number"),
    (wording.ACCOUNT, "it asks for an account"),
)
_PLACES_FOR_POST = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the gate says; `refused` holds a reason in words for everything that speaks against the form."""

    refused: tuple[str, ...]
    impossible: tuple[str, ...] = ()
    """Those of the reasons that no user's word can lift: there is nothing to send, or nowhere."""

    @property
    def safe(self) -> bool:
        return not self.refused


def gate(form: Form, page: Page | None = None) -> Verdict:
    """Judge one form. `page` adds what stands beside it: a captcha that belongs to the page's only form."""
    evidence = Evidence(form)
    impossible = tuple(_impossible(form))
    reasons = (
        *impossible,
        *_never(form, page),
        *_fields(evidence),
        *_deeds(evidence),
        *_no_search(evidence),
    )
    return Verdict(tuple(dict.fromkeys(reasons)), impossible)


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
    told = " ".join((form.text[:2_000], *texts, *(c.attribute("placeholder") or "" for c in form.controls)))
    return wording.CAPTCHA.search(told.lower()) is not None


def _captcha_beside(page: Page) -> bool:
    """Widgets put their field where the script runs, which may be outside of the page's only form."""
    return any(wording.CAPTCHA.search(c.name.lower()) for c in page.loose_controls) and len(page.forms) == 1


def _fields(evidence: Evidence) -> Iterator[str]:
    for control in evidence.visible:
        if control.kind in _SEEN:
            yield _SEEN[control.kind]
        elif control.kind in ("text", "number"):
            yield from _about(control)
    if not evidence.visible:
        yield "it has nothing to fill in or to choose"


def _about(control: Control) -> Iterator[str]:
    tokens = (control.attribute("autocomplete") or "").lower().split()
    if {"email", "tel", "username", "current-password", "one-time-code"} & set(tokens):
        yield f"it asks for personal data ({_shown(control)})"
    for vocabulary, sentence in _ABOUT:
        if any(says(text, vocabulary) for text in (*naming(control), *captions(control))):
            yield f"{sentence} ({_shown(control)})"


def _deeds(evidence: Evidence) -> Iterator[str]:
    for act, word in evidence.acts():
        yield f"its submit control says {word!r}: it {act}"
    if word_in_action := evidence.action_act():
        yield f"its action says {word_in_action!r}"


def _no_search(evidence: Evidence) -> Iterator[str]:
    places = search_places(evidence)
    if evidence.posted and len(places) < _PLACES_FOR_POST and not _one_box(evidence):
        told = f"only its {places[0]} says" if places else "nothing says"
        yield f"it is sent with POST and {told} that it searches"
    elif not places:
        yield "nothing in it says that it searches"


def _one_box(evidence: Evidence) -> bool:
    """A single field to type in, sent to a script whose own name is a word for searching."""
    alone = len(evidence.typed) == 1 and not evidence.chosen
    return alone and evidence.sent_to_a_search


def search_places(evidence: Evidence) -> list[str]:
    """Where the form says that it is a search, each place once."""
    places = {where: None for where, _ in evidence.search_words() if where not in ("hidden", "class")}
    if evidence.form.role == "search" or any(c.kind == "search" for c in evidence.visible):
        places["role"] = None
    if evidence.term_field():
        places["field name"] = None
        places.pop("name", None)
    return list(places)


def _shown(control: Control) -> str:
    return repr((control.name or next(iter(captions(control)), control.kind))[:60])
