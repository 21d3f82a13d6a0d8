"""Examples → a domain model: forms somebody says are of a domain, and forms that are not.

What is learned must hold on other sites, so each site counts the same however many of its forms are shown, and
with few examples the weights stay small. Every form is shown twice, with its page and without, so that the
model can be asked either way. Imagined forms of the background stand in for the rest of the web: alone where no
negative example is given, with a smaller part beside real ones.

The same examples give the same model.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from leadline.errors import BadTarget
from leadline.forms.domains.background import Background, bundled_background
from leadline.forms.domains.features import PAGE, TITLE, Terms, form_terms, page_terms
from leadline.forms.domains.model import DomainModel
from leadline.learn.linear import LinearModel, fit
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.model.url import canonical, site_of

FormExample = tuple[Form, Page | None, bool]
"""A form, the page it stands on if known, and whether it is of the domain."""

SPREAD = 3.0
"""How much louder a term is heard that no form of the background has."""
ALONE = "alone:"
"""A term of its own for a form shown without its page."""


@dataclass(frozen=True, slots=True)
class TrainSettings:
    """How a model is learned: the best of ten settings for auto, book and job from one tuning world on another."""

    strength: float = 1e-4
    """How strongly weights are held at nothing, or at the prior."""
    bias_strength: float = 0.1
    """The same for the threshold of a prior."""
    steps: int = 150
    imagined: int = 30
    """Imagined forms of each group of the background."""
    imagined_share: float = 0.3
    """Their part of all importance where real negative examples exist, too."""
    positive_share: float = 0.5
    """The positive examples' part of all importance."""
    lonely_share: float = 0.8
    """The same where imagined forms are all that speaks against them: easy to tell, they pull the threshold up."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class _Shown:
    """One form as it is shown: with its page and without."""

    ways: tuple[Terms, ...]
    site: str


def train(
    examples: Sequence[FormExample],
    background: Background | None = None,
    prior: DomainModel | None = None,
    settings: TrainSettings | None = None,
) -> DomainModel:
    """The model of a domain; `prior` is what was known about it before (its keywords, an older model)."""
    settings = settings or TrainSettings()
    background = background or bundled_background()
    positive = [_shown(form, page) for form, page, truth in examples if truth]
    negative = [_shown(form, page) for form, page, truth in examples if not truth]
    if not any(shown.ways[-1] for shown in positive):
        raise BadTarget("no positive example has any text; show at least one form that is of the domain")
    own = [shown.ways[-1] for shown in positive]
    imagined = [_imagined(terms) for terms in background.imagine(settings.imagined, settings.seed, unlike=own)]
    lonely = prior is None and not negative
    shares = _shares(settings, negative=bool(negative), imagined=bool(imagined), lonely=lonely)
    documents, labels, importance = list[Terms](), list[bool](), list[float]()
    for group, label, share in zip((positive, negative, imagined), (True, False, False), shares, strict=True):
        for shown, weight in _weighed(group, share):
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
        strength=settings.strength,
        # Left free, a prior's threshold drifts with the imagined forms, which are easy.
        bias_strength=settings.bias_strength if prior is not None else 0.0,
        steps=settings.steps,
    )
    unspread = {term: weight * rare.get(term, SPREAD) for term, weight in found.weights.items()}
    return _domain_model(LinearModel(unspread, found.bias).rounded(4))


def _shares(
    settings: TrainSettings, *, negative: bool, imagined: bool, lonely: bool
) -> tuple[float, float, float]:
    """Importance of positive, negative and imagined forms."""
    if lonely:
        return settings.lonely_share, 0.0, 1.0 - settings.lonely_share
    off = 1.0 - settings.positive_share
    if not negative:
        return settings.positive_share, 0.0, off
    unreal = off * settings.imagined_share if imagined else 0.0
    return settings.positive_share, off - unreal, unreal


def _weighed(group: Sequence[_Shown], share: float) -> Iterator[tuple[_Shown, float]]:
    sites = Counter(shown.site for shown in group)
    return ((shown, share / len(sites) / sites[shown.site]) for shown in group)


def _shown(form: Form, page: Page | None) -> _Shown:
    own = form_terms(form)
    address = canonical(form.page_url)
    site = site_of(address) if address is not None else form.page_url
    return _Shown(_ways(own, page_terms(page) if page is not None else {}), site)


def _imagined(terms: Terms) -> _Shown:
    around = {term: weight for term, weight in terms.items() if term.startswith((PAGE, TITLE))}
    own = {term: weight for term, weight in terms.items() if term not in around}
    return _Shown(_ways(own, around), "")


def _ways(own: Terms, around: Terms) -> tuple[Terms, ...]:
    alone = own | {ALONE: 1.0}
    return (own | around, alone) if around else (alone,)


def _linear(prior: DomainModel, rare: Mapping[str, float]) -> LinearModel:
    weights = {term: weight / rare.get(term, SPREAD) for term, weight in prior.weights.items()}
    return LinearModel({**weights, ALONE: prior.alone}, prior.bias)


def _domain_model(found: LinearModel) -> DomainModel:
    weights = dict(found.weights)
    alone = weights.pop(ALONE, 0.0)
    return DomainModel(found.bias, alone, weights)
