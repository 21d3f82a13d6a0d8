"""Federated Wiki (npm, wiki): pages beside one another, found in the browser by an index of the wiki; Polish.

A script fetches the index of every wiki it knows of, here of one, and looks words up with MiniSearch; the answer
is a page of its own beside the others, with a title and the first paragraph of every page found.
"""

import json
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

START, INDEX = "/view/welcome-visitors", "/system/site-index.json"
PUBLISHED = 1_600_000_000_000
"""When the first page was written, in thousandths of a second."""
HOUR = 3_600_000


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept = free_port(), workshop.folder / "kept"
    pages = kept / "pages"
    pages.mkdir(parents=True)
    (pages / "welcome-visitors").write_text(json.dumps(_page("Welcome Visitors", HOME, 0)))
    for item in workshop.items:
        told = (item.text, ", ".join(part for part in (item.maker, item.place, str(item.year)) if part), item.kind)
        page = _page(signed(item), told, item.number)
        (pages / _slug(signed(item))).write_text(json.dumps(page))
    options = ("--port", str(port), "--host", "127.0.0.1", "--data", kept, "--packageDir", workshop.npm)
    with workshop.server(port, "node", workshop.npm / "wiki/index.js", *options, path=INDEX):
        workshop.front.behind = Upstream(port)
        yield Served(form=START, state=lambda: files_state(pages))


HOME = (
    "Papiery niewielkiego archiwum, opisane kartka po kartce.",
    "Pole na dole strony szuka we wszystkich kartkach.",
)


def _slug(title: str) -> str:
    """The name of a page's file, as the wiki makes it of the title."""
    return re.sub(r"[^A-Za-z0-9-]", "", re.sub(r"\s", "-", title)).lower()


def _page(title: str, told: tuple[str, ...], number: int) -> dict[str, object]:
    story = [{"type": "paragraph", "id": f"{number:08x}{at:08x}", "text": text} for at, text in enumerate(told, 1)]
    made = {"type": "create", "item": {"title": title, "story": story}, "date": PUBLISHED + number * HOUR}
    return {"title": normalize("NFC", title), "story": story, "journal": [made]}


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The index holds the whole wiki."""
    if items:
        yield Ask(INDEX)


FEDWIKI = Application(
    "fedwiki", "wiki", 330, _serve, programs=("node",), packages=("wiki",),
    records=partial(natural, language="pl"), scripted=True, oracle=_oracle,
)  # fmt: skip
