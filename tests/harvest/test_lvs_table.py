"""The label-value-set table: matching, the three cases of integration, aliases, feedback, exchange."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.errors import BadTarget
from leadline.harvest.values.table import Integrated, LvsTable, from_csv, from_toml


@pytest.fixture
def table() -> LvsTable:
    made = LvsTable()
    made.add(["State"], [("Utah", 1.0), ("Texas", 0.8), ("Nevada", 0.4)])
    made.add(["Company", "Organization"], [("Intel", 1.0), ("AMD", 0.5)])
    return made


def test_case_1_a_known_label_joins_the_sets(table: LvsTable) -> None:
    """V ∪ D with the larger weight: Texas rises from 0.8 to 1, Ohio comes with 1, Nevada stays at 0.4."""
    assert table.integrate("States:", ["Texas", "Ohio"]) == Integrated(1, "State")
    assert table.values_for("State") == (("Utah", 1.0), ("Texas", 1.0), ("Nevada", 0.4), ("Ohio", 1.0))


def test_case_2_an_unknown_label_makes_a_row(table: LvsTable) -> None:
    """A label that matches nothing is a new row, all weights 1."""
    assert table.integrate("Fuel", ["Diesel", "Petrol"]) == Integrated(2, "Fuel")
    assert table.values_for("fuel") == (("Diesel", 1.0), ("Petrol", 1.0))
    assert len(table.rows) == 3


def test_case_3_without_a_label_the_best_row_takes_scaled_weights(table: LvsTable) -> None:
    """Score of State: (1 + 0.4 + 0)/3; the new value gets that weight, known ones keep their larger ones."""
    found = table.integrate("", ["Utah", "Nevada", "Ohio"])
    assert (found.case, found.label) == (3, "State")
    assert found.score == pytest.approx(1.4 / 3)
    assert dict(table.values_for("State")) == pytest.approx(
        {"Utah": 1.0, "Texas": 0.8, "Nevada": 1.4 / 3, "Ohio": 1.4 / 3}
    )


def test_case_3_without_any_known_value_changes_nothing(table: LvsTable) -> None:
    """A score of 0 adds nothing anywhere."""
    before = table.state()
    assert table.integrate("", ["Red", "Blue"]) == Integrated(3, "", 0.0)
    assert table.state() == before


@pytest.mark.parametrize(
    ("label", "row"),
    [
        ("STATE", "State"),
        ("Select your state:", "State"),
        ("Style", None),
        ("Organizations", "Company"),
        ("Company name", None),
        ("", None),
        ("***", None),
    ],
)
def test_labels_match_normalised_and_near(table: LvsTable, label: str, row: str | None) -> None:
    """Case, endings, marks and words that ask do not count; less than three quarters alike is no match."""
    found = table.match(label)
    assert (next(iter(found.labels.values())) if found else None) == row


def test_words_may_stand_in_another_order(table: LvsTable) -> None:
    """Type of company is company type (the paper's example)."""
    table.add(["Company type"], [("Ltd", 1.0)])
    assert table.values_for("Type of company") == (("Ltd", 1.0),)


def test_the_nearest_label_wins() -> None:
    """Of two rows that are near enough, the nearer one is taken, whatever their order."""
    table = LvsTable()
    table.add(["Maker name"], [("a", 1.0)])
    table.add(["Market name"], [("b", 1.0)])
    assert table.values_for("Markt name") == (("b", 1.0),)


def test_aliases_share_one_set(table: LvsTable) -> None:
    """What is learnt under one label is known under the other."""
    table.add(["Firm", "Company"], [])
    table.integrate("Firm", ["TI"])
    assert table.values_for("Organization")[-1] == ("TI", 1.0)


def test_values_are_compared_normalised_and_kept_as_written(table: LvsTable) -> None:
    """ "utah " is Utah; the first spelling stays."""
    table.integrate("State", ["utah ", "New Mexico"])
    assert [value for value, _ in table.values_for("State")] == ["Utah", "Texas", "Nevada", "New Mexico"]


def test_feedback_moves_a_weight_part_of_the_way(table: LvsTable) -> None:
    """w + 0.3·(success − w): 1 → 0.7 after a failure, 0.7 → 0.79 after a success."""
    table.adjust("State", "Utah", success=0.0, rate=0.3)
    assert dict(table.values_for("State"))["Utah"] == pytest.approx(0.7)
    table.adjust("State", "Utah", success=1.0, rate=0.3)
    assert dict(table.values_for("State"))["Utah"] == pytest.approx(0.79)


def test_a_copy_learns_alone(table: LvsTable) -> None:
    """A planner works on a copy: a second run starts where the first one did."""
    before = table.state()
    twin = table.copy()
    twin.integrate("State", ["Ohio"])
    twin.add(["Province", "State"], [])
    assert table.state() == before
    assert twin.state() != before


WRITTEN = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=12)


