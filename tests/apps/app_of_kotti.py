"""Kotti (PyPI): pages of a site on Pyramid; its search is a POST with one list for an answer; in German."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import dated, natural
from app_oracle import Ask, by_letter, fewest
from app_records import Item

SETTINGS = """[app:kotti]
use = egg:kotti
sqlalchemy.url = sqlite:///{folder}/kotti.db
kotti.site_title = Archiv
kotti.secret = not-for-use
kotti.secret2 = not-for-use-either
mail.default_sender = archiv@example.org
pyramid.default_locale_name = de
[filter:fanstatic]
use = egg:fanstatic#fanstatic
[pipeline:main]
pipeline = fanstatic kotti
[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = {port}
"""
LOAD = """
import json, sys
from datetime import datetime
import transaction
from pyramid.paster import get_app
get_app(sys.argv[1], "main")
from kotti.resources import DBSession, Document, get_root
from kotti.workflow import get_workflow
def published(page):
    DBSession.flush()
    get_workflow(page).transition_to_state(page, None, "public")
root = get_root()
root.title, root.description, root.body = "Archiv", "", "<p>Die Papiere des Tals.</p>"
del root["about"]
root["papiere"] = shelf = Document(title="Papiere", body="<p>Nach Titeln zu suchen.</p>")
published(shelf)
for row in json.load(sys.stdin):
    day = datetime.fromisoformat(row["date"])
    shelf[row["name"]] = page = Document(
        title=row["title"], description=row["text"], body="<p>" + row["whose"] + "</p>", tags=[row["kind"]],
        in_navigation=False, creation_date=day, modification_date=day)
    published(page)
transaction.commit()
"""
"""Through its own models, as its editors' forms do it."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, settings = free_port(), workshop.folder / "site.ini"
    settings.write_text(SETTINGS.format(folder=workshop.folder, port=port))
    rows = [
        {"name": f"papier-{i.number}", "title": i.title, "text": i.text, "kind": i.kind, "date": dated(i),
         "whose": ", ".join(part for part in (i.maker, i.place, str(i.year)) if part)}
        for i in workshop.items
    ]  # fmt: skip
    workshop.run(workshop.python_of("cms"), "-c", LOAD, settings, given=json.dumps(rows))
    with workshop.server(port, workshop.tools / "cms/bin/pserve", settings):
        workshop.front.behind = Upstream(port)
        yield Served(
            form="/",
            state=lambda: tables_state(workshop.folder / "kotti.db"),
            search_posts=("/@@search-results",),
        )


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """What is typed is looked for inside titles and descriptions; an answer holds all that was found."""
    for letter in fewest(by_letter(items, lambda item: f"{item.title} {item.text}")):
        yield Ask("/@@search-results", (("search-term", letter), ("search-submit", "search")))


KOTTI = Application(
    "kotti", "site of pages", 340, _serve, modules=("kotti",), environment="cms",
    records=partial(natural, language="de"), oracle=_oracle,
)  # fmt: skip
