"""Answers of the lab's databases are walked to their end, whatever they page with."""

from collections import Counter

import pytest
from lab_walks import Walk, walks

from leadline_lab.spec import Role

KINDS = {"next", "numbered", "offset", "post", "more", "steps"}


def _kind(walk: Walk) -> str:
    return "steps" if walk.steps > 1 else walk.paging


@pytest.fixture(scope="module")
def drawn() -> list[Walk]:
    return walks(Role.TUNING, (5,), 3)


def test_every_page_is_reached_and_none_made_up(drawn: list[Walk]) -> None:
    """Next links, numbers, offsets, posted pagers, load-more buttons, forms in steps: all pages, no other."""
    assert {walk.name: walk.lost for walk in drawn if walk.lost} == {}
    assert {_kind(walk) for walk in drawn} == KINDS
    assert {_kind(walk) for walk in drawn if walk.ended} == KINDS


def test_no_record_comes_twice(drawn: list[Walk]) -> None:
    """The pages of an answer put together hold each record once: none was fetched twice, none left out between."""
    for walk in drawn:
        assert [key for key, times in Counter(walk.keys).items() if times > 1] == [], walk.name
