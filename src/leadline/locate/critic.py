"""What a fetched page is worth: its topic, its goals, and whether it says anything new.

Pure functions and predicates; the loop owns the state.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from leadline.errors import BadConfiguration
from leadline.forms.domains.around import Wanted, wanted_page_terms
from leadline.forms.domains.model import (
    DomainModel,
    Terms,
    bundled,
    form_terms,
    space_of,
)
from leadline.forms.domains.others import other_search
from leadline.forms.evidence import Evidence, wherever
from leadline.forms.searchable import searchable
from leadline.forms.settings import FormsSettings
from leadline.forms.understand import searchable_by
from leadline.locate.settings import LocateSettings
from leadline.model.events import SITE_SCOPE, TOPIC_SCOPE, Finding
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.model.url import site_of
from leadline.protocols import Finder, TopicClassifier

if TYPE_CHECKING:
    from leadline.learn.vocabulary import Words


@dataclass(frozen=True, slots=True)
class Critic:
    """The two judges of a crawl: is the page about the topic, and is there what we look for."""

    topic: TopicClassifier
    finder: Finder

    def judge(self, page: Page) -> tuple[float, tuple[Finding, ...]]:
        (on_topic,) = self.topic.probability([page])
        # One form may stand on a page twice; it is one goal.
        found = {f.identity: f for f in self.finder.find(page, on_topic)}
        return round(float(on_topic), 6), tuple(found.values())


def form_identity(page: Page, form: Form) -> str:
    """The same form on two sites is two forms: behind each is another database."""
    return f"{site_of(page.url)}#{form.identity}"


_FORMS_KNOWN = 20_000


class EveryForm:
    """Any form somebody can fill in, on a page of any topic."""

    def find(self, page: Page, on_topic: float) -> Iterator[Finding]:
        for form in page.forms:
            if form.action and any(True for _ in form.fields):
                yield Finding(form_identity(page, form), form.action, on_topic)


@dataclass(slots=True)
class SearchableForms:
    """Forms that look searchable, of any domain: what FFC counts.

    `threshold` is the page gate: P(topic) that a page has to have before anything on it counts; None where forms
    are judged wherever they stand (`leadline.protocols.Strategy.topical_only`)."""

    threshold: float | None
    searchable: Callable[[Form, Evidence], float] = searchable
    domain: DomainModel | None = None
    rivals: tuple[DomainModel, ...] = ()
    """Of the other topics that were learnt beside `domain`, one by one: they claim each other's forms ("from",
    "to" and a date are flights' and routes'), and the one that explains form and page best has it."""
    tell_others: bool = False
    """Whether searches that sites of any topic have (`forms.domains.others`) are told from the topic's."""
    _known: dict[str, "_Judged"] = field(default_factory=dict, init=False)
    _alike: dict[bytes, "_Judged"] = field(default_factory=dict, init=False)

    def find(self, page: Page, on_topic: float) -> Iterator[Finding]:
        for form, judged in self._searches(page, on_topic):
            yield Finding(form_identity(page, form), form.action, round(judged.searchable, 6))

    def _searches(self, page: Page, on_topic: float) -> Iterator[tuple[Form, "_Judged"]]:
        if self.threshold is not None and on_topic <= self.threshold:
            return
        for form in page.forms:
            if form.action and (judged := self._judged(form)).searchable > 0.5:
                yield form, judged

    def _judged(self, form: Form) -> "_Judged":
        """A header form stands on every page of its site, and all of this rests on the form alone; and sites
        that run the same program show the same form."""
        known = self._known.get(form.signature)
        if known is None:
            if len(self._known) >= _FORMS_KNOWN:
                self._known.clear()
                self._alike.clear()
            alike = wherever(form)
            known = self._alike.get(alike) if alike is not None else None
            if known is None:
                known = self._judge(form)
            if alike is not None:
                self._alike[alike] = known
            self._known[form.signature] = known
        return known

    def _judge(self, form: Form) -> "_Judged":
        evidence = Evidence(form)
        likely, domain = self.searchable(form, evidence), self.domain
        if likely <= 0.5 or domain is None:
            return _Judged(likely)
        words = form_terms(form, evidence.visible)
        claims = ((rival, own_probability(rival, words)) for rival in self.rivals)
        contenders = tuple((rival, rival.part(words)) for rival, own in claims if own > 0.5)
        scope = scope_of(own_probability(domain, words))
        if scope == TOPIC_SCOPE and self.tell_others:
            scope = scope_beside(other_search(form, words))
        return _Judged(likely, domain.part(words), scope, contenders)


class _Judged(NamedTuple):
    """What a form is by itself, on whatever page."""

    searchable: float
    words: float = 0.0  # what its words add to the score of the domain
    scope: str = ""
    contenders: tuple[tuple[DomainModel, float], ...] = ()
    """Rivals that claim the form by what it says, and what its words add to their score."""


_SAYS = 0.9
"""P(of the topic) by its own words alone from which on a form says so itself. At 0.5 one everyday keyword is
enough ("Run search": runs, players, teams), and those are right in two of three cases at best."""


def own_probability(domain: DomainModel, words: Terms) -> float:
    """By what the form itself says. What stands above it is not its own: often a menu."""
    return domain.combined(domain.part({t: w for t, w in words.items() if not space_of(t)}), None)


def scope_of(own: float) -> str:
    """Whether the form itself says that it searches the topic (`own_probability`). Of boxes on topical sites that
    do not, four in five search the pages of the site (lab, tuning world 0)."""
    return TOPIC_SCOPE if own > _SAYS else SITE_SCOPE


