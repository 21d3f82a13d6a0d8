"""The figures of the domain classifier: what is counted, and that a worse model has worse figures."""

import pytest

from leadline.forms.domains.model import DomainModel, bundled, form_terms
from leadline_bench.forms.domain_worlds import Example, examples_of_world, forms_of_plain_sites
from leadline_bench.forms.domains import Judged, shipped, support_vectors, unseen
from leadline_lab.words import UNSEEN


@pytest.fixture(scope="module")
def world() -> tuple[Example, ...]:
    """Forms of a few sites of a small world of tuning words."""
    return examples_of_world(0, "tuning", 3, size="small")


def test_examples_are_distinct_forms_with_their_truth(world: tuple[Example, ...]) -> None:
    """Searches of databases have a domain, other forms none, and only portals have foreign ones."""
    assert {e.domain for e in world} >= {"auto", "book", "hotel", ""}
    assert all(e.searchable for e in world if e.domain)
    assert any(e.searchable for e in world if not e.domain)
    assert all(e.domain == e.subject for e in world if e.domain and not e.foreign)


def test_shipped_models_are_measured_with_an_interval(world: tuple[Example, ...]) -> None:
    """The share lies in its interval, the page helps, and the parts are parts of the whole."""
    figures, tables = shipped(Judged(world))
    assert figures["domain_accuracy_low"] <= figures["domain_accuracy"] <= figures["domain_accuracy_high"]
    assert figures["domain_accuracy"] > 0.8
    assert figures["domain_accuracy_form_alone"] < figures["domain_accuracy"]
    parts = tables["parts"]
    kinds = ("own keyword boxes", "foreign, telling", "foreign keyword boxes")
    assert sum(parts[name]["forms"] for name in kinds) < parts["all"]["forms"]


def test_what_stands_above_forms_is_measured_apart(world: tuple[Example, ...]) -> None:
    """Some forms stand below a text of their own; judged without it they are the same, and nothing is above."""
    judged = Judged(world)
    blind = judged.nothing_above()
    assert any(e.form.above for e in judged.examples)
    assert not any(e.form.above for e in blind.examples)
    assert [e.form.signature for e in blind.examples] == [e.form.signature for e in judged.examples]
    assert any(own != other for own, other in zip(judged.own, blind.own, strict=True))
    assert "domain_accuracy_nothing_above" in shipped(judged)[0]


def test_a_model_that_knows_nothing_is_told_apart(world: tuple[Example, ...]) -> None:
    """Empty models get what chance gives, far below those that ship."""
    judged = Judged(world)
    models = {name: model for name, model in bundled().items() if name not in UNSEEN}
    counted = judged.parts(sorted(models))["all"]
    empty = dict.fromkeys(models, DomainModel(0.0, 0.0, {}))
    assert judged.right(empty)[counted].mean() < 0.4 < judged.right(models)[counted].mean()


def test_unseen_domains_are_learned_from_examples() -> None:
    """Keywords and examples together are better than guessing, for both domains that no tuning world has."""
    world = examples_of_world(5, "reporting", 2, size="small")
    figures = unseen(Judged(world), world, draws=1, few=(20,))
    assert figures["domain_unseen_20"] > 0.7
    assert {f"domain_{name}_20_no_keywords" for name in UNSEEN} <= figures.keys()


def test_the_papers_learner_is_measured_beside(world: tuple[Example, ...]) -> None:
    """A support-vector machine taught the very forms it is asked about knows most of them."""
    pytest.importorskip("sklearn")
    judged = Judged(world)
    names = sorted({e.domain for e in world} - {""})
    right = support_vectors(judged, judged, names, page=True)
    assert right is not None
    assert right[judged.parts(names)["all"]].mean() > 0.9


def test_searches_that_any_site_has_are_learned_from_plain_sites(world: tuple[Example, ...]) -> None:
    """From one small world to another: most locators are told, hardly a search of a database is taken for one."""
    pytest.importorskip("sklearn")
    from leadline_bench.training.domain_others import Measured, by_model, learned, told  # needs scikit-learn

    shown = [*world, *forms_of_plain_sites(0, "tuning", 20, "small")]
    others = [*examples_of_world(1, "tuning", 1, size="small"), *forms_of_plain_sites(1, "tuning", 10, "small")]
    apart = [Measured(e, form_terms(e.form), {}) for e in others if e.searchable]
    found = told(apart, by_model(learned(shown)))
    assert found["locators"][0] > 0.6 * found["locators"][1] > 0
    assert found["databases"][0] < 0.05 * found["databases"][1]
