"""`leadline bench locate` as people type it."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from leadline.errors import BadConfiguration
from leadline.locate.strategies import STRATEGIES
from leadline_bench.cli.locate import Words
from leadline_lab.words import DOMAINS

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (Words(strategies="random,magic"), "--strategies 'magic' is not known; known: oracle, random"),
        (Words(domains="cheese"), "--domains 'cheese' is not known; known: airfare"),
        (Words(domains="people"), "--domains 'people' is not known"),
        (Words(scale="huge"), "--scale 'huge' is not known; known: tiny"),
        (Words(role="both"), "--role 'both' is not known; known: tuning, reporting"),
        (Words(critic="mood"), "--critic 'mood' is not known; known: truth, rule, learned"),
        (Words(pages_critic="mood"), "--pages-critic 'mood' is not known; known: topic, truth"),
    ],
)
def test_what_cannot_be_compared_is_refused(words: Words, said: str) -> None:
    """With the known words; domains of reporting worlds are unknown in tuning worlds."""
    with pytest.raises(BadConfiguration, match=said):
        words.plan(quick=True)


def test_what_is_left_open_is_everything() -> None:
    """All strategies and the oracle, all domains of the role; with --quick a few of each."""
    whole, quick = Words(role="reporting").plan(quick=False), Words(pages=30).plan(quick=True)
    assert set(whole.strategies) == {"oracle", *STRATEGIES}
    assert set(whole.domains) == set(DOMAINS)
    assert (quick.pages, quick.scale, len(quick.domains)) == (30, "tiny", 2)
    assert "oracle" in quick.strategies


def test_out_is_a_folder(leadline: Run, tmp_path: Path) -> None:
    """A file in its place is not overwritten."""
    (tmp_path / "file").write_text("mine")
    done = leadline("bench", "locate", "--quick", "--out", "file")
    assert done.returncode == 3
    assert "is a file" in done.stderr
    assert done.stdout == ""


def test_a_small_experiment(leadline: Run, tmp_path: Path) -> None:
    """One JSON document with the figures, the files in the folder, progress on standard error."""
    words = ["--quick", "--worlds", "1", "--domains", "hotel", "--pages", "20", "--processes", "1"]
    done = leadline("bench", "locate", *words, "--strategies", "oracle,random", "--out", "o", "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["bench"] == "locate"
    assert said["settings"]["pages"] == 20
    assert {"forms.oracle", "forms.random", "oracle_share.random"} <= set(said["figures"])
    assert json.loads((tmp_path / "o" / "report.json").read_text(encoding="utf-8")) == said
    assert (tmp_path / "o" / "relevant.svg").is_file()
    assert "2/2 random on hotel in tuning world 0: " in done.stderr
