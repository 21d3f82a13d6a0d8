"""`leadline demo`: its figures, and its server; what it says is read by `tests/docs/test_strangers_path.py`."""

import json
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

from leadline.demo.tour import TOUR

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_the_tour_for_programs(leadline: Run, tmp_path: Path) -> None:
    """--json prints the pages, the figures, and what locate and harvest print, as one document."""
    done = leadline("demo", "--json", "--out", "tried")
    document = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert [page["source"] for page in document["pages"]] == [stop.url for stop in TOUR]
    assert {key: document[key] for key in ("asked", "inspected", "forms", "robots_blocked")} == {
        "asked": 7,
        "inspected": 6,
        "forms": 8,
        "robots_blocked": 1,
    }
    assert (document["locate"]["relevant_forms"], document["locate"]["folder"]) == (2, "tried/located")
    assert document["harvest"] == document["sources"][0]
    assert (document["harvest"]["records"], document["harvest"]["folder"]) == (26, "tried/harvested/cars.example")
    for source in document["sources"]:
        records = (tmp_path / source["folder"] / "records.jsonl").read_bytes().splitlines()
        assert source["low"] <= len(records) <= source["high"], source["form_page"]
    report = (tmp_path / "tried" / "report.html").read_text("utf-8")
    assert "257 records</strong> from 5 sources" in report


def test_a_folder_with_something_in_it_is_left_alone(leadline: Run, tmp_path: Path) -> None:
    """--out wants a new folder; nothing is served or visited otherwise."""
    (tmp_path / "tried").mkdir()
    (tmp_path / "tried" / "letter.txt").write_text("Dear")
    done = leadline("demo", "--out", "tried")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "leadline: --out tried: there is something already; choose a new folder\n"


def test_a_port_in_use_is_bad_input(leadline: Run) -> None:
    """A port somebody else has is one sentence and exit code 3."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = leadline("demo", "--serve", "--port", port)
    assert (done.returncode, done.stdout) == (3, "")
    assert port in done.stderr
