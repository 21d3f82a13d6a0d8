"""R's help server (Debian, r-base-core): pages about functions, searched by the interpreter itself.

The pages of R's own packages are searched with those of the archive.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

ABOUT = """Package: papers
Version: 1.0
Title: Papers of a Valley
Description: What was found in the drawers of a valley.
License: GPL-3
Author: The archive
Maintainer: The archive <archive@example.org>
Encoding: UTF-8
"""
START = """
options(help.ports = {port})
.libPaths(c("{library}", .libPaths()))
tools::startDynamicHelp(TRUE)
repeat Sys.sleep(3600)
"""
PATH = "/doc/html/Search"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    source, library, port = workshop.folder / "papers", workshop.folder / "library", free_port()
    (source / "man").mkdir(parents=True)
    library.mkdir()
    (source / "DESCRIPTION").write_text(ABOUT)
    (source / "NAMESPACE").write_text("")
    for item in workshop.items:
        (source / f"man/{item.key}.Rd").write_text(_page(item), encoding="utf-8")
    workshop.run("R", "CMD", "INSTALL", "--no-test-load", f"--library={library}", source)
    (workshop.folder / "start.R").write_text(START.format(port=port, library=library))
    with workshop.server(port, "Rscript", "--vanilla", "start.R", path="/doc/html/Search.html"):
        workshop.front.behind = Upstream(port)
        yield Served(form="/doc/html/Search.html", state=lambda: files_state(library))


def _page(item: Item) -> str:
    about = [f"\\item{{{name}}}{{{_plain(told)}}}" for name, told in _facts(item) if told]
    return "\n".join(
        (
            f"\\name{{{item.key}}}",
            f"\\alias{{{item.key}}}",
            f"\\title{{{_plain(item.title)}}}",
            f"\\description{{{_plain(item.text)}}}",
            f"\\details{{\\describe{{{''.join(about)}}}}}",
            f"\\keyword{{{item.kind}}}\n",
        )
    )


def _facts(item: Item) -> tuple[tuple[str, str], ...]:
    return ("kind", item.kind), ("writer", item.maker), ("place", item.place), ("year", str(item.year))


def _plain(text: str) -> str:
    """Without the marks that the language of help pages has for itself."""
    return text.replace("\\", "").replace("%", "").replace("{", "(").replace("}", ")")


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """What is typed is looked for inside words: the start of every key is in every page's name."""
    if items:
        yield Ask(f"{PATH}?pattern=mk0&fields.alias=1")


RHELP = Application(
    "rhelp", "help pages", 320, _serve, programs=("R", "Rscript"), records=natural, oracle=_oracle
)  # fmt: skip
