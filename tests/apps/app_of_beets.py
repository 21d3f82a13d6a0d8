"""beets (PyPI): a library of music in an SQLite file; its page asks for the tracks by a script."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural, signed
from app_oracle import Ask
from app_records import Item

SETTINGS = "directory: {folder}/music\nlibrary: {folder}/music.db\nplugins: web\nweb: {{readonly: true}}\n"
LOAD = """
import json, sys
from beets.library import Item, Library
library = Library(sys.argv[1])
with library.transaction():
    for told in json.load(sys.stdin):
        library.add(Item(path=f"/music/{told['number']}.flac".encode(), **told["fields"]))
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, settings, kept = free_port(), workshop.folder / "config.yaml", workshop.folder / "music.db"
    settings.write_text(SETTINGS.format(folder=workshop.folder))
    rows = [
        {
            "number": i.number,
            "fields": {"title": signed(i), "artist": i.maker, "album": i.place, "genres": [i.kind], "year": i.year,
                       "track": i.number % 20 + 1, "length": 30.0 + i.number, "comments": i.text},
        }
        for i in workshop.items
    ]  # fmt: skip
    workshop.run(workshop.python_of("scripted"), "-c", LOAD, kept, given=json.dumps(rows))
    command = (workshop.tools / "scripted/bin/beet", "--config", settings, "web", "127.0.0.1", str(port))
    with workshop.server(port, *command, BEETSDIR=str(workshop.folder)):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: tables_state(kept))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """No words find everything, in one answer."""
    if items:
        yield Ask("/item/query/")


BEETS = Application(
    "beets", "music library", 330, _serve, modules=("beets",), environment="scripted", records=natural,
    scripted=True, oracle=_oracle,
)  # fmt: skip
