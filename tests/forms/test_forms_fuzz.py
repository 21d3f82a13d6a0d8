"""Broken pages through everything that understands forms; `leadline bench forms --fuzz N` runs more of them."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.errors import WorkNotDone
from leadline.parse.document import parse_html
from leadline_bench.forms.fuzz import PIECES, URL, checked, fuzz, growth, inputs
from leadline_lab.spec import Role, spec
from leadline_lab.web import Ask, Web
from leadline_lab.world import open_world


@pytest.fixture(scope="module")
def pages() -> list[str]:
    """Home pages of a small world: forms in all layouts."""
    world = open_world(spec("tiny", 3, Role.TUNING))
    web = Web(world)
    return [web.reply(Ask("GET", f"http://{host}/")).body.decode("utf-8", "replace") for host in world.hosts[:40]]


def test_broken_pages_are_understood(pages: list[str]) -> None:
    """Hundreds of them raise nothing, get one answer a field, and time grows with their size alone."""
    found = fuzz(320, 5, pages, lambda _: None)
    assert found.figures["fuzz_inputs"] == 320
    assert found.figures["fuzz_growth"] < 9
    (row,) = found.tables[0].rows
    assert isinstance(row[3], int)
    assert row[3] > 1_000  # fields were there to be answered for


@settings(max_examples=120, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=30).map("".join))
def test_any_html_like_text_is_understood(html: str) -> None:
    """Whatever tags and text follow one another, every form is judged and every field answered for."""
    checked(f"<form id=f>{html}")


def test_inputs_are_found_again_by_their_number(pages: list[str]) -> None:
    """The same seed makes the same inputs, another seed others, and most of them have something to fill in."""
    first, again, other = (list(inputs(200, seed, pages)) for seed in (1, 1, 2))
    assert first == again != other
    assert sum(bool(next(iter(parse_html(html, URL).forms), None)) for html in first) > 100


def test_a_failure_names_its_input() -> None:
    """What raises is reported by number and seed, so that it can be made again."""
    met: list[str] = []

    def fails(html: str) -> int:
        met.append(html)
        if len(met) == 4:
            raise IndexError("list index out of range")
        return 0

    with pytest.raises(WorkNotDone, match="input 3 of seed 9: IndexError: list index out of range"):
        fuzz(10, 9, [], lambda _: None, fails)
    assert met == list(inputs(4, 9, []))


def test_squares_are_seen() -> None:
    """Work that grows with the square of the size is told from work that grows with the size, and from work that
    costs more at one step only. How fast this machine is does not matter: the clock is the work that was done."""
    worked = 0.0

    def work(of: Callable[[int], float]) -> Callable[[str], int]:
        def check(html: str) -> int:
            nonlocal worked
            worked += of(len(html))
            return 0

        return check

    def grown(of: Callable[[int], float]) -> float:
        return growth("x" * 300, work(of), clock=lambda: worked)

    assert grown(lambda size: size / 100) == pytest.approx(4)
    assert grown(lambda size: size**2 / 1_000) == pytest.approx(16)
    assert grown(lambda size: size if size > 300 else 1) == pytest.approx(4)
    assert grown(lambda size: 0.001 if size < 300 * 16 else 0.004) < 4, "hardly any time at all says nothing"
