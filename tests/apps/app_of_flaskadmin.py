"""Flask-Admin (PyPI): the list view of a table as many small sites have it for their staff, 20 rows to a page."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state

SITE = """
import json, sys
from flask import Flask
from flask_admin import Admin
from flask_admin.contrib.sqla import ModelView
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
app.config.update(SECRET_KEY="museum", SQLALCHEMY_DATABASE_URI="sqlite:///" + sys.argv[1])
db = SQLAlchemy(app)

class Instrument(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String)
    kind = db.Column(db.String)
    maker = db.Column(db.String)
    place = db.Column(db.String)
    year = db.Column(db.Integer)
    text = db.Column(db.Text)

class Instruments(ModelView):
    can_view_details = True
    column_searchable_list = ("title", "maker", "place", "text")
    column_filters = ("kind", "year")

Admin(app, name="Museum").add_view(Instruments(Instrument, db.session))
if sys.argv[2] == "load":
    with app.app_context():
        db.create_all()
        db.session.add_all(Instrument(**item) for item in json.load(sys.stdin))
        db.session.commit()
else:
    app.run(port=int(sys.argv[2]))
"""
"""As its documentation begins: a model, a view, and nothing set up that would ask who is there."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    database, port = workshop.folder / "museum.db", free_port()
    columns = ("title", "kind", "maker", "place", "year", "text")
    rows = [{name: getattr(item, name) for name in columns} for item in workshop.items]
    workshop.run(workshop.python, "-c", SITE, database, "load", given=json.dumps(rows))
    with workshop.server(port, workshop.python, "-c", SITE, database, str(port)):
        workshop.front.behind = Upstream(port)
        yield Served(form="/admin/instrument/", state=lambda: tables_state(database))


FLASKADMIN = Application("flaskadmin", "catalogue", 250, _serve, modules=("flask_admin", "flask_sqlalchemy"))
