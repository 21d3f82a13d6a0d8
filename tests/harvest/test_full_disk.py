"""A disk that is full at any moment of a harvest: one sentence, exit 5, and nothing is lost or doubled."""

import os
from collections import Counter
from pathlib import Path

import pytest
import shop_site
from catalogue_server import catalogue
from test_harvest_plans import NO_DETAILS, POLITE_ENOUGH, names

from leadline.store.folder import is_free
from leadline.store.sqlite.database import Database
from prepared_program import prepared_command
from small_disk import small_disk

MOMENTS = int(os.environ.get("LEADLINE_FULL", "4"))
"""`make kills` does fifty."""
SMALLEST, LARGEST = 4 * 1024, 1_500 * 1024
"""From a disk that has no room for the lock to one on which a harvest nearly ends."""
SIZES = [SMALLEST + (LARGEST - SMALLEST) * n // max(1, MOMENTS - 1) for n in range(MOMENTS)]


@pytest.mark.parametrize(("number", "size"), list(enumerate(SIZES)))
def test_a_full_disk_loses_nothing(tmp_path: Path, number: int, size: int) -> None:
    """The harvest ends with 5 and one sentence; with more room `resume`, or the same command where nothing was
    begun, brings up what it would have, asking no recorded query twice."""
    with catalogue(shop_site.answer) as shop, small_disk(tmp_path / "disk", size, mount=number % 2 == 0) as disk:
        out = disk.folder / "out"
        begin = ["harvest", shop.url("/"), "--out", str(out), *POLITE_ENOUGH, *NO_DETAILS]
        full = disk.run([*prepared_command(), *begin])
        told = [line for line in full.stderr.splitlines() if line.startswith("leadline: ")]
        assert (full.returncode, len(told)) == (5, 1), full.stderr
        assert "Traceback" not in full.stderr
        disk.grow()
        again = begin if is_free(out) else ["resume", str(out), *POLITE_ENOUGH]
        done = disk.run([*prepared_command(), *again])
        assert done.returncode == 0, done.stderr
        assert names(out) == shop_site.NAMES
        database = Database(out / "leadline.db")
        try:
            repeated = database.all("SELECT choice, role FROM query GROUP BY choice, role HAVING count(*) > 1")
            left = database.all("SELECT 1 FROM submission WHERE state <> 'recorded'")
        finally:
            database.close()
        assert (repeated, left) == ([], [])
        asked = Counter(tuple(pairs) for _, path, pairs in shop.asked if path == "/find")
        # The one whose answer found no room is sent once more.
        assert sum(count - 1 for count in asked.values()) <= 1
