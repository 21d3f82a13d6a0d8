"""pretalx (PyPI): talks proposed to a conference, as its organisers see them: a table with filters; in French."""

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
from pretalx.settings import *
LOCALE_PATHS = (DATA_DIR / "locale",)
"""
"""Its wheel brings translations as sources; they are compiled into a folder of this site's own."""
LOAD = """
import datetime as dt, json, sys
import django
django.setup()
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django_scopes import scope, scopes_disabled
from pretalx.event.models import Event, Team
from pretalx.event.utils import create_organiser_with_team
from pretalx.person.models import SpeakerProfile, User
from pretalx.submission.models import Submission
def person(name, number):
    return User.objects.create_user(
        name=name, email=f"personne{number}@example.org", locale="fr", timezone="Europe/Paris")
with scopes_disabled():
    curator = person("Organisation", 0)
    organiser, team = create_organiser_with_team(name="Archives", slug="archives", users=[curator])
    Team.objects.filter(pk=team.pk).update(all_events=True, can_change_submissions=True)
    event = Event.objects.create(
        name="Journées des archives", slug="archives", organiser=organiser, email="nous@example.org",
        is_public=True, date_from=dt.date(2031, 5, 5), date_to=dt.date(2031, 5, 9), timezone="Europe/Paris",
        locale_array="fr", content_locale_array="fr", locale="fr")
speakers = {}
with scope(event=event):
    event.build_initial_data()
    kinds = event.submission_types.all()
    for row in json.load(sys.stdin):
        talk = Submission.objects.create(
            event=event, title=row["title"], submission_type=kinds[0], abstract=row["text"], content_locale="fr",
            notes=row["place"], state=row["state"])
        Submission.objects.filter(pk=talk.pk).update(created=row["date"] + "T12:00:00Z")
        if row["maker"]:
            if row["maker"] not in speakers:
                speakers[row["maker"]] = person(row["maker"], len(speakers) + 1)
                SpeakerProfile.objects.create(user=speakers[row["maker"]], event=event)
            talk.speakers.add(speakers[row["maker"]])
    curator.get_event_preferences(event)  # as if they had looked at the table before
session = SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(curator.pk), curator.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session.save()
print("session", session.session_key)
"""
STATES = ("submitted", "accepted", "confirmed", "rejected")
LIST = "/orga/event/archives/submissions/"
ON_A_PAGE = 250


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python, kept = free_port(), workshop.python_of("talks"), workshop.folder / "kept"
    (workshop.folder / "site_settings.py").write_text(SETTINGS)
    variables = {
        "DJANGO_SETTINGS_MODULE": "site_settings",
        "PYTHONPATH": str(workshop.folder),
        "PRETALX_DATA_DIR": str(kept),
        "PRETALX_FILESYSTEM_STATIC": str(workshop.folder / "static"),
        "PRETALX_DEBUG": "False",
        "PRETALX_SITE_URL": workshop.front.url(""),
        "PRETALX_LANGUAGE_CODE": "fr",
    }
    _translated(workshop, kept / "locale/fr/LC_MESSAGES")
    for step in (("migrate",), ("collectstatic", "--no-input")):
        workshop.run(python, "-m", "django", *step, "--verbosity", "0", variables=variables)
    rows = [
        {"title": signed(i), "text": i.text, "maker": i.maker, "place": i.place, "date": dated(i),
         "state": STATES[i.number % len(STATES)]}
        for i in workshop.items
    ]  # fmt: skip
    said = workshop.run(python, "-c", LOAD, given=json.dumps(rows), variables=variables).decode().split()
    command = (python, "-m", "django", "runserver", "--noreload", f"127.0.0.1:{port}")
    with workshop.server(port, *command, path=LIST, **variables):
        workshop.front.behind = Upstream(port, {"cookie": f"pretalx_session={said[-1]}"})
        yield Served(form=LIST, state=lambda: tables_state(kept / "db.sqlite3", passing=("django_session",)))


def _translated(workshop: Workshop, folder: Path) -> None:
    (source,) = (workshop.tools / "talks").glob("lib/*/site-packages/pretalx/locale/fr_FR/LC_MESSAGES/django.po")
    folder.mkdir(parents=True)
    workshop.run("msgfmt", source, "--output-file", folder / "django.mo")


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Everything, in pages as long as its menu offers."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{LIST}?page_size={ON_A_PAGE}&page={page + 1}")


PRETALX = Application(
    "pretalx", "proposals for a conference", 330, _serve, programs=("msgfmt",), modules=("pretalx",),
    environment="talks", records=partial(natural, language="fr"), oracle=_oracle,
)  # fmt: skip
