"""Is this form a search? A judge by rules: evidence weighed by hand, added up as log-odds.

`searchable(form)` is probability-like, `why(form)` gives the pieces that counted, strongest first. The learned
judge (`leadline.forms.kinds`) takes the same `pieces` and weighs them by what it has seen.

What it scores on the development forms, and how those were labelled, is in docs/rooms/forms.md.
"""

from collections.abc import Iterator
from math import exp
from typing import NamedTuple

from leadline.forms import wording
from leadline.forms.captions import attribute, captions, naming, quoted
from leadline.forms.evidence import Choosing, Evidence
from leadline.lexicon.phrases import says
from leadline.model.form import Form

SURE = 0.9
"""From here on a form counts as a search."""

_PRIOR = -2.2
_WORDS = {
    "button": (2.8, "the button says {}"),
    "field": (2.4, "a field is introduced with {}"),
    "action": (2.2, "its action says {}"),
    "form": (2.0, "the form is called {}"),
    "name": (1.6, "a field is named after {}"),
    "hidden": (1.0, "a hidden field says {}"),
    "class": (1.0, "its markup says {}"),
}
_KINDS = {
    "password": (-9.0, "a password field"),
    "file": (-6.0, "a field for a file"),
    "email": (-5.0, "an e-mail field"),
    "tel": (-3.5, "a phone field"),
    "textarea": (-4.0, "a field for a long text"),
}
_ASKED = (
    ("email", wording.EMAIL, -4.0, "a field asks for an e-mail address"),
    ("account", wording.ACCOUNT, -3.5, "a field asks for an account"),
    ("phone", wording.PHONE, -2.5, "a field asks for a phone number"),
    ("person", wording.PERSON, -1.5, "a field asks for the visitor's name or date of birth"),
    ("own number", wording.OWN, -3.0, "a field asks for the number of an order or a coupon"),
    ("friend", wording.FRIEND, -2.0, "a field asks for somebody the visitor knows"),
    ("loan", wording.LOAN, -3.0, "a field asks for what a calculator needs"),
)
_CHOOSING = {
    Choosing.ARRANGES: (-4.0, "it only orders or counts results"),
    Choosing.SWITCHES: (-4.0, "it only switches language, currency or design"),
    Choosing.JUMPS: (-4.0, "it leads to other pages"),
}


class Piece(NamedTuple):
    """One piece of evidence: what it weighs here, its name to other judges, and in words."""

    weight: float
    name: str
    sentence: str


def searchable(form: Form) -> float:
    """How likely this form is a search, 0 to 1."""
    return 1 / (1 + exp(-(_PRIOR + sum(piece.weight for piece in pieces(Evidence(form))))))


def why(form: Form) -> tuple[str, ...]:
    """What counted for and against, strongest first; a word in front says which."""
    found = sorted(pieces(Evidence(form)), key=lambda piece: -abs(piece.weight))
    return tuple(f"{'for' if piece.weight > 0 else 'against'}: {piece.sentence}" for piece in found)


def pieces(evidence: Evidence) -> Iterator[Piece]:
    """Everything that counts for or against a form."""
    form = evidence.form
    yield from _words(evidence)
    if form.role == "search" or any(c.attribute("role") == "searchbox" for c in form.controls):
        yield Piece(3.0, "role", "its role is search")
    if any(c.kind == "search" for c in evidence.visible):
        yield Piece(2.5, "search field", "a field of the type “search”")
    if name := evidence.term_field():
        yield Piece(2.4, "term name", f"a field is named {quoted(name)}, as search terms are")
    if form.method == "get" and attribute(form, "method"):
        yield Piece(0.6, "get", "it is sent with GET")
    elif form.method == "post":
        yield Piece(-0.4, "post", "it is sent with POST")
    yield from _structure(evidence)
    yield from _against(evidence)


def _words(evidence: Evidence) -> Iterator[Piece]:
    """Each place once: ten labels that say "search" are not ten reasons."""
    told: set[str] = set()
    for where, word in evidence.search_words:
        if where not in told:
            told.add(where)
            weight, sentence = _WORDS[where]
            text = evidence.in_full(where, word)
            if text.startswith("/"):
                yield Piece(weight, f"search in {where}", f"its action is {text}")
            else:
                yield Piece(weight, f"search in {where}", sentence.format(quoted(text)))


def _structure(evidence: Evidence) -> Iterator[Piece]:
    typed, chosen = evidence.typed, evidence.chosen
    if not typed and not chosen:
        yield Piece(-5.0, "nothing to fill", "there is nothing to fill in or to choose")
    elif not typed and any(says(text, wording.GO) for text in evidence.submits) and len(chosen) > 1:
        yield Piece(1.5, "choices", "choices and a button that shows what fits")
    elif len(typed) == 1 and len(chosen) <= 2:
        yield Piece(0.5, "one field", "one field to type in")
    choosing = evidence.choosing
    if choosing is not None:
        weight, sentence = _CHOOSING.get(choosing, (0.0, "it only offers choices"))
        yield Piece(weight, choosing.value, sentence)


def _against(evidence: Evidence) -> Iterator[Piece]:
    for kind, (weight, sentence) in _KINDS.items():
        fields = evidence.form.controls if kind in ("password", "file") else evidence.visible
        if any(c.kind == kind for c in fields):
            yield Piece(weight, f"{kind} field", sentence)
    texts = [text for c in evidence.typed for text in (*naming(c), *captions(c))]
    for name, vocabulary, weight, sentence in _ASKED:
        if any(says(text, vocabulary) for text in texts):
            yield Piece(weight, f"asks for {name}", sentence)
    told: set[str] = set()
    for act, word in evidence.acts():
        if act not in told:
            told.add(act)
            yield Piece(-4.0, f"button {act}", f"the button says {quoted(evidence.in_full('button', word))}")
    if word_in_action := evidence.action_act():
        yield Piece(-3.5, "action acts", f"its action says {quoted(word_in_action)}")
    if any(wording.CAPTCHA.search(" ".join((c.name, c.attribute("class") or ""))) for c in evidence.form.controls):
        yield Piece(-4.0, "captcha", "a captcha")
