"""Sphinx (PyPI): a manual of plain files; a script finds words in an index and fetches what fits; in French."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

SETTINGS = """project, author, language = "Archives", "Les archivistes", "fr"
html_theme = "alabaster"
"""
CONTENTS = ".. toctree::\n   :maxdepth: 1\n\n"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    sources, site, port = workshop.folder / "sources", workshop.folder / "site", free_port()
    sources.mkdir()
    (sources / "conf.py").write_text(SETTINGS)
    chapters: dict[str, list[str]] = {}
    for item in workshop.items:
        chapter = item.kind.lower().replace(" ", "-")
        file = sources / chapter / f"piece{item.number:04d}.rst"
        file.parent.mkdir(exist_ok=True)
        file.write_text(_page(item))
        chapters.setdefault(chapter, []).append(f"   {file.stem}\n")
    for chapter, pages in chapters.items():
        (sources / chapter / "index.rst").write_text(_titled(chapter.capitalize()) + CONTENTS + "".join(pages))
    inside = "".join(f"   {chapter}/index\n" for chapter in chapters)
    (sources / "index.rst").write_text(_titled("Archives") + CONTENTS + inside)
    workshop.run(workshop.python_of("pages"), "-m", "sphinx", "-q", "-b", "html", sources, site)
    command = (workshop.python, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/search.html", state=lambda: files_state(site))


def _page(item: Item) -> str:
    told = ", ".join(part for part in (item.maker, item.place, str(item.year)) if part)
    return f"{_titled(_plain(item.title))}{_plain(told)}\n\n{_plain(item.text)}\n"


def _titled(title: str) -> str:
    return f"{title}\n{'=' * (2 * len(title))}\n\n"


def _plain(text: str) -> str:
    """Marks of reStructuredText as plain letters."""
    return re.sub(r"([^\w\s])", r"\\\1", text)


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The index holds the titles and words of every page; the pages themselves are not counted."""
    if items:
        yield Ask("/searchindex.js")


SPHINX = Application(
    "sphinx", "manual", 310, _serve, modules=("sphinx",), environment="pages",
    records=partial(natural, language="fr"), scripted=True, oracle=_oracle,
)  # fmt: skip
