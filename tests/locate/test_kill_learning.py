"""kill -9 under strategies that learn: a file of its own, so that it runs beside the others."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from statistics import mean, stdev

import pytest
from killable import crawl
from killing import FEW, crawl_with_kills, facts, forms
from little_server import serving
from little_web import LittleWeb

from leadline.locate.settings import LocateSettings, SiteRanking


@pytest.mark.parametrize("name", ["smart", "sounding"])
@pytest.mark.parametrize("at_once", [1, 64])
def test_strategies_that_learn_are_killed_as_well(name: str, at_once: int, tmp_path: Path) -> None:
    """However many at once, nothing is recorded twice, and the forms are those of a run that was left alone; one
    at a time so are the log, every learning step (here one after each form) and all that was learnt."""
    settings = LocateSettings(
        strategy=name,
        open_groups=at_once,
        pages=60 + 10 * FEW if at_once == 1 else 10_000,
        find="every-form",
        snapshot_pages=40,
        sites=SiteRanking(learn_sites=1, learn_forms=1),
    )
    web = LittleWeb(sites=4 + FEW, pages=15)
    with serving(web) as seen:
        killed = crawl_with_kills(tmp_path / "killed", seen, settings, FEW)
    with serving(web) as seen:
        crawl(tmp_path / "whole", seen.port, settings)
    assert killed == FEW
    urls, _, _ = found = facts(tmp_path / "killed")
    assert [url for url, count in Counter(urls).items() if count > 1] == []
    assert forms(tmp_path / "killed") == forms(tmp_path / "whole")
    assert forms(tmp_path / "whole")
    if at_once == 1:
        assert found == facts(tmp_path / "whole")


@pytest.mark.parametrize("name", ["smart", "sounding"])
def test_a_budget_brings_as_much_as_without_kills(name: str, tmp_path: Path) -> None:
    """Many at once come in another order each time; what a killed crawl has found when its pages are spent lies
    among what crawls with other seeds have."""
    settings = LocateSettings(
        strategy=name,
        open_groups=64,
        pages=60 + 40 * FEW,  # crawls that are killed every few pages have few requests under way
        find="every-form",
        sites=SiteRanking(learn_sites=1, learn_forms=1),
    )
    web = LittleWeb(sites=20 + 8 * FEW, pages=15)
    counts = []
    for seed in range(5):
        with serving(web) as seen:
            crawl(tmp_path / f"whole{seed}", seen.port, replace(settings, seed=seed))
        counts.append(len(forms(tmp_path / f"whole{seed}")))
    with serving(web) as seen:
        killed = crawl_with_kills(tmp_path / "killed", seen, settings, FEW)
    assert killed == FEW
    assert 0 < max(counts) < web.sites / 4, "the budget is no limit"
    spread = 2 * stdev(counts) + 1
    assert abs(len(forms(tmp_path / "killed")) - mean(counts)) <= spread, counts
