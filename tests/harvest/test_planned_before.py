"""A harvest's folder may be somebody else's: what it plans and where its records are is judged before."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from catalogue_server import Catalogue, catalogue
from deed_sites import listing, site
from test_harvest_command import resume
from test_harvest_plans import harvest

from leadline.store.sqlite.database import Database

MORE = ("--option", "harvest.max_requests=40")
LINKED = listing("", '<a href="/item/{n}">{name}</a>', '<p class="pager"><a href="/find?page=2">Next page</a></p>')


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[tuple[Catalogue, Path]]:
    """A site, and a folder that has its first page; the second one is planned."""
    with catalogue(site(LINKED)) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--planner", "once", "--max-requests", "3")
        assert done.returncode == 4, done.stderr
        yield served, tmp_path / "out"


def _planned(folder: Path, **changes: object) -> None:
    database = Database(folder / "leadline.db")
    ((packed,),) = database.all("SELECT request FROM submission WHERE state <> 'recorded'")
    with database.transaction():
        told = json.dumps({**json.loads(packed), **changes})
        database.run("UPDATE submission SET request = ? WHERE state <> 'recorded'", (told,))
    database.close()


@pytest.mark.parametrize(
    ("path", "method", "body"),
    [
        ("/account/delete", "GET", None),
        ("/find?action=trash&id=3", "GET", None),
        ("/find", "POST", "X21ldGhvZD1ERUxFVEUmaWQ9Mw=="),  # _method=DELETE&id=3
        ("/find", "POST", "eyJxdWVyeSI6ICJtdXRhdGlvbiB7IGRyb3AgfSJ9"),  # {"query": "mutation { drop }"}
    ],
)
def test_a_plan_that_orders_a_deed_is_not_carried_out(
    begun: tuple[Catalogue, Path], path: str, method: str, body: str | None
) -> None:
    """In its address, its parameters or its body: exit 3, a sentence, and nothing leaves."""
    served, folder = begun
    _planned(folder, url=served.url(path), method=method, body=body)
    before = served.seen
    done = resume(folder)
    assert done.returncode == 3
    assert "orders a deed" in done.stderr
    assert served.seen == before


def test_a_plan_that_only_asks_is(begun: tuple[Catalogue, Path]) -> None:
    """What was typed is not judged: a search for "delete" goes on."""
    served, folder = begun
    _planned(folder, url=served.url("/find?q=delete&page=2"))
    done = resume(folder, *MORE)
    assert done.returncode == 0, done.stderr
    assert ("GET", "/find", [("q", "delete"), ("page", "2")]) in served.asked


def test_a_record_s_page_that_is_a_deed_is_left(begun: tuple[Catalogue, Path]) -> None:
    """Addresses of records in the folder are judged like any: one that logs out is left, the others are read."""
    served, folder = begun
    database = Database(folder / "leadline.db")
    with database.transaction():
        sql = "UPDATE record SET body = json_set(body, '$.url', ?) WHERE position = 4"
        assert database.changed(sql, (served.url("/logout"),)) == 1
    database.close()
    done = resume(folder, *MORE)
    assert done.returncode == 0, done.stderr
    asked = [path for _, path, _ in served.asked]
    assert "/logout" not in asked
    assert sum(path.startswith("/item/") for path in asked) == 11
