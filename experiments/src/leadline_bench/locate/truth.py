"""Critics of experiments: the answer key says what counts as found, a classifier or the key what a page is about.

`truth`    a form counts if it brings up records of the topic's domain; identity is the site and the form's key
`rule`     forms that look searchable on pages of the topic, as a topic has it whose forms nobody has learned
`learned`  forms that the learned models take for searches of the domain, as `leadline locate --find forms` has it
`searchable`  forms of any domain that bring up records, on pages of the topic: what FFC counted

Each judges a page of the cache (`Judge`). `TrueForms` is `truth` once more, as a `leadline.protocols.Finder` for
crawls that parse their pages themselves.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from leadline.errors import BadConfiguration
from leadline.learn.features import Counts
from leadline.model.events import Finding
from leadline.model.page import Page
from leadline.model.url import site_of
from leadline_bench.locate.cache import Contents
from leadline_bench.locate.facts import FormFact, facts_of, true_identity
from leadline_lab.anatomy import FormModel

CRITICS = ("truth", "rule", "learned", "searchable")
PAGE_CRITICS = ("topic", "truth")

Topical = Callable[[str, Contents], float]
"""P(on topic) of the page at a URL."""
Goals = Callable[[str, Contents, float], Iterator[Finding]]
"""The goals on the page at a URL, whose P(on topic) is given."""


class Weigher(Protocol):
    """A topic classifier that takes counted terms."""

    def weigh(self, counted: Sequence[Counts]) -> list[float]: ...


class Judge:
    """What a page of the cache is worth: `leadline.locate.critic.Critic` without parsing."""

    def __init__(self, topical: Topical, goals: Goals) -> None:
        self._topical = topical
        self._goals = goals

    def judge(self, url: str, page: Contents) -> tuple[float, tuple[Finding, ...]]:
        on_topic = self._topical(url, page)
        found = {f.identity: f for f in self._goals(url, page, on_topic)}
        return round(on_topic, 6), tuple(found.values())


def by_terms(classifier: Weigher) -> Topical:
    """Pages judged by a topic classifier."""
    return lambda _, page: float(classifier.weigh([page.terms])[0])


def by_site(is_of: Callable[[str], bool]) -> Topical:
    """Pages judged by what their site is about; never quite certain, as no classifier is."""
    return lambda url, _: 0.95 if is_of(url) else 0.05


def goals(name: str, domain: str, threshold: float) -> Goals:
    """What the critic of that name looks for."""
    if name == "truth":
        return lambda url, page, _: _relevant(url, page.forms, domain)
    if name == "rule":
        return lambda url, page, on_topic: _likely(url, page.forms, on_topic, threshold)
    if name == "learned":
        return lambda url, page, on_topic: _learned(url, page.forms, domain, on_topic, threshold)
    if name == "searchable":
        return lambda url, page, on_topic: _searchable(url, page.forms, on_topic, threshold)
    raise BadConfiguration(f"--critic '{name}' is not known; known: {', '.join(CRITICS)}")


class TrueForms:
    """A `leadline.protocols.Finder` that looks into the answer key."""

    def __init__(self, models: Callable[[str], Sequence[FormModel]], domain: str) -> None:
        self._models = models
        self._domain = domain

    def find(self, page: Page, on_topic: float) -> Iterator[Finding]:  # noqa: ARG002  # truth has no doubt
        return _relevant(page.url, facts_of(page, self._models(page.url)), self._domain)


def _relevant(url: str, forms: Sequence[FormFact], domain: str) -> Iterator[Finding]:
    for form in forms:
        if form.is_relevant(domain):
            yield Finding(true_identity(url, form.key), form.action, 1.0)


def _searchable(url: str, forms: Sequence[FormFact], on_topic: float, threshold: float) -> Iterator[Finding]:
    if on_topic > threshold:
        for form in forms:
            if form.is_searchable:
                yield Finding(true_identity(url, form.key), form.action, 1.0)


def _likely(url: str, forms: Sequence[FormFact], on_topic: float, threshold: float) -> Iterator[Finding]:
    """As `leadline.locate.critic.RelevantForms` decides by the rule."""
    if on_topic <= threshold:
        return
    for form in forms:
        if form.action and form.likely > 0.5:
            score = round(min(form.likely, on_topic), 6)
            yield Finding(f"{site_of(url)}#{form.identity}", form.action, score)


def _learned(
    url: str, forms: Sequence[FormFact], domain: str, on_topic: float, threshold: float
) -> Iterator[Finding]:
    """As `leadline.locate.critic.RelevantForms` decides where it has a model of the domain."""
    if on_topic <= threshold:
        return
    for form in forms:
        if form.action and form.learned > 0.5 and (likely := form.likely_of(domain)) > 0.5:
            identity = f"{site_of(url)}#{form.identity}"
            yield Finding(identity, form.action, min(form.learned, likely), form.scope(domain))
