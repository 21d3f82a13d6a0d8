"""The measure itself: what counts as a record brought up, and as a request that may change something."""

import re
from pathlib import Path

from app_all import APPLICATIONS, READY, SCRIPTED
from app_front import Asked
from app_kit import Served
from app_look import holds
from app_measure import score, unsafe
from app_natural import natural
from app_received import received
from app_records import collection

ITEMS = collection(4)


def test_a_record_counts_when_it_is_alone_and_once() -> None:
    """Alone in one harvested record counts; twice, together with another, or not at all does not."""
    first, second, third, _ = (item.key for item in ITEMS)
    found = score(
        ITEMS,
        [
            {"fields": {"title": f"{first} brass"}, "text": first, "query": {"q": second}},
            {"fields": {"title": second}},
            {"fields": {"name": second.upper()}},
            {"fields": {"all": f"{third} {first}"}},
            {"fields": {}, "text": "Home About"},
        ],
    )
    assert (found.single, found.doubled, found.mixed, found.missing, found.without_key) == (1, 1, 1, 1, 1)


def test_an_estimate_holds_the_truth_when_its_interval_does() -> None:
    """An end that is not known is open; without both ends there is no estimate."""
    ends = ((300.0, 310.0), (300.0, None), (301.0, None), (None, 299.0), (None, None))
    assert [holds({"low": low, "high": high}, 300) for low, high in ends] == [True, True, False, False, None]


def test_keys_are_whole_words() -> None:
    """A key inside a longer number or word is not that record."""
    key = ITEMS[0].key
    assert score(ITEMS, [{"text": f"{key}7"}, {"text": f"x{key}"}]).single == 0


def test_only_pages_and_posted_searches_are_safe() -> None:
    """A POST elsewhere than to the application's own search is reported, whatever it says."""
    served = Served(form="/", state=str, search_posts=("/find",))
    sent = (("GET", "/a"), ("POST", "/find?x=1"), ("POST", "/a"))
    log = [Asked(method, target, {}, b"") for method, target in sent]
    assert [line.split(" b'")[0] for line in unsafe(log, served)] == ["POST /a"]


def test_the_collection_is_the_same_everywhere() -> None:
    """A larger collection starts with the smaller one, and no text holds a key."""
    assert collection(50)[:4] == ITEMS
    assert not any("mk0" in item.text for item in collection(50))


def test_the_documentation_names_every_application() -> None:
    """The table of docs/apps.md has the applications in their order, each with the number of its records."""
    page = Path(__file__).parents[2] / "docs/apps.md"
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\|[^|]*\| ([\d,]+) \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [(application.name, f"{application.size:,}") for application in APPLICATIONS]


def test_applications_that_wait_for_a_first_look_are_named_and_not_harvested() -> None:
    """What is kept for a first look stands in the log as not tried, and `make test-apps` leaves it alone."""
    page = (Path(__file__).parents[2] / "docs/results/first-look.md").read_text(encoding="utf-8")
    waiting = page.partition("## Made ready, not tried")[2]
    ready = {application.name for application in READY}
    assert set(re.findall(r"^\| `(\w+)` \|", waiting, re.MULTILINE)) == ready
    assert not ready & {application.name for application in APPLICATIONS}
    assert all(application.scripted for application in SCRIPTED)


def test_natural_records_are_as_uneven_as_real_ones() -> None:
    """Texts of one sentence and of many, fields that are empty, titles that repeat; each key in its text only."""
    for language in ("en", "de", "fr", "es", "ja", "ru"):
        items = natural(300, language)
        assert items[:40] == natural(40, language)
        assert all(re.findall(r"mk\d{4}", item.text) == [item.key] for item in items)
        assert len({item.title for item in items}) < len(items)
        assert any(not item.maker for item in items)
        assert any(not item.place for item in items)
        assert max(len(item.text) for item in items) > 4 * min(len(item.text) for item in items)


def test_what_an_archive_holds_is_told_apart_from_what_came_out(tmp_path: Path) -> None:
    """Keys in texts count, in scripts and attributes not; a next page never asked for is a list that was left."""
    first, second, third, fourth = (item.key for item in ITEMS)
    pages = {
        "/find?q=a": f"<ol><li>{first}<li title='{fourth}'>{second}</ol><a href='/find?page=2&amp;q=a'>Next ›</a>",
        "/find?q=a&page=2": f"<script>'{fourth}'</script><p>{third}</p><a rel=next href='?q=a&page=3'>3</a>",
        "/none": "<a href='/none?page=2'>Next</a>",
    }
    folder = tmp_path / "warc"
    folder.mkdir()
    (folder / "one.warc").write_bytes(b"".join(_archived(path, page) for path, page in pages.items()))
    came = received(ITEMS, tmp_path)
    assert came.stood == {first, second, third}
    assert came.left == ("http://127.0.0.1/find?q=a&page=2",)


def _archived(path: str, page: str) -> bytes:
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page.encode()
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://127.0.0.1{path}\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{len(page):012d}>\r\n"
        f"WARC-Date: 2026-11-16T00:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
    )
    return head.encode() + answer + b"\r\n\r\n"
