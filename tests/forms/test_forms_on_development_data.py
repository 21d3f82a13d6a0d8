"""Both judges on real forms: what passes that must not, and what is kept out that might have passed.

Forms of formasaurus are labelled by kind. Of the ddg pages only forms with a hand-typed field are labelled
(log-in, sign-up, checkout, newsletter); the others there seem to be header searches, but nobody said so.
How the figures change with that choice is in docs/rooms/forms.md.
"""

from pathlib import Path

import pytest

from leadline.forms.safety import gate
from leadline.forms.searchable import SURE, searchable
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.model.url import host_of
from leadline_bench.forms.kind_truth import examples

DATA = Path(__file__).parents[2] / ".." / "shared" / "data"

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.is_dir(), reason="the development data (../shared/data) is not here"),
]

Labelled = tuple[Form, Page, bool]


@pytest.fixture(scope="module")
def real() -> list[Labelled]:
    return [(e.form, e.page, e.searches) for e in examples(DATA)]


def test_no_form_that_is_no_search_passes_the_gate(real: list[Labelled]) -> None:
    """Not one of more than a thousand log-ins, sign-ups, newsletters, carts and others is let through."""
    others = [(form, page) for form, page, is_search in real if not is_search]
    assert len(others) > 1_100
    passed = [f"{form.page_url} form {form.index}" for form, page in others if gate(form, page).safe]
    assert passed == []


def _named(form: Form) -> set[str]:
    return {host_of(form.action)} if form.action else set()


def test_most_searches_pass_the_gate(real: list[Labelled]) -> None:
    """The gate lets 93 % of real searches through (in sample: its words were chosen on these forms), where the
    user names the other site that some of them are sent to; eight go to a search engine or a sister site."""
    searches = [(form, page) for form, page, is_search in real if is_search]
    passed = sum(gate(form, page, _named(form)).safe for form, page in searches)
    assert passed / len(searches) >= 0.93
    assert sum(gate(form, page).safe for form, page in searches) >= passed - 8


def test_no_form_passes_because_its_other_site_is_named(real: list[Labelled]) -> None:
    """That the user names a site lifts that rule and no other."""
    others = [(form, page) for form, page, is_search in real if not is_search]
    passed = [form.page_url for form, page in others if gate(form, page, _named(form)).safe]
    assert passed == []


def test_searchable_or_not_on_real_forms(real: list[Labelled]) -> None:
    """F1 at one half is at least 0.96; from `SURE` on nothing but searches is left."""
    scores = [(searchable(form), is_search) for form, _, is_search in real]
    hits = sum(score >= 0.5 and is_search for score, is_search in scores)
    wrong = sum((score >= 0.5) != is_search for score, is_search in scores)
    assert 2 * hits / (2 * hits + wrong) >= 0.96
    assert not [score for score, is_search in scores if score >= SURE and not is_search]
