"""Sites on Django: settings and addresses are written, tables made, records loaded, the server run."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from app_kit import Workshop, free_port

MEMBER = """
def member(name):
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
    from django.contrib.sessions.backends.db import SessionStore
    staff = get_user_model().objects.create_superuser(name, f"{name}@example.org", "not-for-use")
    session = SessionStore()
    session[SESSION_KEY] = str(staff.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = staff.get_session_auth_hash()
    session.save()
    print("session", session.session_key)
    return staff
"""
"""For a script that loads: somebody who may do everything, whose session is the last word said."""


def settings(name: str, language: str, apps: Sequence[str], more: str = "") -> str:
    """What a site with an administration needs, with its own applications before Django's."""
    own = ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")
    installed = [*apps, *(f"django.contrib.{part}" for part in own)]
    return f"""
SECRET_KEY, DEBUG, ALLOWED_HOSTS, USE_TZ, SITE_ID = "archive", False, ["*"], True, 1
LANGUAGE_CODE, LANGUAGES = {language!r}, [({language!r}, {language!r})]
INSTALLED_APPS = {installed!r}
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware"]
TEMPLATES = [{{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
    "DIRS": ["templates"], "OPTIONS": {{"context_processors": [
        "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages"]}}}}]
DATABASES = {{"default": {{"ENGINE": "django.db.backends.sqlite3", "NAME": "{name}.db"}}}}
ROOT_URLCONF, STATIC_URL, DEFAULT_AUTO_FIELD = "{name}_urls", "/static/", "django.db.models.AutoField"
{more}"""


@dataclass(frozen=True, slots=True)
class Site:
    """What a site is made of."""

    environment: str
    """The virtual environment with its modules."""
    name: str
    """Its settings are the module `NAME_settings`, which names `NAME_urls` and the database `NAME.db`."""
    settings: str
    addresses: str
    load: str
    """A script that gets the rows as JSON."""


@contextmanager
def running(workshop: Workshop, site: Site, rows: Sequence[object], path: str) -> Iterator[tuple[int, str]]:
    """The port of the loaded site, and the last word that its loading said."""
    port, python = free_port(), workshop.python_of(site.environment)
    (workshop.folder / f"{site.name}_settings.py").write_text(site.settings)
    (workshop.folder / f"{site.name}_urls.py").write_text(site.addresses)
    variables = {"DJANGO_SETTINGS_MODULE": f"{site.name}_settings", "PYTHONPATH": str(workshop.folder)}
    workshop.run(python, "-m", "django", "migrate", "--verbosity", "0", variables=variables)
    said = workshop.run(python, "-c", site.load, given=json.dumps(rows), variables=variables).decode().split()
    command = (python, "-m", "django", "runserver", "--noreload", "--insecure", f"127.0.0.1:{port}")
    with workshop.server(port, *command, path=path, **variables):
        yield port, said[-1] if said else ""
