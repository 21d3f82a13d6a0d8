"""The lab beside the published statistics: every row of the table within a fifth."""

import pytest

from leadline_lab.calibration import Row, rows
from leadline_lab.spec import Role, WorldSpec
from leadline_lab.world import open_world


@pytest.fixture(scope="module", params=[(Role.REPORTING, 32)], ids=["reporting"])
def table(request: pytest.FixtureRequest) -> list[Row]:
    role, seed = request.param
    return list(rows(open_world(WorldSpec(seed, 6_000, role)), pages=1_000))


def test_every_row_is_within_a_fifth_of_its_target(table: list[Row]) -> None:
    """Sites, databases, forms, labels, links and files are as often as people counted them on the web."""
    assert len(table) >= 45
    off = [row for row in table if not 0.8 <= row.measured / row.target <= 1.2]
    assert off == []
