"""Godoc (Debian, golang-golang-x-tools): the documentation server of Go, over its own index; texts in Spanish.

An answer names files, with the numbers of the lines in which a word stands; nothing of the text is shown.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

PROGRAM, TEMPLATES = "usr/bin/godoc", "usr/share/golang-golang-x-tools/godoc/static"
PATH = "/search"
SOURCE = """// Package {key} es {title}.
//
{text}
package {key}

// Año es {year}.
const Año = {year}
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, root = free_port(), workshop.folder / "go"
    for name in ("bin", "pkg", "lib"):
        (root / name).mkdir(parents=True)
    for item in workshop.items:
        _kept(root / "src" / item.kind.lower() / item.key, item)
    options = ("-goroot", root, "-templates", workshop.debian / TEMPLATES, "-index", "-index_interval=-1s")
    variables = {"GO111MODULE": "off", "GOPATH": str(workshop.folder / "none")}
    server = (workshop.debian / PROGRAM, f"-http=127.0.0.1:{port}", *options)
    with workshop.server(port, *server, path="/pkg/", **variables):
        workshop.front.behind = Upstream(port)
        yield Served(form="/pkg/", state=lambda: files_state(root))


def _kept(folder: Path, item: Item) -> None:
    folder.mkdir(parents=True)
    text = "\n".join(f"// {line}." for line in item.text.split(". "))
    told = {"key": item.key, "title": item.title, "text": text, "year": item.year}
    (folder / "papel.go").write_text(SOURCE.format(**told))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """One word that is in every file: that of the constant."""
    yield Ask(f"{PATH}?q=package")


GODOC = Application(
    "godoc", "documentation server", 320, _serve, unpacked=(PROGRAM, TEMPLATES),
    records=partial(natural, language="es"), oracle=_oracle,
)  # fmt: skip
