"""kill -9 under strategies that learn: a file of its own, so that it runs beside the others."""

from collections import Counter
from pathlib import Path

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
