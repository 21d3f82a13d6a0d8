"""Labels of broken and huge forms: no exception, one answer a field, time in proportion to size."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.forms.labels import RULES, labels_of
from leadline.forms.layout import Source
from leadline.model.form import Form
from leadline.parse.page import parse_html

URL = "http://example.org/"
PIECES = [
    "<form>", "</form>", "<table>", "</table>", "<tr>", "<td>", "<td colspan=3>", "<td rowspan=0>",
    "<th rowspan=9>", "<td colspan=99999 rowspan=99999>", "<div>", "</div>", "<p>", "<br>", "<b>", "</b>",
    "<span>", "</span>", "<label>", "</label>", "<label for=i>", "<fieldset>", "<legend>", "</fieldset>",
    "<dl><dt>", "<dd>", "<ul><li>", "<input>", "<input name=a id=i>", "<input type=radio name=r>",
    "<input type=checkbox name=r value=2>", "<input type=hidden>", "<input size=99999999999 name=min>",
    "<input name=max>", "<select name=day><option>1<option selected>2</select>", "<select>", "<option>",
    "<textarea cols=0>", "</textarea>", "<button>", "<div style='display:flex;float:left'>", "<div hidden>",
    '<input aria-labelledby=\'i " ] x\' form=f>', "<i class=material-icons>", "<caption>", "<template>",
    "<font size=+7>", "<svg>", "text", " label: ", "*", "\u00a0", "価格", "\x00", "<a href=x>", "</a>", "<!--",
    "-->", "a" * 900,
]  # fmt: skip


def check(html: str) -> None:
    """Every rule answers for every field of every form."""
    page = parse_html(html, URL)
    source = Source(html, page)
    for form in page.forms:
        for rule in RULES:
            found = labels_of(form, source, rule)
            assert sorted(p for f in found for p in f.places) == sorted(c.place for c in form.fields)
            assert all(0 <= f.confidence <= 1 for f in found)
            assert all(len(f.values) in (len(f.places), len(_options(form, f.places[0]))) for f in found)


def _options(form: Form, place: int) -> tuple[object, ...]:
    return next(c.options for c in form.controls if c.place == place)


def test_random_markup_is_always_answered() -> None:
    """Twelve hundred pages of pieces in random order raise nothing."""
    chance = random.Random(7)
    for _ in range(1_200):
        check("<form>" + "".join(chance.choices(PIECES, k=chance.randrange(1, 40))))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=30).map("".join))
def test_any_html_like_text_is_answered(html: str) -> None:
    """Whatever tags and text follow one another, labels are given without an exception."""
    check(f"<form id=f>{html}")


BIG = {
    "fields": ("Label {n}: <input name=a{n}> ", ""),
    "one field of many values": ("<input type=checkbox name=a value={n}> item {n}<br>", ""),
    "fields without text": ("<input name=a{n}>", ""),
    "nested tables": ("<table><tr><td>x <input name=a{n}>", ""),
    "nested blocks": ("<div>x<input name=a{n}>", ""),
    "greedy cells": ("<tr><td colspan=900 rowspan=900>x <input name=a{n}>", "<table>"),
    "texts around one field": ("<p>word {n}", "<input name=a>"),
}


@pytest.mark.parametrize("sort", BIG)
def test_time_grows_with_size_and_not_its_square(sort: str) -> None:
    """Four times as many fields take less than nine times as long (their square would be sixteen)."""
    pattern, before = BIG[sort]

    def seconds(count: int) -> float:
        html = f"<form>{before}" + "".join(pattern.format(n=n) for n in range(count)) + "</form>"
        page = parse_html(html, URL)
        start = time.process_time()
        labels_of(page.forms[0], Source(html, page))
        return time.process_time() - start

    seconds(20)
    small = min(seconds(200) for _ in range(3))
    assert seconds(800) < 9 * small + 0.05


def test_understanding_costs_a_few_parses() -> None:
    """An ordinary search form on an ordinary page takes less than four times what parsing the page took."""
    rows = "".join(f"<tr><td>Label {n}:<td><input name=f{n}>" for n in range(8))
    results = "".join(
        f"<div><h3><a href=/{n}>Result {n}</a></h3><p>Some words about it</p></div>" for n in range(150)
    )
    html = f"<h1>Search</h1><form><table>{rows}</table><input type=submit></form>{results}"

    def once() -> tuple[float, float]:
        start = time.process_time()
        page = parse_html(html, URL)
        parsed = time.process_time()
        labels_of(page.forms[0], Source(html, page))
        return parsed - start, time.process_time() - parsed

    once()
    rounds = [once() for _ in range(15)]
    assert min(r[1] for r in rounds) < 4 * min(r[0] for r in rounds)


def test_thousands_of_fields_take_the_text_beside_them() -> None:
    """Beyond what is solved together labels are still given, in bounded time."""
    html = "<form>" + "".join(f"Label {n}: <input name=a{n}><br>" for n in range(5_000)) + "</form>"
    page = parse_html(html, URL)
    start = time.process_time()
    found = labels_of(page.forms[0], Source(html, page))
    assert time.process_time() - start < 10
    assert [f.label for f in found] == [f"Label {n}" for n in range(5_000)]
    assert found[10].confidence > found[4_000].confidence
