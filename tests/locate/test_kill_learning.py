"""kill -9 under strategies that learn: a file of its own, so that it runs beside the others."""

import random
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


@pytest.mark.parametrize("name", ["sounding", "smart"] if FEW > 3 else ["sounding"])
def test_a_budget_brings_as_much_as_without_kills(name: str, tmp_path: Path) -> None:
    """Many at once come in another order each time, and what is found when the pages are spent differs; crawls
    that are killed differ no more than that from those that are left alone.

    The others need answers that take their time by chance, too: with other seeds alone they came in one and the
    same order, and all found the same number, so a crawl killed at the wrong moment was told from them.
    `make kills` has a second strategy: how it is killed and taken up again is the same."""
    settings = LocateSettings(
        strategy=name,
        open_groups=64,
        pages=300 + 20 * FEW,
        find="every-form",
        sites=SiteRanking(learn_sites=1, learn_forms=1),
    )
    web = LittleWeb(sites=80 + 8 * FEW, pages=15, spread=True)

    def found(kills: int, seed: int) -> int:
        path, chance = tmp_path / f"{kills} {seed}", random.Random(seed)
        with serving(web) as seen:
            seen.latency = lambda: chance.uniform(0, 0.02)
            assert crawl_with_kills(path, seen, replace(settings, seed=seed), kills, seed) == kills
        return len(forms(path))

    whole: list[int] = []
    killed: list[int] = []
    for turn in range(3):  # few crawls tell how much they differ badly: where in doubt, more of them decide
        whole += [found(0, seed) for seed in range(6 * turn, 6 * turn + 6)]
        killed += [found(FEW, seed) for seed in range(3 * turn, 3 * turn + 3)]
        assert 0 < max(whole) < web.sites / 4, "the budget is no limit"
        allowed = 1 + 3 * stdev(whole) * (1 / len(whole) + 1 / len(killed)) ** 0.5
        if abs(mean(killed) - mean(whole)) <= allowed:
            return
    pytest.fail(f"forms found by crawls left alone {whole}, by killed ones {killed}")
