"""pdoc (PyPI): a manual of a module of Python; its search runs in the page, by an index that a script brings."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

INDEX = "/search.js"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port = free_port()
    for kind in {item.kind for item in workshop.items}:
        told = "\n\n".join(_function(item) for item in workshop.items if item.kind == kind)
        (workshop.folder / f"archive_{kind}.py").write_text(f'"""All {kind} of a small archive."""\n\n{told}\n')
    modules = sorted(workshop.folder.glob("archive_*.py"))
    site = workshop.folder / "site"
    workshop.run(workshop.python_of("decks"), "-m", "pdoc", "--output-directory", site, *modules)
    command = (workshop.python, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/index.html", state=lambda: files_state(site))


def _function(item: Item) -> str:
    """What a record is called stands in the name, as far as names go, and in the text behind it."""
    name = re.sub(r"\W+", "_", item.title).strip("_").lower()
    told = ", ".join(part for part in (item.title, item.maker, item.place, str(item.year)) if part)
    text = re.sub(r"([\\`*_{}\[\]#<>|\"])", r"\\\\\1", f"{told}\n\n    {item.text}")
    return f'def sheet_{item.number}_{name}():\n    """{text}\n    """'


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The index of the search holds everything."""
    if items:
        yield Ask(INDEX)


PDOC = Application(
    "pdoc", "manual", 320, _serve, modules=("pdoc",), environment="decks", records=natural, scripted=True,
    oracle=_oracle,
)  # fmt: skip
