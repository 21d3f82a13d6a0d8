"""Ephios (PyPI): a club's events on Django, in German, for its members; without a choice only those to come."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from urllib.parse import urlencode

from app_django import Site, running
from app_front import Upstream
from app_kit import Application, Served, Workshop, tables_state
from app_natural import natural, signed
from app_oracle import Ask, pages
from app_records import Item

SETTINGS = """
import os
os.environ.update(DEBUG="False", SECRET_KEY="events", ALLOWED_HOSTS="*", DATABASE_URL="sqlite:///events.db",
    DATA_DIR=os.path.abspath("data"), SITE_URL="http://localhost", EMAIL_URL="dummymail://",
    DEFAULT_FROM_EMAIL="club@example.org", SERVER_EMAIL="club@example.org", ADMINS="club@example.org",
    ENV_PATH=os.path.abspath("none"))
from ephios.settings import *
ROOT_URLCONF, COMPRESS_ENABLED = "events_urls", False
LOCALE_PATHS = [os.path.abspath("locale")]
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
"""
"""Its own, without https and style sheets made beforehand; its German is made ready by the loader."""
LOAD = """
import json, os, sys
from pathlib import Path
import django
import ephios
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
own = Path(ephios.__file__).parent / "locale/de/LC_MESSAGES"
os.makedirs("locale/de/LC_MESSAGES")
for name in ("django", "djangojs"):
    with open(own / f"{name}.po", "rb") as told, open(f"locale/de/LC_MESSAGES/{name}.mo", "wb") as made:
        write_mo(made, read_po(told, locale="de"))
django.setup()
from datetime import datetime, timedelta
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Group
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.db import transaction
from django.utils.timezone import make_aware
from ephios.core.models import Event, EventType, Shift, UserProfile
from guardian.shortcuts import assign_perm
call_command("compilejsi18n", verbosity=0)
with transaction.atomic():
    members = Group.objects.create(name="Mitglieder")
    member = UserProfile.all_objects.create_user("member@example.org", "Mitglied", None, "not-for-use")
    member.groups.add(members)
    for row in json.load(sys.stdin):
        start = make_aware(datetime.fromisoformat(row.pop("day") + "T19:00"))
        kind = EventType.objects.get_or_create(title=row.pop("kind"))[0]
        event = Event.objects.create(type=kind, active=True, **row)
        assign_perm("core.view_event", members, event)
        times = {"meeting_time": start, "start_time": start, "end_time": start + timedelta(hours=2)}
        Shift.objects.create(event=event, signup_flow_slug="manual", structure_slug="uniform", **times)
    session = SessionStore()
    session[SESSION_KEY] = str(member.pk)
    session[BACKEND_SESSION_KEY] = "ephios.extra.permissions.ObjectSupportingModelBackend"
    session[HASH_SESSION_KEY] = member.get_session_auth_hash()
    session.save()
    print("session", session.session_key)
"""
PATH, ON_A_PAGE = "/events/", 100
SITE = Site("halls", "events", SETTINGS, "from ephios.urls import urlpatterns\n", LOAD)
BEFORE, STEP, SPAN = 500, 7, 800
"""Days: the first event was so long ago, the next follow at this step, all within this span."""
PASSING = ("django_session", "eventtypepreference")
"""What it keeps for each kind of event is made when a kind is first shown."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    rows = [
        {"title": signed(i), "location": i.place, "description": i.text, "kind": i.kind, "day": _day(i)}
        for i in workshop.items
    ]
    with running(workshop, SITE, rows, "/accounts/login/") as (port, session):
        workshop.front.behind = Upstream(port, {"cookie": f"sessionid={session}"})
        kept = workshop.folder / "events.db"
        yield Served(form=PATH, state=lambda: tables_state(kept, PASSING))


def _day(item: Item) -> str:
    """Some before today and some after, as in any calendar; today is always another day."""
    return (datetime.now(UTC).date() + timedelta(days=item.number * STEP % SPAN - BEFORE)).isoformat()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Everything until a day far away, page by page."""
    until = (datetime.now(UTC).date() + timedelta(days=SPAN)).isoformat()
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{PATH}?" + urlencode({"direction": "until", "date": until, "page": page + 1}))


EPHIOS = Application(
    "ephios", "events of a club", 330, _serve, modules=("ephios",), environment="halls",
    records=partial(natural, language="de"), oracle=_oracle,
)  # fmt: skip
