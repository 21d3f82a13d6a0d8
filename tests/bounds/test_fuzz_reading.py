"""Broken pages by the thousands through everything that reads pages; `make fuzz` runs ten thousand."""

import os

from reading_everything import everything

from leadline_bench.forms.fuzz import fuzz
from leadline_lab.spec import Role, spec
from leadline_lab.web import Ask, Web
from leadline_lab.world import open_world

PAGES = 10_000 if "LEADLINE_FUZZ" in os.environ else 250


def sources() -> list[str]:
    """Home pages of a small world, and what their searches answer."""
    world = open_world(spec("tiny", 3, Role.TUNING))
    web = Web(world)
    addresses = [f"http://{host}/" for host in world.hosts[:30]]
    addresses += [f"http://{host}/search?q=the" for host in world.hosts[:30]]
    return [web.reply(Ask("GET", address)).body.decode("utf-8", "replace") for address in addresses]


def test_broken_pages_are_read() -> None:
    """None raises in any stage: parsing, forms, description, records, judgement, paging; and four copies of one
    take about four times as long."""
    found = fuzz(PAGES, 11, sources(), print, everything)
    print(found.tables[0].rows)
    assert found.figures["fuzz_inputs"] == PAGES
    (row,) = found.tables[0].rows
    assert row[3] == 8 * PAGES
