"""Several processes visit the sites of one crawl; any of them is killed, and the crawl is the same crawl."""

import os
import signal
from collections import Counter
from pathlib import Path

import pytest
from killing import stored_rest
from little_server import serving
from little_web import LittleWeb
from scattering import ROUNDS, crawl_disturbed, crawl_on, gone, recorded, shortest_gap, start, workers

from leadline.locate.settings import LocateSettings
from postgres_server import reason_to_skip, shared

DELAY = 0.05
SITES = 9 + ROUNDS + ROUNDS // 4  # so many that the crawl is not over before the last kill
SETTINGS = LocateSettings(strategy="best-first", open_groups=16, pages=10_000, find="every-form", soft404=False)


@pytest.fixture(params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest) -> str | None:
    if request.param == "sqlite":
        return None
    if why := reason_to_skip():
        pytest.skip(why)
    return shared().url


def scattered(processes: int = 2) -> LocateSettings:
    from dataclasses import replace

    return replace(SETTINGS, processes=processes)


def test_killed_workers_and_coordinators_change_nothing(server: str | None, tmp_path: Path) -> None:
    """No page is recorded twice, none is lost, and no host is asked before its time, as the server saw it."""
    with serving(LittleWeb(sites=SITES, pages=8)) as seen:
        killed = crawl_disturbed(server, tmp_path / "killed", seen, scattered(), DELAY)
        gap = shortest_gap(seen)
    with serving(LittleWeb(sites=SITES, pages=8)) as seen:
        crawl_on(None, tmp_path / "whole", seen.port, SETTINGS, 0.0)
    urls, forms = recorded(server, tmp_path / "killed")
    whole, whole_forms = recorded(None, tmp_path / "whole")
    assert killed == ROUNDS
    assert [url for url, count in Counter(urls).items() if count > 1] == []
    assert sorted(urls) == sorted(whole)
    assert forms == whole_forms
    assert gap >= DELAY


def test_two_workers_at_one_host_keep_its_gap(tmp_path: Path) -> None:
    """Every site sends its visitors to one page of another site: workers meet there, one after the other."""
    with serving(LittleWeb(sites=12, pages=4)) as seen:
        seen.moved = {"/p1": "http://site0.example/p2"}
        crawl_on(None, tmp_path / "out", seen.port, scattered(), DELAY)
        assert seen.paths("site0.example").count("/p2") > 6
        assert shortest_gap(seen) >= DELAY


def test_a_host_that_asks_for_time_gets_it_from_all(tmp_path: Path) -> None:
    """What one worker was told holds for the others, also when the one is killed."""
    with serving(LittleWeb(sites=6, pages=4)) as seen:
        told: list[float] = []

        def later(host: str, _: str) -> str | None:
            if host == "site1.example" and not told:
                told.append(seen.arrivals[-1][0])
                return "4"  # longer than it takes to start other workers
            return None

        seen.later = later
        process = start(None, tmp_path / "out", seen, scattered(), DELAY)
        # A worker that is killed between the answer and its note of it has been told nothing.
        assert seen.until(1, process.is_alive)
        while not told or stored_rest(tmp_path / "out", process) < told[0] + 4:
            assert process.is_alive()
        for worker in workers(process.pid or 0):
            os.kill(worker, signal.SIGKILL)
        process.join(120)
        assert process.exitcode == 0
        times = [at for at, host, _ in seen.arrivals if host == "site1.example"]
    assert told
    assert all(at <= told[0] or at - told[0] >= 4 for at in times)


def test_workers_end_with_their_coordinator(tmp_path: Path) -> None:
    with serving(LittleWeb(sites=12, pages=8)) as seen:
        process = start(None, tmp_path / "out", seen, scattered(), DELAY)
        assert seen.until(5, process.is_alive)
        there = workers(process.pid or 0)
        process.kill()
        process.join()
        assert len(there) == 2
        assert gone(there)


def test_what_cannot_be_handed_over_is_said(tmp_path: Path) -> None:
    """A classifier that lives in this process alone: nothing is started."""
    from asyncio import run

    from leadline.app import locate
    from leadline.app.settings import Settings
    from leadline.errors import BadConfiguration
    from leadline.store.folder import CrawlFolder

    class Local:
        """As good as none."""

    with CrawlFolder.create(tmp_path / "out", "", "locate") as folder:
        settings = Settings(locate=scattered())
        with pytest.raises(BadConfiguration, match="--processes"):
            run(locate.crawl(folder, settings, Local(), ["http://site1.example/"]))  # type: ignore[arg-type]
