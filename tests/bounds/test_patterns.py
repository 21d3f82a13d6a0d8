"""No regular expression of ours can be made slow by a page."""

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

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


@cache
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


def _captures_in_possession(parsed: Any, *, held: bool = False) -> bool:
    """Whether a group is captured in a part that is not gone back into."""
    for operation, given in parsed:
        holds = held or operation in (re._constants.POSSESSIVE_REPEAT, re._constants.ATOMIC_GROUP)  # type: ignore[attr-defined]
        if operation is re._constants.SUBPATTERN and held and given[0] is not None:  # type: ignore[attr-defined]
            return True
        several = given if isinstance(given, tuple) else (given,)
        for part in several:
            parts = part if isinstance(part, list) else [part]
            if any(
                _captures_in_possession(one, held=holds)
                for one in parts
                if isinstance(one, re._parser.SubPattern)  # type: ignore[attr-defined]
            ):
                return True
    return False


def _parsed(pattern: str, flags: int = 0) -> Any:
    return re._parser.parse(pattern, flags)  # type: ignore[attr-defined]


def test_no_pattern_makes_python_stumble() -> None:
    """Python 3.11 raises `SystemError` where it goes back over a group that was captured in a possessive part."""
    assert _captures_in_possession(_parsed(r"""(?:(["'])x\1|;)++[{]"""))
    assert _captures_in_possession(_parsed(r"(?>a|(b)c)"))
    assert not _captures_in_possession(_parsed(r"((?:ab)++)c|(d)?"))
    stumbling = [
        where for pattern, flags, where, _ in collected() if _captures_in_possession(_parsed(pattern, flags))
    ]
    assert not stumbling


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
