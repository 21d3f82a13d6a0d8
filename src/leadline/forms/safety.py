"""The safety gate: may this form be submitted at all? In its strictest form, and with a reason for each refusal.

A form passes if nothing in it could do anything but look something up:

| refused | because of |
|---|---|
| password, file, payment, captcha | any such field, seen or not |
| free text, e-mail, phone, account name | such a field that a reader sees |
| a friend's name, the number of an order or coupon, a loan | such a field that a reader sees |
| sending, buying, deleting, sign-up, logging in, voting, changing, calculating | button, action, the form's id |
| POST | unless it says in two places that it searches, or its only button says "Search", or signs stand in |
| GET | unless it says so in one, or two signs stand in (`leadline.forms.signs`) |
| a menu of pages, languages or designs | unless its button or action says that it searches |
| `method=dialog`, an action that is no http(s) URL, a form without fields | – |

Words elsewhere do not count: *book*, *order by* and *apply* are search vocabulary, so "Book now" on a button is
refused and `/bookstore/search` is not. Nobody's own choice of a form (`--form K`) lifts the gate; only
`--i-know-this-form-is-a-search` does, except for what cannot be sent at all (`Verdict.impossible`).

A field a reader does not see is a trap for robots: it says nothing about the form and is sent as it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from leadline.forms import wording
from leadline.forms.evidence import Choosing, Evidence, captions, naming, quoted
from leadline.forms.signs import signs
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
    (wording.FRIEND, "it asks for somebody you know"),
    (wording.OWN, "it asks for a number of your own dealings"),
    (wording.LOAN, "it asks for what a calculator needs"),
)
_PLACES_FOR_POST = 2
_NAMED = {
    "button": "the button", "field": "what stands at a field", "action": "the action", "form": "the form's name",
    "name": "the name of a field", "field name": "the name of a field", "role": "the type of a field",
}  # fmt: skip
"""Places of `search_places`, in words."""
_SIGNS_FOR_GET = 2
_SIGNS_FOR_POST = 3
"""Signs (`leadline.forms.signs`) that make a search of a form in which no word does."""
_ELSEWHERE = (Choosing.SWITCHES, Choosing.JUMPS)


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


def harmless(form: Form, page: Page | None = None) -> Verdict:
    """Judge a form that turns the pages of an answer: the same but for what makes a form a search.

    Such a form holds the state of a search that has passed the gate, and nothing to fill in. That it belongs to
    that search is for its caller to see to (`leadline.query.paging.safe`).
    """
    evidence = Evidence(form)
    impossible = tuple(_impossible(form))
    fields = _fields(evidence) if evidence.visible else ()
    reasons = (*impossible, *_never(form, page), *fields, *_deeds(evidence))
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
        yield f"the button says {quoted(evidence.in_full('button', word))}: it {act}"
    if word_in_action := evidence.action_act():
        yield f"its action says {quoted(word_in_action)}"
    if word_in_name := evidence.called_for_an_act():
        yield f"the form is called {quoted(word_in_name)}"


def _no_search(evidence: Evidence) -> Iterator[str]:
    places, found = search_places(evidence), signs(evidence)
    if evidence.choosing in _ELSEWHERE and not set(places) & {"button", "action"}:
        yield "it only switches language or design, or leads to other pages"
    elif evidence.posted:
        if not _posted_search(places, found) and not (places and _one_box(evidence)):
            told = f"only {_NAMED.get(places[0], places[0])} says" if places else "nothing says"
            yield f"it is sent with POST and {told} that it searches"
    elif not places and (len(found) < _SIGNS_FOR_GET or _about_the_visitor(evidence)):
        yield "nothing in it says that it searches"


def _posted_search(places: list[str], found: tuple[str, ...]) -> bool:
    """What is posted may be kept, so a button that shows something does not count."""
    asked = [sign for sign in found if sign != "shows"]
    if not places:
        return len(asked) >= _SIGNS_FOR_POST
    return len(places) + len(asked) >= _PLACES_FOR_POST


def _about_the_visitor(evidence: Evidence) -> bool:
    texts = (text for c in evidence.typed for text in (*naming(c), *captions(c)))
    return any(says(text, wording.PERSON) for text in texts)


def _one_box(evidence: Evidence) -> bool:
    """Nothing but one field to type in, or choices, and a button that says "Search" or a script of that name."""
    if evidence.buttons_search and len(evidence.typed) <= 1:
        return True
    if len(evidence.typed) != 1 or evidence.chosen:
        return False
    return evidence.sent_to_a_search or _box_for_terms(evidence)


def _box_for_terms(evidence: Evidence) -> bool:
    """A box named `query`, and nothing on its buttons but that it is sent. `q` may be a question, `s` anything."""
    name = wording.folded("".join(c for c in evidence.term_field() or "" if c.isalpha()))
    silent = all(says(text, wording.GO) or not wording.words(text) for text in evidence.submits)
    return len(name) > 1 and name not in wording.VAGUE_NAMES and silent


def search_places(evidence: Evidence) -> list[str]:
    """Where the form says that it is a search, each place once."""
    places = {where: None for where, _ in evidence.search_words if where not in ("hidden", "class")}
    if evidence.form.role == "search" or any(c.kind == "search" for c in evidence.visible):
        places["role"] = None
    if "name" in places and not any(evidence.named_for_search(c) for c in evidence.visible):
        places.pop("name")
    if evidence.term_field():
        places["field name"] = None
        places.pop("name", None)
    return list(places)


def _shown(control: Control) -> str:
    """As a reader knows it, else by its name."""
    return quoted(next((text for text in (*captions(control), control.name) if text.strip()), control.kind))
