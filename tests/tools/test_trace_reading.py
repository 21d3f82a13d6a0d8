"""How far `inspect` and `harvest` reach, held to the limits of the house (docs/architecture.md)."""

from typing import Any

import pytest
from tools.trace_reading import of_commands

FILES = {"inspect": 70, "harvest": 182}
"""130 before a harvest estimated sizes by several methods, remembered values and could be repeated in rounds; 150
before it looked for pages that scripts fill (five files), audited every estimate (two) and met rows again; 160,
and 65 for `inspect`, before the user's scope and pace, side doors and people's decisions; 164 before it
left out what was to be forgotten; 165, and 66, before words were numbers, sizes were doubted and held against
lists, numbers that bound answers grew, and the clock had a file of its own; 170, and 68, before help was kept
ready, what a page says of its own place was read, buttons were a choice, the first list's shape became evidence,
and things by name were lists; 179 before a choice called "any" had to be borne out and what a page has chosen
bounded what is told."""


@pytest.fixture(scope="module")
def traced() -> dict[str, dict[str, Any]]:
    return of_commands()


@pytest.mark.parametrize("command", ["inspect", "harvest"])
def test_a_body_is_decoded_once(command: str, traced: dict[str, dict[str, Any]]) -> None:
    """However many stages read a page, its bytes become text once."""
    assert 0 < traced[command]["decodes"] <= traced[command]["bodies"]


def test_an_inspected_page_is_one_tree(traced: dict[str, dict[str, Any]]) -> None:
    """Facts, forms and their layout are read from the same tree."""
    assert (traced["inspect"]["bodies"], traced["inspect"]["trees"], traced["inspect"]["copies"]) == (1, 1, 0)


def test_an_answer_is_one_tree_and_a_copy(traced: dict[str, dict[str, Any]]) -> None:
    """Judge, pager and records share a copy of the tree, without what nobody sees. One form of the built-in
    web is split by a table, and asks for a tree of its own (`leadline.parse.owners`)."""
    found = traced["harvest"]
    assert found["bodies"] >= 4
    assert found["trees"] <= found["bodies"] + 1
    assert found["copies"] <= found["bodies"]


@pytest.mark.parametrize("command", ["inspect", "harvest"])
def test_few_files_are_entered(command: str, traced: dict[str, dict[str, Any]]) -> None:
    """Who follows one command through the code opens no more files than this."""
    assert len(traced[command]["files"]) <= FILES[command]
