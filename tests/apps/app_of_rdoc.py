"""RDoc (Debian, ruby): pages about a program; a script of theirs looks names up in an index they load; Spanish.

A word finds classes whose names hold it, not what is said about them: names are titles in plain letters without
spaces.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from unicodedata import normalize

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed
from app_oracle import Ask
from app_records import Item

CLASS = """
  # {title}
  #
  # {text}
  #
  # {told}
  class {name}
  end
"""
INDEX = "/js/search_index.js"
HOME = "# Archivo\n\nLos papeles de un pequeño archivo, descritos hoja por hoja.\n"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    program, site, port = workshop.folder / "papeles", workshop.folder / "site", free_port()
    program.mkdir()
    (program / "README.md").write_text(HOME, encoding="utf-8")
    for kind in sorted({item.kind for item in workshop.items}):
        held = "".join(_class(item) for item in workshop.items if item.kind == kind)
        written = f"# Los papeles del archivo: {kind}\nmodule {_plain(kind)}\n{held}end\n"
        (program / f"{_plain(kind).lower()}.rb").write_text(written, encoding="utf-8")
    titles = ("--title", "Archivo", "--main", "README.md")
    workshop.run("rdoc", "--quiet", "--encoding", "UTF-8", *titles, "--output", site, ".", cwd=program)
    command = ("-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, workshop.python, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _plain(text: str) -> str:
    """A name as Ruby wants it: words in plain letters, each with a capital, run together."""
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "".join(word.capitalize() for word in re.findall(r"[A-Za-z0-9]+", plain))


def _class(item: Item) -> str:
    told = ", ".join(part for part in (item.maker, item.place, str(item.year)) if part)
    name = f"Hoja{item.number}{_plain(item.title)}"
    return CLASS.format(title=signed(item), text=item.text, told=told, name=name)


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The index holds the names and the beginnings of what is said; the pages themselves are not counted."""
    if items:
        yield Ask(INDEX)


RDOC = Application(
    "rdoc", "documentation of programs", 320, _serve, programs=("rdoc",), records=partial(natural, language="es"),
    scripted=True, oracle=_oracle,
)  # fmt: skip
