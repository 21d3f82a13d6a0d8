"""What the databases of a domain hold."""

import string

import pytest

from leadline_lab.randomness import dice
from leadline_lab.spec import Role
from leadline_lab.words import DOMAINS, LANGUAGES, AttributeWords, attributes, compose, domains

TYPES = {
    "keyword", "name", "category", "date", "day", "month", "year", "price", "number", "zip", "city", "region",
    "country", "language", "sort", "display", "private", "other",
}  # fmt: skip
BOTH = [(domain, role) for role in Role for domain in domains(role)]


def makings(attribute: AttributeWords) -> int:
    """How many values the patterns can make; equal ones of different patterns are few."""
    total = 0
    for pattern in attribute.patterns:
        slots = {int(slot) for _, slot, _, _ in string.Formatter().parse(pattern) if slot is not None}
        made = 1
        for slot in slots:
            made *= len(attribute.parts[slot])
        total += made
    return total


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_attribute_has_many_names(domain: str, language: str) -> None:
    """A domain has 7 to 12 attributes with many labels (fewer outside English) and HTML names, none twice."""
    found = attributes(domain, language, Role.REPORTING)
    assert 7 <= len(found) <= 12
    assert len({attribute.name for attribute in found}) == len(found)
    for attribute in found:
        assert attribute.type in TYPES
        assert 6 <= len(attribute.labels) <= 12 if language == "en" else len(attribute.labels) >= 3
        assert 4 <= len(attribute.names) <= 8
        assert all(name.replace("_", "").isalnum() and name.isascii() for name in attribute.names)
        for entries in (attribute.labels, attribute.names, attribute.values, attribute.patterns, *attribute.parts):
            assert len(set(entries)) == len(entries), attribute.name


@pytest.mark.parametrize(("domain", "role"), BOTH)
def test_every_attribute_can_have_a_value(domain: str, role: Role) -> None:
    """An attribute is listed, composed or counted, exactly one of the three, and asked about accordingly."""
    for attribute in attributes(domain, "en", role):
        counted = attribute.high > attribute.low
        assert [bool(attribute.values), bool(attribute.patterns), counted].count(True) == 1, attribute.name
        if counted:
            assert attribute.step >= 1
            assert attribute.type in ("number", "price", "year", "date")
        else:
            assert attribute.ask != "range"
        if attribute.type == "category":
            assert len(attribute.values) >= (8 if role is Role.REPORTING else 3)


@pytest.mark.parametrize(("domain", "role"), BOTH)
def test_the_first_attribute_names_a_hundred_thousand_records(domain: str, role: Role) -> None:
    """Titles and names do not run out, in tuning worlds either, and come out whole."""
    first = attributes(domain, "en", role)[0]
    assert first.ask == "contains"
    assert makings(first) >= 100_000
    rolled = [compose(dice(domain, n), first) for n in range(2000)]
    assert len(set(rolled)) > 1900
    assert not [title for title in rolled if "{" in title or "  " in title or title != title.strip()]


def test_people_are_many_wherever_they_are_named() -> None:
    """Authors, directors and actors are as many as titles."""
    for domain, name in (("book", "author"), ("movie", "director"), ("movie", "actor"), ("music", "artist")):
        of = {attribute.name: attribute for attribute in attributes(domain, "en", Role.TUNING)}
        assert makings(of[name]) >= 100_000, name


@pytest.mark.parametrize(("domain", "role"), BOTH)
def test_dependent_values_depend_on_an_earlier_attribute(domain: str, role: Role) -> None:
    """What depends on another attribute names an earlier one, and lists values under values that exist."""
    earlier: dict[str, AttributeWords] = {}
    for attribute in attributes(domain, "en", role):
        if attribute.correlates:
            of = earlier[attribute.correlates]
            assert {value for value, _ in attribute.given} <= set(of.values)
            assert set(attribute.values) >= {value for _, listed in attribute.given for value in listed}
            assert all(listed for _, listed in attribute.given)
        else:
            assert not attribute.given
        earlier[attribute.name] = attribute


def test_models_are_their_makers() -> None:
    """A Civic is a Honda wherever both may be seen."""
    of = {attribute.name: attribute for attribute in attributes("auto", "de", Role.REPORTING)}
    given = dict(of["model"].given)
    assert set(of["make"].values) == set(given)
    assert "Civic" in given["Honda"]
    assert "Civic" not in given["Toyota"]


@pytest.mark.parametrize("domain", domains(Role.TUNING))
def test_tuning_worlds_see_a_part(domain: str) -> None:
    """Labels, names, values and parts of tuning worlds are among those of reporting worlds, at least two each."""
    hidden = 0
    pairs = zip(attributes(domain, "en", Role.TUNING), attributes(domain, "en", Role.REPORTING), strict=True)
    for tuning, reporting in pairs:
        assert tuning.name == reporting.name
        lists = [(tuning.labels, reporting.labels), (tuning.names, reporting.names)]
        lists += [(tuning.values, reporting.values), *zip(tuning.parts, reporting.parts, strict=True)]
        for kept, every in lists:
            assert set(kept) <= set(every)
            assert len(kept) >= min(2, len(every))
            hidden += len(every) - len(kept)
    assert hidden > 40


def test_listed_values_are_composed_by_picking() -> None:
    """Where there is nothing to compose, `compose` picks one of the values."""
    make = attributes("auto", "en", Role.REPORTING)[1]
    assert {compose(dice(n), make) for n in range(400)} == set(make.values)
