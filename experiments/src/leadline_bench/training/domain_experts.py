"""What `training.domains` learns: keywords, then experts for forms and for pages, then how much each counts.

1. *Keywords* (`domain_keywords.py`) are the prior: how much one tells in a form, a title and a
   page is learned once for all domains. Domains without examples are this and no more.
2. *Two experts a domain*, logistic regressions over terms and the prior: one reads forms and is told what they
   search; one reads pages and is told what they are about. A page of a hotel is a page about hotels whether its
   form is a log-in or a search, so the second has more to learn from than forms would give it. From boxes that say
   nothing the first would learn which language or which button chance gave to a domain: they count little, and
   words that forms of nearly every domain have are not learned at all.
3. *How much each counts* is one line for all domains, fitted on a world neither expert has seen: there, and only
   there, both err as they will on other sites.

The sum of it is one weighted sum of terms a domain.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import optimize, sparse
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from leadline.forms.domains.model import (
    ABOVE,
    MENU,
    PAGE,
    SENT,
    TITLE,
    DomainModel,
    KeywordScale,
    Terms,
    form_terms,
    page_terms,
    space_of,
)
from leadline.forms.evidence import Evidence
from leadline.model.form import Form
from leadline.topics.bundled import NAMES
from leadline_bench.forms.domain_worlds import Example

STRENGTH = 10.0
RARE = 3
"""Sites a term has to be met on."""
COMMON = 0.01
SPREAD = 9
"""A term that one in a hundred forms of more than so many groups (domains, and none) has is everybody's."""
SILENT = 0.2
"""What a form counts that is one box to type in. From tuning worlds 10 to 13, a third of all terms withheld, to 15
to 17: 1.0 gives 95.1 %, with `SPREAD` 95.4; 0.2 95.6, with `SPREAD` 95.7; 0.05 95.3."""
LOUD = 0.6
"""By how much a keyword's weight is raised before it is learned how far to trust it: held back less than terms."""
MOST_WEIGHTS = 2_000
"""A domain: the ones that change scores most on the examples."""
AROUND = (TITLE, PAGE, MENU)
OWN = ("", SENT, ABOVE)
SPACES = (*OWN, *AROUND)
PRIOR = [OWN.index(""), OWN.index(ABOVE)]
"""Keywords of somebody's topic say nothing about the path a form is sent to: programs are called as they are."""


class Table:
    """Documents as rows of terms, and what keywords say in them."""

    def __init__(
        self, documents: Sequence[Terms], spaces: Sequence[str], sites: Sequence[str], groups: Sequence[str]
    ) -> None:
        self.spaces = spaces
        self.vectors = DictVectorizer()
        self.matrix = self.vectors.fit_transform(documents).tocsr()
        self.names = np.array(self.vectors.feature_names_)
        there = (self.matrix > 0).astype(np.float64)
        often = np.asarray((_gathered(sites) @ there > 0).sum(0)).ravel() >= RARE
        of_group = _gathered(groups)
        shares = sparse.diags(1.0 / np.asarray(of_group.sum(1)).ravel()) @ of_group @ there
        self.learned = often & (np.asarray((shares > COMMON).sum(0)).ravel() <= SPREAD)
        """Columns that may have a weight of their own."""

    def spoken(self, words: Mapping[str, float]) -> np.ndarray:
        """One column a space."""
        told = np.zeros((len(self.names), len(self.spaces)))
        for column, term in enumerate(self.names):
            space = space_of(term)
            told[column, self.spaces.index(space)] = words.get(term.removeprefix(space), 0.0)
        return np.asarray(self.matrix @ told)


def _gathered(names: Sequence[str]) -> sparse.csr_matrix:
    """A row for each distinct name, 1 where it stands."""
    distinct, rows = np.unique(np.array(names), return_inverse=True)
    ones = np.ones(len(names))
    return sparse.csr_matrix((ones, (rows, np.arange(len(names)))), shape=(len(distinct), len(names)))


@dataclass(frozen=True, slots=True)
class Linear:
    bias: float
    weights: Terms

    def scores(self, documents: Sequence[Terms]) -> np.ndarray:
        weights = self.weights
        return np.array([self.bias + sum(weights.get(t, 0.0) * x for t, x in d.items()) for d in documents])


