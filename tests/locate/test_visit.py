"""Links of a page that a crawl takes along."""

from leadline.locate.visit import followable
from leadline.parse.document import parse_html

HERE = "http://shop.example/"


def _paths(html: str) -> list[str]:
    return [link.url.removeprefix(HERE) for link in followable(parse_html(html, HERE))]


def test_traps_and_sessions_are_left() -> None:
    """Paths that repeat, files that are no pages and far calendars are not asked for; sessions are cut out."""
    links = ("a", "x/y/x/y/x/y/", "photo.jpg", "events?year=2471", "b?sid=123", "a")
    assert _paths("".join(f"<a href=/{path}>Page {n}</a>" for n, path in enumerate(links))) == ["a", "b"]


def test_a_page_that_asks_not_to_be_followed_is_not() -> None:
    """`nofollow` for the whole page leaves nothing."""
    assert _paths('<meta name="robots" content="nofollow"><a href=/a>Page</a>') == []
