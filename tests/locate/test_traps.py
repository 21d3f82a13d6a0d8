"""Places that never end are left before they cost a crawl."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.locate.traps import ENOUGH, TrapWatch, shape, trap
from leadline.model.events import Outcome
from leadline.model.url import canonical
from leadline.model.url_parameters import without_session


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://a.example/x/y/x/y/x/y/", "repeating path"),
        ("http://a.example/img/img/img/logo", "repeating path"),
        ("http://a.example/calendar?year=2471&month=3", "calendar far from now"),
        ("http://a.example/events/1203/04", None),
        ("http://a.example/photo.JPG", "not a page"),
        ("http://a.example/report.pdf?x=1", "not a page"),
        ("http://a.example/" + "a/b/c/" * 6, "very deep path"),
        ("http://a.example/s?" + "&".join(f"p{n}=1" for n in range(30)), "very many parameters"),
        ("http://a.example/?q=" + "x" * 2000, "very long URL"),
        ("http://a.example/books/search?author=orwell&page=2", None),
        ("http://a.example/model/2019/honda-civic", None),
        ("http://a.example/a/a/b", None),
    ],
)
def test_urls_are_judged_by_themselves(url: str, why: str | None) -> None:
    """Each kind of trap has its word, and ordinary addresses pass."""
    assert trap(url) == why


@pytest.mark.parametrize(
    ("url", "same"),
    [
        ("http://a.example/list?PHPSESSID=0123abcd&page=2", "http://a.example/list?page=2"),
        ("http://a.example/list;jsessionid=AB12?page=2", "http://a.example/list?page=2"),
        ("http://a.example/(S(abcdefghijklmnopqrstuvwx))/list", "http://a.example/list"),
        ("http://a.example/list?utm_source=x", "http://a.example/list"),
        ("http://a.example/list?side=left&assist=1", "http://a.example/list?side=left&assist=1"),
    ],
)
def test_sessions_are_cut_out(url: str, same: str) -> None:
    """The same page in two sessions is one page; parameters that only look similar stay."""
    assert without_session(url) == same


@given(st.text(max_size=60))
def test_any_url_has_a_shape_and_a_verdict(text: str) -> None:
    """No address makes the nets fail, and cutting sessions twice changes nothing."""
    url = canonical(f"http://a.example/{text}")
    if url is None:
        return
    trap(url)
    shape(url)
    assert without_session(without_session(url)) == without_session(url)


def outcome(number: int, url: str, fingerprint: int) -> Outcome:
    return Outcome(number, url, "web", 0, final_url=url, status=200, fingerprint=fingerprint)


def test_a_calendar_that_says_nothing_is_closed() -> None:
    """Pages of one shape that keep saying the same close the shape; others of the site stay open."""
    watch = TrapWatch()
    for day in range(ENOUGH + 5):
        watch.learn(outcome(day, f"http://a.example/day/{day}", 0b1011 ^ (day % 2)))
    assert watch.closed("http://a.example/day/999")
    assert not watch.closed("http://a.example/item/999")
    assert not watch.closed("http://b.example/day/999")


def _closed_after(pages: int, fingerprint: Callable[[int], int]) -> bool:
    watch = TrapWatch()
    for page in range(pages):
        watch.learn(outcome(page, f"http://a.example/day/{page}", fingerprint(page)))
    return watch.closed("http://a.example/day/999")


def test_twenty_pages_close_a_shape_and_not_nineteen() -> None:
    """A list of a few like pages is left open; a calendar costs twenty requests."""
    assert not _closed_after(19, lambda _: 5)
    assert _closed_after(20, lambda _: 5)


def test_nine_tenths_have_to_be_dull() -> None:
    """A shape where every fourth page says something new is worth its requests."""
    spread = 0x9E3779B97F4A7C15
    assert not _closed_after(200, lambda n: (n * spread) & (2**63 - 1) if n % 4 == 0 else 5)
    assert _closed_after(200, lambda n: (n * spread) & (2**63 - 1) if n % 20 == 0 else 5)


def test_near_is_three_bits() -> None:
    """Pages whose fingerprints differ in three of 64 bits say the same, in four they do not."""

    def repeated(bits: int) -> Callable[[int], int]:
        """Each bit of a page's number, so many times."""
        return lambda n: sum((2**bits - 1) << (bits * place) for place in range(6) if n >> place & 1)

    assert _closed_after(60, repeated(3))
    assert not _closed_after(60, repeated(4))


def test_pages_that_differ_stay_open() -> None:
    """A long list of different records is no trap, however alike its addresses are."""
    watch = TrapWatch()
    for item in range(300):
        watch.learn(outcome(item, f"http://a.example/item/{item}", (item * 0x9E3779B97F4A7C15) & (2**63 - 1)))
    assert not watch.closed("http://a.example/item/301")


def test_a_snapshot_of_the_watch_is_the_watch() -> None:
    """What was learnt before a stop is known after it."""
    watch, again = TrapWatch(), TrapWatch()
    for day in range(ENOUGH - 2):
        watch.learn(outcome(day, f"http://a.example/day/{day}", 5))
    again.restore(watch.state())
    for trapped in (watch, again):
        for day in range(5):
            trapped.learn(outcome(day, f"http://a.example/day/{day}", 5))
    assert watch.closed("http://a.example/day/1")
    assert again.closed("http://a.example/day/1")
    assert watch.state() == again.state()
