"""What people decide is kept with the source and changes its next harvest."""

import json
import shutil
import subprocess
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
        assert ", 1 value." in page or "Volvo" in page
    assert len(resumed(other, builtin_web) - {""}) > 1
    assert resumed(begun, builtin_web) <= {"", "Volvo"}
    assert (begun / "cars" / DECISIONS).is_file()


def test_known_values_are_looked_at_and_added_to(builtin_web: str, tmp_path: Path) -> None:
    """The table of labels and values, field by field: what a user's file said, the form's own choices; what a
    person adds is asked for beside what was known."""
    (tmp_path / "mine.csv").write_text("label,value,weight\nModel,giulia,0.9\nModel,mustang,0.4\n")
    words = ["harvest", "http://cars.example/", "--out", "cars", "--max-requests", "3", "--values", "mine.csv"]
    assert run_in(tmp_path, *words, "--connect-to", builtin_web, "--delay", "0.01").returncode == 4
    with dashboard(tmp_path) as served:
        fields = {one["field"]: one["values"] for one in served.ask("/api/folders/cars/known").json["fields"]}
        assert fields["model"] == [{"value": "giulia", "weight": 0.9}, {"value": "mustang", "weight": 0.4}]
        assert {"value": "Volvo", "weight": 1.0} in fields["make"]
        page = served.ask("/folders/cars/decide").text
        assert "2 values known" in page
        assert "<td>giulia</td>" in page
        form = b"field=model&label=Model&type=name&use=yes&known=yes&values=amazon"
        said = served.ask("/folders/cars/decide", "POST", form, Content_Type="application/x-www-form-urlencoded")
        assert said.status == 303
        assert "3 values" in served.ask("/folders/cars/decide").text
    last = json.loads((tmp_path / "cars" / DECISIONS).read_text().splitlines()[-1])
    assert last["values"] == ["amazon", "giulia", "mustang"]


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


# ── the form, and what its records are ────────────────────────────────────────────────────────────────────


def decide(folder: Path, name: str, **said: object) -> None:
    with dashboard(folder) as served:
        answer = served.post(f"/api/folders/{name}/decisions", said)
        assert answer.status == 200, answer.text


def on(folder: Path, web: str, *words: str) -> subprocess.CompletedProcess[str]:
    return run_in(folder, *words, "--connect-to", web, "--delay", "0.01")


@pytest.fixture
def harvested(crawled: Path, tmp_path: Path) -> Path:
    shutil.copytree(crawled / "harvested", tmp_path / "cars")
    return tmp_path


def test_what_records_go_by(harvested: Path, builtin_web: str) -> None:
    """Records that a person says go by their mileage have the same identities by that, whatever is done next; the
    word taken back, they are what they were."""
    before = {row["id"] for row in Folder(harvested / "cars").records}
    decide(harvested, "cars", key="Miles")
    by_miles: set[str] = set()
    for command in ("resume", "refresh", "recut"):
        web = ["--connect-to", builtin_web, "--delay", "0.01"] if command != "recut" else []
        done = run_in(harvested, command, "cars", *web)
        assert done.returncode in (0, 4, 6), done.stderr
        now = {row["id"] for row in Folder(harvested / "cars").records}
        assert len(now) == len(before)
        assert not now & before
        by_miles = by_miles or now
        assert now == by_miles
    decide(harvested, "cars", key="")
    assert run_in(harvested, "recut", "cars").returncode == 0
    assert {row["id"] for row in Folder(harvested / "cars").records} == before


def test_which_rows_are_records(harvested: Path, builtin_web: str) -> None:
    """The rows that a person chose among those shown are the records, and no others, from the next command on."""
    with dashboard(harvested) as served:
        regions = served.ask("/api/folders/cars/regions").json["regions"]
        assert "Records are" in served.ask("/folders/cars/decide").text
    other = next(
        one for one in regions if not any("Alfa Romeo Giulia Super $6,900" in text for text in one["samples"])
    )
    before = {row["text"] for row in Folder(harvested / "cars").records}
    decide(harvested, "cars", region=other["shape"])
    assert on(harvested, builtin_web, "resume", "cars").returncode in (0, 4)
    now = {row["text"] for row in Folder(harvested / "cars").records}
    assert now
    assert not now & before
    decide(harvested, "cars", region="")
    assert run_in(harvested, "recut", "cars").returncode == 0
    assert {row["text"] for row in Folder(harvested / "cars").records} == before


def test_what_a_form_is_for(begun: Path, builtin_web: str) -> None:
    """A form that a person calls a contact form is not asked; called a search, it is."""
    decide(begun, "cars", kind="contact")
    done = on(begun, builtin_web, "resume", "cars")
    assert done.returncode == 3
    assert "contact" in done.stderr
    decide(begun, "cars", kind="search")
    assert on(begun, builtin_web, "resume", "cars").returncode in (0, 4)


def test_an_approved_form_need_not_look_like_a_search(begun: Path, builtin_web: str) -> None:
    """The classifier's doubt does not count against a person's word; what the gate says does."""
    doubt = ("--option", "harvest.searchable=1.0")
    assert on(begun, builtin_web, "resume", "cars", *doubt).returncode == 3
    decide(begun, "cars", approved=True)
    assert on(begun, builtin_web, "resume", "cars", *doubt).returncode in (0, 4)


def test_forms_of_a_crawl(crawled: Path, builtin_web: str, tmp_path: Path) -> None:
    """`run` harvests no form that a person called something else, or of another domain."""
    shutil.copytree(crawled / "located", tmp_path / "out" / "located")
    forms = {row["page_url"]: row["identity"] for row in Folder(tmp_path / "out" / "located").forms}
    kept, *others = sorted(forms)
    with dashboard(tmp_path / "out") as served:
        for url in others:
            said = {"form": forms[url], "domain": "hotel"}
            assert served.post("/api/folders/out~located/decisions", said).status == 200
        assert (
            served.post("/api/folders/out~located/decisions", {"form": "no#such", "kind": "search"}).status == 400
        )
        assert served.post("/api/folders/out~located/decisions", {"form": forms[kept], "key": "x"}).status == 400
    (tmp_path / "seeds.txt").write_text("http://motoring.example/\n")
    (tmp_path / "project.toml").write_text('[run]\ntopic = "auto"\nseeds = "seeds.txt"\nout = "out"\n')
    done = on(tmp_path, builtin_web, "run", "project.toml", "--json")
    told = json.loads(done.stdout)
    assert [one["page_url"] for one in told["harvested"]] == [kept], done.stderr


def test_decisions_are_examples_of_a_topic(crawled: Path, tmp_path: Path) -> None:
    """Pages of forms that people called of the topic, and of another, teach it; without any, that is said."""
    shutil.copytree(crawled / "located", tmp_path / "forms")
    assert (
        run_in(tmp_path, "topic", "new", "wheels", "--keywords", "zeppelin", "--out", "wheels.toml").returncode
        == 0
    )
    train = ("topic", "train", "wheels.toml", "--decisions", "forms", "--json")
    assert run_in(tmp_path, *train).returncode == 3
    rows = sorted((row["page_url"], row["identity"]) for row in Folder(tmp_path / "forms").forms)
    decide(tmp_path, "forms", form=rows[0][1], domain="wheels")
    decide(tmp_path, "forms", form=rows[1][1], kind="contact")
    done = run_in(tmp_path, *train)
    assert done.returncode == 0, done.stderr
    learnt = (tmp_path / "wheels.weights.json").read_text()
    assert len(json.loads(learnt)) > 0
