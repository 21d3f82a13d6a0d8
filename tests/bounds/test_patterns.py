"""No regular expression of ours can be made slow by a page."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pumping import slow_text

CUT = {
    "leadline.answers.judge.lines": 260,  # `says` and `message_of` ask about no longer lines
    "leadline.answers.judge.counts": 260,  # `_read` neither
}
"""Modules whose patterns see only texts that were cut before."""
WHOLE = ("<!--.*?", "(?P<wrong>")
"""How patterns of these modules begin that see whole pages, or attributes of any length."""


def _longest(pattern: str, where: str) -> int | None:
    return None if pattern.startswith(WHOLE) else CUT.get(where.rpartition(":")[0])


def collected() -> list[tuple[str, int, str, bool]]:
    here = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, here / "collected_patterns.py"], capture_output=True, text=True, check=True
    )
    return [(p, f, w, a) for p, f, w, a in json.loads(done.stdout)]


@pytest.mark.timeout(600)
def test_every_pattern_is_linear() -> None:
    """Texts made out of a pattern's own parts never take it clearly longer than their length allows."""
    patterns = collected()
    assert len(patterns) > 350  # those that functions make are among them
    for word in ("ergab", "ничего", "ヒットしません"):
        assert any(word in pattern for pattern, *_ in patterns)  # those of languages too
    slow = [
        f"{where} {pattern[:60]!r}: {found}"
        for pattern, flags, where, anchored in patterns
        if (found := slow_text(pattern, flags, anchored=anchored, longest=_longest(pattern, where)))
    ]
    assert not slow, "\n".join(slow)


@pytest.mark.parametrize(
    "pattern", [r"(a+)+b", r"\s+$", r"<[^>]*>", r"(?=[0-9a-f]*[0-9])[0-9a-f]{12,}", r"…(?:[\s\W]*…)*!"]
)
def test_slow_patterns_are_seen(pattern: str) -> None:
    """Squares and worse are found by the texts that are made for them."""
    assert slow_text(pattern, 0, anchored=False)


@pytest.mark.parametrize("pattern", [r"a+b", r"\bword\w*", r"(?:ab|cd)+", r"\d{1,3}(?:,\d{3})*"])
def test_plain_patterns_are_let_through(pattern: str) -> None:
    """Nothing is held against a pattern that reads every text once."""
    assert slow_text(pattern, 0, anchored=True) is None
