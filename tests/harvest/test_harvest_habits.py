"""`leadline harvest` on sites with habits of their own: "nothing found" as an absent page, answers in JSON."""

import html
import json
import zlib
from pathlib import Path

from catalogue_server import catalogue
from test_harvest_plans import NO_DETAILS, harvest, names

LETTERS = [
    f"Letter {n} about the {thing}" for n, thing in enumerate(["harbour", "garden", "library", "market"] * 6)
]
FORM = '<form action="/find" role="search"><label>Search <input type="search" name="q" value="{}"></label></form>'


def _found(pairs: list[tuple[str, str]]) -> tuple[str, list[int]]:
    word = dict(pairs).get("q", "").strip().lower()
    return word, [n for n, letter in enumerate(LETTERS) if word and word in letter.lower().split()]


def _archive(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Answers what it cannot find, and the empty question, with status 404 and no word about it."""
    word, found = _found(pairs)
    form = f"<title>Archive</title>{FORM.format(html.escape(word))}<p>Letters about a harbour and a town."
    lines = "".join(f"<li><a href='/letter/{n}'>{LETTERS[n]}</a> by hand {n}</li>" for n in found)
    return (200, f"{form}<ol>{lines}</ol>") if found or path == "/" else (404, form)


def _service(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """A form whose answers are for scripts."""
    if path == "/":
        return 200, f"<title>Service</title>{FORM.format('')}<p>Letters about a harbour and a town."
    _, found = _found(pairs)
    hits = [{"title": LETTERS[n], "hand": n, "url": f"/letter/{n}"} for n in found]
    return 200, json.dumps({"total": len(hits), "hits": hits})


def _long_lists(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Shows as many as it is asked for, and offers a number to visitors and another to those who look at code."""
    choice = "<select name={}><option>5<option selected>10<option>50<option>100000</select>"
    form = (
        f"<title>Archive</title><form action=/find role=search><label>Search <input name=q></label> "
        f"<label>Results per page {choice.format('max')}</label><div style='display:none'><label>Results per page "
        f"{choice.format('limit')}</label></div><button>Search</button></form><p>A harbour and a town."
    )
    if path == "/":
        return 200, form
    (_, found), asked = _found(pairs), dict(pairs)
    first, length = int(asked.get("from", "0")), int(asked["max"])
    shown = found[first : first + length]
    lines = "".join(f"<li><a href='/letter/{n}'>{LETTERS[n]}</a> by hand {n}</li>" for n in shown)
    more = f"<a href='/find?q={asked['q']}&amp;max={length}&amp;from={first + length}'>Next</a>"
    return 200, f"{form}<ol>{lines}</ol>" + (more if first + length < len(found) else "")


def _all_beforehand(_path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Lists everything on the form's page, and again for the empty question and `*`; any other word has to be the
    whole name of a letter."""
    word = dict(pairs).get("q", "").strip()
    form = f"<title>Letters</title>{FORM.format(html.escape(word))}"
    if word not in ("", "*", *LETTERS):
        return 200, f"{form}<p>Letter {html.escape(word)} is not kept here.</p>"
    lines = "\n".join(f"<a href='/letter/{n}'>{letter}</a>  by hand {n}" for n, letter in enumerate(LETTERS))
    return 200, f"{form}<pre>{lines}</pre>"


def test_a_list_that_nonsense_does_not_bring_is_records(tmp_path: Path) -> None:
    """Although the form's page shows all of it beforehand, and no next page leads on from it."""
    with catalogue(_all_beforehand) as served:
        done = harvest(served.url("/"), tmp_path / "out", *NO_DETAILS)
    assert done.returncode in (0, 4), done.stderr
    assert names(tmp_path / "out") == sorted(LETTERS)


def test_pages_are_as_long_as_the_form_offers(tmp_path: Path) -> None:
    """Every query asks for the longest sensible page of those that visitors are offered; the hidden list stays."""
    with catalogue(_long_lists) as served:
        done = harvest(served.url("/"), tmp_path / "out", *NO_DETAILS)
    assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
    assert names(tmp_path / "out") == sorted(LETTERS)
    asked = [dict(pairs) for _, path, pairs in served.asked if path == "/find"]
    assert {pairs["max"] for pairs in asked} == {"50"}
    assert {pairs["limit"] for pairs in asked} == {"10"}


def test_an_absent_page_may_say_that_nothing_was_found(tmp_path: Path) -> None:
    """Where nonsense is answered with 404 and the form again, words without a match are no failures."""
    with catalogue(_archive) as served:
        done = harvest(served.url("/"), tmp_path / "out", *NO_DETAILS)
    assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
    assert names(tmp_path / "out") == sorted(LETTERS)


def test_answers_in_json_are_harvested(tmp_path: Path) -> None:
    """A form that is answered with data for scripts brings up its records with their names."""
    with catalogue(_service) as served:
        done = harvest(served.url("/"), tmp_path / "out", *NO_DETAILS)
    assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
    assert names(tmp_path / "out") == sorted(LETTERS)


def _lesson(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Answers the empty question with a sentence in words that nobody here knows."""
    word, found = _found(pairs)
    form = f"<title>Archive</title>{FORM.format(html.escape(word))}<p>Letters about a harbour and a town."
    if path == "/":
        return 200, form
    if not word:
        return 200, f"{form}<div><h3>Zukka velmi torran</h3><p>Belko nar {len(LETTERS)} sivvun torrama.</p></div>"
    lines = "".join(f"<li><a href='/letter/{n}'>{LETTERS[n]}</a> by hand {n}</li>" for n in found)
    return 200, f"{form}<ol>{lines}</ol>" if found else f"{form}<p>Nullun torran ela."


def test_what_came_before_the_first_list_is_read_again_by_it(tmp_path: Path) -> None:
    """A sentence that answers the empty question may be a record as long as nothing else is known; once a list is
    met, it is cut anew as all later answers are, and is none."""
    with catalogue(_lesson) as served:
        done = harvest(served.url("/"), tmp_path / "out", *NO_DETAILS)
    assert done.returncode in (0, 4), done.stderr
    assert names(tmp_path / "out") == sorted(LETTERS)


def _failing(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Breaks down after the first answer."""
    if path != "/" and _found(pairs)[0]:
        return 500, "<title>Oops</title>"
    shown = "".join(f"<li><a href='/letter/{n}'>{LETTERS[n]}</a> by hand {n}</li>" for n in range(8))
    form = f"<title>Archive</title>{FORM.format('')}<p>Letters about a harbour and a town."
    return 200, form if path == "/" else f"{form}<ol>{shown}</ol>"


def test_a_site_that_fails_again_and_again_is_left_alone(tmp_path: Path) -> None:
    """Three submissions in a row without an answer end the harvest; what came before is kept."""
    with catalogue(_failing) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--json", "--option", "web.retries=0", *NO_DETAILS)
    assert (done.returncode, json.loads(done.stdout)["stopped_by"]) == (5, "failed"), done.stderr
    assert [path for _, path, _ in served.asked].count("/find") == 1 + 3
    assert len(names(tmp_path / "out")) == 8


PLACES = ("harbour", "garden", "library", "market")
COMMON = [f"Letter {n} of the town" for n in range(5)]


def _deaf(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Takes no notice of words: five letters come up in any case, and one more for a place."""
    options = "".join(f"<option>{place}" for place in PLACES)
    form = (
        "<title>Archive</title><form action=/find role=search><label>Search <input type=search name=q></label> "
        f"<label>Place <select name=place><option value=''>Any{options}</select></label>"
        "<button>Search</button></form>"
    )
    if path == "/":
        return 200, form
    place = dict(pairs).get("place")
    found = [*COMMON, *([f"Of the {place}"] if place else [])]
    rows = "".join(f"<li><a href=/{zlib.crc32(one.encode())}>{one}</a></li>" for one in found)
    return 200, f"{form}<ol>{rows}</ol>"


def test_nonsense_that_brings_known_records_teaches_nothing(tmp_path: Path) -> None:
    """Where a site ignores the word, its answer to nonsense is a list like others: no list is thrown away as
    "nothing found"."""
    with catalogue(_deaf) as served:
        done = harvest(served.url("/"), tmp_path / "out", *NO_DETAILS)
    assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
    assert names(tmp_path / "out") == sorted([*COMMON, *(f"Of the {place}" for place in PLACES)])
