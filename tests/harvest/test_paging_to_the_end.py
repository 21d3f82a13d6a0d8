"""Answers are paged to their end, own pages of all records are read, and what is left is told with its reason."""

import html
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from catalogue_server import Catalogue, catalogue
from test_harvest_command import _in_this_process
from test_harvest_plans import NO_DETAILS, POLITE_ENOUGH, harvest, records

from leadline.app.folders import Folder

Answers = Callable[[str, list[tuple[str, str]]], tuple[int, str]]
PLACES = (
    "harbour",
    "garden",
    "library",
    "market",
    "tower",
    "mill",
    "bridge",
    "forge",
    "chapel",
    "quarry",
    "orchard",
    "ferry",
)


def _plan(n: int) -> tuple[str, str]:
    return f"Plan {n} of the {PLACES[n % 12]}", f"{PLACES[(n * 7 + n // 12) % 12].title()} {n * 13 % 97}"


def _cards(shown: list[int]) -> str:
    one = '<div class="hit"><h3><a href="/plan/{}">{}</a></h3><p>drawn by {}</p></div>'
    return "".join(one.format(n, *_plan(n)) for n in shown)


def _table(shown: list[int]) -> str:
    one = '<tr><td><a href="/plan/{}">{}</a></td><td>{}</td><td>{}</td></tr>'
    lines = "".join(one.format(n, *_plan(n), 1800 + n % 120) for n in shown)
    return f"<table><tr><th>Title<th>Drawn by<th>Year</tr>{lines}</table>"


def archive(
    total: int, page: int, rows: Callable[[list[int]], str] = _cards, *, front: bool = True, counts: bool = False
) -> Answers:
    """A search for words over plans, `page` of them at a time; the empty question lists them all, and so does the
    form's own page where it is a `front` page."""

    def answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
        if path.startswith("/plan/"):
            n = int(path.removeprefix("/plan/"))
            title, hand = _plan(n)
            more = f"<p>Scale: 1:{100 + n}<p>Shelf: room {n % 9}, drawer {n % 31}"
            return 200, f"<title>{title}</title><h1>{title}</h1><p>Drawn by {hand}{more}<p>County archive"
        given = dict(pairs)
        words, first = given.get("q", "").lower().split(), int(given.get("from", "0"))
        form = (
            '<title>Plans</title><h1>Plans of the county</h1><form action="/find" role=search><label>Search '
            f'<input name=q value="{html.escape(" ".join(words))}"></label><button>Search</button></form>'
        )
        found = [n for n in range(total) if all(word in _plan(n)[0].lower().split() for word in words)]
        if path == "/" and not front:
            return 200, f"{form}<p>County archive"
        if not found:
            return 200, f"{form}<p>No plan was found.<p>County archive"
        count = f"<p>{len(found)} plans found</p>" if counts else ""
        onward = f'<p><a href="/find?q={"+".join(words)}&amp;from={first + page}">Next</a>'
        goes_on = onward if first + page < len(found) else ""
        return 200, f"{form}{count}{rows(found[first : first + page])}{goes_on}<p>County archive"

    return answer


def _shown(path: str, pairs: list[tuple[str, str]]) -> int:
    return int(dict(pairs).get("from", "0")) if path == "/find" else -1


@pytest.mark.parametrize(("rows", "page"), [(_cards, 20), (_table, 20), (_table, 3)])
def test_the_list_of_the_forms_page_is_paged(rows: Callable[[list[int]], str], page: int, tmp_path: Path) -> None:
    """What the form's page lists and the default query shows again is followed to its last page, also where every
    line of the later pages looks like one of the first, and where a page has few."""
    total = 5 * page + 2
    with catalogue(archive(total, page, rows)) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--json", *NO_DETAILS)
    assert json.loads(done.stdout)["records"] == total, done.stderr
    assert max(_shown(path, pairs) for _, path, pairs in served.asked) == 5 * page


