"""calibre's own server (Debian): a library of books, its pages for plain browsers, in German."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural, signed
from app_oracle import Ask, pages
from app_records import Item

LOAD = """
import json, sys
from datetime import datetime, timezone
from calibre.ebooks.metadata.book.base import Metadata
from calibre.library import db
store = db("library").new_api
for row in json.load(open("rows.json", encoding="utf-8")):
    book = Metadata(row["title"], [row["writer"]] if row["writer"] else None)
    book.comments, book.tags, book.publisher = row["text"], [row["kind"]], row["place"]
    book.pubdate = book.timestamp = datetime.fromisoformat(row["day"]).replace(tzinfo=timezone.utc)
    store.create_book_entry(book)
"""
PATH, ON_A_PAGE = "/mobile", 100


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    library, port = workshop.folder / "library", free_port()
    library.mkdir()
    rows = [
        {"title": signed(i), "writer": i.maker, "text": i.text, "kind": i.kind, "place": i.place, "day": dated(i)}
        for i in workshop.items
    ]
    (workshop.folder / "rows.json").write_text(json.dumps(rows), encoding="utf-8")
    (workshop.folder / "load.py").write_text(LOAD)
    variables = {"CALIBRE_OVERRIDE_LANG": "de", "QT_QPA_PLATFORM": "offscreen"}
    workshop.run("calibre-debug", "-e", "load.py", variables=variables)
    command = ("calibre-server", "--listen-on", "127.0.0.1", "--port", str(port), "--disable-use-bonjour", library)
    with workshop.server(port, *command, path=PATH, **variables):
        workshop.front.behind = Upstream(port, {"accept-language": "de"})
        yield Served(form=PATH, state=lambda: files_state(library))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """An empty box finds every book; a hundred is the longest list that the form offers."""
    for page in pages(len(items), ON_A_PAGE):
        asked = {"search": "", "order": "ascending", "sort": "title", "num": ON_A_PAGE}
        yield Ask(f"{PATH}?" + urlencode(asked | {"start": page * ON_A_PAGE + 1}))


CALIBRE = Application(
    "calibre", "library of books", 340, _serve, programs=("calibre-server", "calibre-debug"),
    records=partial(natural, language="de"), oracle=_oracle,
)  # fmt: skip
