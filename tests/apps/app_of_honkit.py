"""HonKit (npm), heir of GitBook: a book of plain pages; its search looks words up in an index of lunr; Spanish.

An answer says how many pages hold the word and shows fifteen of them at most, with their titles and the beginning
of their texts; there are no further pages. Every page lists the whole book in a menu. What is typed comes to stand
in the address.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import escape

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

SETTINGS = {"title": "Archivo", "language": "es"}
HOME = "# Archivo\n\nLos papeles de un pequeño archivo, descritos hoja por hoja.\n"
INDEX = "/search_index.json"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, book, site = free_port(), workshop.folder / "book", workshop.folder / "site"
    book.mkdir()
    (book / "book.json").write_text(json.dumps(SETTINGS))
    (book / "README.md").write_text(HOME, encoding="utf-8")
    (book / "SUMMARY.md").write_text(_summary(workshop.items), encoding="utf-8")
    for item in workshop.items:
        (book / _file(item)).write_text(_page(item), encoding="utf-8")
    workshop.run("node", workshop.npm / "honkit/bin/honkit.js", "build", book, site)
    command = ("-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, workshop.python, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _file(item: Item) -> str:
    return f"hoja{item.number:04d}.md"


def _summary(items: tuple[Item, ...]) -> str:
    """The table of the book: a part for each kind of paper."""
    lines = ["# Índice", "", "* [Archivo](README.md)"]
    for kind in sorted({item.kind for item in items}):
        lines += ["", f"## {kind}", ""]
        lines += [f"* [{_plain(item.title)}]({_file(item)})" for item in items if item.kind == kind]
    return "\n".join(lines) + "\n"


def _page(item: Item) -> str:
    told = ", ".join(part for part in (item.maker, item.place, str(item.year)) if part)
    return f"# {_plain(item.title)}\n\n{_plain(item.text)}\n\n*{_plain(told)}*\n"


def _plain(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]#])", r"\\\1", escape(text, quote=False))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The index of the search holds every page."""
    if items:
        yield Ask(INDEX)


HONKIT = Application(
    "honkit", "book", 300, _serve, programs=("node",), packages=("honkit",),
    records=partial(natural, language="es"), scripted=True, oracle=_oracle,
)  # fmt: skip
