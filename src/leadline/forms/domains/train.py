"""Examples → a domain model: forms somebody says are of a domain, and forms that are not.

What is learned must hold on other sites, so each site counts the same however many of its forms are shown.

*Few negative examples or none*: imagined forms of the background stand in for the rest of the web, alone or beside
real ones. A logistic model holds near the prior; every form is shown twice, with its page and without, so that the
model can be asked either way.

*Negative examples of many sites*: a support-vector machine (`margin`) on forms with their pages, and nothing
imagined. Showing forms twice costs a tenth of all answers here, for the same bare box without its page is then an
example for and against. What a margin is worth as a probability (Platt, *Probabilistic outputs for support vector
machines*, 1999), and what stands for a page that is not known, are fitted on sites left out, at even odds.

The same examples give the same model.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leadline.errors import BadTarget
from leadline.forms.domains.background import bundled_background
from leadline.forms.domains.margin import widest
from leadline.forms.domains.model import AROUND, DomainModel, Terms, form_terms, page_terms, squeezed
from leadline.learn.linear import LinearModel, fit
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.model.url import canonical, site_of

FormExample = tuple[Form, Page | None, bool]
"""A form, the page it stands on if known, and whether it is of the domain."""

SPREAD = 3.0  # how much louder a term is heard that no form of the background has
_SLOPE, _OFFSET = 4.0, 2.0
"""What a margin is worth: log-odds = 4 · margin + 2 are best for ten domains of one tuning world learned from 5,
20 and 100 examples of another, at even odds."""
_HELD = 0.2
"""How strongly both are held there: left free, sites left out give a worse loss at each of the three sizes."""
_UNSAID, _SAID_ALL = 0.55, 100
"""Few positive examples and nothing real against them have not said all the words of a domain, so its other forms
look poor: log-odds are raised by 0.55 · ln(100 / forms). With five of the ten domains of tuning worlds hidden in
turn (keywords as prior; background, examples and forms of other worlds) the best of seven shifts is 2 at 5
examples, 0.9 at 20, none at 100; the other five domains agree at 20."""
_LEAST_SLOPE = 0.5
_FARTHEST = 6.0
ALONE = "alone:"  # a term of its own for a form shown without its page
# How a model is learned: the best of ten settings for auto, book and job from one tuning world on another.
_STRENGTH, _BIAS_STRENGTH, _STEPS = 1e-4, 0.1, 150
"""How strongly weights are held at nothing or at the prior, and a prior's threshold at its own."""
_IMAGINED, _IMAGINED_SHARE = 30, 0.3
"""Imagined forms of each group of the background; their part of what real negative examples share with them."""
_POSITIVE_SHARE, _LONELY_SHARE = 0.5, 0.8
"""The positive examples' part of all importance; where imagined forms are all that speaks against them it is more:
easy to tell, they pull the threshold up."""
_ENOUGH, _FOLDS = 20, 3
"""Sites with negative examples from which on nothing is imagined; parts of the sites that are left out in turn to
see what a margin is worth."""
_SEED = 0


@dataclass(frozen=True, slots=True)
class _Shown:
    """One form as it is shown: its own terms, and those of its page if that is known."""

    own: Terms
    around: Terms
    site: str

    @property
    def alone(self) -> Terms:
        return self.own | {ALONE: 1.0}

    @property
    def whole(self) -> Terms:
        return self.own | self.around

    @property
    def ways(self) -> tuple[Terms, ...]:
        """With its page and without."""
        return (self.whole, self.alone) if self.around else (self.alone,)


def train(examples: Sequence[FormExample], prior: DomainModel | None = None) -> DomainModel:
    """The model of a domain; `prior` is what was known about it before (its keywords, an older model)."""
    background = bundled_background()
    positive = [_shown(form, page) for form, page, truth in examples if truth]
    negative = [_shown(form, page) for form, page, truth in examples if not truth]
    if not positive:
        raise BadTarget("no positive example has any text; show at least one form that is of the domain")
    if len({shown.site for shown in negative}) >= _ENOUGH:
        return _by_margin(positive, negative, prior)
    own = [shown.alone for shown in positive]
    imagined = [_imagined(terms) for terms in background.imagine(_IMAGINED, _SEED, unlike=own)]
    lonely = prior is None and not negative
    shares = _shares(negative=bool(negative), imagined=bool(imagined), lonely=lonely)
    documents, labels, importance = list[Terms](), list[bool](), list[float]()
    for group, label, share in zip((positive, negative, imagined), (True, False, False), shares, strict=True):
        sites = Counter(shown.site for shown in group)
        for shown in group:
            weight = share / len(sites) / sites[shown.site]
            documents.extend(shown.ways)
            labels.extend([label] * len(shown.ways))
            importance.extend([weight / len(shown.ways)] * len(shown.ways))
    every = {term for document in documents for term in document}
    rare = {term: SPREAD * background.rarity(term) for term in every}
    rare[ALONE] = 1.0
    found = fit(
        [{term: weight * rare[term] for term, weight in document.items()} for document in documents],
        labels,
        importance=importance,
        prior=_linear(prior, rare) if prior is not None else None,
        strength=_STRENGTH,
        # Left free, a prior's threshold drifts with the imagined forms, which are easy.
        bias_strength=_BIAS_STRENGTH if prior is not None else 0.0,
        steps=_STEPS,
    )
    unspread = {term: weight * rare.get(term, SPREAD) for term, weight in found.weights.items()}
    bias = found.bias + (0.0 if negative else _unsaid(positive))
    return _domain_model(LinearModel(unspread, bias).rounded(4))


