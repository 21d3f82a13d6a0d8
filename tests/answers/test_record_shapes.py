"""A hundred ways to show results, in four kinds of pages around them: every record comes out, whole and alone."""

import pytest
from shape_accounts import ACCOUNTS
from shape_flows import FLOWS
from shape_ledgers import LEDGERS
from shape_more import MORE, timetable
from shape_records import FRAMES, Thing, answer, form_text, things
from shape_registers import REGISTERS
from shape_tables import TABLES, Draw

from leadline.answers.records.cut import Cut, cut_records

SHAPES: dict[Draw, tuple[str, ...]] = {**TABLES, **FLOWS, **MORE, **LEDGERS, **ACCOUNTS, **REGISTERS}


def _cuts(draw: Draw, some: list[Thing], frame: str, *, counted: bool) -> tuple[Cut, ...]:
    document = answer(draw(some), len(some), frame, counted=counted)
    return cut_records(document, form_text(frame), asked=("brass",)).cuts


def _fields(cut: Cut, thing: Thing, shown: tuple[str, ...]) -> list[str]:
    """The fields that a record should have and has not: under the page's name, or any where it gives none."""
    missing: list[str] = []
    for field in shown:
        name, _, attribute = field.partition("=")
        value = str(getattr(thing, attribute))
        if not any(said == value and name in ("", given) for given, said in cut.fields):
            missing.append(field)
    return missing


def _is_linked(draw: Draw, some: list[Thing]) -> bool:
    return any(thing.href in draw([thing]) for thing in some)


def _wrong(draw: Draw, some: list[Thing], cuts: tuple[Cut, ...]) -> list[str]:
    """What is wrong with the records of a page, in words."""
    if len(cuts) != len(some):
        return [f"{len(cuts)} records instead of {len(some)}: {[cut.text[:60] for cut in cuts[:5]]}"]
    said: list[str] = []
    linked = _is_linked(draw, some)
    cut_of = {thing.n: cut for thing in some for cut in cuts if thing.title in (v for _, v in cut.fields)}
    for place, thing in enumerate(some):
        # Where titles are no fields of their own, records go by their place; groups are drawn in another order.
        cut = cut_of.get(thing.n, cuts[place])
        if thing.title not in cut.text:
            said.append(f"{thing.title}: not in {cut.text[:80]}")
        elif linked and cut.url != thing.url:
            said.append(f"{thing.title}: leads to {cut.url}")
        elif missing := _fields(cut, thing, SHAPES[draw]):
            said.append(f"{thing.title}: no {missing} in {cut.fields}")
    return said


@pytest.mark.parametrize("draw", SHAPES, ids=lambda draw: draw.__name__)
def test_every_record_is_cut_with_its_fields(draw: Draw) -> None:
    """Two records, five, twelve or thirty, counted or not: each comes with its address and the fields it shows."""
    sizes = {"bare": ((2, True), (2, False), (5, False), (30, False)), "tables": ((3, True), (12, False))}
    for frame in FRAMES:
        for count, counted in sizes.get(frame, ((2, False), (12, False))):
            some = things(count)
            assert _wrong(draw, some, _cuts(draw, some, frame, counted=counted)) == [], frame


@pytest.mark.parametrize(
    "draw", [draw for draw in SHAPES if draw is not timetable], ids=lambda draw: draw.__name__
)
def test_a_single_record_is_one(draw: Draw) -> None:
    """Where a page says that it has one record, its rows and lines are no records of their own.

    One form with a button, as of a timetable, cannot be told from the search form and is left out.
    """
    some = things(1)
    for frame in FRAMES:
        assert _wrong(draw, some, _cuts(draw, some, frame, counted=True)) == [], frame


@pytest.mark.parametrize("frame", FRAMES)
def test_labels_without_links_are_one_record(frame: str) -> None:
    """Rows of label and value that lead nowhere are one record, also where the page does not count."""
    facts = "<tr><th>Object<td>Brass sextant<tr><th>Maker<td>Dollond<tr><th>Year<td>1740<tr><th>Place<td>York"
    document = answer(f"<table>{facts}</table>", 1, frame, counted=False)
    cuts = cut_records(document, form_text(frame), asked=("brass",)).cuts
    assert [dict(cut.fields) for cut in cuts] == [
        {"Object": "Brass sextant", "Maker": "Dollond", "Year": "1740", "Place": "York"}
    ]


@pytest.mark.parametrize("draw", SHAPES, ids=lambda draw: draw.__name__)
def test_a_page_without_records_has_none(draw: Draw) -> None:
    """Heads and sums alone, on a page that says that nothing was found, are no records."""
    said = "<p>No objects found, no results for <b>brass</b>.</p>"
    for frame in FRAMES:
        document = answer(f"{said}{draw([])}", 0, frame, counted=False)
        assert cut_records(document, form_text(frame), asked=("brass",)).cuts == (), frame


def test_a_glossary_is_no_single_record() -> None:
    """Terms in the order of the alphabet, or as many as the page says, are records and not labels."""
    terms = ("abaft", "abeam", "aft", "ahoy", "amidships")
    entries = "".join(f"<dt>{term}<dd>A word of sailors, number {n}" for n, term in enumerate(terms))
    for counted in (True, False):
        cuts = cut_records(answer(f"<dl>{entries}</dl>", 5, counted=counted), form_text(), asked=("a",)).cuts
        assert [cut.title for cut in cuts] == list(terms)


def test_rows_share_a_cell_that_spans_them() -> None:
    """A record has the cell of a group that it stands in, under the head of that column."""
    rows = (
        "<tr><td rowspan=2>Dollond<td><a href=/object/1>Sextant</a><td>1740"
        "<tr><td><a href=/object/2>Telescope</a><td>1753<tr><td>Watts<td><a href=/object/3>Bugle</a><td>1766"
    )
    document = answer(f"<table><tr><th>Maker<th>Object<th>Year</tr>{rows}</table>", 3)
    assert [cut.fields for cut in cut_records(document, form_text()).cuts] == [
        (("Maker", "Dollond"), ("Object", "Sextant"), ("Year", "1740")),
        (("Maker", "Dollond"), ("Object", "Telescope"), ("Year", "1753")),
        (("Maker", "Watts"), ("Object", "Bugle"), ("Year", "1766")),
    ]
