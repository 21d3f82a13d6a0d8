"""HotelDruid (Debian): the guests of a hotel, in PHP on SQLite; interface and records are Spanish."""

import hashlib
import html
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural
from app_oracle import Ask, pages
from app_records import Item

PACKAGED = "usr/share/hoteldruid"
ON_A_PAGE = 200
PATH = "/visualizza_tabelle.php"
LIST = f"{PATH}?tipo_tabella=clienti&anno={datetime.now(UTC).year}"
"""It keeps a book for every year, and makes that of this one when it is first opened."""
MADE = {
    "creabase": "1", "lingua": "es", "tipo_db": "sqlite", "database_phprdb": "hoteldruid", "numappartamenti": "5",
}  # fmt: skip
PASSING = ("transazioni", "transazioniweb", "sessioni", "versioni", "cache")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    site, port = workshop.folder / "site", free_port()
    shutil.copytree(workshop.debian / PACKAGED, site)
    for name in ("data", "pages"):
        (workshop.folder / name).mkdir()
    (site / "pages").symlink_to(workshop.folder / "pages")
    settings = site / "costanti.php"
    text = settings.read_text().replace("/var/lib/hoteldruid", str(workshop.folder))
    settings.write_text(text.replace("/etc/hoteldruid/database.php", ""))
    database = workshop.folder / "data/db_hoteldruid"
    with workshop.server(port, "php", "-S", f"127.0.0.1:{port}", "-t", site):
        for path, posted in (("/creadb.php", urlencode(MADE).encode()), ("/inizio.php", None)):
            with urlopen(f"http://127.0.0.1:{port}{path}", posted, timeout=180) as answer:
                answer.read()
        _loaded(database, workshop.items)
        workshop.front.behind = Upstream(port)
        yield Served(form=LIST, state=lambda: _state(database), search_posts=(PATH,))


def _loaded(database: Path, items: tuple[Item, ...]) -> None:
    """What its form for a new guest writes; it keeps texts as they stand in a page."""
    fields = "idclienti, cognome, citta, email, commento, max_num_ordine, idclienti_compagni, utente_inserimento"
    rows = (
        (i.number, html.escape(i.maker or i.title), html.escape(i.place), f"guest{i.number}@example.org",
         html.escape(i.text), 1, ",", 1)
        for i in items
    )  # fmt: skip
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executemany(f"INSERT INTO clienti ({fields}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _state(database: Path) -> str:
    """Every table counted, and the guests word by word: the page has buttons that delete them."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        guests = connection.execute("SELECT * FROM clienti ORDER BY idclienti").fetchall()
    return tables_state(database, PASSING) + hashlib.sha256(repr(guests).encode()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Nothing asked for shows everything."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{LIST}&pagina_clienti={page}")


HOTELDRUID = Application(
    "hoteldruid", "guests of a hotel", 350, _serve, programs=("php",), unpacked=(PACKAGED,),
    records=partial(natural, language="es"), oracle=_oracle,
)  # fmt: skip
