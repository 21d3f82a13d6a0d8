"""A record's own page: what varies is the record's, what stays the same in every row is a control."""

from collections.abc import Callable

import pytest
from test_records import _document

from leadline.answers.records.cut import cut_records

HERE = "http://list.example/results"
TITLES = [
    f"{title} {volume}"
    for volume in ("one", "two")
    for title in (
        "Delete culture",
        "Drop in the sea",
        "Cancel Sunday",
        "Kill the lights",
        "Book of owls",
        "Remove me",
    )
]


def _urls(row: Callable[[int, str], str]) -> list[str]:
    said = (f"{row(n, title)}<p>Written in {1990 + n} by hand {n * 7}</p>" for n, title in enumerate(TITLES))
    rows = "".join(f"<li>{one}</li>" for one in said)
    found = cut_records(_document(f"<html lang=en><h1>Results</h1><ol class=results>{rows}</ol>"))
    assert len(found.cuts) == len(TITLES)
    assert len({cut.id for cut in found.cuts}) == len(TITLES)
    return [cut.url for cut in found.cuts]


OWN = [f"http://list.example/item/{n}" for n in range(len(TITLES))]


def test_a_title_may_be_any_words() -> None:
    """A book called "Delete culture" is read like others: titles order nothing."""
    assert _urls(lambda n, title: f"<h3><a href=/item/{n}>{title}</a></h3>") == OWN


@pytest.mark.parametrize(
    "control",
    [
        lambda n: "Lend" if n % 2 else "Return",
        lambda _: "Impeach",
        lambda _: "Delete",
        lambda n: f"Delete no. {n}",
        lambda n: f"Delete volume {chr(97 + n)}",
    ],
)
def test_controls_lead_to_no_page_of_a_record(control: Callable[[int], str]) -> None:
    """One word in every row, a switch with two states, a deed with a number: none is a record's own page; the
    records are told apart all the same."""
    assert set(_urls(lambda n, title: f"{title} <a href=/x/{n}>{control(n)}</a>")) == {HERE}


def test_records_of_like_words_are_told_apart_by_their_controls() -> None:
    """Where nothing but a control's address differs, it is what makes them two; it is not asked for."""
    rows = "".join(f"<li>Lamp of brass <a href=/x/{n}>Impeach</a><p>In stock</p></li>" for n in range(5))
    found = cut_records(_document(f"<html lang=en><h1>Results</h1><ol class=results>{rows}</ol>"))
    assert len({cut.id for cut in found.cuts}) == 5
    assert {cut.url for cut in found.cuts} == {HERE}


def test_a_switch_in_a_short_list_is_a_control() -> None:
    """Two words that alternate over six rows are no titles."""
    rows = "".join(
        f"<li>Lamp {n} of brass, {n * 7} EUR <a href=/x/{n}>{'Lend' if n % 2 else 'Return'}</a></li>"
        for n in range(6)
    )
    found = cut_records(_document(f"<html lang=en><h1>Results</h1><ol class=results>{rows}</ol>"))
    assert len(found.cuts) == 6
    assert {cut.url for cut in found.cuts} == {HERE}


def test_a_title_may_be_shared_by_many_records() -> None:
    """Where the page calls the cell a title, the few things that it says of many records lead to their pages."""
    stars = ("Not rated", "4 stars", "3 stars superior")
    rows = "".join(
        f"<tr><td class=title><a href=/item/{n}>{stars[n * n % 7 % 3]}</a><td>Inn {n} of tin<td>{n * 7}"
        for n in range(25)
    )
    found = cut_records(_document(f"<html lang=en><h1>Results</h1><table class=listing>{rows}</table>"))
    assert [cut.url for cut in found.cuts] == [f"http://list.example/item/{n}" for n in range(25)]


def test_two_states_are_no_titles_whatever_their_cell_is_called() -> None:
    """A switch in a cell with the class of a title is a switch."""
    rows = "".join(
        f"<tr><td class=title><a href=/x/{n}>{'Lend' if n % 2 else 'Return'}</a><td>Lamp {n} of brass<td>{n * 7}"
        for n in range(20)
    )
    found = cut_records(_document(f"<html lang=en><h1>Results</h1><table class=listing>{rows}</table>"))
    assert len(found.cuts) == 20
    assert {cut.url for cut in found.cuts} == {HERE}


def test_a_few_states_over_many_rows_are_a_control() -> None:
    """Three words on twenty rows are no titles."""
    states = ("Lend", "Return", "Await")
    rows = "".join(
        f"<li>Lamp {n} of brass, {n * 7} EUR <a href=/x/{n}>{states[n % 3]}</a></li>" for n in range(20)
    )
    found = cut_records(_document(f"<html lang=en><h1>Results</h1><ol class=results>{rows}</ol>"))
    assert len(found.cuts) == 20
    assert {cut.url for cut in found.cuts} == {HERE}
