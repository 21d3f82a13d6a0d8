"""Which fields stand together in a form."""

from dataclasses import replace

from leadline_lab.anatomy import Input
from leadline_lab.render.rows import Line, Section, arranged

LOW = Input("min", "select", "from", type="year", meaning="year", end="low", group="Year")
HIGH = replace(LOW, name="max", label="to", end="high")
TRAP = Input("trap", "text", "leave empty", honeypot=True)
PLAIN = Input("q", "text", "Words")


def names(part: Line | Section) -> list[list[str]]:
    lines = (part,) if isinstance(part, Line) else part.lines
    return [[field.name for field in line.inputs] for line in lines]


def test_a_range_is_one_line_under_its_group() -> None:
    """Both ends stand beside each other, also where what they ask for is a year."""
    assert arranged([PLAIN, LOW, HIGH]) == [Line((PLAIN,)), Line((LOW, HIGH), "Year")]


def test_a_range_without_group_is_one_line() -> None:
    """Ends that share no text still stand beside each other."""
    low, high = replace(LOW, group=""), replace(HIGH, group="")
    assert arranged([low, high]) == [Line((low, high))]


def test_two_ranges_are_two_lines() -> None:
    """A range ends with its high end, and one of another attribute is another."""
    others = [replace(field, name=f"{field.name}2", meaning="price", group="Price") for field in (LOW, HIGH)]
    assert [names(part) for part in arranged([LOW, HIGH, *others])] == [[["min", "max"]], [["min2", "max2"]]]


def test_parts_of_a_date_are_one_line_and_two_dates_are_two() -> None:
    """Day, month and year of one date stand beside each other, not those of the next date."""
    parts = [Input(f"{end}{kind}", "select", kind, type=kind, meaning="out", end=end, group=end)
             for end in ("low", "high") for kind in ("day", "month", "year")]  # fmt: skip
    assert [names(part) for part in arranged(parts)] == [
        [["lowday", "lowmonth", "lowyear"]],
        [["highday", "highmonth", "highyear"]],
    ]


def test_fields_of_a_group_are_a_section() -> None:
    """Several fields under one text are lines of a section, and those after it are not."""
    city, zip_code = Input("city", "text", "City", group="Where"), Input("zip", "text", "ZIP", group="Where")
    assert arranged([city, zip_code, PLAIN]) == [
        Section("Where", (Line((city,)), Line((zip_code,)))),
        Line((PLAIN,)),
    ]


def test_a_field_alone_in_its_group_keeps_both_texts() -> None:
    """A group's text is the head of its only field, or the legend above it if the field has a label."""
    named = Input("a", "text", "City", group="Where")
    nameless = replace(named, label="", placement="missing")
    assert arranged([named]) == [Section("Where", (Line((named,)),))]
    assert arranged([nameless]) == [Line((nameless,), "Where")]


def test_a_trap_divides_no_group() -> None:
    """A honeypot among the fields of a group stays in its place; elsewhere it is a line of its own."""
    city, zip_code = Input("city", "text", "City", group="Where"), Input("zip", "text", "ZIP", group="Where")
    assert [names(part) for part in arranged([city, TRAP, zip_code, TRAP])] == [
        [["city"], ["trap"], ["zip"]],
        [["trap"]],
    ]
    assert arranged([PLAIN, TRAP]) == [Line((PLAIN,)), Line((TRAP,))]
