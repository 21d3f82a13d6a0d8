"""py4web's grid (PyPI): a register in pages, searched by title, text or author as a list says; records are French.

Days are written by scripts, one in every row; the link to a record carries the way back to the answer it stood in.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_natural import dated, natural
from app_oracle import Ask, pages
from app_records import Item

SITE = """
import json, os
from pathlib import Path
from py4web import DAL, Field, action
from py4web.utils.grid import Grid

here = Path(__file__).parent
db = DAL("sqlite://papiers.db", folder=str(here))
db.define_table("papier", Field("titre"), Field("auteur"), Field("lieu"), Field("genre"), Field("jour", "date"),
    Field("texte", "text"), format="%(titre)s")
if not db(db.papier).count():
    for row in json.loads((here / "rows.json").read_text()):
        db.papier.insert(**row)
    db.commit()


@action("papiers", method=["GET", "POST"])
@action("papiers/<path:path>", method=["GET", "POST"])
@action.uses("papiers.html", db)
def papiers(path=None):
    return {"grid": Grid(db.papier, columns=[db.papier.titre, db.papier.texte, db.papier.auteur, db.papier.lieu,
        db.papier.jour], orderby=~db.papier.jour, rows_per_page=20, create=False, editable=False, deletable=False,
        search_queries=[["Titre", lambda told: db.papier.titre.contains(told)],
            ["Texte", lambda told: db.papier.texte.contains(told)],
            ["Auteur", lambda told: db.papier.auteur.contains(told)]])}
"""
PAGE = """<!DOCTYPE html>
<html lang="fr"><head><meta charset="utf-8"><title>Papiers</title></head>
<body><h1>Papiers</h1>[[=grid]]</body></html>
"""
PATH, ON_A_PAGE = "/archives/papiers", 20


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, apps = free_port(), workshop.folder / "apps"
    app = apps / "archives"
    (app / "templates").mkdir(parents=True)
    (apps / "__init__.py").touch()
    (app / "__init__.py").write_text(SITE)
    (app / "templates/papiers.html").write_text(PAGE)
    rows = [
        {"titre": i.title, "auteur": i.maker, "lieu": i.place, "genre": i.kind, "jour": dated(i), "texte": i.text}
        for i in workshop.items
    ]
    (app / "rows.json").write_text(json.dumps(rows))
    ways = {
        "host": "127.0.0.1",
        "port": str(port),
        "watch": "off",
        "dashboard_mode": "none",
        "number_workers": "0",
    }
    given = [part for name, value in ways.items() for part in (f"--{name}", value)]
    program = workshop.tools / "nooks/bin/py4web"
    with workshop.server(port, program, "run", *given, "--quiet", apps, path=PATH):
        workshop.front.behind = Upstream(port)
        yield Served(form=PATH, state=lambda: _state(app / "papiers.db"))


def _state(kept: Path) -> str:
    with closing(sqlite3.connect(f"file:{kept}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT * FROM papier ORDER BY id").fetchall()
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The list as it stands, page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{PATH}?page={page + 1}")


PYWEB = Application(
    "pyweb", "register in a grid", 330, _serve, modules=("py4web",), environment="nooks",
    records=partial(natural, language="fr"), oracle=_oracle,
)  # fmt: skip
