"""Oracles: what somebody who knows the records would ask, put to the proof on the applications themselves."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from app_all import APPLICATIONS, READY, SCRIPTED
from app_kit import Application
from app_measure import unsafe
from app_oracle import Ask, by_letter, by_word, fewest, pages
from app_records import collection
from app_serve import serving
from app_yardstick import measured

TOOLS = os.environ.get("LEADLINE_APPS", "")
KNOWN = tuple(application for application in (*APPLICATIONS, *READY, *SCRIPTED) if application.oracle is not None)


def test_one_long_list_can_be_cheaper_than_many_full_pages() -> None:
    """Without pages the fewest queries win; with pages their pages count, and a long list beats scattered ones."""
    keys = [f"mk{number:04d}" for number in range(30)]
    found = {
        "all but one": frozenset(keys[:-1]),
        "ten": frozenset(keys[5:15]),
        "last": frozenset(keys[-1:]),
        "none": frozenset[str](),
    }
    assert fewest(found) == ["all but one", "last"]
    assert fewest(found, 10) == ["all but one", "last"]
    left_over = {"first": frozenset("abcd"), "odd": frozenset("abe"), "even": frozenset("cdf")}
    assert fewest(left_over) == ["odd", "even"]
    assert [len(pages(count, 10)) for count in (0, 1, 10, 11)] == [0, 1, 1, 2]


def test_words_are_found_whole_and_letters_anywhere() -> None:
    """A word finds the texts that hold it as a word; a letter finds every text that holds it."""
    items = tuple(
        replace(item, text=text) for item, text in zip(collection(2), ("A mill.", "Mills & wind"), strict=True)
    )
    first, second = (item.key for item in items)
    words = by_word(items, lambda item: item.text)
    assert words == {"mill": {first}, "mills": {second}, "wind": {second}}
    assert by_word(items, lambda item: item.text, r"[a-z]{4}")["mill"] == {first, second}
    assert by_letter(items, lambda item: item.text)["s"] == {second}


def test_a_search_by_post_carries_its_fields() -> None:
    """Fields are written as a form sends them; a GET has no body."""
    assert Ask("/find", (("q", "a b"), ("kind", "é"))).body == b"q=a+b&kind=%C3%A9"
    assert Ask("/find?q=a").body is None
    assert Ask("/find", document='{"q": "é"}').body == '{"q": "é"}'.encode()


@pytest.mark.timeout(600)
@pytest.mark.skipif(not TOOLS, reason="applications are installed and served by `make test-apps` only")
@pytest.mark.parametrize("application", KNOWN, ids=lambda application: application.name)
def test_its_oracle_brings_up_every_record_and_changes_nothing(
    application: Application, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """The application's own search answers with every record that was loaded, by searches only."""
    tools = Path(TOOLS).resolve()
    if missing := application.missing(tools):
        pytest.skip(f"{application.name} is not installed: {', '.join(missing)} missing; run `make test-apps`")
    assert application.oracle is not None
    with serving(application, tmp_path, tools) as (front, served):
        before = served.state()
        brought = measured(front, application.oracle(application.items))
        after, refused = served.state(), unsafe(front.log, served)
    record_property("oracle", (application.name, brought.requests))
    assert refused == []
    assert after == before
    assert {item.key for item in application.items} - brought.stood == set()
