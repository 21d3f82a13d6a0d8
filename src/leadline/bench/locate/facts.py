"""What the answer key says about the forms of a page.

A page's forms are matched with the models they were made from by what a browser would send (action, method,
names of fields), and by their order among those that send the same; a family of layouts may place the parts of a
page in any order, and a pager that posts is a form without being one of the site's.
"""

from collections.abc import Sequence
from typing import NamedTuple

from leadline.forms.searchable import searchable
from leadline.lab.anatomy import FormModel, Sheet
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.model.url import host_of, join


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
    for form, model in zip(page.forms, matched(page.forms, models, page.base_url), strict=True):
        truth = (model.key, model.kind, model.domain) if model is not None else ()
        found.append(FormFact(form.identity, form.action, _likely(form), *truth))
    return tuple(found)


_KNOWN: dict[str, float] = {}
"""A cache of a pure function: a header form stands on every page of its site."""
_MOST = 20_000


def _likely(form: Form) -> float:
    known = _KNOWN.get(form.signature)
    if known is None:
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        known = _KNOWN[form.signature] = searchable(form)
    return known


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