@given(st.dictionaries(WRITTEN, st.floats(0, 1), max_size=6))
def test_toml_brings_back_any_value(values: dict[str, float]) -> None:
    """Whatever values hold, quotes and backslashes included, they come back from TOML as they were."""
    table = LvsTable()
    table.add(["Some label"], values.items())
    lines = [f"{_quoted(value)} = {weight!r}" for value, weight in table.values_for("Some label")]
    assert from_toml("\n".join(['[[row]]\nlabels = "Some label"\n[row.values]', *lines])).state() == table.state()


def _quoted(text: str) -> str:
    """A basic string of TOML; JSON's escapes are among its own, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def test_csv_by_columns_and_by_lines() -> None:
    """A column is a label; or each line names label, value and weight."""
    columns = from_csv("\ufeffState,Fuel\nUtah,diesel\nTexas,\n\n")
    assert columns.values_for("state") == (("Utah", 1.0), ("Texas", 1.0))
    assert columns.values_for("fuel") == (("diesel", 1.0),)
    lines = from_csv("value,label,weight\nUtah,State|Province,0.5\nTexas,State,\n")
    assert lines.values_for("province") == (("Utah", 0.5), ("Texas", 1.0))
    assert from_csv("").state() == LvsTable().state()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rows = [", "no TOML"),
        ('[[row]]\nlabels = ["a"]\n', "row 1"),
        ('[[row]]\nlabels = ["a"]\nvalues = {b = 7}\n', "between 0 and 1"),
        ('row = "a"\n', "[[row]]"),
    ],
)
def test_a_bad_file_is_named(text: str, told: str) -> None:
    """What is wrong with a file of values is said, not guessed."""
    with pytest.raises(BadTarget, match=told.replace("[", r"\[")):
        from_toml(text)


def test_a_bad_weight_in_csv_is_named() -> None:
    """The line is told."""
    with pytest.raises(BadTarget, match="line 3"):
        from_csv("label,value,weight\nState,Utah,1\nState,Texas,much\n")


def test_a_homonym_is_left_alone() -> None:
    """A list that shares a label with a row of many values and none of these values does not join it."""
    table = LvsTable()
    table.add(["Car"], [(f"Limousine {n}", 0.9) for n in range(10)])
    assert table.integrate("Car", ["Camry", "Corolla", "Yaris"]) == Integrated(0, "", 0.0)
    assert table.integrate("Car", ["Camry", "Corolla", "Limousine 3"]).case == 1


def test_a_type_of_something_is_not_that_thing() -> None:
    """Full-time is a position type, and no position."""
    table = LvsTable()
    table.add(["Position"], [("Engineer", 1.0)])
    assert table.match("Position type") is None


def test_a_row_is_found_by_its_very_label(table: LvsTable) -> None:
    """Endings and case aside: what is only near is another row."""
    row = table.named("states")
    assert row is not None
    assert "State" in row.labels.values()
    assert table.named("Statte") is None
