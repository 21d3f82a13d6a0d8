"""Answers of the lab's databases against a reader of queries that looks at every record."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from database_samples import WORLD, all_rows, databases, expected, measure, plain, typed, whole_answer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leadline_lab.sources import Source, ask, record_of
from leadline_lab.world import Site

OPEN = [
    (
        site,
        replace(
            s, size=100 + s.size % 300, cap=None, default="all", requires=(), shortest_keyword=1, beyond="empty"
        ),
    )
    for site, s in databases(40)
]
"""Databases cut short and with nothing in the way, so that every query shows all it matches."""


def _cells(source: Source, row: tuple[str, ...]) -> dict[str, str]:
    return dict(zip((a.name for a in source.attributes), row, strict=True))


@st.composite
def queries(draw: st.DrawFn) -> tuple[Site, Source, dict[str, list[str]]]:
    """A database and a query made of what two of its records say, so that some match and many do not."""
    site, source = draw(st.sampled_from(OPEN))
    rows = list(all_rows(site, source).values())
    first, second = (_cells(source, draw(st.sampled_from(rows))) for _ in range(2))
    asked: dict[str, list[str]] = {}
    for a in source.attributes:
        if not a.askable or draw(st.integers(0, 3)) != 0:
            continue
        numbers = [measure(a, cells[a.name]) for cells in (first, second)] if a.numeric else []
        if a.ask == "range":
            asked |= {f"{a.name}.low": [typed(a, min(numbers))], f"{a.name}.high": [typed(a, max(numbers))]}
        elif a.numeric:
            asked[a.name] = [typed(a, numbers[0])]
        elif a.ask == "contains":
            asked[a.name] = [draw(st.sampled_from(first[a.name].split())).upper()]
        else:
            asked[a.name] = list(dict.fromkeys([first[a.name], second[a.name]]))[: draw(st.integers(1, 2))]
    if draw(st.booleans()) and source.keyword:
        said = re.findall(r"[^\W_]+", " ".join(first[a.name] for a in source.attributes if a.searched))
        if said:
            asked["keyword"] = [" ".join(draw(st.lists(st.sampled_from(said), min_size=1, max_size=2)))]
    return site, source, asked


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(queries())
def test_pages_of_an_uncapped_answer_hold_exactly_what_matches(
    query: tuple[Site, Source, dict[str, list[str]]],
) -> None:
    """Following all pages of an answer brings every matching record once and no other."""
    site, source, asked = query
    keys, pages = whole_answer(site, source, asked)
    wanted = list(expected(source, all_rows(site, source), asked))
    assert sorted(keys) == sorted(wanted)
    assert len(set(keys)) == len(keys)
    assert pages[0].total == len(wanted)
    assert pages[0].outcome == ("records" if wanted else "none")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(queries(), st.sampled_from([20, 100]))
def test_a_cap_cuts_an_answer_at_the_cap_and_leaves_its_order(
    query: tuple[Site, Source, dict[str, list[str]]], cap: int
) -> None:
    """A capped answer is the beginning of the uncapped one, and its truth still says how many match."""
    site, source, asked = query
    whole, _ = whole_answer(site, source, asked)
    cut, pages = whole_answer(site, replace(source, cap=cap, overflow="cut"), asked)
    assert cut == whole[:cap]
    assert pages[0].total == len(whole)
    assert pages[0].reachable == len(cut)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(queries(), st.data())
def test_a_chosen_order_is_kept_through_all_pages(
    query: tuple[Site, Source, dict[str, list[str]]], data: st.DataObject
) -> None:
    """Sorting by a number or a title holds from the first record of the first page to the last."""
    site, source, asked = query
    if not source.sorts:
        return
    sort = data.draw(st.sampled_from(source.sorts))
    keys, _ = whole_answer(site, source, asked, sort)
    a = source.attribute(sort.removeprefix("-"))
    assert a is not None
    cells = [_cells(source, all_rows(site, source)[key])[a.name] for key in keys]
    seen: list[int] | list[str] = [measure(a, c) for c in cells] if a.numeric else [plain(c) for c in cells]
    assert list(seen) == sorted(seen, reverse=sort.startswith("-"))


def test_a_page_has_as_many_records_as_the_site_shows() -> None:
    """Every page but the last is full, and rows hold the listed cells of their records."""
    for site, source in OPEN:
        keys, pages = whole_answer(site, source, {})
        assert len(keys) == source.size
        assert {len(page.keys) for page in pages[:-1]} <= {source.per_page}
        shown = [i for i, a in enumerate(source.attributes) if a.listed]
        full = all_rows(site, source)[pages[0].keys[0]]
        for cell, place in zip(pages[0].rows[0], shown, strict=True):
            assert full[place].startswith(cell.removesuffix(" …"))


def test_random_ranking_is_stable_for_a_query_and_differs_between_queries() -> None:
    """The same query twice gives the same order, another query that matches the same records another one."""
    site, source = next((site, s) for site, s in OPEN if s.structured)
    source = replace(source, ranking="random")
    price = next(a for a in source.attributes if a.numeric and a.ask == "range" and a.type != "date")
    wide = {f"{price.name}.low": [str(price.low)]}
    first, again = (whole_answer(site, source, {})[0] for _ in range(2))
    other, _ = whole_answer(site, source, wide)
    assert first == again
    assert sorted(first) == sorted(other)
    same = sum(a == b for a, b in zip(first, other, strict=True))
    assert same < len(first) / 20
    assert first != sorted(first)


def test_relevance_puts_titles_with_the_words_first() -> None:
    """A record whose title has the keyword comes before one that has it elsewhere."""
    checked = 0
    for site, source in OPEN:
        if not source.keyword:
            continue
        ranked, rows = replace(source, ranking="relevance"), all_rows(site, source)
        title = [a.name for a in source.attributes].index(source.title)
        titles = Counter(word for row in rows.values() for word in set(re.findall(r"[^\W_]+", plain(row[title]))))
        texts = Counter(
            word for row in rows.values() for word in set(re.findall(r"[^\W_]+", plain(" ".join(row))))
        )
        word = max(titles, key=lambda word: (texts[word] - titles[word], word))
        keys, _ = whole_answer(site, ranked, {"keyword": [word]})
        hits = [plain(word) in plain(rows[key][title]) for key in keys]
        assert hits == sorted(hits, reverse=True)
        checked += len(set(hits)) == 2
    assert checked


def test_static_ranking_does_not_depend_on_the_query() -> None:
    """Records two answers share come in the same order in both."""
    for site, source in OPEN:
        still = replace(source, ranking="static")
        everything, _ = whole_answer(site, still, {})
        choice = next((a for a in source.attributes if a.askable and a.ask == "equals" and a.values), None)
        if choice is None:
            continue
        some, _ = whole_answer(site, still, {choice.name: [choice.values[0]]})
        assert some == [key for key in everything if key in set(some)]


@pytest.mark.parametrize("beyond", ["empty", "last", "first"])
def test_pages_after_the_last_are_what_the_site_makes_of_them(beyond: str) -> None:
    """Asking far beyond the end brings nothing, the last page or the first page, and truth says which."""
    site, source = OPEN[0]
    odd = replace(source, beyond=beyond)  # type: ignore[arg-type]  # one of the three, by the parameters
    last = (source.size - 1) // source.per_page
    far = ask(WORLD, site, odd, {}, 10_000)
    if beyond == "empty":
        assert (far.outcome, far.keys, far.total) == ("none", (), source.size)
    else:
        assert far.keys == ask(WORLD, site, odd, {}, last if beyond == "last" else 0).keys


def test_blanks_and_unknown_parameters_ask_nothing() -> None:
    """Empty fields and names that the database does not have leave the default query what it is."""
    site, source = OPEN[0]
    noise: Mapping[str, Sequence[str]] = {"keyword": ["  "], source.title: [""], "utm_source": ["mail"]}
    assert ask(WORLD, site, source, noise).keys == ask(WORLD, site, source, {}).keys


def test_a_record_has_a_page_of_its_own_with_every_attribute() -> None:
    """Detail pages show all cells in full, under the site's labels; unknown keys have none."""
    for site, source in OPEN:
        shown = replace(source, has_details=True)
        for key in list(all_rows(site, source))[::97]:
            details = record_of(WORLD, site, shown, key)
            assert details is not None
            said = zip((a.label for a in source.attributes), all_rows(site, source)[key], strict=True)
            assert sorted(details.pairs) == sorted(said)
            assert details.pairs[0][0] == next(a.label for a in source.attributes if a.name == source.title)
        assert record_of(WORLD, site, shown, "nonsense") is None
        assert record_of(WORLD, site, shown, "99999999") is None
        assert record_of(WORLD, site, replace(source, has_details=False), key) is None


def test_three_choices_at_once_are_often_empty() -> None:
    """Filling in several categories of a small database mostly finds nothing: its combinations are sparse."""
    empty = total = 0
    for site, source in OPEN:
        chosen = [a for a in source.attributes if a.askable and a.ask == "equals" and len(a.values) > 3][:3]
        for turn in range(6 if len(chosen) == 3 else 0):
            asked = {a.name: [a.values[turn * 7 % len(a.values)]] for a in chosen}
            empty += ask(WORLD, site, source, asked).outcome == "none"
            total += 1
    assert total > 50
    assert 0.3 < empty / total < 0.98
