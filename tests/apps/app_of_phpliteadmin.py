"""phpLiteAdmin (Debian): the rows of a table in an administration in PHP; interface and records are German."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural

PACKAGED = "usr/share/phpliteadmin"
SETTINGS = "<?php\n$password = '';\n$directory = '{folder}';\n$language = 'de';\n$rowsNum = 30;\n"
TABLE = """CREATE TABLE schriften (nummer INTEGER PRIMARY KEY, titel TEXT, verfasser TEXT, ort TEXT, jahr INTEGER,
    art TEXT, text TEXT)"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    site, kept, port = workshop.folder / "site", workshop.folder / "kept", free_port()
    shutil.copytree(workshop.debian / PACKAGED, site, symlinks=True)
    kept.mkdir()
    settings = site / "phpliteadmin.config.php"
    settings.unlink(missing_ok=True)
    settings.write_text(SETTINGS.format(folder=kept))
    database = kept / "archiv.sqlite"
    rows = [(i.number, i.title, i.maker or None, i.place or None, i.year, i.kind, i.text) for i in workshop.items]
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(TABLE)
        connection.executemany("INSERT INTO schriften VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    with workshop.server(port, "php", "-S", f"127.0.0.1:{port}", "-t", site, path="/phpliteadmin.php"):
        workshop.front.behind = Upstream(port)
        yield Served(
            form="/phpliteadmin.php?table=schriften&action=table_search",
            state=lambda: tables_state(database),
            search_posts=("/phpliteadmin.php",),
        )


PHPLITEADMIN = Application(
    "phpliteadmin", "administration", 320, _serve, programs=("php",), unpacked=(PACKAGED,),
    records=partial(natural, language="de"),
)  # fmt: skip
