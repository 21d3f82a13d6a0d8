"""`leadline locate --backlinks` as users run it, and a crawl that asks its provider."""

import asyncio
import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from aiohttp import web as server
from little_web import Words
from search_server import KEY, Engine, searching

from leadline.app.locate import LocateReport, crawl
from leadline.app.settings import Settings
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies import STRATEGIES
from leadline.locate.strategies.best_first import BestFirst
from leadline.model.events import Backlinks, Event
from leadline.model.url import site_of
from leadline.protocols import Advice, AskBacklinks, Ranked
from leadline.store.folder import CrawlFolder
from leadline.web.settings import WebSettings

Run = Callable[..., subprocess.CompletedProcess[str]]


class Backwards(BestFirst):
    """Asks who links to each seed's site, and goes there."""

    def start(self, seeds: Sequence[str]) -> Advice:
        begun = super().start(seeds)
        return Advice(begun.links, (*begun.commands, *(AskBacklinks(site_of(seed)) for seed in seeds)))

    def learn(self, event: Event) -> Advice:
        if isinstance(event, Backlinks):
            group = super().start(["http://a.example/"]).links[0].group
            return Advice(tuple(Ranked(url, group, 1.0, "backlink") for url in event.pages))
        return super().learn(event)


def _crawl(folder: Path, web: WebSettings, word: str) -> LocateReport:
    async def main() -> LocateReport:
        settings = LocateSettings(strategy="backwards", backlinks=word, pages=2, soft404=False)
        with CrawlFolder.create(folder, "", "locate") as opened:
            return await crawl(opened, Settings(web=web, locate=settings), Words(), ["http://shop.example/"])

    return asyncio.run(main())


def _lab(engine: Engine, request: server.Request) -> server.Response:
    """The engine and two sites behind one port."""
    if request.path == "/search":
        return server.json_response({"results": [{"url": "http://hub.example/shops"}]})
    known = request.host in ("shop.example", "hub.example")
    return server.Response(
        status=200 if known else 404, text=f"<p>cars at {request.host}", content_type="text/html"
    )


def test_a_crawl_goes_where_its_provider_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions go to the engine, its pages into the frontier; a replay of the crawl gets the same answers."""
    monkeypatch.setitem(STRATEGIES, "backwards", Backwards)
    with searching(Engine()) as engine:
        engine.instead = lambda request: _lab(engine, request)
        web = WebSettings(delay=0.0, connect_to=f"127.0.0.1:{engine.port}")
        report = _crawl(tmp_path / "live", web, f"searxng:{engine.address}")
    assert (report.pages, report.sites, report.backlink_calls, report.backlink_failures) == (2, 2, 1, 0)
    (archive,) = (tmp_path / "live" / "warc").iterdir()
    again = _crawl(tmp_path / "again", WebSettings(replay=str(archive)), f"searxng:{engine.address}")
    assert (again.pages, again.sites, again.backlink_calls, again.backlink_failures) == (2, 2, 1, 0)


def test_a_failing_provider_does_not_end_the_crawl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The crawl is done, the failure counted, and why is among the events of its folder."""
    monkeypatch.setitem(STRATEGIES, "backwards", Backwards)
    with searching(Engine()) as engine:
        engine.instead = lambda request: (
            server.Response(status=403) if request.path == "/search" else _lab(engine, request)
        )
        web = WebSettings(delay=0.0, connect_to=f"127.0.0.1:{engine.port}")
        report = _crawl(tmp_path / "crawl", web, f"searxng:{engine.address}")
    assert (report.pages, report.backlink_calls, report.backlink_failures) == (1, 1, 1)
    assert report.stopped_by == "frontier empty"


@pytest.fixture
def given(tmp_path: Path, builtin_web: str) -> list[str]:
    (tmp_path / "seeds.txt").write_text("http://motoring.example/\n")
    crawl = ["--topic", "auto", "--seeds", "seeds.txt", "--pages", "2", "--out", "found", "--json"]
    return ["locate", *crawl, "--connect-to", builtin_web, "--delay", "0"]


def test_the_provider_is_kept_for_resume_and_the_key_is_not(
    leadline: Run, tmp_path: Path, given: list[str]
) -> None:
    """The folder names the provider and the variable of its key; resume uses it if it is named again, and says so
    where the variable is missing."""
    done = leadline(*given, "--backlinks", "brave", BRAVE_API_KEY=KEY)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["backlink_failures"] == 0
    kept = (tmp_path / "found" / "config.toml").read_text()
    assert 'backlinks = "brave"' in kept
    assert not any(KEY.encode() in file.read_bytes() for file in (tmp_path / "found").rglob("*") if file.is_file())
    web = given[given.index("--connect-to") :]
    silent = leadline("resume", "found", *web, BRAVE_API_KEY=KEY)
    assert silent.returncode == 3
    assert silent.stderr.endswith("say it again: leadline resume found --backlinks brave\n")
    words = ["resume", "found", *web, "--backlinks", "brave"]
    again = leadline(*words, BRAVE_API_KEY="")
    assert again.returncode == 3
    assert "wants a key in environment variable BRAVE_API_KEY" in again.stderr
    assert leadline(*words, BRAVE_API_KEY=KEY).returncode == 0


def test_a_host_graph_is_indexed_before_the_crawl(leadline: Run, tmp_path: Path, given: list[str]) -> None:
    """What is being done is said, the path is kept in full, and a broken graph ends before a folder is made."""
    (tmp_path / "graph").mkdir()
    (tmp_path / "graph" / "vertices.txt").write_text("0\tcom.a\n1\tcom.b\n")
    (tmp_path / "graph" / "edges.txt").write_text("1\t0\nbroken\n")
    done = leadline(*given, "--backlinks", "hostgraph:graph")
    assert (done.returncode, done.stdout) == (3, "")
    assert "line 2: 'broken' is not from<TAB>to" in done.stderr
    assert not (tmp_path / "found").exists()
    (tmp_path / "graph" / "edges.txt").write_text("1\t0\n")
    done = leadline(*given, "--backlinks", "hostgraph:graph")
    assert done.returncode == 0, done.stderr
    assert "making an index of the host graph, once" in done.stderr
    (tmp_path / "elsewhere").mkdir()
    web = [*given[given.index("--connect-to") :], "--backlinks", "hostgraph:../graph"]
    again = leadline("resume", "../found", *web, cwd=tmp_path / "elsewhere")
    assert again.returncode == 0, again.stderr
    assert "index" not in again.stderr
