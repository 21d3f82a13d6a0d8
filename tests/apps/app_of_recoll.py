"""Recoll's pages (PyPI, recollwebui, on Debian's recoll): what a desktop search finds; files in Russian.

Links to a result are its place in this answer, with all that was asked, so the same file has other links in every
answer. A second list chooses a folder; forms for days and an order stand beside the box.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed
from app_oracle import Ask, fewest, pages
from app_records import Item

SYSTEM = "/usr/bin/python3"
"""Debian's own interpreter: what `python3-recoll` installs is found by no other."""
START = "import sys; from recollwebui.standalone import main; main()"
PAGE = """<!DOCTYPE html>
<html lang="ru"><head><meta charset="utf-8"><title>{title}</title><meta name="author" content="{maker}"></head>
<body><h1>{title}</h1><p>{text}</p><p>{kind}. {place} {year}</p></body></html>
"""
ON_A_PAGE = 25


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept, settings = free_port(), workshop.folder / "kept", workshop.folder / "recoll"
    for item in workshop.items:
        _write(kept / item.kind, item)
    settings.mkdir()
    (settings / "recoll.conf").write_text(f"topdirs = {kept}\nindexstemminglanguages = russian\n")
    workshop.run("recollindex", "-c", settings)
    packages = next((workshop.tools / "mews/lib").glob("python3*/site-packages"))
    command = (SYSTEM, "-c", START, "--config", settings, "--port", str(port))
    with workshop.server(port, *command, PYTHONPATH=str(packages)):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(kept, settings, passing=("history", "idxstatus.txt")))


def _write(folder: Path, item: Item) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    told = {name: escape(str(getattr(item, name))) for name in ("text", "maker", "kind", "place", "year")}
    page = PAGE.format(title=escape(signed(item)), **told)
    (folder / f"{item.number:04d}.html").write_text(page, encoding="utf-8")


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The words for the kinds, which are in every file, page by page."""
    kinds = {item.kind for item in items}
    found = {kind: frozenset(item.key for item in items if item.kind == kind) for kind in kinds}
    for kind in fewest(found, ON_A_PAGE):
        for page in pages(len(found[kind]), ON_A_PAGE):
            asked = {"query": kind, "dir": "<all>", "after": "", "before": "", "sort": "relevancyrating"}
            yield Ask("/results?" + urlencode(asked | {"ascending": "0", "page": str(page + 1)}))


RECOLL = Application(
    "recoll", "desktop search", 340, _serve, programs=(SYSTEM, "recollindex"), modules=("recollwebui",),
    environment="mews", records=partial(natural, language="ru"), oracle=_oracle,
)  # fmt: skip
