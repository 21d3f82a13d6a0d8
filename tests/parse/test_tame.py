"""Hostile markup costs no more than its size."""

import os
import time
from collections.abc import Callable

import pytest

from leadline.parse.document import parse_html
from leadline.parse.tame import tamed
from leadline.parse.thin import thinned

URL = "http://example.org/"

HOSTILE: dict[str, Callable[[int], str]] = {
    "nested blocks": lambda n: "<div>" * n + "x",
    "nested blocks closed wrongly": lambda n: "<div>" * n + "</span>" * n,
    "paragraphs in nested spans": lambda n: "<span>" * n + "<p>" * n,
    "formatting never closed": lambda n: "".join(f"<font size={i}>" for i in range(n)),
    "formatting reopened by blocks": lambda n: (
        "".join(f"<b id={i}><i id={i}>" for i in range(n // 4)) + "<p>x" * n
    ),
    "formatting closed through blocks": lambda n: "<b>" + "<div>" * n + "</b>" * n,
    "links around blocks": lambda n: "<a href=x><div>" * n,
    "links around buttons": lambda n: "<a href=x><button>" * n,
    "links in drawings": lambda n: "<svg><a href=x>" * n,
    "nested tables": lambda n: "<table><tr><td>" * n,
    "text fostered out of tables": lambda n: "<table>" + "<div>x" * n,
    "blocks closed beyond tables": lambda n: "<div><table><td></div></table>" * n,
    "nested lists": lambda n: "<ul><li>" * n,
    "forms closed too early": lambda n: "<form><div></form>" * n,
    "forms in tables": lambda n: "<table><form><tr><td><input>" * n,
    "many attributes": lambda n: "<div " + " ".join(f"a{i}=1" for i in range(n)) + ">",
    "many bodies": lambda n: "".join(f"<body a{i}=1>" for i in range(n)),
    "options": lambda n: "<select>" + "<option>x" * n,
    "options in blocks": lambda n: "<select>" + "<div><option>" * n,
    "lists shared by inputs": lambda n: "<datalist id=d>" + "<option>x" * n + "</datalist>" + "<input list=d>" * n,
    "labels by id": lambda n: "".join(f"<label for=i{i}>x</label><input id=i{i}>" for i in range(n // 2)),
    "end tags of paragraphs": lambda n: "</p>" * n,
    "hidden in hidden": lambda n: "<div hidden><input>" * n,
    "fieldsets": lambda n: "<fieldset><legend>x</legend><input>" * n,
    "end tags in comments": lambda n: "<div><!--</div>-->" * n,
    "end tags in attributes": lambda n: "<div title='</div>'>" * n,
}


_MEASURABLE = 0.03
"""Seconds; what takes less counts as this."""


def seconds(html: str) -> float:
    start = time.process_time()
    parse_html(html, URL).whole()
    return time.process_time() - start


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear(name: str) -> None:
    """Three times the markup takes far less than nine times the time."""
    size = 4_000 if seconds(HOSTILE[name](4_000)) > _MEASURABLE else 8_000
    small, large = HOSTILE[name](size), HOSTILE[name](3 * size)
    # Other processes on the machine must not fail this: a bad measurement is repeated.
    assert any(6 * max(seconds(small), _MEASURABLE) > seconds(large) for _ in range(4))


@pytest.mark.parametrize(
    "unit", ["<div>", "<b class=x>", "<a href=x>", "<i a=1 b=2>x<p>", "x &amp; ", "<p>word word"]
)
def test_mebibytes_are_read(unit: str) -> None:
    """A body of mebibytes is read, whatever it is made of."""
    page = parse_html(unit * (2**20 // len(unit)), URL).whole()
    assert page.forms == ()


MANY = 1_000_000 if "LEADLINE_FUZZ" in os.environ else 300_000
"""Far more than are read; `make fuzz` has a million."""


def test_a_million_nested_tags() -> None:
    """Depth that overflows stacks elsewhere gives a page, and the text at the bottom is in it, as far as pages are
    read."""
    assert parse_html("<div>" * 90_000 + "bottom", URL).text == "bottom"
    deeper = parse_html("top" + "<div>" * MANY + "bottom", URL)
    assert deeper.text == "top"
    assert deeper.cut


def test_thinning_keeps_controls_links_and_text() -> None:
    """However deep they are nested, forms keep their controls and pages their links and words."""
    deep = "<div>" * 20_000
    page = parse_html(
        f"{deep}<form action=/s>Name <input name=q><select name=s><option>a</select></form><a href=/x>y</a>", URL
    )
    assert [c.name for c in page.forms[0].controls] == ["q", "s"]
    assert page.links[0].anchor == "y"
    assert page.text == "Name a y"


def test_pages_within_the_limits_are_left_alone() -> None:
    """A long page as people write them is not touched at all."""
    rows = "<tr><td><b>a</b><td><a href=x>b</a><ul><li>c<li>d</ul></tr>\n" * 3_000
    html = f"<!doctype html><html><body><table>{rows}</table></body></html>"
    assert thinned(html) == html


def test_a_tag_of_many_attributes_keeps_the_first() -> None:
    """The attributes that a page may mean are the first; a flood behind them is cut."""
    flood = " ".join(f"a{i}" for i in range(50_000))
    page = parse_html(f"<form><input name='q\"&' {flood}></form>", URL)
    assert page.forms[0].controls[0].name == 'q"&'
    assert len(page.forms[0].controls[0].attributes) <= 200


def test_line_ends_and_forbidden_characters() -> None:
    """What reaches the parser has plain line ends, no NUL and no lone surrogate."""
    assert tamed("a\r\nb\rc\0d\ud800e")[0] == "a\nb\nc\ufffdd?e"
