"""What people decide is kept with the source and changes its next harvest."""

import shutil
from pathlib import Path

import pytest

from conftest import run_in
from dashboards import dashboard
from leadline.app.folders import Folder
from leadline.harvest.human import DECISIONS


@pytest.fixture
def begun(builtin_web: str, tmp_path: Path) -> Path:
    """A harvest that was stopped by its limit before it had asked much, by a planner of single values."""
    words = ["harvest", "http://cars.example/", "--out", "cars", "--planner", "liddle", "--max-requests", "6"]
    done = run_in(tmp_path, *words, "--connect-to", builtin_web, "--delay", "0.01")
    assert done.returncode == 4, done.stderr
    return tmp_path


def resumed(folder: Path, web: str) -> set[str]:
    """The makes that the queries after the resume asked for."""
    before = len(Folder(folder / "cars").queries)
    run_in(folder, "resume", "cars", "--connect-to", web, "--delay", "0.01", "--option", "harvest.max_requests=25")
    rows = list(Folder(folder / "cars").queries)[before:]
    assert rows
    return {dict(row["assignment"]).get("make", "") for row in rows}


def test_a_decision_changes_the_harvest_that_follows(begun: Path, builtin_web: str, tmp_path: Path) -> None:
    """Values that were narrowed are the only ones that are asked for from then on."""
    other = tmp_path / "untouched"
    shutil.copytree(begun / "cars", other / "cars")
    with dashboard(begun) as served:
        said = served.post("/api/folders/cars/decisions", {"field": "make", "values": ["Volvo"], "label": "Maker"})
        assert said.status == 200, said.text
        page = served.ask("/folders/cars/decide").text
        assert "label Maker" in page
        assert "1 values" in page or "Volvo" in page
    assert len(resumed(other, builtin_web) - {""}) > 1
    assert resumed(begun, builtin_web) <= {"", "Volvo"}
    assert (begun / "cars" / DECISIONS).is_file()


def test_a_form_that_was_forbidden_is_not_asked_again(begun: Path, builtin_web: str) -> None:
    """Until somebody allows it; nothing is sent."""
    asked = len(Folder(begun / "cars").queries)
    with dashboard(begun) as served:
        form = b"forbidden=yes"
        answer = served.ask("/folders/cars/decide", "POST", form, Content_Type="application/x-www-form-urlencoded")
        assert answer.status == 303
        assert "Forbidden since" in served.ask("/folders/cars/decide").text
    done = run_in(begun, "resume", "cars", "--connect-to", builtin_web, "--delay", "0.01")
    assert done.returncode == 3
    assert "forbade this form" in done.stderr
    assert len(Folder(begun / "cars").queries) == asked


@pytest.mark.parametrize(
    "said",
    [
        {}, {"field": "none such", "label": "x"}, {"field": "make"}, {"field": "make", "type": "nothing"},
        {"label": "x"}, {"field": "make", "values": [1]}, {"field": "make", "use": "yes"}, {"gate": "open"}, [], 7,
    ],
)  # fmt: skip
def test_what_cannot_be_decided_is_told_and_kept_nowhere(crawled: Path, tmp_path: Path, said: object) -> None:
    """One sentence, and no line in the folder."""
    shutil.copytree(crawled / "harvested", tmp_path / "cars")
    with dashboard(tmp_path) as served:
        answer = served.post("/api/folders/cars/decisions", said)
        assert answer.status == 400
        assert answer.json["error"]
    assert not (tmp_path / "cars" / DECISIONS).exists()
