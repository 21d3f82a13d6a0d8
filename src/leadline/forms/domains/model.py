"""A form, and the page around it, as weights of terms: what a domain is told by.

The form speaks in three voices, each measured by itself so that a select with two hundred cities does not drown
the four labels beside it: what a reader is told (the text between the form's tags, placeholders, legends,
default values, buttons: the input of ACHE's and SmartCrawler's classifiers), what the author calls things
(names, ids, the path it is sent to; cut into words), and what can be chosen. A word is the same term in all
three: who labels a field "Make" calls it `make` elsewhere. Two words that stand together are one more term,
stop-words kept: "check in", "pick up" and "drop off" would be nothing without them. Words of searching itself
("Find", "Suchbegriff", "Show results") are left out: every search has some, and which ones is chance.

Two spaces are the form's own besides. The path it is sent to is called `/show.php` or `/catalog` by programs
whatever they search: told apart from the rest, it counts a little. A short text right above the form counts nearly
as one in it: of 14 sites that say what a second box searches, 3 say it there and nowhere else.

The page has three spaces of its own (`page_terms`): its title, its text, and what its menus say (links within the
site of at most three words: sections are named there, while the text around a form may be filler). A box that says
no more than "Search" belongs to the domain of the page it stands on, and nothing else can tell.

>>> from leadline.parse.document import parse_html
>>> html = "<form action=/go>Pick-up city <input name=pickupCity> <select name=cls><option>Compact</select></form>"
>>> form = parse_html(html, "http://example.org/").forms[0]
>>> found = form_terms(form)
>>> sorted(found, key=lambda term: (-found[term], term))[:4]
['citi', 'compact', 'pick', 'pick_up']
>>> [term for term in found if space_of(term)]
['sent:go']
>>> html = "<form action=/find>Check-in <input name=arrive> Guests <input name=guests> <button>Find rooms</button>"
>>> found = domains(parse_html(html, "http://example.org/").forms[0])
>>> max(found, key=found.get), found["hotel"] > 0.9, found["job"] < 0.1
('hotel', True, True)
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Self

from leadline.forms import wording
from leadline.forms.evidence import Evidence, attribute, naming, spoken
from leadline.learn.text import term_counts, terms, url_terms
from leadline.lexicon.phrases import phrase
from leadline.model.form import Control, Form
from leadline.model.page import Page
from leadline.model.url import canonical, parts_of

Terms = dict[str, float]

PAGE, TITLE, MENU = AROUND = ("page:", "title:", "menu:")
"""Begin every term of the page, its title, and its short links within its site: all that is not the form's own."""
SENT, ABOVE = "sent:", "above:"  # begin every term of the path a form is sent to, and of the text right above it
SPACES = (SENT, ABOVE, *AROUND)  # all but the form's own words, which begin with nothing
_VOICES = {"told": 1.0, "named": 0.6, "chosen": 0.6}
_BESIDE = {SENT: 0.2, ABOVE: 0.6}  # how long the vectors of the form's other spaces are
_MOST_CONTROLS = 80
_MOST_OPTIONS = 60  # of one select: the rest are more of the same
_MOST_WORDS = 400
MOST_LETTERS = 20_000
_MENU_WORDS = 3  # of a link in a menu; longer ones are headlines, which the text has, too
_MOST_LINKS = 500
_TYPED = frozenset({"text", "search", "textarea"})
_SMALL = re.compile(r"\b(?:txt|ddl|rbl|cbo|chk|lst|btn|ctl|cph|fld|input|field|select|param)\b")
"""What programs and toolkits put before names."""
NUMBERS = frozenset({"#", "#year"})  # what `leadline.learn.text` makes of them
_OFTEN = 256
_LOG = [0.0, *(1.0 + math.log(count) for count in range(1, _OFTEN))]  # most counts, of every page
_SQUARE = [weight * weight for weight in _LOG]
_IDLE = re.compile("|".join(v.pattern for v in (wording.SEARCH, wording.GO, wording.SHOW, wording.ANSWERS)))
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])|[\W_]+")


