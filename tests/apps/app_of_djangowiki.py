"""django-wiki (PyPI, wiki): a wiki with articles below a root; interface and records are Japanese."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural, signed

SETTINGS = """
SECRET_KEY, DEBUG, ALLOWED_HOSTS, LANGUAGE_CODE, USE_TZ, SITE_ID = "wiki", False, ["*"], "ja", True, 1
INSTALLED_APPS = [
    "django.contrib.sites", "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes",
    "django.contrib.sessions", "django.contrib.messages", "django.contrib.staticfiles", "django.contrib.humanize",
    "django_nyt.apps.DjangoNytConfig", "mptt", "sekizai", "sorl.thumbnail", "wiki.apps.WikiConfig",
    "wiki.plugins.attachments.apps.AttachmentsConfig", "wiki.plugins.notifications.apps.NotificationsConfig",
    "wiki.plugins.images.apps.ImagesConfig", "wiki.plugins.macros.apps.MacrosConfig"]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
    "context_processors": [
        "django.contrib.auth.context_processors.auth", "django.template.context_processors.debug",
        "django.template.context_processors.i18n", "django.template.context_processors.media",
        "django.template.context_processors.request", "django.template.context_processors.static",
        "django.template.context_processors.tz", "django.contrib.messages.context_processors.messages",
        "sekizai.context_processors.sekizai"]}}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "wiki.db"}}
ROOT_URLCONF, STATIC_URL, DEFAULT_AUTO_FIELD = "wiki_urls", "/static/", "django.db.models.AutoField"
WIKI_ACCOUNT_HANDLING, WIKI_ANONYMOUS_WRITE = False, False
"""
"""The list of its documentation ("Installation")."""
ADDRESSES = """
from django.urls import include, path
urlpatterns = [path("notifications/", include("django_nyt.urls")), path("", include("wiki.urls"))]
"""
LOAD = """
import json, sys
import django
django.setup()
from wiki.models import URLPath
root = URLPath.create_root(title="\\u53e4\\u6587\\u66f8", content="\\u6587\\u66f8\\u9928")
for item in json.load(sys.stdin):
    URLPath.create_urlpath(root, f"p{item['number']}", title=item["title"], content=item["text"], user_message="",
                           article_kwargs={"other_read": True, "other_write": False, "group_read": True})
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python = free_port(), workshop.python_of("django")
    (workshop.folder / "wiki_settings.py").write_text(SETTINGS)
    (workshop.folder / "wiki_urls.py").write_text(ADDRESSES)
    variables = {"DJANGO_SETTINGS_MODULE": "wiki_settings", "PYTHONPATH": str(workshop.folder)}
    workshop.run(python, "-m", "django", "migrate", "--verbosity", "0", variables=variables)
    rows = [{"number": i.number, "title": signed(i), "text": i.text} for i in workshop.items]
    workshop.run(python, "-c", LOAD, given=json.dumps(rows), variables=variables)
    command = (python, "-m", "django", "runserver", "--noreload", "--insecure", f"127.0.0.1:{port}")
    with workshop.server(port, *command, **variables):
        workshop.front.behind = Upstream(port)
        database = workshop.folder / "wiki.db"
        yield Served(form="/", state=lambda: tables_state(database, ("django_session",)))


DJANGOWIKI = Application(
    "djangowiki", "wiki", 310, _serve, modules=("wiki",), environment="django",
    records=partial(natural, language="ja"),
)  # fmt: skip
