"""qfts.cgi (Debian, qdbm-cgi): a search engine of one CGI program in C over an inverted index; pages in German."""

import html
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_front import Pages, Program
from app_kit import Application, Served, Workshop, files_state
from app_natural import natural
from app_oracle import Ask, by_word, fewest, pages
from app_records import Item

CGI, PATH = "/usr/lib/cgi-bin/qfts.cgi", "/cgi-bin/qfts.cgi"
SETTINGS = """encoding: UTF-8
lang: de
title: Nachlass
index: {folder}/index
prefix: /blatt/
diridx: index.html
decuri: false
help: <p>Der Nachlass, Blatt für Blatt.</p>
"""
PAGE = """<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<title>{title}</title></head><body><h1>{title}</h1><p>{text}</p><p>{maker} {place} {year}</p></body></html>"""
LONGEST = 256
"""The most results a page may show, of the numbers that the form offers."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    kept, settings = workshop.folder / "kept", workshop.folder / "settings"
    kept.mkdir()
    settings.mkdir()
    (settings / "qfts.conf").write_text(SETTINGS.format(folder=workshop.folder), encoding="utf-8")
    for item in workshop.items:
        told = {name: html.escape(str(getattr(item, name)), quote=False) for name in ("title", "text", "maker")}
        page = PAGE.format(**told, place=html.escape(item.place), year=item.year)
        (kept / f"{item.key}.html").write_text(page, encoding="utf-8")
    workshop.run("odidx", "register", workshop.folder / "index", ".", cwd=kept)
    workshop.run("odidx", "relate", workshop.folder / "index")
    engine = Program((CGI,), PATH, workshop.environment(), settings)
    workshop.front.behind = Pages(kept, "/blatt/", engine)
    yield Served(form=PATH, state=lambda: files_state(kept, workshop.folder / "index"))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Any of the few words that together are in every text, as many on a page as the form offers."""
    phrase = " ".join(fewest(by_word(items, lambda item: f"{item.title} {item.text}", "[a-zäöüß]{3,}")))
    asked = {"phrase": phrase, "unit": "1", "except": "", "max": str(LONGEST)}
    for page in pages(len(items), LONGEST):
        yield Ask(f"{PATH}?" + urlencode(asked | ({"skip": str(page * LONGEST)} if page else {})))


QFTS = Application(
    "qfts", "CGI search engine", 340, _serve, programs=("odidx", CGI),
    records=partial(natural, language="de"), oracle=_oracle,
)  # fmt: skip