def form_terms(form: Form, visible: Sequence[Control] | None = None) -> Terms:
    """The form's own terms, weighted; `visible` are the controls a reader sees, where that is known already."""
    fields = (Evidence(form).visible if visible is None else visible)[:_MOST_CONTROLS]
    shown = _shown(form, fields)
    choices = (option.label for control in fields for option in control.options[:_MOST_OPTIONS])
    voices = {
        "told": [*terms(_content_words(shown)), *_pairs(phrase(shown).split())],
        "named": terms(_content_words(" ".join(map(_cut, _names(form, fields))))),
        "chosen": terms(" ".join(choices)),
    }
    found: Terms = {}
    for voice, words in voices.items():
        for term, weight in unit(Counter(words)).items():
            found[term] = found.get(term, 0.0) + _VOICES[voice] * weight
    path = parts_of(form.action).path if canonical(form.action) is not None else ""
    sent = url_terms(f"http://x.invalid{path}") if path else []
    for space, space_terms in ((SENT, sent), (ABOVE, terms(_content_words(form.above)))):
        found |= {f"{space}{term}": _BESIDE[space] * w for term, w in unit(Counter(space_terms)).items()}
    return found


def page_terms(page: Page) -> Terms:
    """Terms of the page around it: the text's, the title's and the menus', each to length 1."""
    spaces = zip(AROUND, term_counts((page.text[:MOST_LETTERS], page.title, menu_of(page))), strict=True)
    return {f"{space}{term}": weight for space, counts in spaces for term, weight in unit(counts).items()}


def menu_of(page: Page) -> str:
    own = dict.fromkeys(link.anchor for link in page.links[:_MOST_LINKS] if link.same_site)
    return " ".join(
        anchor for anchor in own if anchor.count(" ") < _MENU_WORDS and len(anchor.split()) <= _MENU_WORDS
    )


def space_of(term: str) -> str:
    """Which of `SPACES` a term is of; empty for the form's own words."""
    return next((space for space in SPACES if term.startswith(space)), "")


def _shown(form: Form, fields: Sequence[Control]) -> str:
    texts = [form.text[:MOST_LETTERS]]
    for control in fields:
        texts += [control.attribute(name) or "" for name in ("placeholder", "aria-label", "title")]
        texts += [text for text in control.labels if text not in form.text]
        if control.kind in _TYPED:
            texts.append(control.value[:200])
    texts += [spoken(button) or button.value for button in form.buttons]
    texts += [attribute(form, name) for name in ("aria-label", "title")]
    return " . ".join(text for text in texts if text)


def _names(form: Form, fields: Sequence[Control]) -> Iterable[str]:
    for control in fields:
        yield from dict.fromkeys(naming(control))
    yield from (attribute(form, name) for name in ("id", "name"))


def _content_words(text: str) -> str:
    return " ".join(word for word in text.split() if not _idle(word))


@lru_cache(maxsize=16_384)
def _idle(word: str) -> bool:
    """A word of searching and no more.

    >>> [word for word in "Find hotels: Suche starten".split() if _idle(word)]
    ['Find', 'Suche']
    """
    text_words = phrase(word)
    found = _IDLE.match(text_words, 1)
    return found is not None and found.end() == len(text_words) - 1


def _cut(name: str) -> str:
    """A name in words.

    >>> _cut("ctl00$cphBody$txtMinReleaseDate")
    ' Body Min Release Date'
    """
    words = [word for word in _HUMP.sub(" ", name[:120]).split() if not word.isdigit()]
    return _SMALL.sub("", " ".join(words)).replace("  ", " ")


def _pairs(words: Sequence[str]) -> list[str]:
    counts = [word.isalpha() and not _idle(word) for word in words[:_MOST_WORDS]]
    both = zip(pairwise(words), pairwise(counts), strict=False)
    return [f"{a}_{b}" for (a, b), (first, second) in both if first and second]


def unit(counts: Mapping[str, int], wanted: Iterable[str] | None = None) -> Terms:
    """1 + log tf, scaled to length 1: `leadline.learn.features` has the same, and brings numpy along. Numbers tell
    no domain: every select of years has them. Only of the `wanted` terms, where somebody says which."""
    told = {term: count for term, count in counts.items() if term not in NUMBERS}
    length = math.sqrt(math.fsum([_SQUARE[n] if n < _OFTEN else _weight(n) * _weight(n) for n in told.values()]))
    return {term: _weight(told[term]) / length for term in (told if wanted is None else wanted) if term in told}


