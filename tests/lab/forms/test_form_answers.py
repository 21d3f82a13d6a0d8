"""`asked` undoes what a person does with a form: fill it in and send it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leadline_lab.anatomy import Choice, FormModel, Input
from leadline_lab.forms import FormPlan, asked, form
from leadline_lab.sources import Attribute, Source
from leadline_lab.sources.question import Complaint, read
from leadline_lab.sources.writing import DAY_ZERO, date_text
from leadline_lab.spec import Role
from leadline_lab.world import Site, World

Made = list[tuple[Site, FormPlan, Source | None, FormModel]]
LISTS = ("select", "select-multiple", "radio", "checkbox")
PRESENTATION = ("sort", "per_page", "match", "scope", "")
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

CHANCE = st.randoms(use_true_random=True)
"""One number for all that is drawn: with a strategy for every field, Hypothesis twice met "inconsistent" data."""


@dataclass
class Filling:
    """What is sent, and what is meant by it."""

    sent: dict[str, list[str]] = field(default_factory=dict)
    meant: dict[str, tuple[str, ...]] = field(default_factory=dict)


def untouched(model: FormModel) -> dict[str, list[str]]:
    """What a browser sends if nobody fills in anything."""
    sent = {}
    for i in model.inputs:
        if i.control in ("checkbox", "select-multiple") or (i.control == "radio" and not i.default):
            continue
        sent[i.name] = [i.default]
    return sent


def fill(draw: Random, model: FormModel, source: Source | None) -> Filling:
    """Fill in some of the fields, as a person would."""
    filling = Filling(untouched(model))
    days: dict[tuple[str, str], date] = {}
    for i in model.inputs:
        attribute = source.attribute(i.meaning) if source else None
        if i.control == "hidden" or i.honeypot:
            continue
        if attribute and attribute.type == "date" and i.type in ("day", "month", "year"):
            _part_of_date(draw, i, attribute, days, filling)
        elif i.control in LISTS:
            _choose(draw, i, attribute, filling)
        else:
            _type(draw, i, attribute, filling)
    for (name, end), day in days.items():
        filling.meant[f"{name}.{end}" if end else name] = (day.isoformat(),)
    return filling


def _part_of_date(
    draw: Random, i: Input, attribute: Attribute, days: dict[tuple[str, str], date], filling: Filling
) -> None:
    key = (i.meaning, i.end)
    if key not in days:
        days[key] = DAY_ZERO + timedelta(draw.randint(attribute.low, attribute.high))
    filling.sent[i.name] = [str(getattr(days[key], i.type))]


def _choose(draw: Random, i: Input, attribute: Attribute | None, filling: Filling) -> None:
    if i.control in ("checkbox", "select-multiple"):
        ticked = draw.randint(1, 2 ** len(i.choices) - 1)
        chosen = [choice for number, choice in enumerate(i.choices) if ticked >> number & 1]
    else:
        chosen = [i.choices[draw.randint(0, len(i.choices) - 1)]]
    filling.sent[i.name] = [choice.value for choice in chosen]
    if i.meaning in PRESENTATION:
        return
    if attribute is None:
        meant = tuple(choice.value for choice in chosen if choice.value)
    elif attribute.values:
        # A list may begin with its own name, which may be that of a value: "Contract".
        meant = tuple(choice.label for choice in chosen if choice.value and choice.label in attribute.values)
    elif i.choices.index(chosen[0]) == 0:
        meant = ()  # lists of numbers begin with the option that excludes nothing
    elif attribute.ask == "range" and not i.end:
        low, high = chosen[0].value.split("-")
        filling.meant |= {f"{i.meaning}.low": (low,), f"{i.meaning}.high": (high,)}
        return
    else:
        meant = (chosen[0].value,)
    if meant:
        filling.meant[f"{i.meaning}.{i.end}" if i.end else i.meaning] = meant


def _type(draw: Random, i: Input, attribute: Attribute | None, filling: Filling) -> None:
    if attribute and attribute.type == "date":
        days = draw.randint(attribute.low, attribute.high)
        text = date_text(days, "iso" if i.control == "date" else attribute.format)
    elif attribute and attribute.numeric:
        text = str(draw.randint(attribute.low, attribute.high))
    elif i.type == "zip":
        text = f"{draw.randint(0, 99_999):05d}"
    else:
        text = draw.choice(("", " ", "red", "xyz äß", "a&b=c?", " blank around ", "“q”", "100 %"))
    filling.sent[i.name] = [text]
    if text.strip():
        filling.meant[f"{i.meaning}.{i.end}" if i.end else i.meaning] = (text.strip(),)


@pytest.fixture(scope="module")
def searches(made: Made) -> Made:
    """Forms on databases."""
    return [entry for entry in made if entry[2] is not None]


@pytest.fixture(scope="module")
def others(made: Made) -> Made:
    return [entry for entry in made if entry[2] is None]


def one(draw: Random, entries: Made) -> tuple[Site, FormPlan, Source | None, FormModel]:
    """By its number: a strategy over the entries themselves would print and compare thousands of forms."""
    return entries[draw.randint(0, len(entries) - 1)]


@given(draw=CHANCE)
@QUICK
def test_what_is_filled_in_is_what_was_asked(searches: Made, draw: Random) -> None:
    """For any form of a database and any way to fill it in, `asked` says what was meant, and no more."""
    _, _, source, model = one(draw, searches)
    assert source is not None
    filling = fill(draw, model, source)
    found = asked(model, source, filling.sent)
    assert dict(found.values) == filling.meant
    assert found.token
    assert not found.trapped
    given_names = {name.partition(".")[0] for name in filling.meant}
    assert bool(found.missing) == any(
        i.meaning in source.requires and i.meaning not in given_names for i in model.inputs
    )


@given(draw=CHANCE)
@QUICK
def test_forms_of_other_kinds_are_read_by_meaning(others: Made, draw: Random) -> None:
    """A login, an order or a site search gives back what was entered, under what its fields mean."""
    _, _, _, model = one(draw, others)
    filling = fill(draw, model, None)
    found = asked(model, None, filling.sent)
    assert dict(found.values) == filling.meant
    wanted = {i.meaning for i in model.inputs if i.required}
    assert bool(found.missing) == bool(wanted - filling.meant.keys())


@given(draw=CHANCE)
@QUICK
def test_a_source_understands_what_its_forms_ask(searches: Made, draw: Random) -> None:
    """No well-filled form makes the source complain that it cannot read a date, a number or a zip code."""
    _, _, source, model = one(draw, searches)
    assert source is not None
    values = asked(model, source, fill(draw, model, source).sent).values
    question = read(replace(source, shortest_keyword=0), Role.TUNING, values)
    assert not isinstance(question, Complaint)


def test_an_untouched_form_asks_nothing_but_its_first_values(searches: Made) -> None:
    """The default query is empty, unless a select begins with a value like others; few do."""
    asking = 0
    for _, plan, source, model in searches:
        values = asked(model, source, untouched(model)).values
        firsts = {i.meaning for i in model.inputs if i.control == "select" and i.choices[0].value}
        assert values.keys() <= firsts, plan
        asking += bool(values)
    assert 0 < asking / len(searches) < 0.15


def test_names_nobody_knows_are_passed_over(searches: Made) -> None:
    """Buttons, tracking parameters and unknown options change nothing."""
    for _, _, source, model in searches[:400]:
        sent = untouched(model)
        noise: dict[str, list[str]] = {
            "utm_source": ["x"],
            "submit": ["Go"],
            "submit.x": ["3"],
            "no such field": ["1"],
        }
        noise |= {b.name: [b.value] for b in model.buttons if b.name}
        assert asked(model, source, {**noise, **sent}) == asked(model, source, sent)


def test_a_filled_honeypot_is_an_error(made: Made) -> None:
    """Who fills in what people do not see gets an error, whatever else is right."""
    trapped = [(s, m) for _, _, s, m in made if any(i.honeypot for i in m.inputs)]
    assert len(trapped) > 100
    for source, model in trapped:
        sent = untouched(model)
        assert asked(model, source, sent).outcome != "error"
        bait = next(i.name for i in model.inputs if i.honeypot)
        found = asked(model, source, {**sent, bait: ["http://spam.example"]})
        assert found.trapped
        assert found.outcome == "error"


def test_a_token_has_to_come_back(measured: World, made: Made) -> None:
    """A missing, old or doubled token is a bad token; the right one is none."""
    guarded = [e for e in made if any(i.meaning == "token" for i in e[3].inputs)]
    assert len(guarded) > 50
    for site, plan, source, _ in guarded:
        model = form(measured, site, plan, source, "/go", token="fresh")
        name = next(i.name for i in model.inputs if i.meaning == "token")
        sent = untouched(model)
        assert asked(model, source, sent).token
        for wrong in ([], ["stale"], [""], ["fresh", "fresh"]):
            found = asked(model, source, {**sent, name: wrong})
            assert not found.token
            assert found.outcome == "bad-token"


def test_missing_fields_are_named(searches: Made) -> None:
    """What a source requires and nobody filled in is reported by its label, marked or not."""
    wanting = [(s, m) for _, _, s, m in searches if s and any(i.meaning in s.requires for i in m.inputs)]
    assert len(wanting) > 30
    for source, model in wanting:
        empty: Mapping[str, list[str]] = {}
        found = asked(model, source, empty)
        expected = {i.group or i.label or i.name for i in model.inputs if i.meaning in source.requires}
        assert set(found.missing) == expected
        assert found.outcome in ("required", "bad-token")


def test_sorting_and_page_sizes_are_the_sources_own(searches: Made) -> None:
    """Every order a form offers is one the source knows, all of them are offered, and sizes are numbers."""
    sorting = 0
    for _, _, source, model in searches:
        for i in model.inputs:
            if i.meaning == "sort" and source:
                orders = [asked(model, source, {i.name: [choice.value]}).sort for choice in i.choices]
                assert orders == ["", *source.sorts]
                sorting += 1
            if i.meaning == "per_page":
                sizes = [asked(model, source, {i.name: [choice.value]}).per_page for choice in i.choices]
                assert all(size >= 5 for size in sizes)
    assert sorting > 30


@given(draw=CHANCE)
@settings(QUICK, max_examples=60)
def test_two_steps_together_ask_one_question(measured: World, searches: Made, draw: Random) -> None:
    """Step 1 leads to step 2, which brings the first answer along; then the query is complete."""
    site, plan, source, first = one(draw, [e for e in searches if e[1].steps > 1])
    opening = fill(draw, first, source)
    begun = asked(first, source, opening.sent)
    assert begun.step == 1
    assert begun.following == (1 if begun.missing else 2)
    second = form(measured, site, plan, source, "/go", step=2, carried=opening.sent)
    filling = fill(draw, second, source)
    done = asked(second, source, filling.sent)
    assert (done.step, done.following) == (2, 0)
    assert dict(done.values) == opening.meant | filling.meant


DATE = Attribute("day", "date", "range", ("Day",), low=0, high=800, format="dmy")


@pytest.mark.parametrize(
    ("end", "sent", "meant"),
    [
        ("", {"y": ["2026"]}, {"day.low": ("2026-01-01",), "day.high": ("2026-12-31",)}),
        ("", {"y": ["2027"], "m": ["2"]}, {"day.low": ("2027-02-01",), "day.high": ("2027-02-28",)}),
        ("", {"y": ["2026"], "m": ["4"], "d": ["31"]}, {"day": ("2026-04-30",)}),
        ("low", {"y": ["2026"], "m": ["6"]}, {"day.low": ("2026-06-01",)}),
        ("high", {"y": ["2026"], "m": ["6"]}, {"day.high": ("2026-06-30",)}),
        ("low", {"m": ["6"], "d": ["1"]}, {}),
    ],
)
def test_a_date_without_some_of_its_parts_is_a_span(
    searches: Made, end: Literal["", "low", "high"], sent: dict[str, list[str]], meant: dict[str, tuple[str, ...]]
) -> None:
    """Year alone is a year, year and month a month; the 31st of April is its last day; no year, no date."""
    source = searches[0][2]
    assert source is not None
    source = replace(source, attributes=(DATE,), requires=())
    years = tuple(Choice(str(n), str(n)) for n in range(2026, 2029))
    numbers = tuple(Choice(str(n), str(n)) for n in range(1, 32))
    parts = (("d", "day", numbers), ("m", "month", numbers[:12]), ("y", "year", years))
    inputs = tuple(
        Input(
            name,
            "select",
            choices=choices,
            meaning="day",
            type=part,
            end="low" if end == "low" else "high" if end else "",
        )
        for name, part, choices in parts
    )
    model = FormModel("k", "search", source.domain, source.key, "/", "get", inputs, ())
    assert asked(model, source, sent).values == meant
