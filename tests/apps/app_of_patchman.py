"""Patchman (PyPI): notices about faults in programs, a table on Django with filters, for administrators."""

from collections.abc import Iterator
from contextlib import contextmanager

from app_django import MEMBER, Site, running
from app_front import Upstream
from app_kit import Application, Served, Workshop, tables_state
from app_natural import dated, natural
from app_oracle import Ask, pages
from app_records import Item

SETTINGS = """
from patchman.settings import *
SECRET_KEY, ROOT_URLCONF, ALLOWED_HOSTS, DEBUG = "notices", "notices_urls", ["*"], False
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "notices.db"}}
MIDDLEWARE = [name for name in MIDDLEWARE if "whitenoise" not in name and ".cache." not in name]
STATICFILES_STORAGE = "django.contrib.staticfiles.storage.StaticFilesStorage"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
"""
"""Its own, without a store for pages, which would answer for the application."""
LOAD = f"""
import json, sys
import django
django.setup()
from datetime import datetime, timezone
from django.db import transaction
from errata.models import Erratum
{MEMBER}
with transaction.atomic():
    member("keeper")
    for row in json.load(sys.stdin):
        day = datetime.fromisoformat(row.pop("day")).replace(tzinfo=timezone.utc)
        Erratum.objects.create(issue_date=day, **row)
"""
PATH, ON_A_PAGE = "/errata/", 50
SITE = Site("lists", "notices", SETTINGS, "from patchman.urls import urlpatterns\n", LOAD)


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    rows = [
        {
            "name": f"LLSA-{i.year}:{i.number}",
            "e_type": i.kind,
            "day": dated(i),
            "synopsis": f"{i.title}. {i.text}",
        }
        for i in workshop.items
    ]
    with running(workshop, SITE, rows, "/login/") as (port, session):
        workshop.front.behind = Upstream(port, {"cookie": f"sessionid={session}"})
        kept = workshop.folder / "notices.db"
        yield Served(form=PATH, state=lambda: tables_state(kept, ("django_session",)))


def _told(item: Item) -> str:
    return f"{item.title}. {item.text}"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The list as it stands, page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{PATH}?page={page + 1}")


PATCHMAN = Application(
    "patchman", "notices for administrators", 340, _serve, modules=("patchman",), environment="lists",
    records=natural, oracle=_oracle,
)  # fmt: skip
