"""Where values come from: files, built-in categories, results, other forms; and what fits a field."""

from dataclasses import replace

import pytest
from small_database import end, select, text

from leadline.harvest.estimate import SizeEstimator
from leadline.harvest.evidence import Asked, How
from leadline.harvest.planners.words import takes_words
from leadline.harvest.source import planned
from leadline.harvest.values.built_in import CATEGORIES, BuiltIn
from leadline.harvest.values.supply import (
    Supplies,
    fits,
    fuzzy_set,
    learn_form,
    learn_results,
    written,
)
from leadline.harvest.values.table import LvsTable, from_csv
from leadline.lexicon.tables import entries
from leadline.model.field import Field, FieldGroup, FieldType
from leadline.model.form import Control
from leadline.model.query import Answer, Reply
from leadline.protocols import ValueSource

TODAY = "2026-12-30"


def values(pairs: object) -> list[str]:
    assert isinstance(pairs, list | tuple)
    return [value for value, _ in pairs]


@pytest.mark.parametrize("name", CATEGORIES)
def test_every_category_has_values_under_all_its_labels(name: str) -> None:
    """Whatever a field of a category is called, in five languages, its values are found, all with weight 1."""
    source = BuiltIn("en", today=TODAY)
    for label in entries("categories", name):
        found = list(source.values_for(label))
        assert len(found) >= 7, label
        assert {weight for _, weight in found} == {1.0}


def test_short_labels_are_taken_as_they_stand() -> None:
    """The "and" of "between … and …" is no German "Land", "Countrys" are countries."""
    source = BuiltIn("en", today=TODAY)
    assert list(source.values_for("and")) == []
    assert "Norway" in values(source.values_for("Countrys"))


def test_names_come_in_the_language_that_is_wanted() -> None:
    """Months, weekdays and countries in French; an unknown language falls back to English."""
    french = BuiltIn("fr", today=TODAY)
    assert values(french.values_for("mois"))[:2] == ["janvier", "février"]
    assert values(french.values_for("Jour de la semaine"))[0] == "lundi"
    assert "Allemagne" in values(french.values_for("pays"))
    assert "Germany" in values(BuiltIn("tlh-XX", today=TODAY).values_for("country"))


def test_dates_lie_ahead_and_years_behind() -> None:
    """From the day that is handed in, over the end of a year; nobody asks a clock."""
    source = BuiltIn("en", today=TODAY)
    assert values(source.values_for("date"))[:3] == ["2026-12-30", "2026-12-31", "2027-01-01"]
    assert values(source.values_for("year"))[:3] == ["2027", "2026", "2025"]


def test_examples_bring_more_of_their_kind() -> None:
    """Type 2: two states bring those of their country, never the examples again, 50 at most; a mixed bag brings
    nothing."""
    source = BuiltIn("en", today=TODAY)
    found = values(source.more_like(["Texas", "Utah"]))
    assert "California" in found
    assert not {"Aargau", "Ontario", "Wales"} & set(found)
    assert not {"Texas", "Utah"} & set(found)
    assert len(found) <= 50
    assert list(source.more_like(["Texas", "soup", "seven", "blue"])) == []
    assert list(source.more_like([])) == []


def test_a_csv_file_is_a_source_of_both_types() -> None:
    """By label, and by example with the rest of the column."""
    source: ValueSource = from_csv("Make,Fuel\nAudi,diesel\nFiat,petrol\nOpel,gas\n")
    assert values(source.values_for("makes")) == ["Audi", "Fiat", "Opel"]
    assert list(source.more_like(["audi", "Opel"])) == [("Fiat", 1.0)]
    assert list(source.more_like(["Audi", "x", "y"])) == []


def test_choices_of_other_forms_fill_text_fields() -> None:
    """The paper's example: a list of categories in one form helps a text box of that label in another."""
    table = LvsTable()
    learn_form(table, [select("category", "Memory", "Sensors"), text("q")])
    assert values(table.values_for("Categories")) == ["Memory", "Sensors"]


def test_lists_of_ends_and_parts_teach_only_under_a_name_of_their_own() -> None:
    """ "From" alone names no row, "Price from" does, and the days of a date are no dates."""
    table = LvsTable()
    numbers = select("n", "10", "20", "30", anything=False)
    price = replace(numbers, label="from", type=FieldType.PRICE, end="low")
    named = replace(price, group=FieldGroup("range", "Price", (), ()))
    date = FieldGroup("date", "", (), ("d", "m", "y"))
    days = replace(numbers, label="Arrival", type=FieldType.DAY, group=date)
    learn_form(table, [planned(field) for field in (price, named, days)])
    assert [[*row.labels.values()] for row in table.rows] == [["Price from"]]


def test_values_in_results_join_the_row_of_their_label() -> None:
    """Each value of a record goes to the row of its field's name, with the weight that is set; texts do not."""
    table = LvsTable()
    table.add(["Author"], [("Ada", 1.0)])
    sample = (("Authors", "Grace"), ("Authors", "ada"), ("Abstract", "word " * 50))
    learn_results(table, Answer((), Reply.RESULTS, sample=sample), 0.8)
    assert table.values_for("author") == (("Ada", 1.0), ("Grace", 0.8))
    assert table.match("abstract") is None


