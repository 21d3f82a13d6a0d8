"""Forms as values: what every one of them keeps, in every manner and language, the same everywhere."""

import hashlib
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from typing import cast

import pytest

from leadline_lab.anatomy import FormModel, Input
from leadline_lab.forms import FormPlan, form, forms_of
from leadline_lab.forms.build import _model
from leadline_lab.forms.manner import manner_of
from leadline_lab.forms.wording import form_words
from leadline_lab.sources import Source, sources_of
from leadline_lab.spec import Role, WorldSpec
from leadline_lab.words import LANGUAGES
from leadline_lab.world import Site, World, open_world

Made = list[tuple[Site, FormPlan, Source | None, FormModel]]


def with_steps(made: Made) -> list[tuple[Site, FormPlan, Source | None, FormModel]]:
    found = [entry for entry in made if entry[1].steps > 1]
    assert len(found) > 10
    return found


def test_every_form_can_be_sent(made: Made) -> None:
    """Names are there and unique, buttons included; lists have choices with different values; text is text."""
    for _, plan, _, model in made:
        names = [i.name for i in model.inputs] + [b.name for b in model.buttons if b.name]
        assert all(names), plan
        assert len(set(names)) == len(names), plan
        assert (model.key, model.kind, model.domain, model.source) == (
            plan.key,
            plan.kind,
            plan.domain,
            plan.source,
        )
        for i in model.inputs:
            listed = i.control in ("select", "select-multiple", "radio", "checkbox")
            assert bool(i.choices) == listed, (plan, i)
            values = [choice.value for choice in i.choices]
            assert len(set(values)) == len(values), (plan, i)


def test_labels_and_placements_agree(made: Made) -> None:
    """A field has a label exactly if there is a visible place for it; only visible ones are tied or in groups."""
    for _, plan, _, model in made:
        for i in model.inputs:
            assert bool(i.label) == (i.placement != "missing"), (plan, i)
            assert i.label or not i.linked, (plan, i)
            if i.placement == "inside" and i.control == "select":
                assert i.choices[0].label == i.label


def test_defaults_are_what_an_untouched_form_sends(made: Made) -> None:
    """A select starts with its first option, a radio of a search with its first choice, boxes start empty."""
    for _, _, source, model in made:
        for i in model.inputs:
            if i.control == "select" or (source and i.control == "radio"):
                assert i.default == i.choices[0].value
            elif source and i.control != "hidden":
                assert i.default == ""


def test_forms_on_databases_ask_what_the_source_wants(made: Made) -> None:
    """Every field of an interface is an attribute of its source, words, or says how to show the answer."""
    shown = {"keyword", "sort", "per_page", "match", "token", "trap", ""}
    for _, plan, source, model in made:
        if source is None:
            continue
        asked = {i.meaning for i in model.inputs}
        askable = {a.name for a in source.attributes if a.askable}
        assert asked <= askable | shown, plan
        assert asked & (askable | {"keyword"}), plan
        assert "keyword" not in asked or source.keyword
        if plan.steps == 1:
            assert set(source.requires) <= asked, (plan, source.requires)


def test_the_caller_decides_action_and_token(measured: World, made: Made) -> None:
    """The action is kept as given and the token is in its hidden field; nothing else changes."""
    guarded = [e for e in made if any(i.meaning == "token" for i in e[3].inputs)]
    assert len(guarded) > 50
    for site, plan, source, model in guarded:
        other = form(measured, site, plan, source, "/elsewhere?x=1", token="t0k3n")
        assert other.action == "/elsewhere?x=1"
        assert [i.default for i in other.inputs if i.meaning == "token"] == ["t0k3n"]
        assert [i for i in other.inputs if i.meaning != "token"] == [
            i for i in model.inputs if i.meaning != "token"
        ]


def test_sources_with_tokens_guard_what_is_posted(made: Made) -> None:
    """Every posted form of a source with a token has it, and no form of one without."""
    for _, _, source, model in made:
        has = any(i.meaning == "token" for i in model.inputs)
        assert has == bool(source and source.token and (model.method == "post" or source.token == "session"))


def test_the_second_step_carries_the_first_along(measured: World, made: Made) -> None:
    """What was chosen in step 1 is a hidden input of step 2, and step 2 asks about other things."""
    for site, plan, source, first in with_steps(made):
        chosen = next(i for i in first.inputs if i.control == "select")
        sent = {chosen.name: [chosen.choices[-1].value]}
        second = form(measured, site, plan, source, "/go", step=2, carried=sent)
        assert (first.step, second.step) == (1, 2)
        kept = next(i for i in second.inputs if i.name == chosen.name)
        assert (kept.control, kept.default, kept.meaning) == ("hidden", chosen.choices[-1].value, chosen.meaning)
        names = [i.name for i in second.inputs]
        assert len(set(names)) == len(names)
        assert chosen.meaning not in {i.meaning for i in second.inputs if i.control != "hidden"}


def test_forms_that_stand_once_a_product_differ_in_its_number_alone(measured: World) -> None:
    """Cart buttons of one site are one form with different hidden numbers."""
    compared = 0
    for number in range(2_000):
        site = measured.site(number)
        carts = [p for p in forms_of(measured, site, ()) if p.shape == "cart"]
        models = [form(measured, site, plan, None, "/cart") for plan in carts]
        for other in models[1:]:
            differing = [(a.name, b.name) for a, b in zip(models[0].inputs, other.inputs, strict=True) if a != b]
            assert len(differing) == 1
            assert replace(other, key="", inputs=()) == replace(models[0], key="", inputs=())
            compared += 1
    assert compared > 50


