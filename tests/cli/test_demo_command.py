"""`leadline demo`: the tour, its figures, and the server for tries of one's own."""

import json
import socket
import subprocess
from collections.abc import Callable

from leadline.demo.tour import TOUR

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_the_tour_shows_everything_and_ends_well(leadline: Run) -> None:
    """The demo shows every stop, says what robots.txt kept from it, and what to try next."""
    done = leadline("demo")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(stop.shows[:60] in done.stdout for stop in TOUR)
    assert "robots.txt" in done.stdout
    assert "6 pages inspected: 8 forms with 32 fields" in done.stdout
    assert "What to try next" in done.stdout


def test_the_tour_for_programs(leadline: Run) -> None:
    """--json prints the pages and the figures as one document."""
    done = leadline("demo", "--json")
    document = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert [page["source"] for page in document["pages"]] == [stop.url for stop in TOUR]
    assert {key: document[key] for key in ("asked", "inspected", "forms", "robots_blocked")} == {
        "asked": 7,
        "inspected": 6,
        "forms": 8,
        "robots_blocked": 1,
    }


def test_a_port_in_use_is_bad_input(leadline: Run) -> None:
    """A port somebody else has is one sentence and exit code 3."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = leadline("demo", "--serve", "--port", port)
    assert (done.returncode, done.stdout) == (3, "")
    assert port in done.stderr
