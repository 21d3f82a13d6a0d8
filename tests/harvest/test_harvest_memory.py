"""A large source costs disk, not memory: the whole command in a process of its own, its peak told by the kernel.

`make memory` brings up 200,000 records; the suite a few thousand, with the bound where interpreter, modules
and SQLite's cache leave it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from catalogue_server import Catalogue, catalogue

SMALL = 4000
RECORDS = int(os.environ.get("LEADLINE_RECORDS", str(SMALL)))
PAGE = 400 if RECORDS > SMALL else 200
KINDS = ("Lamp", "Chair", "Table", "Carpet")
MIB = 1024
"""What the kernel counts in are KiB."""

_PEAK = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, used = os.wait4(child, 0)
print(used.ru_maxrss, file=open(os.environ["PEAK"], "w"))
sys.exit(os.waitstatus_to_exitcode(status))
"""


def _answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    given = dict(pairs)
    options = "".join(f"<option>{kind}" for kind in KINDS)
    form = (
        '<form action="/find" role="search"><label>Keywords <input name="q"></label>'
        f'<label>Kind <select name="kind"><option value="">Any{options}</select></label>'
        "<button>Search</button></form>"
    )
    if path != "/find":
        return (200, f"<title>Stock</title><h1>Stock</h1>{form}") if path.endswith(".html") else (404, "none")
    start, kind, word = int(given.get("start", "0")), given.get("kind", ""), given.get("q", "").lower()
    wanted = range(KINDS.index(kind), RECORDS, len(KINDS)) if kind in KINDS else range(RECORDS)
    if word.title() in KINDS:
        wanted = range(KINDS.index(word.title()), RECORDS, len(KINDS))
    elif word:
        wanted = range(0)
    shown = wanted[start : start + PAGE]
    rows = "".join(
        f'<tr><td><a href="/thing/{number}">{KINDS[number % len(KINDS)]} no. {number * 7919 % 1_000_003}</a>'
        f"<td>{KINDS[number % len(KINDS)]}<td>{1900 + number % 120}<td>Shelf {number % 977}, {number % 31}</tr>"
        for number in shown
    )
    link = f"/find?q={word}&amp;kind={kind}&amp;start={start + PAGE}"
    more = f'<a rel="next" href="{link}">next</a>' if start + PAGE < len(wanted) else ""
    table = f"<table><tr><th>Name<th>Kind<th>Year<th>Place</tr>{rows}</table>" if rows else "<p>Nothing found."
    return 200, f"<title>Stock</title>{form}<p>{len(wanted)} things</p>{table}{more}"


@pytest.fixture
def stock() -> Iterator[Catalogue]:
    with catalogue(_answer) as served:
        yield served


def _harvest(stock: Catalogue, folder: Path, requests: int) -> tuple[int, int]:
    """Records and the peak of resident memory in KiB."""
    words = [stock.url("/stock.html"), "--out", str(folder / "out"), "--json", "--max-requests", str(requests)]
    program = [sys.executable, "-m", "leadline", "harvest", *words]
    free = ["--allow-private", "--delay", "0", "--option", "harvest.details=never"]
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", _PEAK, *program, *free],
        env={**os.environ, "PEAK": str(folder / "peak")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 4), done.stderr
    return json.loads(done.stdout)["records"], int((folder / "peak").read_text())


def test_a_large_source_costs_disk_and_not_memory(stock: Catalogue, tmp_path: Path) -> None:
    """Every record of a large source comes up, in under 500 MiB however many they are."""
    records, peak = _harvest(stock, tmp_path / "all", RECORDS // PAGE + 30)
    print(f"{records} records, peak {peak / MIB:.0f} MiB")
    assert records == RECORDS
    assert peak < (500 if RECORDS > SMALL else 160) * MIB
