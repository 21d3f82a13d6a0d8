"""What a page states about itself by position and arithmetic: where it goes on, that it is cut, that it is all."""

import html
import json
from pathlib import Path

import pytest
from catalogue_server import catalogue
from test_harvest_plans import NO_DETAILS, harvest, records
from test_paging_to_the_end import PLACES, Answers, _cards, _plan

_FORM = (
    '<title>Pleananna</title><h1>Pleananna an chontae</h1><form action="/find" method=post role=search><label>'
    'Search <input name=q value="{}"></label><input type=hidden name=tk value=7><button>Search</button></form>'
)
_FOOT = "<p>Cartlann an chontae"


def archive(total: int, page: int, said: str, *, linked: bool = True, front: bool = True) -> Answers:
    """A posted search in a language the program does not know: `said` is what stands at the end of a list, of
    which the next page counts from nought by a parameter of the site's own."""

    def answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
        given = dict(pairs)
        words, at = given.get("q", "").lower().split(), int(given.get("lch_r", "0"))
        found = [n for n in range(total) if all(word in _plan(n)[0].lower().split() for word in words)]
        form = _FORM.format(html.escape(" ".join(words)))
        if path == "/" and not front:
            return 200, form + _FOOT
        if not found:
            return 200, f"{form}<p>Faic.{_FOOT}"
        pages, shown = -(-len(found) // page), found[at * page : (at + 1) * page]
        told = said.format(
            page=at + 1, pages=pages, first=at * page + 1, last=at * page + len(shown), total=len(found)
        )
        link = f'<a href="/find?tk=7&amp;lch_r={at + 1}&amp;q={"+".join(words)}">ar agh</a>'
        is_last = at + 1 >= pages
        return 200, f"{form}{_cards(shown)}<div>{told} {link if linked and not is_last else ''}</div>{_FOOT}"

    return answer


@pytest.mark.parametrize("front", [True, False])
@pytest.mark.parametrize("said", ["(leathanach {page} as {pages})", "{first}–{last} as {total}"])
def test_a_stated_place_leads_to_the_end(said: str, tmp_path: Path, *, front: bool) -> None:
    """No word on the link is known, nor the name of its parameter."""
    with catalogue(archive(67, 20, said, front=front)) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--json", "--planner", "once", *NO_DETAILS)
    assert json.loads(done.stdout)["records"] == 67, done.stderr
    assert max(int(dict(pairs).get("lch_r", "0")) for _, _, pairs in served.asked) == 3


@pytest.mark.parametrize("said", ["Page {page} of {pages}", "{first}–{last} as {total}"])
def test_a_stated_place_without_a_way_on_says_that_the_answer_is_cut(said: str, tmp_path: Path) -> None:
    with catalogue(archive(67, 20, said, linked=False, front=False)) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--json", "--planner", "once", *NO_DETAILS)
    report = json.loads(done.stdout)
    assert (report["records"], report["truncated_queries"]) == (20, 1), done.stderr


def test_the_last_place_is_no_cut(tmp_path: Path) -> None:
    with catalogue(archive(17, 20, "Page {page} of {pages}, {first}–{last} as {total}", front=False)) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--json", "--planner", "once", *NO_DETAILS)
    report = json.loads(done.stdout)
    assert (report["records"], report["truncated_queries"]) == (17, 0), done.stderr


def test_the_list_of_the_forms_page_that_counts_itself_is_an_answer(tmp_path: Path) -> None:
    """All on one page, before anything was asked and after."""
    with catalogue(archive(17, 20, "{first}–{last} as {total}")) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--json", "--planner", "once", *NO_DETAILS)
    assert json.loads(done.stdout)["records"] == 17, done.stderr


_HEAD = "<h3>Tábla pleananna do {}</h3><p><b>Teideal</b> <b>Lámh</b> <b>Bliain</b> <b>Seilf</b> <b>Nóta</b>"


def _one_each(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """A place finds a few plans, a number one. What stands above the rows stands above none as well, and outweighs
    a single row, of which little but its link is new."""
    words = dict(pairs).get("q", "").lower()
    form = _FORM.format(html.escape(words)) + _HEAD.format(html.escape(words))
    found = [n for n in range(48) if words and words in (PLACES[n % 12], str(n))]
    one = '<tr><td><a href="/plan/{}">{}</a><td>{}<td>{}</tr>'
    rows = "".join(one.format(n, *_plan(n), 1800 + n % 120) for n in found)
    return 200, f"{form}<table>{rows if path == '/find' else ''}</table>{_FOOT}"


def test_a_single_row_where_others_have_their_rows_is_a_record(tmp_path: Path) -> None:
    """All that is new of it is a number and the page it leads to."""
    asked = {"harbour": 1.0, "garden": 0.9} | {str(n): 0.8 for n in (2, 3, 4)}
    values, out = tmp_path / "values.csv", tmp_path / "out"
    lines = "".join(f"Search,{value},{weight}\n" for value, weight in asked.items())
    values.write_text(f"label,value,weight\n{lines}", encoding="utf-8")
    with catalogue(_one_each) as served:
        done = harvest(served.url("/"), out, "--json", "--values", str(values), *NO_DETAILS)
        numbers = {dict(pairs).get("q", "") for _, path, pairs in served.asked if path == "/find"} & {
            "2",
            "3",
            "4",
        }
    led = {str(record["url"]).rpartition("/")[2] for record in records(out)}
    assert numbers, "no single plan was asked for"
    assert numbers <= led, (led, done.stderr)