def _weight(count: int) -> float:
    return _LOG[count] if count < _OFTEN else 1.0 + math.log(count)


VERSION = 3


@dataclass(frozen=True, slots=True)
class DomainModel:
    """P(form is of the domain) = 1/(1 + e^−score); score = bias + Σ weight · term, form and page added up.

    `alone` is added where the page is not known: a form that has to speak for itself is believed more."""

    bias: float
    alone: float
    weights: Mapping[str, float]

    def part(self, terms: Mapping[str, float]) -> float:
        """What some terms add to the score. Parts add up: a form's can be kept while it is met on many pages."""
        weights = self.weights
        # Exactly rounded, so in any order the same.
        return math.fsum(weights[term] * terms[term] for term in weights.keys() & terms.keys())

    def combined(self, form_part: float, page_part: float | None) -> float:
        """The probability of a form whose parts are known; `None` for a page that is not."""
        return squeezed(self.bias + form_part + (self.alone if page_part is None else page_part))

    def probability(self, form: Form, page: Page | None = None) -> float:
        return self.combined(self.part(form_terms(form)), None if page is None else self.part(page_terms(page)))

    def why(self, form: Form, page: Page | None = None) -> list[tuple[str, float]]:
        """What each term added, strongest first."""
        terms: Terms = form_terms(form) | (page_terms(page) if page is not None else {})
        pull = ((term, self.weights[term] * value) for term, value in terms.items() if term in self.weights)
        return sorted(pull, key=lambda item: (-abs(item[1]), item[0]))

    def to_dict(self) -> dict[str, Any]:
        return {"bias": self.bias, "alone": self.alone, "weights": dict(sorted(self.weights.items()))}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        return cls(float(stored["bias"]), float(stored["alone"]), stored["weights"])


@dataclass(frozen=True, slots=True)
class KeywordScale:
    """How much a topic's keywords tell of a form, before any form was shown: the same numbers for every domain."""

    in_form: float
    in_above: float
    in_title: float
    in_page: float
    in_menu: float
    bias: float
    alone: float

    def model(self, words: Mapping[str, float]) -> DomainModel:
        """The model of keywords alone: `words` are terms with their weight times their rarity on the web."""
        muches = (self.in_form, self.in_above, self.in_title, self.in_page, self.in_menu)
        spaces = tuple(zip(("", ABOVE, TITLE, PAGE, MENU), muches, strict=True))
        weights = {f"{space}{term}": weight * much for term, weight in words.items() for space, much in spaces}
        return DomainModel(self.bias, self.alone, weights)


def squeezed(score: float) -> float:
    """1/(1 + e^−score), for any score."""
    if score >= 0:
        return 1.0 / (1.0 + math.exp(-score))
    grown = math.exp(score)
    return grown / (1.0 + grown)


@cache
def bundled() -> Mapping[str, DomainModel]:
    """The models that come along, by domain."""
    return {name: DomainModel.from_dict(model) for name, model in stored()["domains"].items()}


def keyword_scale() -> KeywordScale:
    """What was learned about keywords at large."""
    return KeywordScale(**stored()["keywords"])


@cache
def stored(name: str = "domains.json") -> Mapping[str, Any]:
    """A file of weights that comes along."""
    found: Mapping[str, Any] = json.loads((files(__package__) / "data" / name).read_text("utf-8"))
    if found["version"] != VERSION:
        raise ValueError(f"{name} is of version {found['version']}, not {VERSION}")
    return found


def domains(form: Form, page: Page | None = None, visible: Sequence[Control] | None = None) -> dict[str, float]:
    """P(form is of the domain) for each bundled domain. They are independent and need not add up to anything."""
    of_form = form_terms(form, visible)
    of_page = None if page is None else page_terms(page)
    return {
        name: model.combined(model.part(of_form), None if of_page is None else model.part(of_page))
        for name, model in bundled().items()
    }
