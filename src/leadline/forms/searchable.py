"""Is this form a search? A first judge, by rules: evidence weighed by hand, added up as log-odds.

`searchable(form)` is probability-like, `why(form)` gives the pieces that counted, strongest first. A learned
classifier will take the place of the weights behind the same two names (FFC section 4: a decision tree over 14
features of structure; here words count as well, which is why five languages are read).

What it scores on the development forms, and how those were labelled, is in docs/rooms/forms.md.
"""

from collections.abc import Iterator
from math import exp

from leadline.forms import wording
from leadline.forms.evidence import Evidence, attribute, captions, naming
from leadline.forms.wording import says
from leadline.model.form import Form

SURE = 0.9
"""From here on a form counts as a search."""

_PRIOR = -2.2
_WORDS = {
    "button": (2.8, "its button says"),
    "field": (2.4, "a field is introduced with"),
    "action": (2.2, "its address says"),
    "form": (2.0, "its tag says"),
    "name": (1.6, "a field is named after"),
    "hidden": (1.0, "a hidden field says"),
    "class": (1.0, "its markup says"),
}
_KINDS = {
    "password": (-9.0, "it asks for a password"),
    "file": (-6.0, "it takes a file"),
    "email": (-5.0, "it asks for an e-mail address"),
    "tel": (-3.5, "it asks for a phone number"),
    "textarea": (-4.0, "it takes a long text"),
}
_SORTING = wording.vocabulary(
    "sort, sort by, order by, sortieren, trier, ordenar, per page, results per page, items per page",
    "language, lang",
    "locale, currency, sprache, wahrung, langue, devise, idioma, moneda, moeda, theme, style, skin, translate",
)


def searchable(form: Form) -> float:
    """How likely this form is a search, 0 to 1."""
    return 1 / (1 + exp(-(_PRIOR + sum(weight for weight, _ in _weighed(Evidence(form))))))


def why(form: Form) -> tuple[str, ...]:
    """What counted for and against, strongest first; a word in front says which."""
    pieces = sorted(_weighed(Evidence(form)), key=lambda piece: -abs(piece[0]))
    return tuple(f"{'for' if weight > 0 else 'against'}: {reason}" for weight, reason in pieces)


def reasons(evidence: Evidence) -> Iterator[str]:
    """The pieces by themselves, for judges that weigh them differently."""
    return (reason for _, reason in _weighed(evidence))


def _weighed(evidence: Evidence) -> Iterator[tuple[float, str]]:
    form = evidence.form
    yield from _words(evidence)
    if form.role == "search" or any(c.attribute("role") == "searchbox" for c in form.controls):
        yield 3.0, "its role is search"
    if any(c.kind == "search" for c in evidence.visible):
        yield 2.5, "it has a search field"
    if name := evidence.term_field():
        yield 2.4, f"a field is named {name!r}, as search terms are"
    if form.method == "get" and attribute(form, "method"):
        yield 0.6, "it is sent with GET"
    elif form.method == "post":
        yield -0.4, "it is sent with POST"
    yield from _structure(evidence)
    yield from _against(evidence)


def _words(evidence: Evidence) -> Iterator[tuple[float, str]]:
    """Each place once: ten labels that say "search" are not ten reasons."""
    told: set[str] = set()
    for where, word in evidence.search_words():
        if where not in told:
            told.add(where)
            weight, sentence = _WORDS[where]
            yield weight, f"{sentence} {word!r}"


def _structure(evidence: Evidence) -> Iterator[tuple[float, str]]:
    typed, chosen = evidence.typed, evidence.chosen
    if not typed and not chosen:
        yield -5.0, "there is nothing to fill in or to choose"
    elif not typed and any(says(text, wording.GO) for text in evidence.submits) and len(chosen) > 1:
        yield 1.5, "choices and a button that shows what fits"
    elif len(typed) == 1 and len(chosen) <= 2:
        yield 0.5, "one field to type in"
    if chosen and not typed and all(_says_sorting(evidence, index) for index in range(len(chosen))):
        yield -4.0, "it only sorts, or switches language or display"


def _says_sorting(evidence: Evidence, index: int) -> bool:
    control = evidence.chosen[index]
    return any(says(text, _SORTING) for text in (*captions(control), *naming(control)))


def _against(evidence: Evidence) -> Iterator[tuple[float, str]]:
    for kind, (weight, sentence) in _KINDS.items():
        fields = evidence.form.controls if kind in ("password", "file") else evidence.visible
        if any(c.kind == kind for c in fields):
            yield weight, sentence
    told: set[str] = set()
    for vocabulary, weight, sentence in (
        (wording.EMAIL, -4.0, "it asks for an e-mail address"),
        (wording.ACCOUNT, -3.5, "it asks for an account"),
        (wording.PHONE, -2.5, "it asks for a phone number"),
        (wording.PERSON, -1.5, "it asks for the visitor's name or date of birth"),
    ):
        texts = (text for c in evidence.typed for text in (*naming(c), *captions(c)))
        if sentence not in told and any(says(text, vocabulary) for text in texts):
            told.add(sentence)
            yield weight, sentence
    for act, word in evidence.acts():
        if act not in told:
            told.add(act)
            yield -4.0, f"its button {act} ({word!r})"
    if word_in_action := evidence.action_act():
        yield -3.5, f"its address says {word_in_action!r}"
    if any(wording.CAPTCHA.search(" ".join((c.name, c.attribute("class") or ""))) for c in evidence.form.controls):
        yield -4.0, "it has a captcha"
