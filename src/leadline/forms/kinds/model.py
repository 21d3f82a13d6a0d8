"""The learned judge: P(search) and the probabilities of all kinds, from weights that ship as plain JSON; and why.

A model adds up hundreds of features; several of them speak of the same thing (a word of the button, the idea it
expresses). For people, what belongs to one thing is added up and said once, in short sentences with the form's own
words (`reasons`). What is absent ("no password field") is not said.
"""

import json
import math
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from leadline.forms.evidence import Choosing, Evidence, attribute, captions, naming
from leadline.forms.kinds.features import AGAINST, IDEAS, SENTENCES, Features, features_of
from leadline.forms.searchable import Piece, pieces
from leadline.gate.controls import quoted
from leadline.lexicon.tables import words
from leadline.model.field import Judgement
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.model.url import canonical, parts_of

_MOST = 8
_LEAST = 0.1  # what adds less to the log-odds is not worth a sentence
_NOUNS: Mapping[str, str] = SENTENCES["nouns"]
_SIGNS: Mapping[str, str] = SENTENCES["signs"]


def reasons(evidence: Evidence, weighed: Iterable[Piece], pull: Iterable[tuple[str, float]]) -> tuple[str, ...]:
    """What spoke for and against, strongest first; `pull` is what each feature adds to the log-odds."""
    sentences = {f"piece:{piece.name}": piece.sentence for piece in weighed}
    for why, starts in AGAINST.items():  # what several pieces stand for is reasons in the words of the first
        first = next((name for name in sentences if name.startswith(starts)), None)
        if first is not None:
            sentences[f"against={why}"] = sentences[first]
    added: dict[str, float] = {}
    for name, weight in pull:
        sentence = sentences.get(name) or _sentence(evidence, name)
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
        return f"a field asks for {IDEAS[idea]}" if idea in IDEAS else None
    if place == "text":
        return f"its text speaks of {IDEAS[word]}" if word in IDEAS else None
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
    if place == "action" and canonical(form.action) is not None:
        return f"its action is {parts_of(form.action).path[:60]}"
    if place == "method":
        return f"it is sent with {word.upper()}"
    if place in ("name", "caption") and not word:
        return None
    places: dict[str, tuple[str, Iterable[str]]] = {
        "button": ("the button says {}", evidence.submits),
        "tag": ("the form is called {}", (attribute(form, key) for key in ("id", "name", "class"))),
        "name": ("a field is named {}", (text for c in evidence.visible for text in naming(c))),
        "caption": ("a field is introduced with {}", (text for c in evidence.visible for text in captions(c))),
        "hidden": ("a hidden field is named {}", (c.name for c in form.controls if c.kind == "hidden")),
    }
    sentence, texts = places.get(place, ("", ()))
    found = next((text for text in texts if text.strip() and (not word or word in words(text))), None)
    return sentence.format(quoted(found)) if found else None


KINDS = ("search", "login", "registration", "password-recovery", "mailing-list", "contact", "order", "other")
"""What the model tells apart. Nobody annotated `navigation`: it is told from `other` by what its choices are."""
_NAVIGATES = (Choosing.JUMPS, Choosing.SWITCHES)


@cache
def _stored(name: str) -> Mapping[str, Any]:
    """A model: `bias` and `weights`, by name of a feature; of the kinds one of both a kind."""
    return dict(json.loads((files(__package__) / "data" / name).read_text("utf-8")))


def _search(found: Features) -> tuple[float, list[tuple[str, float]]]:
    """P(search), and what each feature adds to the score, strongest first. `leadline.learn` has the same, but
    brings numpy along, which adding up does not need."""
    model = _stored("searchable.json")
    weights = model["weights"]
    added = ((name, weights[name] * value) for name, value in found.items() if name in weights)
    pull = sorted(added, key=lambda item: (-abs(item[1]), item[0]))
    score = math.fsum((model["bias"], *(pulled for _, pulled in pull)))
    return 1 / (1 + math.exp(-score)) if score > -500 else 0.0, pull


def _kinds(found: Features) -> dict[str, float]:
    """Softmax over weighted sums."""
    model = _stored("kinds.json")
    scores = list(model["bias"])
    for name, value in found.items():
        for i, weight in enumerate(model["weights"].get(name, ())):
            scores[i] += weight * value
    grown = [math.exp(score - max(scores)) for score in scores]
    total = math.fsum(grown)
    return {kind: g / total for kind, g in zip(model["kinds"], grown, strict=True)}


def judge(form: Form, page: Page | None = None, evidence: Evidence | None = None) -> Judgement:
    """What this form is for; `evidence` is the form, where it was read already."""
    evidence = evidence or Evidence(form)
    weighed = tuple(pieces(evidence))
    found = features_of(evidence, weighed, page)
    searchable, pull = _search(found)
    kinds = _kinds(found)
    if evidence.choosing in _NAVIGATES:
        kinds["navigation"], kinds["other"] = kinds["other"], 0.0
    return Judgement(searchable, kinds, reasons(evidence, weighed, pull))
