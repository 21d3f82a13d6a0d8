"""reader (PyPI): a feed reader's web application; the entries of all feeds stand on one page."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import dated, natural
from app_oracle import Ask
from app_records import Item

LOAD = """
import json, sys
from datetime import datetime, timezone
from reader import make_reader
reader = make_reader(sys.argv[1])
feeds = set()
for item in json.load(sys.stdin):
    feed = "http://feeds.example.org/" + item["kind"]
    if feed not in feeds:
        feeds.add(feed)
        reader.add_feed(feed)
        reader.set_feed_user_title(feed, item["kind"].title())
        reader.disable_feed_updates(feed)
    day = datetime.fromisoformat(item["date"]).replace(tzinfo=timezone.utc)
    reader.add_entry(dict(feed_url=feed, id=feed + "/" + str(item["number"]), title=item["title"], published=day,
                          link=feed + "/" + str(item["number"]), author=item["maker"] or None,
                          summary=item["text"]))
reader.enable_search()
reader.update_search()
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    database, port, python = workshop.folder / "reader.db", free_port(), workshop.python_of("flask")
    rows = [
        {"number": i.number, "title": f"{i.title} {i.key}", "maker": i.maker, "kind": i.kind,
         "text": i.text, "date": dated(i)}
        for i in workshop.items
    ]  # fmt: skip
    workshop.run(python, "-c", LOAD, database, given=json.dumps(rows))
    command = (python, "-m", "flask", "--app", "reader._app.legacy.wsgi", "run", "--port", str(port))
    settings = workshop.folder / "reader.toml"
    settings.write_text(f'[reader]\nurl = "{database}"\n')
    with workshop.server(port, *command, READER_CONFIG=str(settings)):
        workshop.front.behind = Upstream(port)
        yield Served(form="/?show=all", state=lambda: tables_state(database))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The form's page shows every entry."""
    if items:
        yield Ask("/?show=all")


READER = Application(
    "reader", "feed reader", 350, _serve, modules=("reader",), environment="flask", records=natural, oracle=_oracle
)  # fmt: skip
