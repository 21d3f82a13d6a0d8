"""django-helpdesk (PyPI): tickets for staff; filters lead to a page whose table asks for its rows; in French."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import quote, urlencode

from app_django import Site, running
from app_front import Upstream
from app_kit import Application, Served, Workshop, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask, pages
from app_records import Item

SETTINGS = """
SECRET_KEY, DEBUG, ALLOWED_HOSTS, LANGUAGE_CODE, USE_TZ, SITE_ID = "tickets", False, ["*"], "fr", True, 1
INSTALLED_APPS = [
    "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages",
    "django.contrib.staticfiles", "django.contrib.sites", "django.contrib.humanize", "django.contrib.admin",
    "rest_framework", "django_cleanup.apps.CleanupConfig", "helpdesk.apps.HelpdeskConfig"]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
    "context_processors": [
        "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages"]}}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "tickets.db"}}
ROOT_URLCONF, STATIC_URL, DEFAULT_AUTO_FIELD = "tickets_urls", "/static/", "django.db.models.AutoField"
LOGIN_URL, HELPDESK_USE_CDN, HELPDESK_TEAMS_MODE_ENABLED = "/login/", False, False
"""
ADDRESSES = """
from django.urls import include, path
urlpatterns = [path("", include("helpdesk.urls", namespace="helpdesk"))]
"""
LOAD = """
import json, sys
import django
django.setup()
from datetime import datetime, timezone
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from helpdesk.models import Queue, Ticket
with transaction.atomic():
    staff = get_user_model().objects.create_superuser("archiviste", "archiviste@example.org", "not-for-use")
    for item in json.load(sys.stdin):
        queue = Queue.objects.get_or_create(title=item["kind"], defaults={"slug": item["slug"]})[0]
        day = datetime.fromisoformat(item["date"]).replace(tzinfo=timezone.utc)
        made = Ticket.objects.create(
            title=item["title"], queue=queue, description=item["text"], status=item["status"],
            priority=item["priority"], submitter_email=item["writer"], created=day)
        Ticket.objects.filter(pk=made.pk).update(created=day, modified=day)
session = SessionStore()
session[SESSION_KEY] = str(staff.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = staff.get_session_auth_hash()
session.save()
print("session", session.session_key)
"""
ON_A_PAGE = 100
UNFILTERED = '{"filtering": {}, "filtering_null": {}, "sorting": "created", "search_string": ""}'
SITE = Site("scripted", "tickets", SETTINGS, ADDRESSES, LOAD)


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    kinds = sorted({item.kind for item in workshop.items})
    rows = [
        {"title": signed(i), "text": i.text, "kind": i.kind, "slug": f"file{kinds.index(i.kind)}",
         "date": dated(i), "status": i.number % 4 + 1, "priority": i.number % 5 + 1,
         "writer": f"lecteur{i.number % 12}@example.org"}
        for i in workshop.items
    ]  # fmt: skip
    with running(workshop, SITE, rows, "/tickets/") as (port, session):
        workshop.front.behind = Upstream(port, {"cookie": f"sessionid={session}"})
        kept = workshop.folder / "tickets.db"
        yield Served(form="/tickets/", state=lambda: tables_state(kept, ("django_session",)))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The call for tickets of every status, with the greatest length that the table's menu offers."""
    path = "/datatables_ticket_list/" + quote(b64encode(UNFILTERED.encode()).decode())
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{path}?" + urlencode({"draw": 1, "start": page * ON_A_PAGE, "length": ON_A_PAGE}))


HELPDESK = Application(
    "helpdesk", "tracker", 340, _serve, modules=("helpdesk",), environment="scripted",
    records=partial(natural, language="fr"), scripted=True, oracle=_oracle,
)  # fmt: skip