def expert(table: Table, truth: np.ndarray, weight: np.ndarray, words: Terms) -> Linear:
    """Terms and keywords together; a term of the prior has both weights."""
    learned = table.learned
    # scikit-learn's liblinear takes 32-bit indices only
    x = sparse.hstack([table.matrix[:, learned], LOUD * table.spoken(words)]).tocsr()
    x.indices, x.indptr = x.indices.astype(np.int32), x.indptr.astype(np.int32)
    fit = LogisticRegression(C=STRENGTH, solver="liblinear", tol=1e-2, random_state=0)
    fit.fit(x, truth, sample_weight=weight)
    coefficients = fit.coef_[0].tolist()
    found = dict(zip(table.names[learned].tolist(), coefficients, strict=False))
    for space, trust in zip(table.spaces, coefficients[-len(table.spaces) :], strict=True):
        for term, told in words.items():
            found[space + term] = found.get(space + term, 0.0) + LOUD * trust * told
    return Linear(float(fit.intercept_[0]), found)


@dataclass(frozen=True, slots=True)
class Taught:
    """Examples ready to be learned from: forms, and distinct pages with what they are about."""

    examples: Sequence[Example]
    forms: Table
    pages: Table
    about: np.ndarray
    """Of each page; `?` where it is about several things."""
    page_of: np.ndarray
    """An example for each page."""

    @classmethod
    def of(cls, examples: Sequence[Example]) -> "Taught":
        by_page: dict[str, list[int]] = defaultdict(list)
        for number, example in enumerate(examples):
            by_page[f"{example.source} {example.page.url}"].append(number)
        firsts = [numbers[0] for numbers in by_page.values()]
        about = [_about([examples[n] for n in numbers]) for numbers in by_page.values()]
        around = [examples[n] for n in firsts]
        return cls(
            examples,
            Table([form_terms(e.form) for e in examples], OWN, [e.site for e in examples], _domains(examples)),
            # Words of pages are drawn from wider lists, and none of them is everybody's: one group.
            Table([page_terms(e.page) for e in around], AROUND, [e.site for e in around], [""] * len(around)),
            np.array(about),
            np.array(firsts),
        )

    def experts(self, domain: str, words: Terms) -> tuple[Linear, Linear]:
        clear = np.array([domain not in e.unclear for e in self.examples])
        weight = np.array([e.weight for e in self.examples])
        truth = np.array([e.domain == domain for e in self.examples])
        telling = np.array([SILENT if is_box(e.form) else 1.0 for e in self.examples])
        of_form = expert(self.forms, truth, weight * clear * telling, words)
        used = (weight * clear)[self.page_of] * (self.about != "?")
        return of_form, expert(self.pages, self.about == domain, used, words)


def _domains(examples: Sequence[Example]) -> list[str]:
    return [e.domain for e in examples]


def is_box(form: Form) -> bool:
    """One box to type in."""
    fields = Evidence(form).visible
    return len(fields) <= 1 and not any(field.options for field in fields)


def _about(there: Sequence[Example]) -> str:
    """A page is about what its site is, unless its searches are all of one other domain."""
    subject = there[0].subject if there[0].subject in NAMES else ""
    searched = {e.domain for e in there if e.domain}
    if not searched or subject in searched:
        return subject
    return searched.pop() if len(searched) == 1 else "?"


def keyword_scale(examples: Sequence[Example], words: Mapping[str, Terms]) -> KeywordScale:
    """How much keywords tell, the same for every domain: learned on those that have examples.

    A domain's forms count for more than there are of them, by the root of the odds against: halfway between the
    lab, where one search in twelve is of a given domain, and even odds. Who names keywords asks near his topic,
    and words nobody thought of make true forms look poor (as they come: recall 0.5 at precision 0.99).
    """
    known = sorted({e.domain for e in examples} - {""})
    searches = [e for e in examples if e.searchable]
    sites, groups = [e.site for e in searches], _domains(searches)
    own = Table([form_terms(e.form) for e in searches], OWN, sites, groups)
    around = Table([page_terms(e.page) for e in searches], AROUND, sites, groups)
    x = np.vstack([np.hstack([own.spoken(words[n])[:, PRIOR], around.spoken(words[n])]) for n in known])
    y = np.concatenate([[e.domain == name for e in searches] for name in known])
    weight = np.where(y, np.sqrt((~y).sum() / y.sum()), 1.0)
    fit = LogisticRegression(C=1e3).fit(x, y, sample_weight=weight)
    form, above, title, page, menu = (round(float(c), 4) for c in fit.coef_[0])
    bias = round(float(fit.intercept_[0]), 4)
    alone = without_page(bias + x[:, : len(PRIOR)] @ np.array([form, above]), y, weight)
    return KeywordScale(form, above, title, page, menu, bias, alone)