def _unsaid(positive: Sequence[_Shown]) -> float:
    """What few positive examples leave unsaid, in log-odds; a form shown twice is one."""
    forms = len({(shown.site, frozenset(shown.own.items())) for shown in positive})
    return _UNSAID * math.log(_SAID_ALL / forms) if forms < _SAID_ALL else 0.0


def _by_margin(positive: Sequence[_Shown], negative: Sequence[_Shown], prior: DomainModel | None) -> DomainModel:
    shown = [*((one, True) for one in positive), *((one, False) for one in negative)]
    start = None
    if prior is not None:  # it speaks in log-odds; a margin is these on another scale
        scaled = {term: weight / _SLOPE for term, weight in prior.weights.items()}
        start = LinearModel(scaled, (prior.bias - _OFFSET) / _SLOPE)
    sites = list(dict.fromkeys(one.site for one, _ in shown))
    part = {site: number % _FOLDS for number, site in enumerate(sites)}
    apart: list[tuple[float, float, bool]] = []
    for fold in range(_FOLDS):
        inside = [both for both in shown if part[both[0].site] != fold]
        if any(truth for _, truth in inside):
            model = _machine(inside, start)
            outside = [both for both in shown if part[both[0].site] == fold]
            apart += [(model.score(o.whole), model.score(o.own), truth) for o, truth in outside]
    found = _machine(shown, start)
    slope, offset = _worth([(score, truth) for score, _, truth in apart])
    alone = _shift([(slope * own + offset, truth) for _, own, truth in apart])
    weights = {term: slope * weight for term, weight in found.weights.items()}
    sure = LinearModel({**weights, ALONE: alone}, slope * found.bias + offset)
    return _domain_model(sure.rounded(4))


def _machine(shown: Sequence[tuple[_Shown, bool]], start: LinearModel | None) -> LinearModel:
    many = Counter(one.site for one, _ in shown)
    costs = [len(shown) / len(many) / many[one.site] for one, _ in shown]
    return widest([one.whole for one, _ in shown], [truth for _, truth in shown], costs, start)


def _even(truths: Sequence[bool]) -> list[float]:
    """Weights by which both sides count the same."""
    many = Counter(truths)
    return [0.5 / many[truth] for truth in truths]


def _worth(apart: Sequence[tuple[float, bool]]) -> tuple[float, float]:
    """Slope and offset that make probabilities of margins; held near what they are on average."""
    truths = [truth for _, truth in apart]
    if len(set(truths)) < 2:
        return _SLOPE, _OFFSET
    found = fit(
        [{"margin": score} for score, _ in apart],
        truths,
        importance=_even(truths),
        prior=LinearModel({"margin": _SLOPE}, _OFFSET),
        strength=_HELD,
        bias_strength=_HELD,
    )
    return max(found.weights["margin"], _LEAST_SLOPE), found.bias


def _shift(apart: Sequence[tuple[float, bool]]) -> float:
    """What has to be added so that what is said is as sure as it is right: where the loss has no slope."""
    if not apart:
        return 0.0
    truths = [truth for _, truth in apart]
    weights = _even(truths)
    low, high = -_FARTHEST, _FARTHEST
    for _ in range(40):
        middle = (low + high) / 2
        over = [w * (squeezed(s + middle) - t) for w, (s, t) in zip(weights, apart, strict=True)]
        low, high = (low, middle) if sum(over) > 0 else (middle, high)
    return (low + high) / 2


def _shares(*, negative: bool, imagined: bool, lonely: bool) -> tuple[float, float, float]:
    """Importance of positive, negative and imagined forms."""
    if lonely:
        return _LONELY_SHARE, 0.0, 1.0 - _LONELY_SHARE
    off = 1.0 - _POSITIVE_SHARE
    unreal = off if not negative else off * _IMAGINED_SHARE if imagined else 0.0
    return _POSITIVE_SHARE, off - unreal, unreal


def _shown(form: Form, page: Page | None) -> _Shown:
    address = canonical(form.page_url)
    site = site_of(address) if address is not None else form.page_url
    return _Shown(form_terms(form), page_terms(page) if page is not None else {}, site)


def _imagined(terms: Terms) -> _Shown:
    around = {term: weight for term, weight in terms.items() if term.startswith(AROUND)}
    return _Shown({term: weight for term, weight in terms.items() if term not in around}, around, "")


def _linear(prior: DomainModel, rare: Mapping[str, float]) -> LinearModel:
    weights = {term: weight / rare.get(term, SPREAD) for term, weight in prior.weights.items()}
    return LinearModel({**weights, ALONE: prior.alone}, prior.bias)


def _domain_model(found: LinearModel) -> DomainModel:
    weights = dict(found.weights)
    return DomainModel(found.bias, weights.pop(ALONE, 0.0), weights)
