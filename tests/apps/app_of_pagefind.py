"""Pagefind (npm): plain pages with a search of WebAssembly, whose index comes in pieces; in German."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import escape

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

HOME = """<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Archiv</title>
<link href="/pagefind/pagefind-ui.css" rel="stylesheet"><script src="/pagefind/pagefind-ui.js"></script></head>
<body><h1>Archiv</h1><p>Die Papiere eines kleinen Archivs, Blatt für Blatt beschrieben.</p><div id="suche"></div>
<script>window.addEventListener("DOMContentLoaded", () => new PagefindUI({element: "#suche", showImages: false}));
</script></body></html>
"""
PAGE = """<!doctype html><html lang="de"><head><meta charset="utf-8"><title>{title}</title></head>
<body><p><a href="/">Archiv</a></p>
<main data-pagefind-body><h1>{title}</h1><p><em>{line}</em></p><p>{text}</p></main>
</body></html>
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    site, port = workshop.folder / "site", free_port()
    (site / "blatt").mkdir(parents=True)
    (site / "index.html").write_text(HOME)
    for item in workshop.items:
        (site / _file(item)).write_text(_page(item))
    workshop.run("node", workshop.npm / "pagefind/lib/runner/bin.cjs", "--site", site)
    command = (workshop.python, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _file(item: Item) -> str:
    return f"blatt/blatt-{item.number:04d}.html"


def _page(item: Item) -> str:
    told = ", ".join(part for part in (item.maker, item.place, str(item.year)) if part)
    title, line, text = (escape(part) for part in (item.title, told, item.text))
    return PAGE.format(title=title, line=line, text=text)


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Each page is a file of its own."""
    for item in items:
        yield Ask(f"/{_file(item)}")


PAGEFIND = Application(
    "pagefind", "plain pages", 320, _serve, packages=("pagefind",), records=partial(natural, language="de"),
    scripted=True, oracle=_oracle,
)  # fmt: skip
