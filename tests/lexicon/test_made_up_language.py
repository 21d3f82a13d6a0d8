"""A language is one file: with it a site in a language that nobody speaks is harvested from end to end."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from zorvian_site import TITLES, zorvian_site

from leadline.lexicon.tables import FOLDER

LANGUAGES = Path(__file__).with_name("languages")


def leadline(*words: str, languages: Path | None = LANGUAGES) -> subprocess.CompletedProcess[str]:
    """A process of its own, since the languages there are are read once."""
    environment = {name: value for name, value in os.environ.items() if name != FOLDER}
    if languages is not None:
        environment[FOLDER] = str(languages)
    program = [sys.executable, "-m", "leadline", *words]
    return subprocess.run(program, check=False, capture_output=True, text=True, env=environment, timeout=120)


def test_one_file_makes_a_site_of_a_new_language_harvestable(tmp_path: Path) -> None:
    """Its button is known to search; its counts, its next links and its "nothing found" are read."""
    out = tmp_path / "out"
    with zorvian_site() as (url, asked):
        done = leadline("harvest", url, "--out", str(out), "--allow-private", "--delay", "0", "--json")
        assert done.returncode == 0, done.stderr
        report = json.loads(done.stdout)
        assert (report["records"], report["coverage"], report["method"]) == (len(TITLES), 1.0, "count")
        assert not any(path.startswith("/xo") for path in asked)  # its button does something
    records = [json.loads(line) for line in (out / "records.jsonl").read_text("utf-8").splitlines()]
    assert {record["fields"]["title"] for record in records} == set(TITLES)
    exported = leadline("export", str(out), "queries", "--format", "jsonl")
    queries = [json.loads(line) for line in exported.stdout.splitlines()]
    assert (queries[0]["stated_count"], queries[0]["pages"]) == (len(TITLES), 4)
    assert any(query["why"] == "it says “Nel vrelki drusnat.”" for query in queries if query["reply"] == "empty")


def test_labels_of_the_new_language_name_what_fields_take() -> None:
    """What is asked for is told by the file's words for fields."""
    with zorvian_site() as (url, _):
        done = leadline("inspect", url, "--allow-private", "--json")
    form = json.loads(done.stdout)["forms"][0]
    assert (form["kind"], form["safe"]) == ("search", True)
    assert [(field["label"], field["type"]) for field in form["fields"]] == [
        ("Zorvik vordo", "keyword"),
        ("Fenda", "category"),
    ]


def test_without_its_file_the_language_proves_nothing(tmp_path: Path) -> None:
    """A button that says nothing known is not pressed."""
    with zorvian_site() as (url, asked):
        done = leadline("harvest", url, "--out", str(tmp_path / "out"), "--allow-private", languages=None)
        assert done.returncode == 3
        assert "“Zorvika”" in done.stderr
        assert not any(path.startswith("/trel") for path in asked)


@pytest.mark.parametrize(
    ("written", "told"),
    [(None, "no language's file (*.toml) is there"), ("language = ", "cannot be read")],
)
def test_a_folder_without_languages_is_said_to_be_one(tmp_path: Path, written: str | None, told: str) -> None:
    """A wrong folder or a broken file ends the program before anything is asked for, with a plain word."""
    if written is not None:
        (tmp_path / "qq.toml").write_text(written, "utf-8")
    page = tmp_path / "page.html"
    page.write_text("<form><input name=q><button>Impeach</button></form>", "utf-8")
    done = leadline("inspect", str(page), languages=tmp_path)
    assert done.returncode == 3, done.stderr
    assert told in done.stderr
