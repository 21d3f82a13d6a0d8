"""django-feedreader (PyPI): entries of feeds, on Django, for who is logged in; the entries are Spanish.

An answer is two lists on one page, one of titles alone and one with the texts, and an entry may stand in both;
less than three letters find nothing. The box comes filled with its own name. Links beside it fetch feeds.
"""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from app_django import MEMBER, Site, running, settings
from app_front import Upstream
from app_kit import Application, Served, Workshop, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask, by_word, fewest
from app_records import Item

SETTINGS = settings("feeds", "es", ("feedreader", "django.contrib.sites"))
ADDRESSES = """
from django.contrib import admin
from django.urls import include, path
urlpatterns = [path("admin/", admin.site.urls), path("feedreader/", include("feedreader.urls"))]
"""
LOAD = f"""
import json, sys
import django
django.setup()
from datetime import datetime, timezone
from django.contrib.sites.models import Site
from django.db import transaction
from feedreader.models import Entry, Feed, Group, Options
{MEMBER}
with transaction.atomic():
    Site.objects.update(domain="archivo.example", name="Archivo")
    Options.objects.create(number_initially_displayed=10)
    group = Group.objects.create(name="Papeles")
    rows = json.load(sys.stdin)
    names = sorted({{row["feed"] for row in rows}})
    Feed.objects.bulk_create([Feed(title=name, xml_url=f"http://127.0.0.1:9/{{at}}.xml", group=group,
        link=f"https://archivo.example/{{at}}/", description=name) for at, name in enumerate(names)])
    feeds = {{feed.title: feed for feed in Feed.objects.all()}}
    Entry.objects.bulk_create([Entry(feed=feeds[row["feed"]], title=row["title"], link=row["link"],
        description=row["text"]) for row in rows])
    for row in rows:
        day = datetime.fromisoformat(row["day"]).replace(tzinfo=timezone.utc)
        Entry.objects.filter(link=row["link"]).update(published_time=day)
    member("keeper")
"""
SITE = Site("mews", "feeds", SETTINGS, ADDRESSES, LOAD)
PATH = "/feedreader/"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    rows = [
        {"feed": i.kind, "title": signed(i), "link": f"https://archivo.example/{i.number}", "text": i.text,
         "day": dated(i)}
        for i in workshop.items
    ]  # fmt: skip
    with running(workshop, SITE, rows, "/admin/login/") as (port, session):
        workshop.front.behind = Upstream(port, {"cookie": f"sessionid={session}"})
        kept = workshop.folder / "feeds.db"
        yield Served(form=PATH, state=lambda: _state(kept))


def _state(kept: Path) -> str:
    """Every table counted, and which entries were read: links mark them as such."""
    with closing(sqlite3.connect(f"file:{kept}?mode=ro", uri=True)) as connection:
        entries = connection.execute("SELECT * FROM feedreader_entry ORDER BY id").fetchall()
    return tables_state(kept, ("django_session",)) + hashlib.sha256(repr(entries).encode()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Words that together are in every text; an answer is one page."""
    for word in fewest(by_word(items, lambda item: item.text)):
        yield Ask(f"{PATH}search?feedreader_search_string={word}")


FEEDREADER = Application(
    "feedreader", "entries of feeds", 330, _serve, modules=("feedreader",), environment="mews",
    records=partial(natural, language="es"), oracle=_oracle,
)  # fmt: skip
