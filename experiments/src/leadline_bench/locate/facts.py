"""What the answer key says about the forms of a page.

A page's forms are matched with the models they were made from by what a browser would send (action, method,
names of fields), and by their order among those that send the same; a family of layouts may place the parts of a
page in any order, and a pager that posts is a form without being one of the site's.
"""

from collections.abc import Sequence
from typing import NamedTuple

from leadline.forms.domains.model import DomainModel, bundled, form_terms, page_terms
from leadline.forms.domains.others import other_search
from leadline.forms.kinds.model import judge
from leadline.forms.searchable import searchable
from leadline.locate.critic import own_probability, scope_beside, scope_of
from leadline.model.events import TOPIC_SCOPE
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.model.url import host_of, join
from leadline_lab.anatomy import FormModel, Sheet

DOMAINS = tuple(bundled())
"""Domains whose forms are told by learned models."""


class FormFact(NamedTuple):
    """One form of a page: what a crawler can tell, and what is true."""

    identity: str
    """As `Form.identity` has it."""
    action: str
    likely: float
    """P(searchable) by its looks (`leadline.forms.searchable`)."""
    key: str = ""
    """Its key within the site in the answer key; empty for a form that is none of the site's."""
    kind: str = ""
    domain: str = ""
    learned: float = 0.0
    """The same by the learned model (`leadline.forms.kinds`)."""
    of: tuple[float, ...] = ()
    """P(of the domain) for each of `DOMAINS`, if the model takes it for a search."""
    own: tuple[float, ...] = ()
    """The same by what the form itself says."""
    other: float = 0.0
    """P(a search that any site may have)."""

    def likely_of(self, domain: str) -> float:
        """P(of the domain), as the learned models see form and page; 0 for what they take for no search, or for
        that of another domain (`leadline.locate.critic.SearchableForms.rivals`)."""
        if not self.of:
            return 0.0
        likely = self.of[DOMAINS.index(domain)]
        return 0.0 if any(p > likely and own > 0.5 for p, own in zip(self.of, self.own, strict=True)) else likely

    def scope(self, domain: str) -> str:
        """As `leadline.model.events.Finding` has it."""
        by_words = scope_of(self.own[DOMAINS.index(domain)]) if self.own else ""
        return scope_beside(self.other) if by_words == TOPIC_SCOPE else by_words

    @property
    def is_searchable(self) -> bool:
        return self.kind in ("search", "site-search")

    def is_relevant(self, domain: str) -> bool:
        return self.is_searchable and self.domain == domain


def true_identity(page_url: str, key: str) -> str:
    """One form of one site, on whatever page it stands."""
    return f"{host_of(page_url).removeprefix('www.')}#{key}"


def models_of(sheet: Sheet | None) -> tuple[FormModel, ...]:
    """The forms of a sheet in its order."""
    if sheet is None:
        return ()
    return tuple(block for zone in sheet.zones for block in zone.blocks if isinstance(block, FormModel))


def facts_of(page: Page, models: Sequence[FormModel]) -> tuple[FormFact, ...]:
    """The forms of a page, each with its truth."""
    found = []
    around: dict[str, float] | None = None
    for form, model in zip(page.forms, matched(page.forms, models, page.base_url), strict=True):
        truth = (model.key, model.kind, model.domain) if model is not None else ("", "", "")
        looks = _looks(form)
        of: tuple[float, ...] = ()
        if looks.learned > 0.5:
            around = around if around is not None else page_terms(page)
            of = tuple(
                _rounded(m.combined(said, m.part(around))) for m, said in zip(_models(), looks.said, strict=True)
            )
        learned, own, other = _rounded(looks.learned), looks.own, looks.other
        found.append(FormFact(form.identity, form.action, looks.likely, *truth, learned, of, own, other))
    return tuple(found)


class _Looks(NamedTuple):
    """What a form says by itself, on whatever page."""

    likely: float
    learned: float
    said: tuple[float, ...]
    """What its words add for each domain."""
    own: tuple[float, ...]
    other: float


_KNOWN: dict[str, _Looks] = {}
"""A cache of a pure function: a header form stands on every page of its site."""
_MOST = 20_000


def _looks(form: Form) -> _Looks:
    known = _KNOWN.get(form.signature)
    if known is None:
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        learned = judge(form).searchable
        words = form_terms(form) if learned > 0.5 else {}
        own = tuple(_rounded(own_probability(model, words)) for model in _models()) if learned > 0.5 else ()
        other = _rounded(other_search(form, words)) if words else 0.0
        known = _Looks(searchable(form), learned, tuple(model.part(words) for model in _models()), own, other)
        _KNOWN[form.signature] = known
    return known


def _models() -> tuple[DomainModel, ...]:
    return tuple(bundled()[name] for name in DOMAINS)


def _rounded(p: float) -> float:
    """As a crawl's log has it."""
    return round(p, 6)


def matched(forms: Sequence[Form], models: Sequence[FormModel], base_url: str) -> list[FormModel | None]:
    """For each form the model it was made from."""
    left: dict[object, list[FormModel]] = {}
    for model in models:
        left.setdefault(_sent_by_model(model, base_url), []).append(model)
    return [same.pop(0) if (same := left.get(_sent_by(form))) else None for form in forms]


def _sent_by(form: Form) -> object:
    names = frozenset(control.name for control in form.fields if control.name)
    return form.action, form.method, names


def _sent_by_model(model: FormModel, base_url: str) -> object:
    names = frozenset(field.name for field in model.inputs if field.name and field.control != "hidden")
    return join(base_url, model.action), model.method, names