def test_sites_have_manners_of_their_own(measured: World) -> None:
    """All styles of names, labels and codes occur, whatever kind of site it is."""
    seen: dict[str, Counter[str]] = {"deep": Counter(), "off": Counter()}
    for number in range(len(measured)):
        site = measured.site(number)
        if site.kind in seen:
            manner = manner_of(measured.spec, number, site.language)
            seen[site.kind].update((manner.naming, manner.labelling, manner.side, manner.coding, manner.button))
    for counts in seen.values():
        counts.update(dict.fromkeys(seen["off"], 0))
    totals = {kind: sum(counts.values()) for kind, counts in seen.items()}
    for word in seen["off"]:
        shares = [seen[kind][word] / totals[kind] for kind in seen]
        assert abs(shares[0] - shares[1]) < 0.025, word


def test_names_of_fields_follow_the_style_of_the_site(made: Made) -> None:
    """Prefixed sites prefix, opaque ones count, and both have logins whose fields one cannot guess by name."""
    names: dict[str, list[str]] = {}
    for site, _, _, model in made:
        if model.kind == "login":
            manner = manner_of(WorldSpec(seed=11, sites=6_000), site.number, site.language)
            names.setdefault(manner.naming, []).extend(i.name for i in model.inputs if i.meaning == "password")
    assert all("$" in name or ":" in name for name in names["prefixed"])
    assert all("[" in name for name in names["bracketed"])
    assert all(any(c.isdigit() for c in name) for name in names["opaque"])
    assert {"pass", "pwd"} <= set(names["plain"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("role", list(Role))
def test_every_language_has_words_for_every_form(language: str, role: Role) -> None:
    """No list is empty or lacks what English has; a tuning world never knows more than a reporting one."""
    english, words = form_words("en", role), form_words(language, role)
    for part in ("headings", "buttons", "labels", "options"):
        lists = cast("dict[str, tuple[str, ...]]", getattr(words, part))
        assert lists.keys() >= getattr(english, part).keys() - {"per_page"}
        assert all(lists.values()), part
        everything = getattr(form_words(language, Role.REPORTING), part)
        assert all(set(texts) <= set(everything[what]) for what, texts in lists.items())


def test_foreign_sites_speak_their_language_mostly(made: Made) -> None:
    """German login forms are German, but for those of sites that run English software."""
    german = set(form_words("de", Role.TUNING).labels["password"])
    labels = [
        i.label
        for site, _, _, model in made
        if site.language == "de" and model.kind == "login"
        for i in model.inputs
        if i.meaning == "password" and i.label
    ]
    assert 0.7 < sum(label in german for label in labels) / len(labels) < 0.97


DIGEST = """
import hashlib
from leadline_lab.forms import form, forms_of
from leadline_lab.sources import sources_of
from leadline_lab.spec import Role, WorldSpec
from leadline_lab.world import open_world

world = open_world(WorldSpec(seed=4, sites=150, role=Role.REPORTING))
digest = hashlib.blake2b(digest_size=16)
for number in range(len(world)):
    site = world.site(number)
    known = {source.key: source for source in sources_of(world, site)}
    for plan in forms_of(world, site, tuple(known.values())):
        digest.update(repr(form(world, site, plan, known.get(plan.source), "/a")).encode())
print(digest.hexdigest())
"""


def test_forms_are_the_same_in_every_process() -> None:
    """Byte for byte, whatever Python's hash seed."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout
    assert len(runs[0].stdout.strip()) == 32


def test_a_form_does_not_depend_on_what_was_made_before() -> None:
    """Made alone and afresh, a form is the one that was made among others."""
    world = open_world(WorldSpec(seed=4, sites=150))
    for number in range(0, 150, 7):
        site = world.site(number)
        known = {source.key: source for source in sources_of(world, site)}
        plans = forms_of(world, site, tuple(known.values()))
        together = [form(world, site, plan, known.get(plan.source), "/a") for plan in plans]
        _model.cache_clear()
        assert [form(world, site, p, known.get(p.source), "/a") for p in reversed(plans)] == together[::-1]


def test_reporting_worlds_have_words_that_tuning_worlds_do_not() -> None:
    """A third of buttons and headings is held back."""
    tuning, everything = (form_words("en", role) for role in (Role.TUNING, Role.REPORTING))
    sizes = [
        sum(len(texts) for lists in (words.headings, words.buttons) for texts in lists.values())
        for words in (tuning, everything)
    ]
    assert 0.55 < sizes[0] / sizes[1] < 0.8


def test_hidden_fields_do_not_tell_deep_sites_from_others(made: Made) -> None:
    """Furniture is the same on every kind of site: no name is ten times as frequent on one of them."""
    names: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for site, plan, _, model in made:
        if not plan.searches:
            names[site.kind == "deep"].update(i.name for i in model.inputs if i.control == "hidden")
    totals = {deep: counts.total() for deep, counts in names.items()}
    for name, n in names[False].items():
        if n / totals[False] > 0.01:
            assert names[True][name] / totals[True] > 0.001, name


def _digest(inputs: tuple[Input, ...]) -> str:
    return hashlib.blake2b(repr(inputs).encode(), digest_size=8).hexdigest()


def test_interfaces_of_one_database_are_different_forms(made: Made) -> None:
    """Two advanced searches on one source do not ask the same fields in the same way."""
    by_source: dict[tuple[int, str], list[str]] = {}
    for site, plan, source, model in made:
        if source and plan.shape == "advanced":
            by_source.setdefault((site.number, source.key), []).append(_digest(model.inputs))
    several = [digests for digests in by_source.values() if len(digests) > 1]
    assert len(several) > 50
    assert all(len(set(digests)) == len(digests) for digests in several)
