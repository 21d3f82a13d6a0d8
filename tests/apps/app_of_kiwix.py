"""kiwix-serve (Debian): an encyclopaedia in one file; its search box is put into every page by the server."""

import base64
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port

PAGE = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{0}</title></head><body>{1}</body></html>'
)
PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAADAAAAAwAQMAAABtzGvEAAAAA1BMVEX///+nxBvIAAAADklEQVR4nGNgGAWDCQAAAZAAAXn0ws4AAAAASUVO"
    "RK5CYII="
)
"""Forty-eight white points a side: no book goes without a picture."""
ABOUT = ("-l", "eng", "-t", "Museum", "-d", "Old instruments", "-c", "Museum", "-p", "Museum")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    pages, book, port = workshop.folder / "pages", workshop.folder / "museum.zim", free_port()
    pages.mkdir()
    for item in workshop.items:
        text = PAGE.format(item.title, f"<h1>{item.title}</h1><p>{item.text}</p>")
        (pages / f"{item.number}.html").write_text(text)
    links = "".join(f'<li><a href="{item.number}.html">{item.kind}</a>' for item in workshop.items[:10])
    (pages / "index.html").write_text(PAGE.format("Museum", f"<h1>Museum</h1><ul>{links}</ul>"))
    (pages / "picture.png").write_bytes(base64.b64decode(PICTURE))
    workshop.run("zimwriterfs", "-w", "index.html", "-I", "picture.png", *ABOUT, pages, book)
    with workshop.server(port, "kiwix-serve", "-i", "127.0.0.1", "-p", str(port), book):
        workshop.front.behind = Upstream(port)
        yield Served(form="/museum/A/index.html", state=lambda: files_state(pages))


KIWIX = Application("kiwix", "encyclopaedia", 400, _serve, programs=("kiwix-serve", "zimwriterfs"))
