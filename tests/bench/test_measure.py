"""A measured program: its answer, its cost, and a plain word where it failed."""

import gc
from dataclasses import replace
from pathlib import Path

import pytest

from leadline.errors import WorkNotDone
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import parse
from leadline_bench.measure import run
from leadline_bench.rooms import COLLECTOR, RoomTimes

HTML = b"<title>a</title>" + b"".join(b"<p>word %d <a href=/%d>link</a>" % (n, n) for n in range(2_000))
PAGE = Response(Request("http://a.example/", permit=TARGET), "http://a.example/", 200, (), HTML, fetched_at=0.0)


def test_a_run_tells_what_the_program_said_and_cost(tmp_path: Path) -> None:
    """More work costs more CPU time; the program's memory is its own, however much the one who asks has."""
    ballast = bytearray(b"x") * (300 * 2**20)
    small = run("leadline_bench.frontier_load", ["500", "10", "0", str(tmp_path / "a.db")])
    large = run("leadline_bench.frontier_load", ["60000", "10", "0", str(tmp_path / "b.db")])
    assert (small.said["taken"], large.said["taken"]) == (500, 60_000)
    assert 0 < small.cpu_seconds < large.cpu_seconds
    assert large.wall_seconds > sum(large.said["cpu"].values())
    assert 10 < small.said["peak_rss_mib"] < 200 < len(ballast) / 2**20


def test_a_program_that_fails_has_no_figures() -> None:
    """The exit code and the end of what it wrote about it are in the error."""
    with pytest.raises(WorkNotDone, match=r"json\.tool ended with 1: .*Expecting value"):
        run("json.tool", [])


def test_cpu_time_is_charged_to_the_room_that_spent_it() -> None:
    """A stretch of parsing is parsing, C library and all; what the collector sweeps meanwhile is its own."""
    times = RoomTimes()
    with times.sampling():
        for _ in range(8):
            parse(replace(PAGE)).whole()  # a copy: what was read of an answer stays with it
    # How long a sweep takes depends on what other tests of this process left in memory, not on this one.
    rooms = {room: seconds for room, seconds in times.seconds.items() if room != COLLECTOR}
    assert rooms["parse"] > 0.6 * sum(rooms.values())
    functions = {name: seconds for name, seconds in times.functions.items() if name != "other"}  # sweeps are there
    assert max(functions, key=functions.__getitem__).startswith("parse: ")


def test_what_runs_while_something_is_thrown_away_is_the_collectors() -> None:
    """Nothing of it is counted twice, or for the room whose code an object runs at its end."""

    class Last:
        def __init__(self) -> None:
            self.kept = self

        def __del__(self) -> None:
            for _ in range(8):
                parse(replace(PAGE)).whole()

    times = RoomTimes()
    Last()
    with times.sampling():
        gc.collect()
    assert times.seconds["parse"] < 0.1 * times.seconds[COLLECTOR]
