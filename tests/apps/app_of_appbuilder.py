"""Flask-AppBuilder (PyPI): a register made of its list of a table, in Polish, for everybody to read.

Its search stands in a part of the page that opens: a menu adds one condition after the other to an empty form.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import dated, natural
from app_oracle import Ask, pages
from app_records import Item

START = """
import json, sys
from datetime import date
from flask import Flask
from flask_appbuilder import AppBuilder, Model, ModelView
from flask_appbuilder.utils.legacy import get_sqla_class
from flask_appbuilder.models.sqla.interface import SQLAInterface
from sqlalchemy import Column, Date, ForeignKey, Integer, String, Text
from sqlalchemy.orm import relationship
app = Flask(__name__)
app.config.update(SECRET_KEY="archive", SQLALCHEMY_DATABASE_URI=f"sqlite:///{sys.argv[3]}",
    BABEL_DEFAULT_LOCALE="pl", LANGUAGES={"pl": {"flag": "pl", "name": "Polski"}}, AUTH_TYPE=1,
    AUTH_ROLE_PUBLIC="Public", APP_NAME="Archiwum")
db = get_sqla_class()()
class Kind(Model):
    __tablename__ = "kind"
    id = Column(Integer, primary_key=True)
    name = Column(String(50), unique=True)
    def __repr__(self):
        return self.name
class Paper(Model):
    __tablename__ = "paper"
    id = Column(Integer, primary_key=True)
    name = Column(String(200), nullable=False)
    signature = Column(String(20))
    person = Column(String(100))
    written = Column(Date)
    note = Column(Text)
    kind_id = Column(Integer, ForeignKey("kind.id"))
    kind = relationship("Kind")
class Papers(ModelView):
    datamodel = SQLAInterface(Paper)
    label_columns = {"name": "Tytuł", "signature": "Sygnatura", "person": "Osoba", "written": "Data",
        "note": "Opis", "kind": "Rodzaj"}
    list_columns = ["name", "signature", "person", "written", "kind"]
    search_columns = ["name", "signature", "person", "written", "note", "kind"]
    base_permissions = ["can_list", "can_show"]
    list_title = "Dokumenty"
    page_size = 20
db.init_app(app)
with app.app_context():
    builder = AppBuilder(app, db.session)
    builder.add_view(Papers, "Dokumenty")
    db.create_all()
    if sys.argv[1] == "load":
        public = builder.sm.find_role("Public")
        for permission in ("can_list", "can_show"):
            builder.sm.add_permission_role(public, builder.sm.add_permission_view_menu(permission, "Papers"))
        kinds = {}
        for row in json.load(sys.stdin):
            kind = row.pop("kind")
            if kind not in kinds:
                kinds[kind] = Kind(name=kind)
            db.session.add(Paper(**row | {"written": date.fromisoformat(row["written"])}, kind=kinds[kind]))
        db.session.commit()
    else:
        app.run("127.0.0.1", int(sys.argv[2]), threaded=False)
"""
PATH, ON_A_PAGE = "/papers/list/", 20


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python, kept = free_port(), workshop.python_of("yards"), workshop.folder / "papers.db"
    (workshop.folder / "start.py").write_text(START)
    rows = [
        {
            "name": i.title,
            "signature": i.key,
            "person": i.maker,
            "written": dated(i),
            "note": i.text,
            "kind": i.kind,
        }
        for i in workshop.items
    ]
    workshop.run(python, "start.py", "load", "0", kept, given=json.dumps(rows))
    with workshop.server(port, python, "start.py", "serve", str(port), kept):
        workshop.front.behind = Upstream(port)
        yield Served(form=PATH, state=lambda: tables_state(kept))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Nothing asked for shows everything, page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{PATH}?page_Papers={page}&psize_Papers={ON_A_PAGE}")


APPBUILDER = Application(
    "appbuilder", "register in an administration", 340, _serve, modules=("flask_appbuilder",), environment="yards",
    records=partial(natural, language="pl"), oracle=_oracle,
)  # fmt: skip
