"""A form as named features: structure, pieces of evidence, concepts and words, each with its place.

Nothing here looks at the page around the form (but for the page's own word that this is its search), so the
answer is the same wherever the form stands and can be kept by its signature.

Concepts are the ideas that words of forms express, in many languages, so that a model learned on English log-ins
knows a Hungarian one: what a field asks for, what a button does, what is offered beside it. Which idea means what,
and how much, is learned.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

from leadline.forms.evidence import Evidence, attribute, captions, naming
from leadline.forms.searchable import Piece, open_choices, signs
from leadline.lexicon.phrases import phrase, vocabulary
from leadline.model.form import BUTTONS, Control, Form
from leadline.model.page import Page
from leadline.model.url import canonical, parts_of, readable

SENTENCES = tomllib.loads((files(__package__) / "data" / "sentences.toml").read_text("utf-8"))
"""Features in words, by table and name."""
IDEAS: Mapping[str, str] = SENTENCES["ideas"]  # concepts by name, and how a person would say them


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, vocabulary("kinds", name.replace(" ", "_"))) for name in IDEAS)


def concepts(text: str) -> list[str]:
    """The ideas a text speaks of.

    >>> concepts("Passwort vergessen?"), concepts("请输入邮箱：")
    (['password', 'forgot'], ['email'])
    """
    if not text:
        return []
    text_words = phrase(text)
    return [name for name, pattern in _patterns() if pattern.search(text_words)]


Features = dict[str, float]
_PERSONAL = ("email", "user", "password", "name", "phone", "message", "company", "birth", "terms", "quantity")
_SAID = frozenset({"button", "field", "action", "form", "name"})
AGAINST = {
    "button": ("piece:button",),
    "action": ("piece:action acts",),
    "asked": ("piece:asks",),
    "field": ("piece:password", "piece:file", "piece:email", "piece:tel", "piece:textarea", "piece:captcha"),
    "nothing": ("piece:nothing",),
    "menu": ("piece:jumps", "piece:switches"),
}
"""What speaks against a query, whichever word says so: "Save" is rare, buttons that do something are not."""

_COUNTED = (
    "text", "search", "email", "tel", "password", "textarea", "select-one", "select-multiple", "radio", "checkbox",
    "file", "hidden", "submit", "image", "button", "number", "url", "date", "reset",
)  # fmt: skip
_SEEN = ("text", "email", "password", "select-one", "checkbox", "radio")
_MOST_WORDS = 80
_MOST_FIELDS = 60


def features_of(evidence: Evidence, weighed: Sequence[Piece], page: Page | None = None) -> Features:
    """What is known about a form, by name; `weighed` are the `pieces` of its evidence."""
    found: Features = dict.fromkeys(_structure(evidence), 1.0)
    found.update((f"piece:{piece.name}", 1.0) for piece in weighed)
    found.update(_fields(evidence))
    found.update((name, 1.0) for name in _query(evidence, found))
    for place, text in _places(evidence).items():
        found.update((f"{place}:{idea}", 1.0) for idea in concepts(text))
        if place != "text":
            found.update(_words(place, text))
    if page is not None and _page_says_search(evidence.form, page):
        found["page:search action"] = 1.0
    return found


def _structure(evidence: Evidence) -> Iterator[str]:
    form = evidence.form
    kinds, seen = Counter(c.kind for c in form.controls), Counter(c.kind for c in evidence.visible)
    yield from (f"n:{kind}={_some(kinds[kind])}" for kind in _COUNTED)
    yield from (f"seen:{kind}={_some(seen[kind])}" for kind in _SEEN)
    yield f"typed={_some(len(evidence.typed))}"
    yield f"chosen={_some(len(evidence.chosen))}"
    yield f"fields={_some(len(evidence.visible))}"
    yield f"method={form.method}"
    yield f"options={_some(sum(len(c.options) for c in form.controls) // 5)}"
    yield f"first={evidence.visible[0].kind if evidence.visible else 'none'}"
    if evidence.choosing is not None:  # results are mostly ordered with GET, settings are mostly kept with POST
        yield f"{evidence.choosing} by {form.method}"
    yield f"said={_much(len(form.text.split()))}"
    if any(c.required for c in evidence.visible):
        yield "required"
    if not attribute(form, "action"):
        yield "no action"
    elif form.action.partition("?")[0] == form.page_url.partition("?")[0]:
        yield "own page"
    if any(c.name == "__VIEWSTATE" for c in form.controls):
        yield "view state"
    if any(c.attribute("onchange") for c in form.controls):
        yield "on change"


def _query(evidence: Evidence, known: Features) -> Iterator[str]:
    """How a database is asked: what no sum of single features tells. A price, a city and a list of sizes stand in
    orders and registrations as well; with nothing against the form, open choices and GET they are a query."""
    form, seen = evidence.form, signs(evidence)
    yield from (f"sign:{name}" for name in seen)
    yield f"open={_some(open_choices(evidence))}"
    asked = len({c.name for c in evidence.visible})
    loud = [why for why, starts in AGAINST.items() if any(name.startswith(starts) for name in known)]
    yield from (f"against={why}" for why in loud)
    told = min(len({where for where, _ in evidence.search_words} & _SAID), 2)
    shape = "several" if asked > 2 else "two" if asked == 2 else "one"
    yield f"asked={_some(asked)}"
    if not any(f"field:{idea}" in known for idea in _PERSONAL):
        yield f"impersonal {form.method} {shape}"
    if not loud:
        yield f"quiet {form.method} {shape}"
        yield f"quiet {form.method} told={told}"
        yield f"quiet {shape} told={told}"
        yield f"quiet {form.method} signs={min(len(seen), 2)}"
        yield f"quiet {shape} signs={min(len(seen), 2)} told={told}"


def _fields(evidence: Evidence) -> Features:
    """How many fields ask for what."""
    asked: Counter[str] = Counter()
    fields = evidence.visible[:_MOST_FIELDS]
    for control in fields:
        asked.update(concepts(" ".join((*naming(control), *captions(control)))))
    found: Features = {}
    for idea, n in asked.items():
        found |= {f"field:{idea}": 1.0, f"field:{idea}={_some(n)}": 1.0, f"fields:{idea}": n / len(fields)}
    return found


def _places(evidence: Evidence) -> dict[str, str]:
    form, fields = evidence.form, evidence.visible[:_MOST_FIELDS]
    parts = parts_of(form.action) if canonical(form.action) is not None else None
    hidden = [c for c in form.controls if c.kind == "hidden"][:_MOST_FIELDS]
    return {
        "button": " ".join(evidence.submits),
        "tag": evidence.own_names,
        "action": readable(f"{parts.path} {parts.query}") if parts else "",
        "name": " ".join(text for c in fields for text in naming(c)),
        "caption": " ".join(text for c in fields for text in captions(c)),
        "hidden": " ".join(c.name for c in hidden),
        "class": " ".join(c.attribute("class") or "" for c in form.controls[:_MOST_FIELDS])[:400],
        "script": " ".join(_behind(c) for c in form.controls[:_MOST_FIELDS] if c.kind in BUTTONS)[:400],
        "text": " ".join(form.text[:2_000].split()[:120]),
    }


def _behind(button: Control) -> str:
    """What is behind a button: the name of its picture, the script it starts."""
    return f"{(button.attribute('src') or '').rpartition('/')[2]} {(button.attribute('onclick') or '')[:80]}"


def _words(place: str, text: str) -> Iterator[tuple[str, float]]:
    """Whole words: parts of words were tried, made seven times as many features and told nothing more."""
    return ((f"{place}={word}", 1.0) for word in dict.fromkeys(phrase(text).split()[:_MOST_WORDS]))


def _page_says_search(form: Form, page: Page) -> bool:
    """schema.org SearchAction or an OpenSearch box that leads where the form leads."""
    if canonical(form.action) is None:
        return False
    path = parts_of(form.action).path
    targets = (canonical(re.sub(r"\{[^}]*\}", "x", template)) for template in page.hints.search_actions)
    return any(target is not None and parts_of(target).path == path for target in targets)


def _some(n: int) -> str:
    return str(n) if n < 4 else "4-6" if n < 7 else "7+"


def _much(n: int) -> str:
    """Words of a form: a box has a few, a form around a whole page hundreds."""
    return next((str(most) for most in (0, 3, 9, 29, 99) if n <= most), "more")
