"""What holds for the whole collection: only files that have doctests are read for them.

Every worker collects everything. Importing hundreds of modules that have no example, and looking through each test
for examples it cannot have, took a third of that.
"""

from collections.abc import Generator
from pathlib import Path

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Leave out collectors of doctests for files without any."""
    found = yield
    if file_path.suffix == ".py" and b">>>" not in file_path.read_bytes():
        return [collector for collector in found if type(collector) is pytest.Module]  # doctests are a subclass
    return found
