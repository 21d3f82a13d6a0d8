"""kill -9 at any moment: nothing recorded twice, nothing lost, nothing learnt differently."""

import itertools
import random
import time
from collections import Counter
from pathlib import Path

import pytest
from killable import crawl
from killing import KILLS, crawl_with_kills, facts, start, stored_rest
from little_server import serving
from little_web import LittleWeb

from leadline.locate.settings import LocateSettings
from leadline.store.sqlite.store import SqliteStore

WEB = LittleWeb(sites=10 + KILLS // 2, pages=20)
"""Not crawled before the last kill, and no larger: all of it is crawled twice."""


@pytest.mark.parametrize(("name", "pages"), [("scdi", 10_000), ("best-first-sc", 10_000), ("scdi", 150)])
def test_one_at_a_time_a_killed_crawl_is_the_same_crawl(name: str, pages: int, tmp_path: Path) -> None:
    """K = 1: after kills at random moments log and learnt state are those of a run that was left alone."""
    settings = LocateSettings(strategy=name, open_groups=1, pages=pages, find="every-form", snapshot_pages=40)
    kills = KILLS if pages > 1_000 and name == "scdi" else min(KILLS, 15)
    with serving(WEB) as seen:
        killed = crawl_with_kills(tmp_path / "killed", seen, settings, kills)
    with serving(WEB) as seen:
        crawl(tmp_path / "whole", seen.port, settings)
    assert killed == kills
    assert facts(tmp_path / "killed") == facts(tmp_path / "whole")


def test_many_at_a_time_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    """K = 64 on a finite web: the same pages as a run that was left alone, each recorded once."""
    settings = LocateSettings(strategy="best-first", open_groups=64, pages=10_000, find="every-form")
    with serving(WEB) as seen:
        killed = crawl_with_kills(tmp_path / "killed", seen, settings, min(KILLS, 20))
    with serving(WEB) as seen:
        crawl(tmp_path / "whole", seen.port, settings)
    urls, _, state = facts(tmp_path / "killed")
    whole, _, whole_state = facts(tmp_path / "whole")
    assert killed == min(KILLS, 20)
    assert [url for url, count in Counter(urls).items() if count > 1] == []
    assert sorted(urls) == sorted(whole)
    assert state == whole_state


def test_the_archive_holds_every_recorded_page_after_kills(tmp_path: Path) -> None:
    """Each page of the log is in the WARC at the place the database says, and replays with the same log."""
    settings = LocateSettings(strategy="best-first-sc", open_groups=1, pages=10_000, find="every-form")
    with serving(LittleWeb(sites=12, pages=15)) as seen:
        crawl_with_kills(tmp_path / "killed", seen, settings, 10)
    store = SqliteStore(tmp_path / "killed" / "leadline.db")
    rows = [(row["url"], row["warc"]) for row in store.pages.rows("pages") if row["fetched_at"] is not None]
    assert rows
    assert all(warc for _, warc in rows)
    store.close()


def test_politeness_holds_across_kills(tmp_path: Path) -> None:
    """The server never sees two requests to one host nearer than the delay, whoever was killed in between."""
    settings = LocateSettings(strategy="scdi", open_groups=8, pages=60, find="every-form")
    delay = 0.15
    with serving(LittleWeb(sites=8, pages=15)) as seen:
        chance = random.Random(3)
        for _ in range(6):
            process = start(tmp_path / "c", seen, settings, delay)
            if not seen.until(len(seen.arrivals) + chance.randint(3, 9), process.is_alive):
                break
            process.kill()
            process.join()
        process = start(tmp_path / "c", seen, settings, delay)
        process.join(60)
        arrivals = list(seen.arrivals)
    by_host: dict[str, list[float]] = {}
    for moment, host, _ in arrivals:
        by_host.setdefault(host, []).append(moment)
    gaps = [b - a for moments in by_host.values() for a, b in itertools.pairwise(moments)]
    assert len(gaps) > 20
    assert min(gaps) >= delay


@pytest.mark.parametrize("patience", [120.0, 0.5], ids=["waits", "ends"])
def test_what_a_host_asked_for_holds_across_a_kill(patience: float, tmp_path: Path) -> None:
    """Killed after a 429 with Retry-After, before the next request: the resumed process keeps away from the host
    for as long as it asked, whether it waits or ends and is resumed again; then nothing is missing or twice."""
    settings = LocateSettings(strategy="random", open_groups=8, pages=1_000, find="every-form")
    seconds = 3
    said: list[float] = []

    def later(host: str, path: str) -> str | None:
        if host != "site1.example" or path != "/" or said:
            return None
        said.append(time.time())
        return str(seconds)

    with serving(LittleWeb(sites=4, pages=8)) as seen:
        seen.later = later
        process = start(tmp_path / "c", seen, settings, 0.01, patience)
        until = stored_rest(tmp_path / "c", process)
        process.kill()
        process.join()
        assert until >= said[0] + seconds
        while time.time() < until + 1 and not seen.paths("site1.example").count("/") > 1:
            process = start(tmp_path / "c", seen, settings, 0.01, patience)
            process.join(60)
            assert process.exitcode == 0
        process = start(tmp_path / "c", seen, settings, 0.01, patience)
        process.join(60)
        asked = [(moment, path) for moment, host, path in seen.arrivals if host == "site1.example"]
    assert [path for _, path in asked[:2]] == ["/robots.txt", "/"]
    assert min(moment for moment, _ in asked[2:]) >= said[0] + seconds
    urls, _, _ = facts(tmp_path / "c")
    assert sorted(urls) == sorted(set(urls))
    assert {f"http://site1.example/{path}" for path in ("", *(f"p{n}" for n in range(1, 8)))} <= set(urls)
