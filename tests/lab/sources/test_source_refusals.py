"""What databases answer when they do not bring what was asked for."""

from dataclasses import replace

import pytest
from database_samples import REPORT, WORLD, databases

from leadline_lab.sources import Answer, Source, ask
from leadline_lab.world import Site

KNOWN = databases(250)
SMALL = [(site, replace(s, size=120)) for site, s in KNOWN]
"""Cut short: what they say does not depend on how much they have."""


def _first(**wanted: object) -> tuple[Site, Source]:
    return next((site, s) for site, s in SMALL if all(getattr(s, name) == value for name, value in wanted.items()))


def test_default_queries_do_what_the_database_is_said_to_do() -> None:
    """With nothing filled in: everything, a complaint about required fields, an empty answer or an error."""
    outcomes = {"all": {"records", "too-many"}, "required": {"required"}, "none": {"none"}, "error": {"error"}}
    for site, source in SMALL:
        answer = ask(WORLD, site, source, {})
        assert answer.outcome in outcomes[source.default]
        if source.reachable_by_default:
            assert (answer.outcome, answer.reachable) == ("records", source.size)


def test_missing_required_fields_are_named_by_their_labels() -> None:
    """The complaint holds the label of each missing field, also when others are filled in."""
    for site, source in SMALL:
        if source.default != "required":
            continue
        answer = ask(WORLD, site, source, {"unrelated": ["x"]})
        assert len(answer.missing) == len(source.requires)
        assert all(label in answer.message for label in answer.missing)
        filled = ask(WORLD, site, source, {name: ["xyzzy"] for name in source.requires})
        assert filled.outcome != "required"


def test_an_answer_over_the_cap_may_be_refused_or_told() -> None:
    """`refuse` shows no record and asks to refine, `tell` says that the answer was cut, `cut` says nothing."""
    site, source = next((site, s) for site, s in SMALL if s.default == "all" and s.size > 20)
    refused, told, cut = (
        ask(WORLD, site, replace(source, cap=20, per_page=10, overflow=what), {})
        for what in ("refuse", "tell", "cut")
    )
    assert (refused.outcome, refused.keys, refused.total) == ("too-many", (), source.size)
    assert refused.message
    assert "20" in told.message
    assert cut.message == ""
    assert told.keys == cut.keys


@pytest.mark.parametrize("token", ["csrf", "viewstate", "session"])
def test_a_bad_token_is_refused_where_tokens_are_checked(token: str) -> None:
    """A source with tokens answers nothing without a good one; a source without does not care."""
    site, source = _first(default="all", token=token)
    assert ask(WORLD, site, source, {}, token_ok=False).outcome == "bad-token"
    assert ask(WORLD, site, source, {}).outcome != "bad-token"
    assert ask(WORLD, site, replace(source, token=""), {}, token_ok=False).outcome != "bad-token"


def test_values_of_the_wrong_type_are_complained_about() -> None:
    """Words in a number, a broken date and a zip code of four digits give an error that names the field."""
    checked = set()
    for site, source in KNOWN:
        for a in source.attributes:
            if not a.askable or not (a.numeric or (a.type == "zip" and not a.values)):
                continue
            wrong = "1234" if a.type == "zip" else "cheap"
            name = f"{a.name}.low" if a.numeric else a.name
            filled = {required: ["12345"] for required in source.requires}
            answer = ask(WORLD, site, source, {**filled, name: [wrong]})
            assert answer.outcome == "error", (a, answer)
            assert a.label in answer.message
            checked.add(a.type)
    assert checked >= {"price", "number", "date", "year", "zip"}


def test_short_keywords_are_complained_about() -> None:
    """A source that wants three letters says so when it gets two, and searches when it gets them."""
    site, source = next((site, s) for site, s in SMALL if s.keyword and s.requires in ((), ("keyword",)))
    picky = replace(source, shortest_keyword=3)
    assert ask(WORLD, site, picky, {"keyword": ["ab"]}).outcome == "error"
    assert "3" in ask(WORLD, site, picky, {"keyword": ["ab"]}).message
    assert ask(WORLD, site, picky, {"keyword": ["abc"]}).outcome in ("records", "none")


def _nothing(site: Site, source: Source) -> Answer:
    return ask(WORLD, site, replace(source, requires=()), {source.title: ["zzqxzz"], "keyword": ["zzqxzz"]})


def test_nothing_found_is_none_whatever_stands_beside_it() -> None:
    """Suggested records of something else are shown apart and never count as the answer."""
    for site, source in SMALL[:120]:
        answer = _nothing(site, source)
        assert (answer.outcome, answer.keys, answer.total) == ("none", (), 0)
        assert answer.message
        assert bool(answer.suggested_rows) == (source.suggestion == "records")


def test_nothing_found_is_worded_in_many_ways() -> None:
    """Sites of a tuning world say "nothing found" in at least 25 ways, those of a reporting world in more."""
    tuning = {_nothing(site, source).message for site, source in SMALL[:150]}
    reporting = {
        ask(
            REPORT, site, replace(source, requires=(), size=120), {source.title: ["zzqxzz"], "keyword": ["zzqxzz"]}
        ).message
        for site, source in databases(150, REPORT)
    }
    assert len(tuning) >= 25
    assert len(reporting - tuning) >= 8


def test_a_site_words_its_messages_always_in_the_same_way() -> None:
    """Two empty answers of one source say the same."""
    for site, source in SMALL[:50]:
        asked = {source.title: ["qqzzqq"], "keyword": ["qqzzqq"]}
        assert ask(WORLD, site, replace(source, requires=()), asked).message == _nothing(site, source).message


def test_counts_are_exact_rounded_capped_or_absent() -> None:
    """What is said about the number of matches follows the source's way of counting."""
    site, source = next((site, s) for site, s in SMALL if s.default == "all" and s.language == "en")
    source = replace(source, cap=None, overflow="cut", size=1_234)
    digits = f"{source.size:,}"
    said = {
        how: ask(WORLD, site, replace(source, counting=how), {}).shown_total
        for how in ("exact", "rounded", "capped", "absent")
    }
    assert digits in said["exact"]
    assert digits not in said["rounded"]
    assert "0" in said["rounded"]
    assert "1,000" in said["capped"]
    assert said["absent"] == ""
