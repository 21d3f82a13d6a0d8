"""Forms of databases as people meet them, and forms that look like them: what would be harvested, and what not.

The pages (`pages/`) were written before the model was trained for such forms, in five languages; nothing is
learned from them. A form is harvested if it is searchable enough for `leadline harvest` and passes the gate.
"""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from leadline.forms.understand import understand
from leadline.harvest.settings import HarvestSettings
from leadline.model.field import UnderstoodForm
from leadline.parse.document import Document

Run = Callable[..., subprocess.CompletedProcess[str]]
PAGES = Path(__file__).parent / "pages"
FLATS = Path(__file__).parents[2] / "docs" / "examples" / "flats.html"
SEARCHES = sorted((PAGES / "searches").glob("*.html"))
OTHERS = sorted((PAGES / "others").glob("*.html"))


LANGUAGES = {"de", "en", "es", "fr", "pt"}


def _understood(path: Path) -> list[UnderstoodForm]:
    html = path.read_text(encoding="utf-8")
    document = Document(html, f"http://www.pages.example/{path.stem}/")
    page = document.page
    return [understand(form, document) for form in page.forms]


def _harvested(form: UnderstoodForm) -> bool:
    return form.verdict.safe and form.judgement.searchable >= HarvestSettings().searchable


def test_there_are_pages_of_both_sorts() -> None:
    """Ten searches and ten others at least, each page with one form, in five languages."""
    assert len(SEARCHES) >= 10
    assert len(OTHERS) >= 10
    assert {path.stem[-2:] for path in SEARCHES} == LANGUAGES
    assert {path.stem[-2:] for path in OTHERS} == LANGUAGES
    assert all(len(_understood(path)) == 1 for path in (*SEARCHES, *OTHERS))


@pytest.mark.parametrize("path", [*SEARCHES, FLATS], ids=lambda path: path.stem)
def test_a_database_query_is_harvested(path: Path) -> None:
    """Catalogue, homes, jobs, cars, flights, tickets, species, archive, decisions, substances: all are asked."""
    form = _understood(path)[0]
    assert form.verdict.refused == ()
    assert form.judgement.kind == "search"
    assert _harvested(form), form.judgement


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_what_looks_like_a_query_is_not_harvested(path: Path) -> None:
    """Contact, booking, alerts, calculator, registration, order, settings, survey, poll, log-in: none is."""
    form = _understood(path)[0]
    assert not form.verdict.safe
    assert form.verdict.refused
    assert not _harvested(form)


def test_inspect_tells_the_same(leadline: Run) -> None:
    """`leadline inspect` calls our own example a search that may be sent, and a poll none."""
    done = leadline("inspect", "--jsonl", str(FLATS), str(PAGES / "others" / "poll-de.html"))
    assert done.returncode == 0, done.stderr
    flats, poll = (json.loads(line)["forms"][0] for line in done.stdout.splitlines())
    assert (flats["kind"], flats["safe"], flats["refused"]) == ("search", True, [])
    assert flats["searchable"] >= 0.75
    assert poll["safe"] is False
    assert poll["searchable"] < 0.5
