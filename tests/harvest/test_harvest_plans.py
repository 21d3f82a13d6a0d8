"""`leadline harvest` with its planners: everything behind a form that cuts its answers off, also through kills."""

import json
import os
import random
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import shop_site
from catalogue_server import Catalogue, catalogue
from test_harvest_command import _in_this_process

from leadline.store.folder import is_free
from leadline.store.sqlite.database import Database
from prepared_program import started

POLITE_ENOUGH = ("--allow-private", "--delay", "0")
CHAINS = int(os.environ.get("LEADLINE_KILLS", "10")) // 10
"""Ten kills each; `make kills` does a hundred."""
NO_DETAILS = ("--option", "harvest.details=never")


@pytest.fixture
def shop() -> Iterator[Catalogue]:
    with catalogue(shop_site.answer) as served:
        yield served


def harvest(target: str, out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return _in_this_process("harvest", target, "--out", str(out), *POLITE_ENOUGH, *more)


def records(out: Path) -> list[dict[str, dict[str, str]]]:
    return [json.loads(line) for line in (out / "records.jsonl").read_text(encoding="utf-8").splitlines()]


def names(out: Path) -> list[str]:
    return sorted(record["fields"]["title"] for record in records(out))


@pytest.mark.parametrize("planner", ["auto", "liddle"])
def test_everything_behind_a_form_that_cuts_off_is_brought_up(
    shop: Catalogue, tmp_path: Path, planner: str
) -> None:
    """A hundred records come up one by one although no answer shows more than thirty of them."""
    done = harvest(shop.url("/"), tmp_path / "out", "--json", "--planner", planner, *NO_DETAILS)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert names(tmp_path / "out") == shop_site.NAMES
    assert (report["records"], report["stopped_by"]) == (len(shop_site.NAMES), "complete")
    assert report["truncated_queries"] >= 1
    asked = Counter(tuple(pairs) for _, path, pairs in shop.asked if path == "/find")
    assert max(asked.values()) == 1


def test_pages_of_records_add_their_fields(shop: Catalogue, tmp_path: Path) -> None:
    """Where a record's own page tells more than the list, its fields are taken over, within the budget."""
    more = ("--set", "thing=lamp", "--set", "colour=red", "--planner", "once")
    done = harvest(shop.url("/"), tmp_path / "out", "--json", *more, "--option", "harvest.detail_requests=4")
    assert done.returncode == 0, done.stderr
    found = records(tmp_path / "out")
    assert [record["fields"].get("Weight") for record in found] == ["3 kg", "4 kg", "5 kg", "6 kg", None]
    assert all(record["fields"]["price"] for record in found)
    assert sum(path.startswith("/thing/") for _, path, _ in shop.asked) == 4


def test_nonsense_shows_what_nothing_looks_like(shop: Catalogue, tmp_path: Path) -> None:
    """A site's own words for "nothing found" are learnt from a made-up word, so such answers bring no record."""
    done = harvest(shop.url("/"), tmp_path / "out", "--json", *NO_DETAILS)
    assert done.returncode == 0, done.stderr
    database = Database(tmp_path / "out" / "leadline.db")
    try:
        probes = database.all("SELECT reply FROM query WHERE role = 'probe'")
    finally:
        database.close()
    assert probes == [("empty",), ("empty",)]


def test_enough_is_enough(shop: Catalogue, tmp_path: Path) -> None:
    """Few requests stop it with exit 4, resumable; the rest comes with `resume`, and no query is asked twice."""
    done = harvest(shop.url("/"), tmp_path / "out", "--json", "--max-requests", "9", *NO_DETAILS)
    assert (done.returncode, json.loads(done.stdout)["stopped_by"]) == (4, "max-requests")
    for _ in range(20):
        done = _in_this_process("resume", str(tmp_path / "out"), "--json", *POLITE_ENOUGH)
        if done.returncode == 0:
            break
    assert names(tmp_path / "out") == shop_site.NAMES
    asked = Counter(tuple(pairs) for _, path, pairs in shop.asked if path == "/find")
    assert max(asked.values()) == 1


def test_a_descriptor_is_written_and_its_edits_count(shop: Catalogue, tmp_path: Path) -> None:
    """`source.toml` names the fields; one that is not to be used is left alone from the next resume on."""
    out = tmp_path / "out"
    harvest(shop.url("/"), out, "--max-requests", "5", *NO_DETAILS)
    text = (out / "source.toml").read_text(encoding="utf-8")
    assert 'label = "Kind of thing"' in text
    assert '"lamp",  # Lamp' in text
    fields = text.split("[[field]]")
    edited = [
        part.replace("use = true", "use = false") if '"colour"' in part or '"q"' in part else part
        for part in fields
    ]
    (out / "source.toml").write_text("[[field]]".join(edited), encoding="utf-8")
    before = len(shop.asked)
    assert _in_this_process("resume", str(out), "--json", *POLITE_ENOUGH).returncode in (0, 4)
    sent = [dict(pairs) for _, path, pairs in shop.asked[before:] if path == "/find"]
    assert any(pairs["thing"] for pairs in sent)
    assert not any(pairs["colour"] for pairs in sent)
    assert (out / "source.toml").read_text(encoding="utf-8") == "[[field]]".join(edited)


@pytest.mark.parametrize("seed", range(1, CHAINS + 1))
def test_killed_again_and_again_nothing_is_lost_or_doubled(tmp_path: Path, seed: int) -> None:
    """Killed at ten random moments and resumed each time, a harvest brings up what it would have, asking no
    recorded query twice."""
    chance = random.Random(seed)
    out = tmp_path / "out"
    with catalogue(shop_site.answer) as shop:
        command = ["harvest", shop.url("/"), "--out", str(out), *POLITE_ENOUGH, *NO_DETAILS]
        for _ in range(10):
            before = len(shop.asked)
            moment = chance.randrange(1, 6)
            process = started(*command)
            while process.poll() is None and len(shop.asked) < before + moment:
                shop.arrived.acquire(timeout=0.2)
            process.kill()
            process.wait(30)
            if not is_free(out):
                command = ["resume", str(out), *POLITE_ENOUGH]
        assert _in_this_process("resume", str(out), "--json", *POLITE_ENOUGH).returncode == 0
        assert names(out) == shop_site.NAMES
        database = Database(out / "leadline.db")
        try:
            repeated = database.all("SELECT choice, role FROM query GROUP BY choice, role HAVING count(*) > 1")
            left = database.all("SELECT 1 FROM submission WHERE state <> 'recorded'")
        finally:
            database.close()
        assert (repeated, left) == ([], [])
        asked = Counter(tuple(pairs) for _, path, pairs in shop.asked if path == "/find")
        # One request may be under way at each kill, and is sent once more.
        assert sum(count - 1 for count in asked.values()) <= 10


def _short_words_refused(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    given = dict(pairs)
    if path == "/find" and len(given.get("q", "")) < 2:
        return 403, f"<title>Shop</title>{shop_site.FORM}<p>403 - At least two characters are required"
    return shop_site.answer(path, pairs)


def test_a_refused_value_is_no_block(tmp_path: Path) -> None:
    """A site that answers short words with 403, and says why, is asked for longer ones."""
    with catalogue(_short_words_refused) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--json", *NO_DETAILS)
    report = json.loads(done.stdout)
    assert len(names(tmp_path / "out")) >= 0.9 * len(shop_site.NAMES)
    # Nobody can say from words alone whether all are there: the run says so.
    assert (done.returncode, report["stopped_by"], report["errors"]) == (4, "exhausted", 0), done.stderr


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--planner", "zigzag"), "planner 'zigzag' is not known"),
        (("--coverage", "2"), "harvest.coverage = 2.0 is no share"),
        (("--option", "harvest.judge=dice"), "is not a rule; known: template, hash, size"),
        (("--option", "harvest.liddle.ties=dice"), "harvest.liddle.ties = 'dice' is not known"),
        (("--option", "harvest.hiwe.ranking=dice"), "known: fuzzy, average, probabilistic"),
        (("--option", "forms.labels=dice"), "forms.labels = 'dice' is not a rule"),
        (("--values", "missing.csv"), "--values missing.csv: cannot be read"),
    ],
)
def test_wrong_words_are_told_before_anything_is_asked(
    shop: Catalogue, tmp_path: Path, given: tuple[str, ...], says: str
) -> None:
    """Exit 3 and one sentence; the site hears nothing and no folder is made."""
    done = harvest(shop.url("/"), tmp_path / "out", *given)
    assert done.returncode == 3
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert (shop.asked, (tmp_path / "out").exists()) == ([], False)
