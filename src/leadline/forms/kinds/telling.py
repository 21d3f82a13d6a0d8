"""Why a form was judged as it was, for people: short sentences that name what stands in the form.

A model adds up hundreds of features; several of them speak of the same thing (a word of the button, the idea it
expresses). What belongs to one thing is added up and told once, in the form's own words. What is absent ("no
password field") is not told.
"""

from collections.abc import Callable, Iterable

from leadline.forms.captions import attribute, captions, naming, quoted
from leadline.forms.evidence import Evidence
from leadline.forms.kinds.features import AGAINST
from leadline.forms.searchable import Piece
from leadline.lexicon.units import words
from leadline.model.form import Control
from leadline.model.url import canonical, parts_of

_MOST = 8
_LEAST = 0.1
"""What adds less to the log-odds is not worth a sentence."""
_NOUNS = {
    "text": "text field", "search": "search field", "email": "e-mail field", "tel": "phone field",
    "password": "password field", "textarea": "field for a long text", "select-one": "list to choose from",
    "select-multiple": "list to choose several from", "radio": "radio button", "checkbox": "box to tick",
    "file": "field for a file", "number": "field for a number", "url": "field for an address",
    "date": "field for a date", "image": "picture as a button",
}  # fmt: skip
_IDEAS = {
    "email": "an e-mail address", "user": "a user name", "password": "a password", "repeat": "the same again",
    "name": "a name", "phone": "a phone number", "address": "an address", "message": "a message",
    "company": "a company", "birth": "a date of birth", "quantity": "a quantity", "terms": "consent",
    "remember": "being remembered", "captcha": "a proof of being human", "forgot": "a forgotten password",
    "news": "a newsletter", "register": "a registration", "log in": "a log-in", "buy": "a purchase",
    "send": "sending", "search": "a search", "vote": "a vote", "arrange": "an order of results",
    "language": "a language or currency", "catalogue": "properties of what is looked for", "filter": "a filter",
}  # fmt: skip


_SIGNS = {
    "choice": "a choice may be left open",
    "choices": "several choices may be left open",
    "order": "it orders or counts results",
    "range": "it asks for both ends of a range",
    "shows": "its button shows or lists something",
}


def told(evidence: Evidence, weighed: Iterable[Piece], pull: Iterable[tuple[str, float]]) -> tuple[str, ...]:
    """What spoke for and against, strongest first; `pull` is what each feature adds to the log-odds."""
    said = {f"piece:{piece.name}": piece.sentence for piece in weighed}
    for why, starts in AGAINST.items():  # what several pieces stand for is told in the words of the first
        first = next((name for name in said if name.startswith(starts)), None)
        if first is not None:
            said[f"against={why}"] = said[first]
    added: dict[str, float] = {}
    for name, weight in pull:
        sentence = said.get(name) or _sentence(evidence, name)
        if sentence is not None:
            added[sentence] = added.get(sentence, 0.0) + weight
    strongest = sorted(added.items(), key=lambda item: (-abs(item[1]), item[0]))[:_MOST]
    return tuple(f"{'for' if w > 0 else 'against'}: {s}" for s, w in strongest if abs(w) >= _LEAST)


def _sentence(evidence: Evidence, name: str) -> str | None:
    """A feature in words, or None if there is nothing in the form to name."""
    if name.startswith("quiet "):
        return "it asks for nothing about the visitor, and nothing in it acts"
    place, mark, word = _cut(name)
    if place == "sign":
        return _SIGNS.get(word)
    if place in ("n", "seen"):
        return _counted(word)
    if place in ("field", "fields"):
        idea = word.partition("=")[0]
        return f"a field asks for {_IDEAS[idea]}" if idea in _IDEAS else None
    if place == "text":
        return f"its text speaks of {_IDEAS[word]}" if word in _IDEAS else None
    if mark == ":" and place == "page":
        return "the page names it as its search"
    return _quoting(evidence, place, word if mark == "=" else "")


def _cut(name: str) -> tuple[str, str, str]:
    """`button=search`, `button:search`, `field:email=2`: place, mark, what is there."""
    at = min((i for i in (name.find("="), name.find(":")) if i >= 0), default=len(name))
    return name[:at], name[at : at + 1], name[at + 1 :]


def _counted(word: str) -> str | None:
    kind, _, number = word.partition("=")
    noun = _NOUNS.get(kind)
    if noun is None or number in ("0", ""):
        return None
    article = "an" if noun[0] in "aeiou" else "a"
    return f"{article} {noun}" if number == "1" else f"several {_plural(noun)}"


def _plural(noun: str) -> str:
    """
    >>> _plural("radio button"), _plural("box to tick"), _plural("field for a file")
    ('radio buttons', 'boxes to tick', 'fields for a file')
    """
    head = next((noun[: noun.index(mark)] for mark in (" to ", " for ", " as ") if mark in noun), noun)
    return f"{head}{'es' if head.endswith('x') else 's'}{noun[len(head) :]}"


def _quoting(evidence: Evidence, place: str, word: str) -> str | None:
    """The form's own words at a place: those that have `word`, or all of it for an idea."""
    form = evidence.form
    if place == "button":
        return _first("the button says {}", evidence.submits, word)
    if place == "action" and canonical(form.action) is not None:
        return f"its action is {parts_of(form.action).path[:60]}"
    if place == "tag":
        return _first("the form is called {}", (attribute(form, key) for key in ("id", "name", "class")), word)
    if place == "name":
        return _first("a field is named {}", _texts(evidence.visible, naming), word) if word else None
    if place == "caption":
        return _first("a field is introduced with {}", _texts(evidence.visible, captions), word) if word else None
    if place == "hidden":
        names = (c.name for c in form.controls if c.kind == "hidden")
        return _first("a hidden field is named {}", names, word)
    if place == "method":
        return f"it is sent with {word.upper()}"
    return None


def _texts(controls: Iterable[Control], of: Callable[[Control], list[str]]) -> Iterable[str]:
    return (text for control in controls for text in of(control))


def _first(sentence: str, texts: Iterable[str], word: str) -> str | None:
    found = next((text for text in texts if text.strip() and (not word or word in words(text))), None)
    return sentence.format(quoted(found)) if found else None
