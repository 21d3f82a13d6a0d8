"""Wikmd (PyPI): a wiki on Flask whose pages are files; everybody may do everything, and a form by GET removes."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed
from app_oracle import Ask, by_word, fewest, pages
from app_records import Item

START = """
import signal, sys
from wikmd.wiki import run_wiki
signal.signal(signal.SIGTERM, lambda *_: sys.exit())
run_wiki()
"""
"""It watches its files in a process of its own, which ends with it only if it is not just killed."""
ON_A_PAGE = 10
NOT_FOUND = frozenset(
    ("and", "from", "for", "when", "you", "that", "may", "not", "with", "your", "this", "will", "the")
)
"""Words that its index leaves out."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, pages_of = free_port(), workshop.folder / "wiki"
    for item in workshop.items:
        file = pages_of / item.kind / f"{_name(item)}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_told(item).replace("<", "&lt;"))
    (pages_of / "homepage.md").write_text(
        "# Papers of the valley\n\nWhat was left in the drawers, page by page.\n"
    )
    own = workshop.tools / "rooms/bin"
    variables = {
        "PATH": f"{own}:{workshop.environment()['PATH']}",  # a filter that it starts stands there
        "WIKMD_HOST": "127.0.0.1",
        "WIKMD_PORT": str(port),
        "WIKI_DIRECTORY": str(pages_of),
        "CACHE_DIR": str(workshop.folder / "cache"),
        "SEARCH_DIR": str(workshop.folder / "index"),
    }
    (workshop.folder / "start.py").write_text(START)
    with workshop.server(port, workshop.python_of("rooms"), "start.py", **variables):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(pages_of))


def _name(item: Item) -> str:
    """A name as it would be accepted from a visitor: letters of ASCII, digits and spaces."""
    plain = unicodedata.normalize("NFKD", signed(item)).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9 _.-]", "", plain.replace("/", "_")).strip("._ ")


def _told(item: Item) -> str:
    origin = ", ".join(part for part in (item.maker, item.place, str(item.year)) if part)
    return f"{item.text}\n\n*{origin}*\n"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Whole words of names and texts; nothing typed finds nothing."""
    found = by_word(items, lambda item: f"{_name(item)} {_told(item)}")
    asked = {word: keys for word, keys in found.items() if word not in NOT_FOUND}
    for word in fewest(asked, ON_A_PAGE):
        for page in pages(len(asked[word]), ON_A_PAGE):
            yield Ask("/search?" + urlencode({"q": word, "page": page + 1}))


WIKMD = Application(
    "wikmd", "wiki in files", 330, _serve, modules=("wikmd", "pypandoc/files"), environment="rooms",
    records=natural, oracle=_oracle,
)  # fmt: skip
