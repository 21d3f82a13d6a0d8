"""Boxes for something else than their page is about: most say for what, in one of five places."""

from dataclasses import replace

import pytest

from leadline_lab.anatomy import FormModel
from leadline_lab.forms import FormPlan, form
from leadline_lab.forms.telling import SAID, naming
from leadline_lab.sources import Source
from leadline_lab.spec import Role
from leadline_lab.words import LANGUAGES, domains
from leadline_lab.world import Site, World

Planned = list[tuple[Site, tuple[Source, ...], tuple[FormPlan, ...]]]
Made = list[tuple[Site, FormPlan, Source | None, FormModel]]


def beside(planned: Planned) -> list[tuple[FormPlan, bool]]:
    """Searches of databases, and whether each is for something else than its page is about."""
    found: list[tuple[FormPlan, bool]] = []
    for site, _, plans in planned:
        about = {"": site.subject, "home": site.subject}
        found += [(p, p.domain != about.setdefault(p.place, p.domain)) for p in plans if p.source]
    return found


def test_most_boxes_for_something_else_say_for_what(planned: Planned) -> None:
    """Of boxes of another domain than their page's, more than half and not all; no other form is told apart."""
    searches = beside(planned)
    strange = [plan.told_apart for plan, other in searches if other and plan.shape == "keyword"]
    assert len(strange) > 15
    assert 0.5 < SAID < 1.0
    assert len(strange) / 2 < sum(strange) < len(strange)
    assert not any(plan.told_apart for plan, other in searches if not other or plan.shape != "keyword")


def test_the_words_stand_in_one_place_and_nothing_else_changes(measured: World, made: Made) -> None:
    """Heading, label, box, button or above: one of them names the domain, and the rest is the form it would be."""
    places: set[str] = set()
    for site, plan, source, model in made:
        if not plan.told_apart:
            continue
        plain = form(measured, site, replace(plan, told_apart=False), source, "/go")
        if model == plain:  # nothing to say without a word of searching
            continue
        names = {text for tongue in (site.language, "en") for text in naming(plan.domain, tongue, Role.TUNING)}
        said = {
            "heading": {model.heading} - {plain.heading},
            "above": {model.above} - {plain.above},
            "button": {b.text for b in model.buttons} - {b.text for b in plain.buttons},
            "label": {i.label for i in model.inputs} - {i.label for i in plain.inputs},
        }
        where = [place for place, texts in said.items() if texts]
        assert len(where) == 1, plan
        assert said[where[0]] <= names, plan
        assert [i.name for i in model.inputs] == [i.name for i in plain.inputs]
        places.add(where[0])
        inside = [i for i in model.inputs if i.placement == "inside" and i.label in names]
        places |= {"inside"} if inside else set()
    assert places == {"heading", "above", "button", "label", "inside"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_domains_can_be_named(language: str) -> None:
    """In every language and for both roles nearly all domains have a phrase, and "Get a quote" is none."""
    for role in (Role.TUNING, Role.REPORTING):
        assert sum(not naming(domain, language, role) for domain in domains(role)) <= 1
    assert "Get a quote" not in naming("rental", "en", Role.REPORTING)