def scope_beside(other: float) -> str:
    """The same of a form that says so, given how likely it is a search that any site may have (`other_search`).
    "ZIP code, distance" asks for the nearest of whatever the site is about, shops or used cars: its page knows, so
    it is listed and not turned away."""
    return SITE_SCOPE if other > 0.5 else TOPIC_SCOPE


@dataclass(slots=True)
class RelevantForms(SearchableForms):
    """Searches of the topic: ACHE's form filter, one judge after the other.

    Where there is a model of the topic's forms (`domain`), it has the second word: over the form and its page, or
    over the form alone (`form_only`), as ACHE's classifier. Otherwise the page has had it. A form that is relevant
    for its page only is listed as such (`Finding.scope`)."""

    form_only: bool = False
    _wanted: Wanted = field(init=False)

    def __post_init__(self) -> None:
        self._wanted = Wanted(model for model in (self.domain, *self.rivals) if model is not None)

    def find(self, page: Page, on_topic: float) -> Iterator[Finding]:
        terms: Terms | None = None
        for form, judged in self._searches(page, on_topic):
            second = on_topic
            if self.domain is not None:
                if terms is None and not self.form_only:
                    terms = wanted_page_terms(page, self._wanted)
                second = _with_page(self.domain, judged.words, terms)
                if any(_with_page(rival, words, terms) > second for rival, words in judged.contenders):
                    continue
            if second > 0.5 or self.domain is None:
                score = round(min(judged.searchable, second), 6)
                yield Finding(form_identity(page, form), form.action, score, judged.scope)


def _with_page(domain: DomainModel, words: float, terms: Terms | None) -> float:
    return domain.combined(words, None if terms is None else domain.part(terms))


@dataclass(frozen=True, slots=True)
class TopicPages:
    """Pages of the topic themselves (`--find pages`): topical page crawls use the same loop."""

    threshold: float

    def find(self, page: Page, on_topic: float) -> Iterator[Finding]:
        if on_topic > self.threshold:
            yield Finding(page.url, page.url, on_topic)


FINDERS = ("forms", "searchable", "every-form", "pages")
CRITICS = ("page", "form")


def finder(
    settings: LocateSettings,
    forms: FormsSettings | None = None,
    learned: DomainModel | None = None,
    *,
    topical_only: bool = True,
) -> Finder:
    """What `--find` names. `learned` is what a topic's own examples taught about its forms; without it a bundled
    topic has its bundled model, and a topic that was shown no form none: then its pages decide."""
    judge = searchable_by((forms or FormsSettings()).searchable)
    if settings.critic not in CRITICS:
        raise BadConfiguration(f"locate.critic '{settings.critic}' is not known; known: {', '.join(CRITICS)}")
    gate = settings.topic_threshold if topical_only else None
    domain = learned or bundled().get(settings.topic)
    match settings.find:
        case "forms" if domain is None:
            if settings.critic == "form" and settings.topic:
                raise BadConfiguration(
                    f"locate.critic = form: nothing is known about forms of topic '{settings.topic}'; train it on "
                    "pages with search forms (leadline topic train), or leave the setting out"
                )
            return RelevantForms(settings.topic_threshold, judge)
        case "forms":
            rivals = () if learned else tuple(m for name, m in bundled().items() if name != settings.topic)
            # Who taught a topic of his own may well mean shops.
            return RelevantForms(gate, judge, domain, rivals, not learned, settings.critic == "form")
        case "searchable":
            return SearchableForms(gate, judge)
        case "every-form":
            return EveryForm()
        case "pages":
            return TopicPages(settings.topic_threshold)
    raise BadConfiguration(f"--find '{settings.find}' is not known; known: {', '.join(FINDERS)}")


_TELLING = 200
"""Letters a page has to say before another that says the same counts as its duplicate: framesets and pages
made of scripts say nothing, each in its own way."""


def digest_of(page: Page) -> int | None:
    """What a page says, as 64 bits; the same words on another site are another page's."""
    if len(page.text) < _TELLING:
        return None
    said = f"{site_of(page.url)}\n{page.title}\n{page.text}".encode(errors="replace")
    return int.from_bytes(hashlib.blake2b(said, digest_size=8).digest(), "big", signed=True)


def fingerprint(words: "Words") -> int:
    """64-bit simhash of a page's words (Charikar 2002): near-duplicates differ in few bits.

    >>> from leadline.learn.vocabulary import read
    >>> ohio, today = "used cars for sale in Ohio", "used cars for sale in Ohio today"
    >>> a, b, soup = (
    ...     fingerprint(read(text.split())) for text in (ohio, today, "a recipe for onion soup with cheese")
    ... )
    >>> (a ^ b).bit_count() < (a ^ soup).bit_count()
    True
    """
    import numpy as np

    distinct = words.distinct
    if not len(distinct):
        return 0
    # 32 bits of CRC spread over 64 by a multiplication (Fibonacci hashing), since CRC is linear.
    hashes = words.vocabulary.checks_of(distinct) * np.uint64(0x9E3779B97F4A7C15)
    bits = np.unpackbits(hashes.view(np.uint8).reshape(-1, 8), axis=1)
    majority = bits.sum(axis=0, dtype=np.uint32) * 2 > len(distinct)
    return int.from_bytes(np.packbits(majority).tobytes(), "big", signed=True)
