"""A form as named features: structure, concepts, words and parts of words, each with the place they stand in.

Nothing here looks at the page around the form (but for the page's own word that this is its search), so the
answer is the same wherever the form stands and can be kept by its signature.
"""

import re
from collections import Counter
from collections.abc import Iterator

from leadline.forms.evidence import Evidence, captions, naming
from leadline.forms.kinds.concepts import concepts
from leadline.forms.searchable import reasons
from leadline.forms.wording import phrase
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.model.url import canonical, parts_of, readable

Features = dict[str, float]

_COUNTED = (
    "text", "search", "email", "tel", "password", "textarea", "select-one", "select-multiple", "radio", "checkbox",
    "file", "hidden", "submit", "image", "button", "number", "url", "date", "reset",
)  # fmt: skip
_SEEN = ("text", "email", "password", "select-one", "checkbox", "radio")
_PART = 0.25
"""Weight of one part of a word: a word has dozens of them."""
_PARTED = ("button", "tag", "action", "name", "caption")
_MOST_WORDS = 80
_MOST_FIELDS = 60


def features(form: Form, page: Page | None = None) -> Features:
    """What is known about a form, by name."""
    evidence = Evidence(form)
    found: Features = {}
    found.update((name, 1.0) for name in _structure(evidence))
    found.update((f"reason:{_unquoted(reason)}", 1.0) for reason in reasons(evidence))
    found.update(_fields(evidence))
    for place, text in _places(evidence).items():
        found.update((f"{place}:{idea}", 1.0) for idea in concepts(text))
        if place != "text":
            found.update(_words(place, text))
    if page is not None and _page_says_search(form, page):
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
    if any(c.required for c in evidence.visible):
        yield "required"


def _fields(evidence: Evidence) -> Features:
    """How many fields ask for what."""
    asked: Counter[str] = Counter()
    fields = evidence.visible[:_MOST_FIELDS]
    for control in fields:
        asked.update(concepts(" ".join((*naming(control), *captions(control)))))
    found: Features = {}
    for idea, n in asked.items():
        found[f"field:{idea}"] = 1.0
        found[f"field:{idea}={_some(n)}"] = 1.0
        found[f"fields:{idea}"] = n / len(fields)
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
        "text": " ".join(form.text[:2_000].split()[:120]),
    }


def _words(place: str, text: str) -> Iterator[tuple[str, float]]:
    for word in dict.fromkeys(phrase(text).split()[:_MOST_WORDS]):
        yield f"{place}={word}", 1.0
        if place in _PARTED:
            edged = f"_{word[:24]}_"
            for n in (3, 4, 5):
                for i in range(len(edged) - n + 1):
                    yield f"{place}~{edged[i : i + n]}", _PART


def _page_says_search(form: Form, page: Page) -> bool:
    """schema.org SearchAction or an OpenSearch box that leads where the form leads."""
    if canonical(form.action) is None:
        return False
    path = parts_of(form.action).path
    for template in page.hints.search_actions:
        target = canonical(re.sub(r"\{[^}]*\}", "x", template))
        if target is not None and parts_of(target).path == path:
            return True
    return False


def _some(n: int) -> str:
    return str(n) if n < 4 else "4-6" if n < 7 else "7+"


def _unquoted(reason: str) -> str:
    return re.sub(r"'.*'", "", reason).strip()
