"""Lute (PyPI, lute3): words and phrases that a reader of foreign texts collects; a table asks for them by POST."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask, pages
from app_records import Item

SETTINGS = "ENV: prod\nDBNAME: lute.db\nDATAPATH: {folder}\nBACKUP_PATH: {folder}/backup\n"
LOAD = """
import json, sys
from lute.app_factory import create_app, data_initialization
from lute.db import db
from lute.db.demo import Service as Demo
from lute.language.service import Service as Languages
from sqlalchemy import text
app = create_app(sys.argv[1])
with app.app_context():
    Demo(db.session).remove_load_demo_flag()
    data_initialization(db.session)
    language = Languages(db.session).get_language_def("Spanish").language
    db.session.add(language)
    db.session.commit()
    for item in json.load(sys.stdin):
        db.session.execute(text(
            "INSERT INTO words (WoLgID, WoText, WoTextLC, WoStatus, WoTranslation, WoRomanization, WoTokenCount, "
            "WoCreated) VALUES (:language, :title, lower(:title), :status, :text, :maker, 1, :date)"),
            {"language": language.id, **item})
    db.session.commit()
"""
LENGTH = 500
COLUMNS = ("", "WoText", "ParentText", "WoTranslation", "TagList", "StID", "LgName", "WoCreated", "WoID", "LgID")
UNFILTERED = {
    "filtLanguage": "0", "filtParentsOnly": "false", "filtAgeMin": "", "filtAgeMax": "", "filtStatusMin": "1",
    "filtStatusMax": "99", "filtIncludeIgnored": "false", "filtTermIDs": "",
}  # fmt: skip


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept, python = free_port(), workshop.folder / "kept", workshop.python_of("scripted")
    kept.mkdir()
    settings = workshop.folder / "config.yml"
    settings.write_text(SETTINGS.format(folder=kept))
    rows = [
        {"title": signed(i), "text": i.text[:500], "maker": i.maker, "status": i.number % 5 + 1, "date": dated(i)}
        for i in workshop.items
    ]
    workshop.run(python, "-c", LOAD, settings, given=json.dumps(rows))
    command = (python, "-m", "lute.main", "--local", "--port", str(port), "--config", settings)
    with workshop.server(port, *command, path="/term/index"):
        workshop.front.behind = Upstream(port)
        yield Served(
            form="/term/index", state=lambda: tables_state(kept / "lute.db"), search_posts=("/term/datatables",)
        )


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """What the table sends, with no filter and one of the lengths that its menu offers."""
    for page in pages(len(items), LENGTH):
        told = {"draw": "1", "start": str(page * LENGTH), "length": str(LENGTH), "order[0][column]": "0"}
        told |= {"order[0][dir]": "asc", "search[value]": "", "search[regex]": "false"}
        for number, name in enumerate(COLUMNS):
            told |= {
                f"columns[{number}][{key}]": "true" if name else "false" for key in ("searchable", "orderable")
            }
            told |= {f"columns[{number}][{key}]": name for key in ("data", "name")}
            told |= {f"columns[{number}][search][value]": ""}
        yield Ask("/term/datatables", tuple((told | UNFILTERED).items()))


LUTE = Application(
    "lute", "collection of words", 330, _serve, modules=("lute",), environment="scripted",
    records=partial(natural, language="es"), scripted=True, oracle=_oracle,
)  # fmt: skip
