"""A local Ray cluster and a PostgreSQL server: workers are killed, and the crawl is the same crawl.

Ray takes half a minute of two cores to begin with: LEADLINE_RAY=1 has this run.
"""

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from little_server import serving
from little_web import LittleWeb
from scattering import ROUNDS, crawl_on, kill_actors, recorded, shortest_gap, start

from leadline.locate.settings import LocateSettings
from postgres_server import reason_to_skip, shared

DELAY = 0.05
SITES = 9 + ROUNDS + ROUNDS // 4  # so many that the crawl is not over before the last kill
SETTINGS = LocateSettings(strategy="best-first", open_groups=16, pages=10_000, find="every-form", soft404=False)


@pytest.mark.skipif(
    "LEADLINE_RAY" not in os.environ, reason="LEADLINE_RAY=1 runs it: Ray alone takes half a minute"
)
def test_killed_actors_change_nothing(tmp_path: Path) -> None:
    """No page is recorded twice, none is lost, and no host is asked before its time."""
    pytest.importorskip("ray")
    if why := reason_to_skip():
        pytest.skip(why)
    server = shared().url
    with serving(LittleWeb(sites=SITES, pages=8)) as seen:
        process = start(server, tmp_path / "ray", seen, replace(SETTINGS, processes=2, engine="ray"), DELAY)
        killed = kill_actors(process, seen)
        process.join(240)
        assert process.exitcode == 0
        gap = shortest_gap(seen)
    with serving(LittleWeb(sites=SITES, pages=8)) as seen:
        crawl_on(None, tmp_path / "whole", seen.port, SETTINGS, 0.0)
    urls, forms = recorded(server, tmp_path / "ray")
    whole, whole_forms = recorded(None, tmp_path / "whole")
    assert killed == ROUNDS
    assert [url for url, count in Counter(urls).items() if count > 1] == []
    assert set(urls) ^ set(whole) == set()
    assert forms == whole_forms
    assert gap >= DELAY
