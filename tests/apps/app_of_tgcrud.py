"""TurboGears' lists of a table (PyPI, tgext.crud): a register in pages, one column searched; in German.

A script changes which column the box is for; without it that is the first. Every row has a form that deletes it.
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
from app_natural import natural
from app_oracle import Ask, pages
from app_records import Item

SITE = """
import inspect, json, sys
inspect.getargspec = lambda told: inspect.getfullargspec(told)[:4]
from wsgiref.simple_server import make_server
from sqlalchemy import Column, Integer, Unicode, UnicodeText, create_engine
from sqlalchemy.ext.declarative import declarative_base
from sqlalchemy.orm import scoped_session, sessionmaker
from tg import MinimalApplicationConfigurator, TGController, expose, redirect
from tg.configurator.components.sqlalchemy import SQLAlchemyConfigurationComponent
from tg.configurator.components.transactions import TransactionManagerConfigurationComponent
from tgext.crud import EasyCrudRestController
from tw2.core.middleware import make_middleware
from zope.sqlalchemy import register

address = "sqlite:///papers.db"
engine = create_engine(address)
DBSession = scoped_session(sessionmaker(bind=engine))
register(DBSession)
Base = declarative_base()


class Dokument(Base):
    __tablename__ = "papers"
    id = Column(Integer, primary_key=True)
    Titel = Column(Unicode(200))
    Art = Column(Unicode(60))
    Person = Column(Unicode(100))
    Ort = Column(Unicode(100))
    Inhalt = Column(UnicodeText)


class Dokumente(EasyCrudRestController):
    model, title, substring_filters, pagination = Dokument, "Archiv", True, {"items_per_page": 15}
    __table_options__ = {
        "__limit_fields__": ["Inhalt", "Titel", "Art", "Person", "Ort"],
        "__field_order__": ["Inhalt", "Titel", "Art", "Person", "Ort"],
        "__omit_fields__": ["id"],
    }


class Root(TGController):
    dokumente = Dokumente(DBSession)

    @expose()
    def index(self):
        redirect("/dokumente/")


class Model:
    DBSession = DBSession

    @staticmethod
    def init_model(_):
        pass


if sys.argv[1] == "load":
    Base.metadata.create_all(engine)
    engine.execute(Dokument.__table__.insert(), json.load(open("rows.json")))
else:
    made = MinimalApplicationConfigurator()
    for part in (SQLAlchemyConfigurationComponent, TransactionManagerConfigurationComponent):
        made.register(part)
    made.update_blueprint({
        "root_controller": Root(), "renderers": ["json", "kajiki"], "default_renderer": "kajiki", "model": Model,
        "use_sqlalchemy": True, "sqlalchemy.url": address, "paths": {"templates": ["templates"]}})
    engines = {"default_engine": "kajiki", "preferred_rendering_engines": ["kajiki"]}
    make_server("127.0.0.1", int(sys.argv[2]), make_middleware(made.make_wsgi_app(), **engines)).serve_forever()
"""
"""One of its libraries still asks for a function that Python has no more."""
FRAME = """<!DOCTYPE html>
<html lang="de">
<head><meta charset="utf-8"/><title py:block="master_title">Archiv</title><py:block name="head"/></head>
<body><div id="header"><a href="/">Archiv</a></div><py:block name="body"/></body>
</html>
"""
PATH, ON_A_PAGE = "/dokumente/", 15


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python, kept = free_port(), workshop.python_of("crofts"), workshop.folder / "papers.db"
    rows = [
        {"Titel": i.title, "Art": i.kind, "Person": i.maker, "Ort": i.place, "Inhalt": i.text}
        for i in workshop.items
    ]
    (workshop.folder / "templates").mkdir()
    (workshop.folder / "templates/master.xhtml").write_text(FRAME)
    (workshop.folder / "rows.json").write_text(json.dumps(rows))
    (workshop.folder / "site_of_papers.py").write_text(SITE)
    workshop.run(python, "site_of_papers.py", "load")
    with workshop.server(port, python, "site_of_papers.py", "serve", str(port), path=PATH):
        workshop.front.behind = Upstream(port)
        yield Served(form=PATH, state=lambda: _state(kept))


def _state(kept: Path) -> str:
    with closing(sqlite3.connect(f"file:{kept}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT * FROM papers ORDER BY id").fetchall()
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The list as it stands, page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{PATH}?page={page + 1}")


TGCRUD = Application(
    "tgcrud", "register made of its list of a table", 330, _serve, modules=("tgext/crud",), environment="crofts",
    records=partial(natural, language="de"), oracle=_oracle,
)  # fmt: skip
