"""The measure itself: what counts as a record brought up, and as a request that may change something."""

import re
from pathlib import Path

from app_all import APPLICATIONS
from app_front import Asked
from app_kit import Served
from app_measure import score, unsafe
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
