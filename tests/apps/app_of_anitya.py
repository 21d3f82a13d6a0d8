"""Anitya (PyPI): a register of projects whose releases it watches, on Flask; the watching is not started."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask, pages
from app_records import Item

START = """
import json, sys
from datetime import datetime
from anitya import app
from anitya.config import config
from anitya.db import db, models
from sqlalchemy_helpers import Base
made = app.create(dict(config, SQLALCHEMY_DATABASE_URI="sqlite:///anitya.db",
    SECRET_KEY="anitya", SITE_EMAIL="archive@example.org"))
if sys.argv[1] == "load":
    with made.app_context():
        Base.metadata.create_all(db.session.get_bind())
        for row in json.load(sys.stdin):
            day = datetime.fromisoformat(row.pop("day"))
            db.session.add(models.Project(**row, backend="custom", created_on=day, updated_on=day))
        db.session.commit()
else:
    made.run("127.0.0.1", int(sys.argv[2]), threaded=False)
"""
PATH, ON_A_PAGE = "/projects/search/", 50


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python, kept = free_port(), workshop.python_of("lists"), workshop.folder / "anitya.db"
    (workshop.folder / "start.py").write_text(START)
    rows = [
        {"name": signed(i), "homepage": f"https://{i.kind}.example.org/{i.number}", "day": dated(i),
         "ecosystem_name": f"https://{i.kind}.example.org/{i.number}", "latest_version": f"{i.year}.0"}
        for i in workshop.items
    ]  # fmt: skip
    workshop.run(python, "start.py", "load", given=json.dumps(rows))
    with workshop.server(port, python, "start.py", "serve", str(port)):
        workshop.front.behind = Upstream(port)
        yield Served(form="/projects/", state=lambda: tables_state(kept))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """An empty box finds every project."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{PATH}?pattern=&page={page + 1}")


ANITYA = Application(
    "anitya", "register of projects", 330, _serve, modules=("anitya",), environment="lists", records=natural,
    oracle=_oracle,
)  # fmt: skip
