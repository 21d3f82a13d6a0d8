"""What the gate lets through in the lab, and what is said where the development data is missing."""

from pathlib import Path

import pytest

from leadline.errors import BadTarget
from leadline.model.field import Verdict
from leadline_bench.forms.gate import GateFigures, Judged, counted, lab_judged
from leadline_bench.forms.kinds import search_figures
from leadline_lab.spec import Role

SAFE, REFUSED = Verdict(()), Verdict(("it asks for a password",))


def test_searches_are_counted_by_domain_and_others_are_unsafe_if_they_pass() -> None:
    """Recall is (passed, of) for each domain; a form that is no search and passes is named."""
    passing = Judged("http://a.example/ poll", "poll", False, "", SAFE)
    found = counted(
        [
            Judged("http://a.example/ s", "search", True, "book", SAFE),
            Judged("http://a.example/ t", "search", True, "book", REFUSED),
            Judged("http://b.example/ s", "search", True, "hotel", SAFE),
            Judged("http://b.example/ l", "login", False, "", REFUSED),
            passing,
        ]
    )
    assert found == GateFigures({"book": (1, 2), "hotel": (1, 1)}, 2, (passing,))
    assert (found.passed, found.lowest) == ((2, 3), 0.5)


@pytest.fixture(scope="module")
def tuning() -> GateFigures:
    return counted(list(lab_judged(Role.TUNING, (5,), "small", sites=1)))


def test_nothing_but_searches_passes_in_a_small_world(tuning: GateFigures) -> None:
    """Log-ins, newsletters, orders, polls, calculators and jump menus of a world are refused, all of them."""
    assert tuning.others > 60
    assert tuning.unsafe == ()


def test_most_searches_of_a_small_world_pass(tuning: GateFigures) -> None:
    """Every domain is there, and of all searches at least 90 % pass."""
    passed, of = tuning.passed
    assert len(tuning.recall) == 11
    assert of > 25
    assert passed / of >= 0.9


def test_missing_data_is_said(tmp_path: Path) -> None:
    """A folder without the development forms is named in the error, with what it lacks."""
    with pytest.raises(BadTarget, match="formasaurus"):
        search_figures(tmp_path)
