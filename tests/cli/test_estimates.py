"""What people read about how much is left: no run that may miss something reads like one that has all."""

from leadline.app.estimates import method_words, share, size_sentence
from leadline.app.progress import HarvestProgress
from leadline.cli.estimates import progress_line
from leadline.cli.harvest import EXITS
from leadline.model.query import Estimate


def test_a_size_comes_with_interval_and_method() -> None:
    """One sentence: size, both ends, how much of it is here, and by what in words."""
    said = size_sentence(Estimate("audit", 1_000, 940, 1_100, 0.9, 0.8182, 0.9575), 900)
    assert said == (
        "About 1,000 records are there in all (95 %: 940 to 1,100); 90% of them are here (81% to 96%). "
        "Estimated by: queries drawn by lot."
    )


def test_what_nobody_knows_is_said() -> None:
    """Without an upper end there is no "about"; without records there is nothing to say."""
    assert size_sentence(Estimate("seen", None, 130.4), 120) == (
        "At least 130 are there; nobody can say how many more."
    )
    assert size_sentence(None, 0) is None
    assert "contradicts" in method_words("audit, which parts contradicts")


def test_almost_all_is_not_all() -> None:
    """99.96 % is never rounded to 100 %."""
    assert (share(0.9996), share(1.0)) == ("99%", "100%")


def test_one_line_of_progress() -> None:
    """Records, estimate and interval, requests, time left, what it is doing; nothing that steers a terminal."""
    estimate = Estimate("count", 500, 500, 500, 0.5, 0.5, 0.5)
    line = progress_line(HarvestProgress(250, 3, 20, 10, 24, 1_000, estimate, "asking for q=\x1b[31mred", 600.0))
    assert line.startswith(
        "250 records of about 500 (500 to 500) · 24 of 1,000 requests · 10 min left · asking for"
    )
    assert "\x1b" not in line
    unknown = progress_line(HarvestProgress(7, 1, 1, 7, 4, 50, None, "choosing the next query"))
    assert "nobody can say of how many" in unknown


def test_only_proof_and_coverage_end_with_0() -> None:
    """What is out of ways to ask, or at a limit, ends with 4; there is no other word for success."""
    assert {word for word, code in EXITS.items() if code == 0} == {"complete", "covered"}
    assert (EXITS["exhausted"], EXITS["max-requests"]) == (4, 4)