@dataclass(frozen=True, slots=True)
class Balance:
    """score = bias + form · F + page · P, and `alone` instead of the page's part where there is no page."""

    form: float
    page: float
    bias: float
    alone: float


def balance(experts: Mapping[str, tuple[Linear, Linear]], apart: Sequence[Example]) -> Balance:
    """One line for all domains, on searches that the experts were not taught.

    How form and page share is what tells the domains apart best (a softmax over them); how sure their sum is
    comes second. Fitted as one, the many searches of none pull towards the form: 0.27 to 1, where 0.4 is best.
    """
    searches = [e for e in apart if e.searchable]
    own, around = [form_terms(e.form) for e in searches], [page_terms(e.page) for e in searches]
    of_form = np.stack([f.scores(own) for f, _ in experts.values()], 1)
    of_page = np.stack([p.scores(around) for _, p in experts.values()], 1)
    y = np.array([[e.domain == name for name in experts] for e in searches])
    shares = _shares(of_form, of_page, y)
    both = (shares[0] * of_form + shares[1] * of_page).reshape(-1, 1)
    fit = LogisticRegression(C=100).fit(both, y.ravel())
    form, page = (shares * fit.coef_[0, 0]).tolist()
    bias = float(fit.intercept_[0])
    return Balance(form, page, bias, without_page(bias + form * of_form.ravel(), y.ravel()))


def _shares(of_form: np.ndarray, of_page: np.ndarray, truth: np.ndarray) -> np.ndarray:
    has = truth.any(1)
    f, p, y = of_form[has], of_page[has], truth[has]

    def loss(shares: np.ndarray) -> float:
        both = shares[0] * f + shares[1] * p
        return float((np.logaddexp.reduce(both, axis=1) - both[y]).mean())

    found: np.ndarray = optimize.minimize(loss, np.array([0.5, 0.3]), method="Nelder-Mead").x
    return found


def without_page(scores: np.ndarray, truth: np.ndarray, weight: np.ndarray | None = None) -> float:
    """What has to stand for the page where it is not known, so that what is said is as sure as it is right."""
    steps = np.linspace(-6, 6, 121)
    sides = np.where(truth, -1, 1)
    losses = [np.average(np.logaddexp(0, sides * (scores + step)), weights=weight) for step in steps]
    return round(float(steps[int(np.argmin(losses))]), 4)


def together(experts: tuple[Linear, Linear], counts: Balance, taught: Taught, words: Terms) -> DomainModel:
    """Both experts as one weighted sum, small enough to be shipped."""
    of_form, of_page = experts
    weights = {term: counts.form * w for term, w in of_form.weights.items()}
    weights |= {term: counts.page * w for term, w in of_page.weights.items()}
    reach = reach_of(taught.forms) | reach_of(taught.pages)
    there = counts.bias + counts.form * of_form.bias
    model = DomainModel(there + counts.page * of_page.bias, counts.alone - counts.page * of_page.bias, weights)
    return pruned(model, reach, {space + term for space in SPACES for term in words})


def reach_of(table: Table) -> Terms:
    typical = np.sqrt(np.asarray(table.matrix.multiply(table.matrix).mean(0)).ravel())
    return dict(zip(table.names.tolist(), typical.tolist(), strict=True))


def pruned(model: DomainModel, reach: Terms, kept_longer: set[str]) -> DomainModel:
    """The weights that matter; keywords stay longer, since examples that lack them say nothing about them."""
    least = min(reach.values(), default=1.0)

    def matter(term: str) -> float:
        return abs(model.weights[term]) * max(reach.get(term, least), 0.02 if term in kept_longer else 0.0)

    best = sorted(model.weights, key=lambda term: (-matter(term), term))[:MOST_WEIGHTS]
    kept = {term: round(model.weights[term], 2) for term in sorted(best)}
    return replace(
        model,
        bias=round(model.bias, 3),
        alone=round(model.alone, 3),
        weights={term: weight for term, weight in kept.items() if weight},
    )
