"""What a page may cost: memory has a ceiling, time grows with its size, and what was left out is said."""

import json
import os
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest
from hostile_pages import FAMILIES
from reading_everything import answer, everything, inspected

from leadline.answers.document import read
from leadline.answers.records.cut import MOST, cut_records
from leadline.app.describe import constraints_of
from leadline.model.field import fields_of
from leadline.parse.document import parse, parse_html

IN_FULL = "LEADLINE_FUZZ" in os.environ
BODY = 10 * 2**20
URL = "http://example.org/"
DEAREST = {
    "links": "taken_in",
    "tables in tables": "taken_in",
    "word per control": "inspected",
}
"""Of those that took most memory when they were first measured (up to 6.6 GB); `make fuzz` has all of them."""


@pytest.mark.parametrize(
    ("family", "part"), list(product(FAMILIES, ["inspected", "taken_in"])) if IN_FULL else list(DEAREST.items())
)
def test_ten_megabytes(family: str, part: str) -> None:
    """A page of 10 MB takes at most 300 MB above the idle process, whatever it is made of."""
    program = Path(__file__).with_name("measured_page.py")
    words = [sys.executable, str(program), family, str(BODY), part]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["stages"] == 4
    assert found["mib"] <= 300, f"{found['mib']:.0f} MiB"


def seconds(html: str) -> float:
    start = time.process_time()
    everything(html)
    return time.process_time() - start


@pytest.mark.parametrize("family", FAMILIES if IN_FULL else list(FAMILIES)[::3])
def test_time_grows_with_size(family: str) -> None:
    """Four times the page takes about four times as long; a square would take sixteen."""
    size = 60_000 if IN_FULL else 10_000
    small = large = float("inf")
    for _ in range(3):
        small = min(small, seconds(FAMILIES[family](size)))
        large = min(large, seconds(FAMILIES[family](4 * size)))
        if large < 9 * max(small, 0.02):
            return
    # A step may cost more for a good reason, a cap that is reached only then; a square shows at the next one too.
    last = min(seconds(FAMILIES[family](16 * size)) for _ in range(2))
    assert last < 9 * large, f"{small:.3f} s, {large:.3f} s, {last:.3f} s"


def test_a_name_of_many_letters() -> None:
    """A control's name of 40,000 letters is read in no time; it took 24 s."""
    page = f"<form><input name={'a' * 40_000}><input type=hidden name={'b' * 40_000}></form>"
    assert seconds(page) < 1.0
    (form,) = parse_html(page, URL).forms
    assert [len(control.name) for control in form.controls] == [1_000, 1_000]


def test_a_number_of_many_digits() -> None:
    """A maxlength of 5,000 digits is told as it is written, and ends nothing."""
    page = parse_html(f"<form><input name=q maxlength={'9' * 5_000} size=20></form>", URL)
    (field,) = fields_of(page.forms[0])
    assert str(constraints_of(field)["maxlength"]).startswith("999")
    assert constraints_of(field)["size"] == 20
    assert list(inspected(answer(b"<form><input name=q maxlength=" + b"9" * 5_000 + b"></form>")))


def test_what_is_left_out_is_said() -> None:
    """A page with too many tags is read up to some place, and says so; so do those with too many of one thing."""
    many = parse_html("<p>Word</p>" * 200_000, URL)
    assert any("only its beginning" in sentence for sentence in many.cut)
    assert 10_000 < many.text.count("Word") < 200_000
    assert parse_html("<p>Word</p>" * 1_000, URL).cut == ()
    assert any("words" in sentence for sentence in parse_html("word " * 300_000, URL).cut)
    assert any("forms" in sentence for sentence in parse_html("<form></form>" * 1_200, URL).cut)
    links = parse_html("".join(f"<a href=/{n}>x</a>" for n in range(11_000)), URL)
    assert any("links" in sentence for sentence in links.cut)


def test_controls_of_forms_are_read_before_others() -> None:
    """A real sign-up page has 5,100 inputs outside of its forms, before the form that matters."""
    page = parse_html("<input name=stray>" * 6_000 + "<form><input name=given><input name=family></form>", URL)
    assert [control.name for control in page.forms[0].controls] == ["given", "family"]
    assert any("those of forms first" in sentence for sentence in page.cut)


def test_hidden_values_are_sent_whole() -> None:
    """What is cut is what is read; the view state that has to be sent back is not."""
    page = parse_html(f"<form><input type=hidden name=s value={'v' * 300_000}></form>", URL)
    assert len(page.forms[0].controls[0].value) == 300_000


def test_a_list_of_too_many_records() -> None:
    """Of a list longer than any page for people has, the first records are taken, with a sentence."""
    row = "<tr><td><a href=/r/{0}>Title {0}</a><td>Author {0}<td>{0} pages</tr>"
    rows = "".join(row.format(n) for n in range(MOST + 500))
    found = cut_records(read(answer(f"<table>{rows}</table>".encode())))
    assert len(found.cuts) == MOST
    assert f"more than {MOST:,} records" in found.left_out
    few = cut_records(read(answer(f"<table>{''.join(row.format(n) for n in range(50))}</table>".encode())))
    assert (len(few.cuts), few.left_out) == (50, "")


def test_records_behind_the_end_of_what_is_read() -> None:
    """Where a page is cut because of its tags, its records are no complete list, and that is said."""
    row = "<li><a href=/r/{0}>Title {0}</a> " + "<b>x</b> <i>y</i> " * 40 + "</li>"
    found = cut_records(read(answer(f"<ul>{''.join(row.format(n) for n in range(1_300))}</ul>".encode())))
    assert 300 < len(found.cuts) < 1_300
    assert "may be missing" in found.left_out


def test_a_page_of_suggestions_named_by_many() -> None:
    """A list of suggestions that a thousand inputs name is not repeated a thousand times."""
    options = "".join(f"<option>value {n}" for n in range(1_000))
    html = f"<form><datalist id=d>{options}</datalist>{'<input name=q list=d>' * 1_000}</form>"
    controls = parse(answer(html.encode())).forms[0].controls
    assert len(controls[0].options) == 1_000
    assert sum(len(control.options) for control in controls) < 20_000
