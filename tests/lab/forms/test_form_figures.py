"""How forms look, against the figures of ALGORITHMS F3: every row within a fifth, on thousands of forms."""

import re
from collections.abc import Callable, Sequence
from statistics import median, quantiles

import pytest

from leadline_lab.anatomy import FormModel, Input
from leadline_lab.forms import FormPlan
from leadline_lab.sources import Source
from leadline_lab.world import Site

Made = list[tuple[Site, FormPlan, Source | None, FormModel]]

CUE = re.compile(
    r"search|find|query|keyword|such|stichwort|cherch|trouv|busc|búsq|encontr|encuentr|pesquis|procur",
    re.IGNORECASE,
)
USUAL = {"q", "s", "query", "search", "keyword", "keywords", "k", "wd"}
PLACEHOLDERS = ("text", "search", "number", "email", "tel", "password", "textarea")


def visible(model: FormModel) -> list[Input]:
    return [i for i in model.inputs if i.control != "hidden" and not i.honeypot]


def share(models: Sequence[FormModel], holds: Callable[[FormModel], bool]) -> float:
    return sum(map(holds, models)) / len(models)


def says_search(model: FormModel) -> bool:
    fields = (f"{i.name} {i.label} {i.title}" for i in visible(model))
    return bool(CUE.search(" ".join((model.heading, *(f"{b.text} {b.name}" for b in model.buttons), *fields))))


def has_select(model: FormModel) -> bool:
    return any(i.control.startswith("select") for i in visible(model))


def named_as_usual(model: FormModel) -> bool:
    return any(i.name in USUAL for i in visible(model))


def has_password(model: FormModel) -> bool:
    return any(i.control == "password" for i in model.inputs)


def options(models: Sequence[FormModel]) -> list[int]:
    return [len(i.choices) for m in models for i in visible(m) if i.control.startswith("select")]


def placeholder(i: Input) -> bool:
    return i.placement == "inside" and i.control in PLACEHOLDERS


def channels(models: Sequence[FormModel]) -> dict[str, float]:
    fields = [i for m in models for i in visible(m)]
    tests: dict[str, Callable[[Input], bool]] = {
        "linked": lambda i: i.linked,
        "placeholder": placeholder,
        "title": lambda i: bool(i.title),
        "none": lambda i: not (i.linked or i.title or placeholder(i)),
    }
    return {name: sum(map(test, fields)) / len(fields) for name, test in tests.items()}


SEARCHES: list[tuple[str, float, Callable[[Sequence[FormModel]], float]]] = [
    ("GET", 0.74, lambda ms: share(ms, lambda m: m.method == "get")),
    ("one visible field", 0.82, lambda ms: share(ms, lambda m: len(visible(m)) == 1)),
    ("visible fields", 2.35, lambda ms: sum(len(visible(m)) for m in ms) / len(ms)),
    ("with a select", 0.15, lambda ms: share(ms, has_select)),
    ("options, median", 10, lambda ms: median(options(ms))),
    ("options, 90 %", 59, lambda ms: quantiles(options(ms), n=10)[-1]),
    ("hidden inputs", 1.8, lambda ms: sum(i.control == "hidden" for m in ms for i in m.inputs) / len(ms)),
    ("says that it searches", 0.90, lambda ms: share(ms, says_search)),
    ("named q, s, query …", 0.65, lambda ms: share(ms, named_as_usual)),
    ("label tied", 0.43, lambda ms: channels(ms)["linked"]),
    ("placeholder", 0.16, lambda ms: channels(ms)["placeholder"]),
    ("title", 0.07, lambda ms: channels(ms)["title"]),
    ("no channel at all", 0.42, lambda ms: channels(ms)["none"]),
]


@pytest.mark.parametrize(("target", "measure"), [row[1:] for row in SEARCHES], ids=[row[0] for row in SEARCHES])
def test_search_forms_look_as_published(
    made: Made, target: float, measure: Callable[[Sequence[FormModel]], float]
) -> None:
    """All searchable forms of a world, site searches included, have the published figure within 20 %."""
    searches = [model for _, _, _, model in made if model.searchable]
    assert len(searches) > 3_000
    assert measure(searches) == pytest.approx(target, rel=0.2)


def test_structured_interfaces_have_about_six_conditions(made: Made) -> None:
    """Interfaces of structured databases that are more than a box ask about six things, at least one."""
    counts = [
        len({i.meaning for i in visible(model) if i.type not in ("sort", "display")})
        for _, plan, source, model in made
        if source and source.structured and plan.steps == 1 and plan.shape != "keyword"
    ]
    assert len(counts) > 400
    assert sum(counts) / len(counts) == pytest.approx(6, rel=0.2)
    assert min(counts) == 1
    assert 10 <= max(counts) <= 20


@pytest.mark.parametrize(("kind", "passwords"), [("login", 0.94), ("registration", 0.79)])
def test_accounts_look_as_published(made: Made, kind: str, passwords: float) -> None:
    """94 % of logins and 79 % of registrations have a password; 3–4 % are sent by GET."""
    models = [model for _, _, _, model in made if model.kind == kind]
    assert share(models, has_password) == pytest.approx(passwords, rel=0.05)
    assert 0.02 < share(models, lambda m: m.method == "get") < 0.05


def test_registrations_have_seven_fields(made: Made) -> None:
    """The median registration has seven fields, few have three, some have over twelve."""
    counts = [len(visible(model)) for _, _, _, model in made if model.kind == "registration"]
    assert median(counts) == 7
    assert min(counts) >= 2
    assert max(counts) > 12


def test_some_forms_sent_by_post_have_a_honeypot(made: Made) -> None:
    """8 % of them, and none sent by GET."""
    with_trap = [(m.method, any(i.honeypot for i in m.inputs)) for _, _, _, m in made]
    posted = [trap for method, trap in with_trap if method == "post"]
    assert sum(posted) / len(posted) == pytest.approx(0.08, rel=0.2)
    assert not any(trap for method, trap in with_trap if method == "get")


def test_buttons_are_of_all_three_sorts(made: Made) -> None:
    """Inputs, `<button>`s and images all occur, and every form has one."""
    controls = [str(b.control) for _, _, _, model in made for b in model.buttons]
    assert len(controls) >= len(made)
    for control, least in (("submit", 0.4), ("button", 0.2), ("image", 0.05)):
        assert controls.count(control) / len(controls) > least, control


def test_most_required_fields_are_marked(made: Made) -> None:
    """What a source does not answer without is mostly marked as required, and nothing else of it is."""
    wanted = [
        i.required
        for _, _, source, model in made
        if source
        for i in visible(model)
        if i.meaning in source.requires and i.end != "high"
    ]
    assert 0.6 < sum(wanted) / len(wanted) < 0.95
    assert not any(
        i.required for _, _, source, m in made if source for i in visible(m) if i.meaning not in source.requires
    )
