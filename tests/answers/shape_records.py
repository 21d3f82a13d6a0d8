"""Records that page shapes are filled with, and the frames that stand around them."""

from dataclasses import dataclass

from leadline.answers.document import read
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import Document

HERE = "http://museum.example/search?q=brass&kind=any"


@dataclass(frozen=True)
class Thing:
    """One record of a made-up collection."""

    n: int
    title: str
    maker: str
    year: str
    price: str
    place: str
    note: str

    @property
    def href(self) -> str:
        return f"/object/{self.n}"

    @property
    def url(self) -> str:
        return f"http://museum.example/object/{self.n}"


_NOUNS = (
    "sextant", "telescope", "bugle", "kettle", "barometer", "lantern", "compass", "trumpet", "microscope",
    "sundial", "astrolabe", "clock",
)  # fmt: skip
_MAKERS = ("Ramsden & Co", "Dollond", "Widow Harris", "E. R. Watts and Son", "Negretti & Zambra", "Troughton")
_PLACES = ("London", "York", "Hull", "Great Yarmouth", "Leith")
_NOTES = (
    "Bought from a dealer in 1931, case missing.",
    "A gift of the harbour board, restored and on view in room four.",
    "Signed on the rim.",
    "Found on the beach after the great storm; the lens is cracked and one screw was replaced.",
)


def things(count: int) -> list[Thing]:
    """The first records of the collection; no two have the same title."""
    return [
        Thing(
            4100 + 7 * n,
            f"Brass {_NOUNS[n % 12]}" + (f" no. {n // 12 + 1}" if n >= 12 else ""),
            _MAKERS[n * 5 % 6],
            str(1740 + 13 * n),
            f"£{12 * n + 8}.50",
            _PLACES[n * 3 % 5],
            _NOTES[n % 4],
        )
        for n in range(count)
    ]


_LINKS = (
    ("/", "Museum"),
    ("/visit", "Plan your visit"),
    ("/rooms", "Rooms"),
    ("/shop", "Shop"),
    ("/join", "Join us"),
)
_FORM = (
    "<form action=/search><input name=q value=brass><select name=kind><option value=any>Any kind"
    "<option value=tool>Tools</select><input type=submit value=Search></form>"
)
_FOOT = (
    "<p>Museum of navigation, Quay Street. Open daily except Mondays.</p><p><a href=/terms>Terms of use</a></p>"
)


def _bare(said: str, results: str) -> str:
    """Everything in the body, a line of links above."""
    menu = " | ".join(f"<a href={href}>{text}</a>" for href, text in _LINKS)
    return f"<div id=top>{menu}</div><h1>Our collection</h1>{_FORM}{said}{results}{_FOOT}"


def _in_cells(said: str, results: str) -> str:
    """A page laid out by a table: menu on the left, results, advertisements on the right."""
    menu = "".join(f"<tr><td><a href={href}>{text}</a>" for href, text in _LINKS)
    notes = "".join(f"<p><b>Offer {n}</b><br>Two tickets for one on day {n}</p>" for n in range(3))
    return (
        f"<table width=100%><tr><td colspan=3><h1>Our collection</h1><tr valign=top>"
        f"<td width=120><table>{menu}</table>"
        f"<td>{_FORM}{said}{results}<td width=150 bgcolor=#eeeeee>{notes}<tr>"
        f"<td colspan=3 align=center>{_FOOT}</table>"
    )


def _in_boxes(said: str, results: str) -> str:
    """A page of today: header, main with heading, results and pager, a box for cookies, footer."""
    menu = "".join(f"<li><a href={href}>{text}</a></li>" for href, text in _LINKS)
    pager = "".join(f"<li><a href='/search?q=brass&amp;kind=any&amp;page={n}'>{n}</a></li>" for n in range(1, 6))
    return (
        f"<header><nav><ul>{menu}</ul></nav>{_FORM}</header><main><div class=container>"
        f"<h1>Our collection</h1>{said}"
        f"<div class=content>{results}</div><ul class=pages>{pager}</ul></div></main>"
        f"<div class=cookie-note>We use cookies. <button>Agree</button></div><footer>{_FOOT}</footer>"
    )


def _among_tables(said: str, results: str) -> str:
    """Tables all around: a bar of links, the form, opening hours, a calendar with links, an index of letters."""
    bar = "".join(f"<td><a href={href}>{text}</a>" for href, text in _LINKS)
    hours = "".join(f"<tr><td>{day}<td>10 am<td>5 pm" for day in ("Tuesday", "Friday", "Sunday"))
    weeks = "".join(
        "<tr>" + "".join(f"<td><a href=/day/{7 * w + d}>{7 * w + d}</a>" for d in range(1, 8)) for w in range(4)
    )
    days = "".join(f"<th>{day}" for day in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"))
    index = "".join(f"<td><a href=/index/{letter}>{letter.upper()}</a>" for letter in "abcdefgh")
    return (
        f"<table class=bar><tr>{bar}</table><h1>Our collection</h1><table><tr><td>{_FORM}</table>{said}{results}"
        f"<table><tr><th>Open<th>from<th>to{hours}</table><table class=cal><tr>{days}{weeks}</table>"
        f"<table><tr>{index}</table>{_FOOT}"
    )


FRAMES = {"bare": _bare, "cells": _in_cells, "boxes": _in_boxes, "tables": _among_tables}


def _document(page: str) -> Document:
    html = f"<html><head><title>Collection</title></head><body>{page}</body></html>"
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return read(Response(Request(HERE, permit=TARGET), HERE, 200, headers, html.encode(), 0.0))


def answer(results: str, count: int, frame: str = "bare", *, counted: bool = True) -> Document:
    """A page with results, which may or may not say how many."""
    said = f" found {count} object{'s' if count > 1 else ''}" if counted else ""
    return _document(FRAMES[frame](f"<p>Your search for <b>brass</b>{said}.</p>", results))


def form_text(frame: str = "bare") -> str:
    """What the form's page says."""
    return _document(FRAMES[frame]("<p>Type a word and press the button.</p>", "")).page.text
