"""Spirit (PyPI, django-spirit): a forum; a record is a topic with one post; interface and records are Spanish."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural, signed

SETTINGS = """
from {name}.settings.base import *
SECRET_KEY, DEBUG, ALLOWED_HOSTS, LANGUAGE_CODE = "forum", False, ["*"], "es"
LANGUAGES = [("es", "espa\\u00f1ol")]
DATABASES = {{"default": {{"ENGINE": "django.db.backends.sqlite3", "NAME": "{database}"}}}}
MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {{name: {{"BACKEND": MEMORY, "LOCATION": name}} for name in CACHES}}
HAYSTACK_SIGNAL_PROCESSOR = "haystack.signals.BaseSignalProcessor"
ST_SITE_URL = "{url}"
"""
LOAD = """
import json, sys
import django
django.setup()
from django.contrib.auth import get_user_model
from spirit.category.models import Category
from spirit.comment.models import Comment
from spirit.topic.models import Topic
author = get_user_model().objects.create_user("archivera", "archivera@example.org", "not-for-use")
for item in json.load(sys.stdin):
    category, _ = Category.objects.get_or_create(title=item["kind"], defaults={"is_global": True})
    topic = Topic.objects.create(user=author, category=category, title=item["title"], comment_count=1)
    Comment.objects.create(user=author, topic=topic, comment=item["text"],
                           comment_html="<p>" + item["text"] + "</p>")
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
session = SessionStore()
session[SESSION_KEY] = str(author.pk)
session[BACKEND_SESSION_KEY] = "spirit.user.auth.backends.UsernameAuthBackend"
session[HASH_SESSION_KEY] = author.get_session_auth_hash()
session.save()
print("session", session.session_key)
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python, database = free_port(), workshop.python_of("django"), workshop.folder / "forum.db"
    path = f"{workshop.tools}/django/bin:/usr/bin:/bin"
    workshop.run(workshop.tools / "django/bin/spirit", "startproject", "forum", variables={"PATH": path})
    home = workshop.folder / "forum"
    told = SETTINGS.format(name="forum", database=database, url=workshop.front.url("/"))
    (home / "forum/settings/ours.py").write_text(told)
    settings = {"DJANGO_SETTINGS_MODULE": "forum.settings.ours", "PYTHONPATH": str(home), "PYTHONSAFEPATH": "1"}
    workshop.run(python, "-m", "django", "migrate", "--verbosity", "0", variables=settings)
    rows = [{"title": signed(i), "text": i.text, "kind": i.kind} for i in workshop.items]
    said = workshop.run(python, "-c", LOAD, given=json.dumps(rows), variables=settings).decode()
    member = {"cookie": f"sessionid={said.split()[-1]}"}  # its search is for members only
    workshop.run(python, "-m", "django", "rebuild_index", "--noinput", variables=settings)
    command = (python, "-m", "django", "runserver", "--noreload", "--insecure", f"127.0.0.1:{port}")
    with workshop.server(port, *command, **settings):
        workshop.front.behind = Upstream(port, member)
        yield Served(form="/search/", state=lambda: tables_state(database, ("django_session",)))


SPIRIT = Application(
    "spirit", "forum", 330, _serve, modules=("spirit",), environment="django",
    records=partial(natural, language="es"),
)  # fmt: skip
