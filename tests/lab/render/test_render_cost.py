"""What rendering costs beside reading the same page."""

import time
from collections.abc import Callable

import pytest
from render_sheets import URL, links_page, skin_of

from leadline.parse.document import parse_html
from leadline_lab.render import FAMILIES, render


def seconds(work: Callable[[], object], times: int = 5) -> float:
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


@pytest.mark.parametrize("family", FAMILIES)
def test_writing_a_page_is_cheaper_than_reading_it(family: str) -> None:
    """A page of 100 links is written in less than half the time it takes to parse it."""
    sheet, worn = links_page(100), skin_of(1, family)
    html = render(sheet, worn)
    assert len(parse_html(html, URL).links) == 100
    writing = reading = float("inf")
    for _ in range(8):
        writing = min(writing, seconds(lambda: render(sheet, worn)))
        reading = min(reading, seconds(lambda: parse_html(html, URL).whole()))
    assert writing / reading < 0.5
