"""Askbot (PyPI): questions and answers on Django; interface and records are Russian.

The form's answer is a list of questions by their titles, page by page at addresses that hold what was asked, with
lists of labels and people beside it.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask, pages
from app_records import Item

SETTINGS = """
ALLOWED_HOSTS = ["*"]
RATELIMIT_ENABLE = False
"""
"""A whole harvest comes from one address here."""
LOAD = """
import json
from datetime import datetime, timezone
from django.db import transaction
from askbot.conf import settings
from askbot.models import User
rows = json.load(open("rows.json"))
settings.update("APP_URL", "http://archives.example")
settings.update("APP_TITLE", "Архив долины")
with transaction.atomic():
    people = {}
    for row in rows:
        name = row["maker"]
        if name not in people:
            people[name] = User.objects.create_user(name, f"member{len(people)}@example.org", "not-for-use")
        people[name].post_question(title=row["title"], body_text=row["text"], tags=row["tags"],
            timestamp=datetime.fromisoformat(row["day"]).replace(tzinfo=timezone.utc))
"""
START = """
import os, sys
from wsgiref.simple_server import make_server
os.environ["DJANGO_SETTINGS_MODULE"] = "forum.settings"
from django.core.wsgi import get_wsgi_application
make_server("127.0.0.1", int(sys.argv[1]), get_wsgi_application()).serve_forever()
"""
"""Django's own server would write a warning into every page."""
PATH, ON_A_PAGE = "/voprosy/", 30
PASSING = ("django_session", "askbot_activity")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, tools, kept = free_port(), workshop.tools / "stalls/bin", workshop.folder / "forum.db"
    site = workshop.folder / "qanda"
    told: dict[str, str | Path] = {
        "root-directory": site, "proj-name": "forum", "db-engine": "sqlite", "db-name": kept,
        "admin-name": "keeper", "admin-email": "keeper@example.org", "domain-name": "archives.example",
        "language-code": "ru", "timezone": "UTC", "log-file-path": "askbot.log", "append-settings": SETTINGS,
    }  # fmt: skip
    given: list[str | Path] = [part for name, value in told.items() for part in (f"--{name}", value)]
    workshop.run(tools / "askbot-setup", "--force", "--noinput", *given)
    rows = [_row(item) for item in workshop.items]
    (site / "rows.json").write_text(json.dumps(rows))
    workshop.run(tools / "python", "manage.py", "migrate", "-v0", cwd=site)
    workshop.run(tools / "python", "manage.py", "shell", "-c", LOAD, cwd=site)
    (site / "start.py").write_text(START)
    with workshop.server(port, tools / "python", site / "start.py", str(port), path=PATH):
        workshop.front.behind = Upstream(port)
        yield Served(form=PATH, state=lambda: tables_state(kept, PASSING))


def _row(item: Item) -> dict[str, str]:
    tags = " ".join(told.replace(" ", "-") for told in (item.kind, item.place) if told)
    return {
        "title": signed(item), "text": item.text, "tags": tags,
        "maker": (item.maker or "хранитель").replace(" ", "_"), "day": f"{dated(item)}T12:00:00",
    }  # fmt: skip


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The list as it stands, page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{PATH}scope:all/sort:activity-desc/page:{page + 1}/")


ASKBOT = Application(
    "askbot", "questions and answers", 330, _serve, modules=("askbot",), environment="stalls",
    records=partial(natural, language="ru"), oracle=_oracle,
)  # fmt: skip
