"""Broken pages by the tens of thousands: none raises, none takes longer than its size allows.

Windows are cut out of real pages where the development data is there, and out of the awkward forms, then
mutated. `make fuzz` runs a hundred thousand of them, `LEADLINE_FUZZ=1000000` more; the seed is fixed, so a failure
repeats.
"""

import os
import random
import tarfile
import time
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from parse_browser import CASES
from selectolax.lexbor import LexborHTMLParser

from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import parse, parse_html

URL = "http://example.org/a/b.html"
DATA = Path(__file__).parents[3] / "shared" / "data"
PAGES = int(os.environ.get("LEADLINE_FUZZ", "8000"))
WINDOW = 600
SNIPPETS = [
    b'<form>', b'</form>', b'<table>', b'</table>', b'<tr><td>', b'<select>', b'<option>', b'<template>',
    b'</p>', b"<b>" * 40, b'<a href=x>', b'\x00', b'\x001\x00', b'&#0;', b'\xff', b'\xed\xa0\x80',
    b'<!--', b'<![CDATA[', b'<script>', b'<textarea>', b'<svg>', b'<math>', b'<plaintext>',
    b'<input form=x list=y>', b'<label for=i>', b'<fieldset disabled>', b'<legend>',
    b" style='display:none'", b' hidden ', b"<base href='http://[::'>", b"<a href='//'>", b'<frameset>',
    b'<input type=range min=1e308 max=-1e308 step=1e-300>', b'<input type=date value=99999999-02-29>',
    b'<body>', b'<html>',
    b'<script type=application/ld+json>{"@type":"SearchAction","target":[[{}]]}</script>', b'\r',
    b'\xef\xbb\xbf',
]  # fmt: skip
TYPES = [
    "text/html",
    "text/html; charset=shift_jis",
    "text/html; charset=utf-16",
    "text/html; charset=nonsense",
    "",
]


def seeds() -> list[bytes]:
    """Our own awkward forms, and some real pages where there are any."""
    found = [case.read_bytes() for case in sorted(CASES.glob("*.html"))] * 4
    for archive in ("formasaurus/dev_html.tar.xz", "ddg_autofill_forms/dev_html.tar.xz"):
        if not (DATA / archive).exists():
            continue
        with tarfile.open(DATA / archive) as tar:
            files = [tar.extractfile(member) for _, member in zip(range(40), tar, strict=False) if member.isfile()]
            found += [stream.read() for stream in files if stream is not None]
    return found


def mutated(page: bytes, chance: random.Random) -> bytes:
    """A window of a page with a few things broken in it."""
    start = chance.randrange(max(1, len(page) - WINDOW))
    body = bytearray(page[start : start + chance.randrange(20, WINDOW)])
    for _ in range(chance.randrange(1, 5)):
        place = chance.randrange(len(body) + 1)
        end = place + chance.randrange(1, 60)
        kind = chance.randrange(6)
        if kind == 0 and place < len(body):
            body[place] = chance.randrange(256)
        elif kind == 1:
            del body[place:end]
        elif kind == 2:
            body[place:place] = body[place:end]
        elif kind == 3:
            body[place:place] = chance.choice(SNIPPETS)
        elif kind == 4:
            body[place:end] = body[place:end][::-1]
        else:
            other = chance.randrange(len(body) + 1)
            body[place:end], body[other : other + 20] = body[other : other + 20], body[place:end]
    return bytes(body)


def test_no_mutated_page_breaks_the_parser() -> None:
    """Every mutated page is parsed; in sum they take a bounded multiple of building their trees alone."""
    chance = random.Random(20)
    sources = seeds()
    ours = bare = 0.0
    for number in range(PAGES):
        body = mutated(chance.choice(sources), chance)
        headers = (("content-type", chance.choice(TYPES) if chance.random() < 0.05 else TYPES[0]),)
        start = time.process_time()
        page = parse(Response(Request(URL, permit=TARGET), URL, 200, headers, body, 0.0)).whole()
        ours += time.process_time() - start
        assert page.url == URL
        if number % 10 == 0:
            start = time.process_time()
            LexborHTMLParser(body).css("*")
            bare += 10 * (time.process_time() - start)
    assert ours < 40 * bare


_TAGS = [
    "form",
    "input",
    "select",
    "option",
    "table",
    "tr",
    "td",
    "a",
    "b",
    "p",
    "div",
    "label",
    "fieldset",
    "legend",
]
_PIECE = st.one_of(
    st.sampled_from(_TAGS).flatmap(
        lambda tag: st.sampled_from([f"<{tag}>", f"</{tag}>", f"<{tag} id=i form=i for=i>"])
    ),
    st.text(max_size=8),
    st.sampled_from(
        ["<input name=a value=1>", "<div hidden>", "<template>", "</template>", "\0", "<!--", "-->", "&#0;"]
    ),
)


@settings(max_examples=400, deadline=None)
@given(st.lists(_PIECE, max_size=40).map("".join))
def test_any_html_like_text_gives_a_page(html: str) -> None:
    """Whatever tags and text follow one another, there is a page, and its forms are numbered in order."""
    page = parse_html(html, URL).whole()
    assert [form.index for form in page.forms] == list(range(len(page.forms)))
    assert "\0" not in page.text
