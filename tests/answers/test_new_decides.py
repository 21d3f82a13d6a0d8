"""What is new on a page decides what its furniture is, before any element or role does."""

import pytest

from leadline.answers.records.cut import cut_records
from leadline_bench.training.record_examples import document_of

TOWNS = ("Arbroath", "Brechin", "Crieff", "Dunkeld", "Elgin", "Forres", "Girvan", "Huntly", "Irvine", "Jedburgh")
START = "<p>Gazetteer of towns, with their markets, mills and bridges, as they stood in the year 1846.</p>"
FOOT = "<p>Kept by the county library, which is open on all days but Sunday, and free to everybody.</p>"
FORM = "<form action=/find><label>Town <input name=q></label><button>Search</button></form>"


def _page(said: str) -> str:
    return f"<html><body><main>{FORM}{START}</main>{said}{FOOT}</body></html>"


def _listed(towns: tuple[str, ...], box: str) -> str:
    rows = "".join(
        f"<li><a href=/town/{n}>{town}</a><p>Has {n + 3} mills and a market.</p></li>"
        for n, town in enumerate(TOWNS)
        if town in towns
    )
    return f"<{box}><ul>{rows}</ul></{box.split(maxsplit=1)[0]}>"


@pytest.mark.parametrize(
    "box",
    ["aside", "footer", "nav", "div role=complementary", "div role=menu", "section role=navigation", "header"],
)
@pytest.mark.parametrize("towns", [TOWNS, TOWNS[2:6], TOWNS[7:9]])
def test_what_holds_most_that_is_new_holds_the_records(box: str, towns: tuple[str, ...]) -> None:
    """Whatever the box is called that the page puts its answer into."""
    known = document_of(_page(""), "http://towns.example/").page.text
    nothing = document_of(_page("<p>No town is called so.</p>"), "http://towns.example/find?q=x").page.text
    answer = document_of(_page(_listed(towns, box)), "http://towns.example/find?q=a")
    cuts = cut_records(answer, known, template=nothing, asked=("a",)).cuts
    assert [cut.title for cut in cuts] == list(towns)


@pytest.mark.parametrize("box", ["aside", "div role=complementary", "nav"])
def test_a_box_with_less_that_is_new_stays_beside_the_answer(box: str) -> None:
    """A few other towns in a box of their own are no records where the list stands elsewhere."""
    known = document_of(_page(""), "http://towns.example/").page.text
    beside = f"<{box}><h4>Near by</h4><ul><li><a href=/town/90>Ayr</a></li><li><a href=/town/91>Wick</a></li></ul>"
    listed = _listed(TOWNS[2:7], "section") + f"{beside}</{box.split(maxsplit=1)[0]}>"
    cuts = cut_records(document_of(_page(listed), "http://towns.example/find?q=a"), known, asked=("a",)).cuts
    assert [cut.title for cut in cuts] == list(TOWNS[2:7])


def test_a_list_within_a_form_is_read_where_nothing_is_known() -> None:
    """Rows that may be ticked, with a text beside them that is longer than they are."""
    rows = "".join(
        f"<tr><td><input type=checkbox name=n value={n}><td><a href=/town/{n}>{town}</a><td>{n + 3} mills</tr>"
        for n, town in enumerate(TOWNS)
    )
    page = f"<form action=/remove method=post><table>{rows}</table></form>{START}{FOOT}{START}"
    cuts = cut_records(document_of(f"<html><body>{page}</body></html>", "http://towns.example/")).cuts
    assert [cut.title for cut in cuts] == list(TOWNS)
