"""What earlier crawls found, given to a new one: another crawl where a strategy learns, the same after a stop."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import leadline
from leadline.app.progress import CrawlProgress, Progress, Warned
from leadline.errors import ArchiveError, BadTarget

SEEDS = ["http://motoring.example/"]


def settings(builtin_web: str, strategy: str, **links: int) -> leadline.Settings:
    locate = {"strategy": strategy, "open_groups": 1, "links": {"frequency": 1, **links}}
    return leadline.Settings.of({"web": {"connect_to": builtin_web, "delay": 0.0}, "locate": locate})


def log_and_state(folder: Path) -> tuple[list[str], dict[str, Any]]:
    """The lines of its log, and what its strategy knew at the end."""
    with leadline.open(folder).reading() as store:
        snapshot = store.log.snapshot()
        assert snapshot is not None
        return list(store.pages.lines("log")), json.loads(json.loads(snapshot[1])["strategy"])


@pytest.mark.parametrize(
    ("strategy", "taught"),
    [("ffc", "links"), ("ache", "links"), ("smart", "site_space"), ("scdi-al", "link_space")],
)
def test_a_strategy_begins_with_what_was_found(
    builtin_web: str, crawled: Path, tmp_path: Path, strategy: str, taught: str
) -> None:
    """Levels of FFC and ACHE, feature spaces of SmartCrawler: a crawl too short to learn any begins with them."""
    known = settings(builtin_web, strategy)
    leadline.locate("auto", SEEDS, tmp_path / "alone", settings=known)
    leadline.locate("auto", SEEDS, tmp_path / "taught", settings=known, learn_from=[crawled / "located"])
    states = [log_and_state(tmp_path / name)[1][taught] for name in ("alone", "taught")]
    assert len(json.dumps(states[1])) > len(json.dumps(states[0]))
    lines = (tmp_path / "taught" / "prior.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == 2
    assert not (tmp_path / "alone" / "prior.jsonl").exists()


def test_levels_place_links_from_the_first_page_on(builtin_web: str, crawled: Path, tmp_path: Path) -> None:
    """A link like those that led to forms is taken from another queue than without anything known."""
    known = settings(builtin_web, "ffc")
    for name, learn_from in (("alone", []), ("taught", [crawled / "located"])):
        leadline.locate("auto", SEEDS, tmp_path / name, settings=known, learn_from=learn_from)
    groups = [{page["group"] for page in leadline.open(tmp_path / name).pages} for name in ("alone", "taught")]
    assert groups[0] == {"queue 1"}
    assert groups[1] > {"queue 1"}


@pytest.mark.parametrize("strategy", ["ache", "smart"])
def test_resume_needs_no_earlier_folder(builtin_web: str, crawled: Path, tmp_path: Path, strategy: str) -> None:
    """Stopped after a few pages and resumed when the earlier folder is gone, it is the same crawl."""
    known = settings(builtin_web, strategy)
    earlier = tmp_path / "earlier"
    shutil.copytree(crawled / "located", earlier)
    leadline.locate("auto", SEEDS, tmp_path / "whole", settings=known, learn_from=[earlier])

    async def stopped() -> leadline.LocateReport:
        stop = asyncio.Event()

        def watch(event: Progress) -> None:
            if isinstance(event, CrawlProgress):
                stop.set()

        out = tmp_path / "cut"
        return await leadline.aio.locate(
            "auto", SEEDS, out, settings=known, learn_from=[earlier], on_progress=watch, stop=stop
        )

    assert asyncio.run(stopped()).stopped_by == "interrupted"
    shutil.rmtree(earlier)
    again = leadline.resume(tmp_path / "cut", [f"web.connect_to={builtin_web}", "web.delay=0.0"])
    assert isinstance(again, leadline.LocateReport)
    assert log_and_state(tmp_path / "cut") == log_and_state(tmp_path / "whole")


def test_several_folders_count_each_form_once(builtin_web: str, crawled: Path, tmp_path: Path) -> None:
    """The same crawl twice teaches what it teaches once; one that found nothing is said."""
    empty = settings(builtin_web, "random")
    leadline.locate("auto", ["http://town.example/staff"], tmp_path / "empty", settings=empty)
    said: list[Progress] = []
    folders = [crawled / "located", tmp_path / "empty", crawled / "located"]
    known = settings(builtin_web, "ache")
    leadline.locate("auto", SEEDS, tmp_path / "a", settings=known, learn_from=folders, on_progress=said.append)
    assert len((tmp_path / "a" / "prior.jsonl").read_text("utf-8").splitlines()) == 2
    (warning,) = [one.text for one in said if isinstance(one, Warned)]
    assert "empty: that crawl found nothing" in warning


def test_a_harvest_teaches_no_crawl(builtin_web: str, crawled: Path, tmp_path: Path) -> None:
    """The sentence says what to give instead, and nothing is made."""
    with pytest.raises(BadTarget, match="harvested holds a harvest; give a folder that 'leadline locate' made"):
        leadline.locate(
            "auto",
            SEEDS,
            tmp_path / "a",
            settings=settings(builtin_web, "ffc"),
            learn_from=[crawled / "harvested"],
        )
    assert not (tmp_path / "a").exists()


def test_a_damaged_file_is_one_sentence(builtin_web: str, crawled: Path, tmp_path: Path) -> None:
    """What was given to a crawl and cannot be read again ends it before it goes on as another crawl."""
    folder = tmp_path / "a"
    known = settings(builtin_web, "ffc")
    leadline.locate("auto", SEEDS, folder, settings=known, learn_from=[crawled / "located"])
    for line in (b"{}", b"\xff\xfe", b'{"event": 3, "path": []}'):
        (folder / "prior.jsonl").write_bytes(line + b"\n")
        with pytest.raises(ArchiveError, match=r"prior\.jsonl is damaged: a line in it cannot be read"):
            leadline.resume(folder, [f"web.connect_to={builtin_web}", "web.delay=0.0"])
