"""How answers keep their records is decided with the first list, held against later answers, and mended."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import glossary_site as site
import passage_site
from catalogue_server import catalogue

from leadline.cli.app import app
from leadline.cli.running import run


def _leadline(*words: str) -> dict[str, object]:
    said, told = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, encoding="utf-8", write_through=True) for stream in (said, told))
    with redirect_stdout(out), redirect_stderr(err):
        code = run(app, words)
    assert code in (0, 4), told.getvalue()
    report: dict[str, object] = json.loads(said.getvalue())
    return report


def test_a_first_list_that_was_read_wrongly_is_mended(tmp_path: Path) -> None:
    """The first page shows terms alone, most of which have no description; the answers after it show that a
    description is a part of a record. What was read before is cut anew."""
    with catalogue(site.answer) as web:
        words = ("harvest", web.url("/"), "--out", str(tmp_path / "out"), "--planner", "liddle", "--delay", "0")
        report = _leadline(*words, "--allow-private", "--option", "harvest.details=never", "--json")
    lines = (tmp_path / "out" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines]
    assert report["records"] == len(texts) == site.TERMS
    for n in range(site.TERMS):
        (text,) = (one for one in texts if site.term(n) in one)
        assert (site.described(n) in text) == (n >= site.BARE)
    again = _leadline("recut", str(tmp_path / "out"), "--json")
    assert again["records"] == site.TERMS
    assert (tmp_path / "out" / "records.jsonl").read_text(encoding="utf-8").splitlines() == lines


def test_what_was_found_in_a_record_is_no_record(tmp_path: Path) -> None:
    """The first list has titles alone. In later answers a passage stands below each in an element of the same
    kind, another one for each word: part of the record above it, which alone leads somewhere."""
    with catalogue(passage_site.answer) as web:
        words = ("harvest", web.url("/"), "--out", str(tmp_path / "out"), "--planner", "liddle", "--delay", "0")
        report = _leadline(*words, "--allow-private", "--option", "harvest.details=never", "--json")
    lines = (tmp_path / "out" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines]
    assert report["records"] == len(texts) == passage_site.NOTES
    assert all(sum(passage_site.title(n) in text for text in texts) == 1 for n in range(passage_site.NOTES))
