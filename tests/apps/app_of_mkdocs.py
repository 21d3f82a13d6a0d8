"""MkDocs with Material (PyPI): a manual of plain files; its search runs in the page, on one index; in German."""

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

SETTINGS = """site_name: Archiv
site_url: {address}
theme:
  name: material
  language: de
  font: false
plugins:
  - search
"""
HOME = "# Willkommen\n\nDie Papiere eines kleinen Archivs, Blatt für Blatt beschrieben.\n"
INDEX = "/search/search_index.json"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    pages, port = workshop.folder / "docs", free_port()
    (workshop.folder / "mkdocs.yml").write_text(SETTINGS.format(address=workshop.front.url("/")))
    pages.mkdir()
    (pages / "index.md").write_text(HOME)
    for item in workshop.items:
        file = pages / item.kind.lower() / f"blatt-{item.number:04d}.md"
        file.parent.mkdir(exist_ok=True)
        file.write_text(_page(item))
    workshop.run(workshop.python_of("pages"), "-m", "mkdocs", "build", "--quiet")
    site = workshop.folder / "site"
    command = (workshop.python, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _page(item: Item) -> str:
    """A title, a line about where it comes from, and the text; marks of Markdown and HTML are plain letters."""
    told = [part for part in (item.maker, item.place, str(item.year)) if part]
    title, line, text = (_plain(part) for part in (item.title, ", ".join(told), item.text))
    return f"# {title}\n\n*{line}*\n\n{text}\n"


def _plain(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]#])", r"\\\1", escape(text, quote=False))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The index of the search holds every page."""
    if items:
        yield Ask(INDEX)


MKDOCS = Application(
    "mkdocs", "manual", 320, _serve, modules=("mkdocs", "material"), environment="pages",
    records=partial(natural, language="de"), scripted=True, oracle=_oracle,
)  # fmt: skip
