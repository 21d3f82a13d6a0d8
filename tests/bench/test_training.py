"""Training: it writes where the product reads, and its own words are complete."""

import json
from importlib import import_module

import pytest

from leadline.topics.bundled import NAMES
from leadline_bench.training import SHIPPED
from leadline_bench.training.domain_keywords import keywords

MADE = {
    "forms": "forms/kinds/data/card.json",
    "domains": "forms/domains/data/card.json",
    "topics": "topics/data/background.card.json",
}


@pytest.mark.parametrize("name", MADE)
def test_cards_name_the_module_that_made_them(name: str) -> None:
    """What ships learned says by which module it was made, and that module is there."""
    if name in ("forms", "domains"):
        pytest.importorskip("sklearn", reason="needs the extra 'train'")
    card = json.loads((SHIPPED / MADE[name]).read_text("utf-8"))
    made_by = card.get("script") or card["made by"]
    assert made_by == f"leadline_bench.training.{name}"
    assert callable(import_module(made_by).main)


def test_the_label_model_s_card_names_its_module() -> None:
    """The card of labels is text; it says the same."""
    assert "`leadline_bench.training.labels`" in (SHIPPED / "forms/labels/labels.md").read_text("utf-8")
    assert callable(import_module("leadline_bench.training.labels").main)


def test_every_domain_has_a_prior_of_its_own() -> None:
    """Keywords of all twelve domains, and what speaks for one speaks against the others where they compete."""
    prior = keywords(competing=0.1)
    assert set(prior) == set(NAMES)
    assert all(max(table.values()) > 1 for table in prior.values())
    assert prior["hotel"]["hotel"] > 0 > prior["job"]["hotel"]
