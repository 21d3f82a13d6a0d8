"""Scores on the development data, from sites not seen in training: what the project promises of its topics.

Each fifth page of every SWDE site is read, to keep within a minute; `tools/train_topics.py --check` reads all.
"""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from leadline.topics.background import bundled_background
from leadline.topics.judge import cross_validate, probabilities
from leadline.topics.train import learn, learn_naive_bayes

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data"

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not (DATA / "swde").is_dir(), reason="the development data are not beside the project"),
]


@pytest.fixture(scope="module", name="tool")
def _tool() -> ModuleType:
    """The script that made the shipped weights."""
    spec = importlib.util.spec_from_file_location("train_topics", ROOT / "tools" / "train_topics.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_topics"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", name="swde")
def _swde(tool: ModuleType) -> list[object]:
    return list(tool.swde(DATA, every=5))


@pytest.mark.parametrize("name", ["auto", "book", "job", "movie"])
def test_four_domains_on_unseen_sites(tool: ModuleType, swde: list[object], name: str) -> None:
    """At least 95 % of pages, plain and balanced, learned and by keywords alone."""
    examples = tool.judged(swde, name)
    topic = tool.unlearned(name)
    learned = tool.scored(cross_validate(topic, examples, bundled_background(), learn), examples)
    keywords = tool.scored(probabilities(topic, examples, bundled_background()), examples)
    for result in (learned, keywords):
        assert result.sites == 31
        assert result.accuracy >= 0.95
        assert result.balanced >= 0.95


def test_naive_bayes_on_unseen_sites(tool: ModuleType, swde: list[object]) -> None:
    """The papers' learner holds the same line."""
    examples = tool.judged(swde, "job")
    found = cross_validate(tool.unlearned("job"), examples, bundled_background(), learn_naive_bayes)
    assert tool.scored(found, examples).accuracy >= 0.95


def test_sports_stars_by_keywords(tool: ModuleType, swde: list[object]) -> None:
    """The bundled people topic, which saw no such page, knows basketball players."""
    examples = tool.judged(swde, "nbaplayer")
    assert (
        tool.scored(probabilities(tool.unlearned("people"), examples, bundled_background()), examples).balanced
        >= 0.95
    )


def test_hard_negatives(tool: ModuleType) -> None:
    """Ebola pages against other diseases: at least 90 % on unseen sites."""
    examples = tool.ebola(DATA)
    found = cross_validate(tool.EBOLA, examples, bundled_background(), learn)
    result = tool.scored(found, examples)
    assert result.accuracy >= 0.90
    assert result.balanced >= 0.90
