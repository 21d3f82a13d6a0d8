"""A world beside the published statistics it is made after: what `leadline lab describe` prints.

Targets are those of ALGORITHMS F3 and SPEC sections 1–3. `rows` measures sites, databases and forms on everything
the world has, pages on a sample of its sites. Density of relevant forms is not here: it depends on who crawls
(`leadline bench density`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from leadline_lab.calibration.forms import form_rows
from leadline_lab.calibration.pages import page_rows
from leadline_lab.calibration.sites import site_rows
from leadline_lab.calibration.survey import survey
from leadline_lab.world import World


class Row(NamedTuple):
    name: str
    target: float
    measured: float


def rows(world: World, pages: int = 1_000) -> Iterator[Row]:
    """The table; `pages` sites are looked at page by page."""
    found = survey(world)
    for name, target, measured in (*site_rows(world, found), *form_rows(found), *page_rows(world, pages)):
        yield Row(name, target, measured)
