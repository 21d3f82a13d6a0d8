"""Searches that any site may have, whatever it is about: where the nearest shop, branch or clinic is.

They are of none of the domains, and they ask for places and distances, as several domains do. A domain that was
shown forms has learned to tell them apart; one that is known by keywords alone has not ("distance" is a word of
routes). So they have a model of their own: the form's own words, and what its fields take together. One place, and
at most how far from it, is such a search in any language and wording; two places are a journey. With a third of
all words withheld from learning it tells 94 % of those of four tuning worlds, by words alone 89 %, by what fields
take alone 81 % (and then takes 32 boxes of databases for one, instead of 2).
`leadline_bench.training.domain_others` made it.

>>> from leadline.forms.domains.model import form_terms
>>> from leadline.parse.document import parse_html
>>> def likely(html: str) -> bool:
...     form = parse_html(f"<form action=/go>{html}<button>Go</button></form>", "http://example.org/").forms[0]
...     return other_search(form, form_terms(form)) > 0.5
>>> likely("<label>Postcode <input name=near></label> <label>Distance <input name=miles></label>")
True
>>> likely("<label>From <input name=from></label> <label>To <input name=to></label>")
False
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from leadline.forms.domains.model import DomainModel, Terms, space_of, stored
from leadline.forms.types.together import types_of
from leadline.model.field import fields_of
from leadline.model.form import Form

_MOST_LETTERS = 200  # of a form's text that is the label of its only field


def other_search(form: Form, words: Mapping[str, float]) -> float:
    """P(a search that any site may have); `words` are the form's terms (`model.form_terms`)."""
    model = _model()
    return model.combined(model.part(other_terms(form, words)), None)


def other_terms(form: Form, words: Mapping[str, float]) -> Terms:
    """The form's own words, what each field takes, and what all take together."""
    own = {term: weight for term, weight in words.items() if not space_of(term)}
    fields = [field for field in fields_of(form) if field.control != "hidden"]
    if len(fields) == 1 and not fields[0].label:
        fields = [replace(fields[0], label=form.text[:_MOST_LETTERS])]
    taken = sorted({str(field.type) for field in types_of(fields)})
    return own | {f"takes:{one}": 1.0 for one in taken} | {f"takes-all:{'+'.join(taken)}": 1.0}


@cache
def _model() -> DomainModel:
    return DomainModel.from_dict(stored("others.json"))
