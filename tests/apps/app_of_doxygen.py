"""Doxygen (Debian): a manual of plain files; its search runs in the page, by an index in many scripts; Spanish."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import escape

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed
from app_oracle import Ask
from app_records import Item

SETTINGS = """PROJECT_NAME = Archivo
OUTPUT_LANGUAGE = Spanish
INPUT = hojas
FILE_PATTERNS = *.dox
GENERATE_LATEX = NO
QUIET = YES
WARNINGS = NO
HTML_TIMESTAMP = NO
OUTPUT_DIRECTORY = .
"""
HOME = "/** \\mainpage Archivo\n\nLos papeles de un pequeño archivo, descritos hoja por hoja.\n*/\n"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    pages, port = workshop.folder / "hojas", free_port()
    (workshop.folder / "Doxyfile").write_text(SETTINGS)
    pages.mkdir()
    (pages / "inicio.dox").write_text(HOME)
    for item in workshop.items:
        (pages / f"hoja{item.number:04d}.dox").write_text(_page(item))
    workshop.run("doxygen", "Doxyfile")
    site = workshop.folder / "html"
    command = (workshop.python, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/index.html", state=lambda: files_state(site))


def _page(item: Item) -> str:
    """Its search shows titles alone, so they hold the key."""
    told = ", ".join(part for part in (item.maker, item.place, str(item.year)) if part)
    title, line, text = (_plain(part) for part in (signed(item), told, item.text))
    return f"/** \\page hoja_{item.number:04d} {title}\n\n<em>{line}</em>\n\n{text}\n*/\n"


def _plain(text: str) -> str:
    """Marks of doxygen, Markdown and HTML are plain letters."""
    return "".join(f"\\{letter}" if letter in "\\@#%" else letter for letter in escape(text, quote=False))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The list of all pages."""
    if items:
        yield Ask("/pages.html")


DOXYGEN = Application(
    "doxygen", "manual", 330, _serve, programs=("doxygen",), records=partial(natural, language="es"),
    scripted=True, oracle=_oracle,
)  # fmt: skip
