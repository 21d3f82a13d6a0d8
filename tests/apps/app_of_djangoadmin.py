"""Django's administration (PyPI): the list of a table with filters beside it, for staff; in Spanish."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import dated, natural
from app_oracle import Ask, pages
from app_records import Item

SETTINGS = """
SECRET_KEY, DEBUG, ALLOWED_HOSTS, LANGUAGE_CODE, USE_TZ = "archive", False, ["*"], "es", True
INSTALLED_APPS = ["django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes",
                  "django.contrib.sessions", "django.contrib.messages", "django.contrib.staticfiles", "archive"]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
    "context_processors": [
        "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages"]}}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "archive.db"}}
ROOT_URLCONF, STATIC_URL, DEFAULT_AUTO_FIELD = "archive.urls", "/static/", "django.db.models.AutoField"
"""
MODELS = """
from django.db import models

class Paper(models.Model):
    title = models.CharField("t\\u00edtulo", max_length=200)
    maker = models.CharField("autor", max_length=80, blank=True)
    place = models.CharField("lugar", max_length=80, blank=True)
    kind = models.CharField("clase", max_length=40)
    date = models.DateField("fecha")
    text = models.TextField("texto")

    class Meta:
        verbose_name, verbose_name_plural = "papel", "papeles"

    def __str__(self):
        return self.title
"""
ADMIN = """
from django.contrib import admin
from .models import Paper

@admin.register(Paper)
class PaperAdmin(admin.ModelAdmin):
    list_display = ("title", "maker", "place", "kind", "date", "text")
    list_filter = ("kind", "place")
    search_fields = ("title", "maker", "text")
    date_hierarchy = "date"
    list_per_page = 40
"""
ADDRESSES = """
from django.contrib import admin
from django.urls import path
urlpatterns = [path("admin/", admin.site.urls)]
"""
LOAD = """
import json, sys
import django
django.setup()
from archive.models import Paper
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
Paper.objects.bulk_create(Paper(**item) for item in json.load(sys.stdin))
staff = get_user_model().objects.create_superuser("archivera", "archivera@example.org", "not-for-use")
session = SessionStore()
session[SESSION_KEY] = str(staff.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = staff.get_session_auth_hash()
session.save()
print("session", session.session_key)
"""


ROWS = 40


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python, home = free_port(), workshop.python_of("django"), workshop.folder / "archive"
    home.mkdir()
    parts = {"__init__": "", "settings": SETTINGS, "models": MODELS, "admin": ADMIN, "urls": ADDRESSES}
    for name, text in parts.items():
        (home / f"{name}.py").write_text(text)
    variables = {"DJANGO_SETTINGS_MODULE": "archive.settings", "PYTHONPATH": str(workshop.folder)}
    workshop.run(python, "-m", "django", "migrate", "--run-syncdb", "--verbosity", "0", variables=variables)
    columns = ("title", "maker", "place", "kind", "text")
    rows = [{name: getattr(item, name) for name in columns} | {"date": dated(item)} for item in workshop.items]
    said = workshop.run(python, "-c", LOAD, given=json.dumps(rows), variables=variables).decode()
    command = (python, "-m", "django", "runserver", "--noreload", "--insecure", f"127.0.0.1:{port}")
    with workshop.server(port, *command, path="/admin/", **variables):
        workshop.front.behind = Upstream(port, {"cookie": f"sessionid={said.split()[-1]}"})
        database = workshop.folder / "archive.db"
        yield Served(form="/admin/archive/paper/", state=lambda: tables_state(database, ("django_session",)))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """All rows, page by page."""
    for page in pages(len(items), ROWS):
        yield Ask("/admin/archive/paper/" + (f"?p={page + 1}" if page else ""))


DJANGOADMIN = Application(
    "djangoadmin", "administration", 360, _serve, modules=("django",), environment="django",
    records=partial(natural, language="es"), oracle=_oracle
)  # fmt: skip
