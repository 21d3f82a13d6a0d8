"""Kinds of mistakes in records and fields, counted by hand on small pages."""

from leadline_bench.harvest.mistakes import field_mistakes, identity_mistakes, record_mistakes
from leadline_bench.harvest.mistakes_report import cutting_tables
from leadline_bench.harvest.records import ByLayout, Measured

ROWS = (("moby", "melville", "1851"), ("emma", "austen", "1815"), ("dune", "herbert", "1965"))


def _kinds(cuts: list[tuple[str, str]], found: tuple[bool, ...], urls: tuple[str, ...] = ()) -> dict[str, int]:
    return dict(record_mistakes(ROWS, found, cuts, urls))


def test_nothing_wrong_is_no_mistake() -> None:
    """Where every record was found and every cut is one, there are no kinds."""
    cuts = [("".join(row), "") for row in ROWS]
    assert _kinds(cuts, (True, True, True)) == {}


def test_a_cut_with_two_records_merges_both() -> None:
    """Both count as merged, and the third, which no cut has, as missed."""
    assert _kinds([("mobymelville1851emmaausten1815", "")], (False, False, False)) == {"merged": 2, "missed": 1}


def test_cells_in_several_cuts_are_split() -> None:
    """A record whose cells all stand somewhere, but in several cuts, is split; a lone heading is invented."""
    cuts = [("moby", ""), ("melville", ""), ("1851", ""), ("emmaausten1815", ""), ("dune herbert1965", "")]
    assert _kinds([*cuts, ("results", "")], (False, True, True)) == {"split": 1, "invented": 3}


def test_what_one_cut_lacks_is_cropped() -> None:
    """A cut of most of a record that lacks what no other cut has crops it."""
    cuts = [("mobymelville", ""), ("emmaausten1815", ""), ("duneherbert1965", "")]
    assert _kinds(cuts, (False, True, True)) == {"cropped": 1}


def test_a_whole_record_with_another_address_is_misled() -> None:
    """It is there as a whole; it leads elsewhere, or it has much that is not its own."""
    cuts = [("mobymelville1851", "/9"), ("emmaausten1815", "/2"), ("duneherbert1965" + "x" * 200, "/3")]
    assert _kinds(cuts, (False, True, False), ("/1", "/2", "/3")) == {"misled": 1, "padded": 1}


def test_identities_of_one_record_and_of_two() -> None:
    """One record with two identities is counted once, two records with one identity both."""
    ids = {"a": frozenset({"1", "2"}), "b": frozenset({"3"}), "c": frozenset({"3"}), "d": frozenset({"4"})}
    assert dict(identity_mistakes(ids)) == {"two ids": 1, "one id": 2}


def test_fields_are_absent_renamed_changed_or_extra() -> None:
    """A value under another name, a name with another value, neither, and a field that is nobody's."""
    true = [("title", "moby"), ("author", "melville"), ("year", "1851"), ("", "novel"), ("pages", "600")]
    said = [("title", "moby"), ("by", "melville"), ("year", "18511852"), ("kind", "novel"), ("note", "whale")]
    assert dict(field_mistakes(true, said)) == {"another name": 1, "another value": 1, "absent": 1, "extra": 1}


def test_tables_name_layout_kind_and_number() -> None:
    """A user reads which layout made which mistakes, and among how many."""
    layout = ByLayout(pages=4, wrong=1)
    layout.records.add(8, 9, 10)
    layout.mistakes.update({"merged": 2})
    told = Measured()
    told.take(Measured({"grid": layout}))
    told.take(Measured({"grid": layout}))
    well, wrong = cutting_tables(told)
    assert well.rows == (("grid", 8, layout.records.f1, 1.0, 1.0),)
    assert ("grid", "records", "merged", 4, 20) in wrong.rows