def _known_first(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Plans of one place are found by its name; "plan" finds all of them, those of the first two places first."""
    given = dict(pairs)
    word, first = given.get("q", "").strip().lower(), int(given.get("from", "0"))
    order = sorted(range(240), key=lambda n: (n % 12 > 1, n))
    found = [n for n in order if word in ("plan", PLACES[n % 12])]
    form = '<title>Plans</title><form action="/find" role=search><label>Search <input name=q></label></form>'
    if path != "/find" or not found:
        return 200, f"{form}<p>{'No plan was found.' if path == '/find' else 'Ask for a harbour or a garden.'}"
    more = f'<p><a href="/find?q={word}&amp;from={first + 10}">Next</a>' if first + 10 < len(found) else ""
    return 200, f"{form}<p>{len(found)} plans found</p>{_cards(found[first : first + 10])}{more}"


def test_an_answer_that_must_hold_new_records_is_paged_on(tmp_path: Path) -> None:
    """Pages of known records do not end an answer that states more records than are known by then."""
    values = tmp_path / "values.csv"
    values.write_text(
        "label,value,weight\nSearch,harbour,1\nSearch,garden,0.9\nSearch,plan,0.8\n", encoding="utf-8"
    )
    with catalogue(_known_first) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--json", "--values", str(values), *NO_DETAILS)
    assert json.loads(done.stdout)["records"] == 240, done.stderr
    assert max(_shown(path, pairs) for _, path, pairs in served.asked if ("q", "plan") in pairs) == 230


def _known_before_others(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Plans of one place are found by its name; "plan" finds all of them, those of the harbour first. The site
    counts nothing, and rows tell of no other place than their own."""
    given = dict(pairs)
    word, first = given.get("q", "").strip().lower(), int(given.get("from", "0"))
    order = sorted(range(120), key=lambda n: (n % 12 > 0, n))
    found = [n for n in order if word in ("plan", PLACES[n % 12])]
    form = '<title>Plans</title><form action="/find" role=search><label>Search <input name=q></label></form>'
    if path != "/find" or not found:
        return 200, f"{form}<p>{'No plan was found.' if path == '/find' else 'Ask for a harbour.'}"
    more = f'<p><a href="/find?q={word}&amp;from={first + 10}">Next</a>' if first + 10 < len(found) else ""
    one = '<div class="hit"><h3><a href="/plan/{}">{}</a></h3><p>drawn in {}</p></div>'
    return 200, form + "".join(one.format(n, _plan(n)[0], 1800 + n) for n in found[first : first + 10]) + more


def test_an_answer_that_was_left_is_gone_on_with_before_nothing_is_left_to_ask(tmp_path: Path) -> None:
    """The first page of "plan" is known by other words, and nothing says how many follow: it is left. When no word
    of the records is untried it is read to its end, which brings all other places."""
    with catalogue(_known_before_others) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--json", *NO_DETAILS)
    assert json.loads(done.stdout)["records"] == 120, done.stderr
    asked = [pairs for _, path, pairs in served.asked if path == "/find" and ("q", "plan") in pairs]
    assert len(asked) == 1 + 12  # its first page, and all twelve when it was asked for again


def _own(served: Catalogue) -> int:
    return sum(path.startswith("/plan/") for _, path, _ in served.asked)


def test_the_own_pages_of_all_records_are_read(tmp_path: Path) -> None:
    """No row is left without the fields of its page, however many there are."""
    with catalogue(archive(230, 50, front=False)) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--json", "--planner", "once")
    said = json.loads(done.stdout)
    # 230 rows and no count: one query alone cannot tell whether that is a cap.
    assert (done.returncode, said["records"], _own(served)) == (4, 230, 230), done.stderr
    assert (said["own_pages_read"], said["own_pages_left"], said["own_pages_why"]) == (230, 0, None)
    assert all(record["fields"].get("Scale") for record in records(tmp_path / "out"))


def _told(out: Path) -> str:
    return _in_this_process("status", str(out)).stdout


def test_own_pages_that_a_limit_left_are_told_and_read_on(tmp_path: Path) -> None:
    """A limit of the user's, or of the requests, is said with both numbers in summary, status and --json; each
    `resume` reads on."""
    out, limit = tmp_path / "out", ("--option", "harvest.detail_requests=20")
    with catalogue(archive(50, 50, front=False)) as served:
        done = harvest(served.url("/"), out, "--planner", "once", *limit)
        assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
        line = f"own pages read for 20 of 50 records; leadline resume {out} reads on"
        assert line in done.stdout
        assert line in _told(out)
        status = Folder(out).status().as_json()
        assert (status["own_pages_read"], status["own_pages_left"], status["own_pages_why"]) == (20, 30, "limit")
        done = _in_this_process("resume", str(out), *POLITE_ENOUGH, "--option", "harvest.max_requests=7", "--json")
        said = json.loads(done.stdout)
        assert (done.returncode, said["stopped_by"]) == (4, "max-requests")
        assert said["own_pages_read"] + said["own_pages_left"] == 50
        assert 20 < said["own_pages_read"] < 30
        done = _in_this_process("resume", str(out), *POLITE_ENOUGH, "--option", "harvest.detail_requests=0")
        assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
        assert "own pages" not in done.stdout
    assert all(record["fields"].get("Scale") for record in records(out))
    assert _own(served) <= 50 + 2  # the first of two that show what is furniture may be asked for again


def test_what_we_left_is_not_called_cut_off_by_the_site(tmp_path: Path) -> None:
    """Answers that state more than was read of them, because their records are known, were left by us."""
    with catalogue(archive(600, 20, counts=True, front=False)) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--max-requests", "200", *NO_DETAILS)
    assert "600 records" in done.stdout, done.stderr
    assert "by the site" not in done.stdout
    assert "left by Leadline: only known records came" in done.stdout
    assert "left by Leadline: only known records came" in _told(tmp_path / "out")
    told = [row for row in Folder(tmp_path / "out").queries if row["left"] is not None]
    assert {row["left"] for row in told} == {"known"}
    assert not any(row["truncated"] for row in told)


def _broken(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """The third page of every answer is missing."""
    return (404, "<title>Gone</title>") if _shown(path, pairs) == 20 else archive(50, 10, counts=True)(path, pairs)


@pytest.mark.parametrize(
    ("answer", "more", "left"),
    [
        (_broken, (), {"no-answer": 1}),
        (archive(50, 10, counts=True), ("--option", "harvest.max_pages=3"), {"max-pages": 1}),
        (archive(50, 10, counts=True), ("--max-requests", "5"), {"open": 1}),
    ],
)
def test_who_left_an_answer_and_why(
    answer: Answers, more: tuple[str, ...], left: dict[str, int], tmp_path: Path
) -> None:
    """A page that does not come, a limit of pages and spent requests are told apart, and none of them is called
    cut off by the site."""
    with catalogue(answer) as served:
        out = tmp_path / "out"
        done = harvest(served.url("/"), out, "--json", "--planner", "once", *more, *NO_DETAILS)
        said = json.loads(done.stdout)
        assert (said["left_answers"], said["truncated_queries"]) == (left, 0), done.stderr
        assert 0 < said["records"] < 50
        if "open" in left:
            assert f"leadline resume {out} pages on" in _told(out)
            done = _in_this_process(
                "resume", str(out), *POLITE_ENOUGH, "--option", "harvest.max_requests=50", "--json"
            )
            said = json.loads(done.stdout)
            assert (said["records"], said["left_answers"]) == (50, {})