def test_the_users_values_come_alone() -> None:
    """What the user gave for a field is not mixed with anything."""
    supplies = Supplies(given={"state": ["Utah"]}, sources=[BuiltIn("en", today=TODAY)])
    assert fuzzy_set(text("state", FieldType.REGION), LvsTable(), supplies) == [("Utah", 1.0)]


def test_a_row_may_be_called_by_the_fields_own_name() -> None:
    """A file of values names a field as people see it or as the form calls it."""
    table = from_csv("plz\n10115\n")
    assert fuzzy_set(text("plz", FieldType.ZIP, label="Postcode"), table, Supplies()) == [("10115", 1.0)]


def test_the_ends_of_a_range_are_not_mixed_up() -> None:
    """ "Price to" is nearer to "Price low" than three quarters, and yet takes the values of its own row only."""
    table = LvsTable()
    table.add(["Price low"], [("5", 1.0)])
    high = end("price_to", "high", "to", of="Price")
    assert fuzzy_set(high, table, Supplies()) == []
    table.add(["Price to"], [("900", 1.0)])
    assert fuzzy_set(high, table, Supplies()) == [("900", 1.0)]


def test_sources_are_asked_by_label_then_by_kind() -> None:
    """A field that is called nothing known, and seems to take a country, gets countries, trusted by half."""
    supplies = Supplies(sources=[BuiltIn("en", today=TODAY)])
    found = fuzzy_set(text("x", FieldType.COUNTRY, label="Where to?"), LvsTable(), supplies)
    assert "Chile" in values(found)
    assert {weight for _, weight in found} == {0.5}
    assert fuzzy_set(text("x", FieldType.KEYWORD, label="Where to?"), LvsTable(), supplies) == []


def test_a_small_set_is_enlarged_by_example() -> None:
    """A row of three months is completed by a source that knows months (query type 2)."""
    table = LvsTable()
    table.add(["Travel month"], [("May", 1.0), ("June", 1.0), ("July", 1.0)])
    supplies = Supplies(sources=[BuiltIn("en", today=TODAY)])
    found = fuzzy_set(text("m", FieldType.OTHER, label="Travel month"), table, supplies)
    assert len(found) == 12


@pytest.mark.parametrize(
    ("demands", "type_", "value", "ok"),
    [
        ({"maxlength": 3}, FieldType.KEYWORD, "four", False),
        ({"minlength": 3}, FieldType.KEYWORD, "ab", False),
        ({"min": 10, "max": 20}, FieldType.NUMBER, "15", True),
        ({"min": 10, "max": 20}, FieldType.NUMBER, "25", False),
        ({}, FieldType.PRICE, "cheap", False),
        ({"pattern": "[0-9]{5}"}, FieldType.ZIP, "12345", True),
        ({"pattern": "[0-9]{5}"}, FieldType.ZIP, "1234", False),
        ({"pattern": "(a+)+$"}, FieldType.KEYWORD, "a" * 50 + "b", True),
        ({"pattern": "[unclosed"}, FieldType.KEYWORD, "x", True),
        ({}, FieldType.KEYWORD, "", False),
        ({}, FieldType.DATE, "17", False),
        ({}, FieldType.DATE, "17.3.2026", True),
    ],
)
def test_what_fits_a_field(
    demands: dict[str, str | int | float | bool], type_: FieldType, value: str, ok: bool
) -> None:
    """Lengths, bounds and plain patterns are kept to; a pattern that could run for ever is not run."""
    assert fits(text("x", type_, constraints=demands), value) is ok


@pytest.mark.parametrize(
    ("kind", "value", "ok"),
    [
        ("date", "York", False),
        ("date", "2026-02-30", False),
        ("date", "2026-03-05", True),
        ("time", "noon", False),
        ("time", "19:30", True),
        ("number", "twelve", False),
        ("number", "12", True),
        ("month", "March", False),
        ("week", "2026-W07", True),
        ("range", "house", False),
        ("search", "house", True),
    ],
)
def test_nothing_is_asked_for_that_a_browser_would_empty(kind: str, value: str, *, ok: bool) -> None:
    """Whatever the field is called; and where only one kind of value may stand, no word is drawn by lot."""
    field = Field((Control(kind, "x", "", ()),), "Search", type=FieldType.KEYWORD)
    assert fits(field, value) is ok
    assert takes_words(field) is (kind == "search")
    sizes, word = SizeEstimator([field]), "1234"
    rows = tuple((f"r{n}", (("title", f"1234 of York{n % 4} {n + 3000}"),)) for n in range(21))
    met = tuple(identity for identity, _ in rows)
    answer = Answer((("x", word),), Reply.RESULTS, 21, 21, met=met, rows=rows)
    sizes.observe(Asked(answer.choice, How.ADAPTIVE), answer)
    assert (sizes.draw() is not None) is (kind == "search")


@pytest.mark.parametrize(
    ("wanted", "seen"),
    [
        ("dd/mm/yyyy", "05/03/2026"),
        ("mm-dd-yyyy", "03-05-2026"),
        ("yyyy-mm-dd", "2026-03-05"),
        ("tt.mm.jjjj", "05.03.2026"),
        ("jj/mm/aaaa", "05/03/2026"),
        ("dd.mm.yy", "05.03.26"),
    ],
)
def test_dates_are_written_as_the_field_wants_them(wanted: str, seen: str) -> None:
    """Formats in English, German and French letters."""
    field = text("d", FieldType.DATE, constraints={"format": wanted})
    assert written(field, "2026-03-05") == seen
