"""Records' own pages: read after the queries, and no longer than they tell something that the lists do not."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
import shop_site
from catalogue_server import WALL, Catalogue, catalogue
from test_harvest_plans import harvest, records

Answer = Callable[[str, list[tuple[str, str]]], tuple[int, str]]
LAMPS = ("--set", "thing=lamp", "--planner", "once")
"""Twenty records on two pages."""


def _number(path: str) -> int | None:
    return int(path.removeprefix("/thing/")) if path.startswith("/thing/") else None


def _listed_again(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Pages of records that say what the list says, and when they were asked for."""
    number = _number(path)
    if number is None:
        return shop_site.answer(path, pairs)
    name = shop_site.THINGS[number][0]
    return 200, (
        f"<title>{name}</title><h1>{name}</h1><p>Price: {number + 10} EUR<p>{number % 5} in stock"
        f"<p>Request-{number * 7919 % 1000}<p>Since 1970."
    )


def _first_ones_only(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """The first three pages of records tell more, the others nothing."""
    number = _number(path)
    if number is None or number < 3:
        return shop_site.answer(path, pairs)
    return 200, f"<title>Thing</title><h1>{shop_site.THINGS[number][0]}</h1><p>Since 1970."


def _own_pages(shop: Catalogue) -> list[int]:
    return [number for _, path, _ in shop.asked if (number := _number(path)) is not None]


@pytest.mark.parametrize(("answer", "read"), [(_listed_again, 2), (_first_ones_only, 3 + 5)])
def test_pages_that_add_nothing_are_left(answer: Answer, read: int, tmp_path: Path) -> None:
    """Two pages that repeat their list are enough to leave the rest; later on, five in a row are, and that is
    told: the records before them have fields that the others lack."""
    with catalogue(answer) as shop:
        done = harvest(shop.url("/"), tmp_path / "out", "--json", *LAMPS)
        assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
        assert len(_own_pages(shop)) == read
        said = json.loads(done.stdout)
        left = (said["own_pages_read"], said["own_pages_left"], said["own_pages_why"])
        assert left == ((2, 0, None) if read == 2 else (read, 20 - read, "nothing-new"))
        assert said["records"] == 20
        assert len(records(tmp_path / "out")) == 20


def test_queries_come_first(tmp_path: Path) -> None:
    """No record's page is read before the last page of the last answer."""
    with catalogue(shop_site.answer) as shop:
        assert harvest(shop.url("/"), tmp_path / "out", *LAMPS).returncode in (0, 4)
        paths = [path for _, path, _ in shop.asked]
    first = next(n for n, path in enumerate(paths) if _number(path) is not None)
    assert "/find" not in paths[first:]
    assert len(paths[first:]) == 20


def test_what_is_left_is_told_when_the_requests_are_spent(tmp_path: Path) -> None:
    """A limit that is reached among the records' own pages is not reported as an end for want of queries."""
    with catalogue(shop_site.answer) as shop:
        done = harvest(shop.url("/"), tmp_path / "out", "--json", "--max-requests", "9", *LAMPS)
        assert 0 < len(_own_pages(shop)) < 20
    said = json.loads(done.stdout)
    assert (done.returncode, said["stopped_by"], said["records"]) == (4, "max-requests", 20)
    assert "own pages are left" in said["why"]
    assert done.stderr.rstrip().endswith(said["why"])


def _other_addresses_each_time(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Every list gives its records addresses of its own, which lead nowhere."""
    status, body = shop_site.answer(path, pairs)
    view = "-".join(value for _, value in sorted(pairs) if value)
    return (404, "") if path.startswith("/thing/") else (status, body.replace("/thing/", f"/thing/{view}x"))


def test_records_with_other_addresses_in_every_answer_are_known_again(tmp_path: Path) -> None:
    """They say the same under several queries, so they are the same: as many come up as there are."""
    with catalogue(_other_addresses_each_time) as shop:
        done = harvest(shop.url("/"), tmp_path / "out", "--planner", "liddle", "--max-requests", "40")
    assert "word for word what another one says" not in done.stdout, done.stdout
    lines = [record["text"] for record in records(tmp_path / "out")]
    assert len(lines) == len(set(lines)) <= len(shop_site.NAMES)


def _twice_each(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Every list shows each thing twice, with another address."""
    status, body = shop_site.answer(path, pairs)
    head, *hits = body.split('<div class="hit">')
    last, end, rest = hits[-1].partition("</div>") if hits else ("", "", "")
    twice = [one for hit in (*hits[:-1], last + end) for one in (hit, hit.replace("/thing/", "/thing/9"))]
    return status, '<div class="hit">'.join((head, *twice)) + rest if hits else body


@pytest.mark.parametrize(("answer", "told"), [(_twice_each, True), (shop_site.answer, False)])
def test_records_that_say_the_same_are_told(answer: Answer, told: bool, tmp_path: Path) -> None:
    """Where one record goes by several addresses, more come up than there are, and whoever reads the end knows."""
    with catalogue(answer) as shop:
        given = ("--planner", "liddle", "--max-requests", "40", "--option", "harvest.details=never")
        done = harvest(shop.url("/"), tmp_path / "out", *given)
    assert ("word for word what another one says" in done.stdout) is told, done.stdout
    lines = [record["text"] for record in records(tmp_path / "out")]
    assert (len(lines) - len(set(lines)) > 0.2 * len(lines)) is told


def _walled(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """From the fifth record's page on the site shows a captcha."""
    number = _number(path)
    return (403, WALL) if number is not None and number >= 4 else shop_site.answer(path, pairs)


def test_a_block_page_among_the_records_pages_ends_the_work(tmp_path: Path) -> None:
    """The first one is named and ends the harvest: nobody is asked on behind it. All that came before is kept, and
    both pages are in the archive."""
    with catalogue(_walled) as shop:
        done = harvest(shop.url("/"), tmp_path / "out", "--json", *LAMPS)
        assert _own_pages(shop) == [0, 1, 2, 3, 4]
    said = json.loads(done.stdout)
    assert (done.returncode, said["stopped_by"], said["records"]) == (5, "blocked", 20)
    assert "instead of a record" in said["why"]
    found = records(tmp_path / "out")
    assert [record["fields"].get("Weight") for record in found[:5]] == ["3 kg", "4 kg", "5 kg", "6 kg", None]
    with gzip.open(tmp_path / "out" / "warc" / "leadline-00000.warc.gz") as archive:
        archived = archive.read()
    assert all(f"/thing/{number}\r\n".encode() in archived for number in range(5))
