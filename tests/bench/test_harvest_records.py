"""Records and fields of the lab: as many as the answer key says, and found by the figures that stay stable."""

from leadline_bench.harvest.details import measure_lab_details
from leadline_bench.harvest.records import Tally, measure_lab
from leadline_lab.spec import Role


def test_f1_is_two_times_right_over_said_and_true() -> None:
    """Nothing said and nothing there is perfect; otherwise the harmonic mean of precision and recall."""
    assert Tally().f1 == 1.0
    assert Tally(right=3, said=4, true=5).f1 == 2 * 3 / (4 + 5)


def test_records_and_fields_of_a_tuning_world() -> None:
    """On a world that was not looked at, records, identities and fields hold what is promised."""
    measured = measure_lab([60], Role.TUNING, most=12)
    figures = measured.figures()
    assert measured.whole.pages >= 20
    assert measured.whole.records.true > 100
    assert figures["record_f1"] >= 0.98
    assert figures["identity_f1"] >= 0.98
    assert figures["field_f1"] >= 0.95


def test_own_pages_of_a_tuning_world() -> None:
    """Fields of the records' own pages come with their records."""
    tally = measure_lab_details([60], Role.TUNING, most=10)["all"]
    assert tally.true > 50
    assert tally.f1 >= 0.9
