"""django-machina (PyPI): a forum on Django; words are required, poster and forums are beside them; Spanish."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_django import Site, running
from app_front import Upstream
from app_kit import Application, Served, Workshop, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask, fewest, pages
from app_records import Item

SETTINGS = """
from machina import MACHINA_MAIN_STATIC_DIR, MACHINA_MAIN_TEMPLATE_DIR
SECRET_KEY, DEBUG, ALLOWED_HOSTS, LANGUAGE_CODE, USE_TZ, SITE_ID = "forum", False, ["*"], "es", True, 1
INSTALLED_APPS = [
    "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
    "django.contrib.messages", "django.contrib.staticfiles", "mptt", "haystack", "widget_tweaks", "machina",
    "machina.apps.forum", "machina.apps.forum_conversation", "machina.apps.forum_conversation.forum_attachments",
    "machina.apps.forum_conversation.forum_polls", "machina.apps.forum_feeds", "machina.apps.forum_moderation",
    "machina.apps.forum_search", "machina.apps.forum_tracking", "machina.apps.forum_member",
    "machina.apps.forum_permission"]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "machina.apps.forum_permission.middleware.ForumPermissionMiddleware"]
TEMPLATES = [{
    "BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [MACHINA_MAIN_TEMPLATE_DIR],
    "APP_DIRS": True, "OPTIONS": {"context_processors": [
        "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
        "django.template.context_processors.i18n", "django.contrib.messages.context_processors.messages",
        "machina.core.context_processors.metadata"]}}]
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
          "machina_attachments": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "forum.db"}}
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": "index"}}
STATICFILES_DIRS = [MACHINA_MAIN_STATIC_DIR]
ROOT_URLCONF, STATIC_URL, DEFAULT_AUTO_FIELD = "forum_urls", "/static/", "django.db.models.AutoField"
MACHINA_FORUM_NAME = "Tertulia"
MACHINA_DEFAULT_AUTHENTICATED_USER_FORUM_PERMISSIONS = []
"""
"""The list of its documentation ("Getting started")."""
ADDRESSES = """
from django.urls import include, path
from machina import urls
urlpatterns = [path("", include(urls))]
"""
LOAD = """
import json, sys
import django
django.setup()
from datetime import datetime, timezone
from django.core.management import call_command
from machina.core.db.models import get_model
Forum, Topic = get_model("forum", "Forum"), get_model("forum_conversation", "Topic")
Post, Permission = get_model("forum_conversation", "Post"), get_model("forum_permission", "ForumPermission")
Everybody = get_model("forum_permission", "UserForumPermission")
from django.db import transaction
forums = {}
def load(item):
    if item["kind"] not in forums:
        forums[item["kind"]] = Forum.objects.create(name=item["kind"], type=Forum.FORUM_POST)
    topic = Topic.objects.create(forum=forums[item["kind"]], subject=item["title"], type=Topic.TOPIC_POST,
                                 status=Topic.TOPIC_UNLOCKED, approved=True)
    post = Post.objects.create(topic=topic, subject=item["title"], content=item["text"], username=item["maker"],
                               approved=True)
    day = datetime.fromisoformat(item["date"]).replace(tzinfo=timezone.utc)
    Post.objects.filter(pk=post.pk).update(created=day, updated=day)
with transaction.atomic():
    for item in json.load(sys.stdin):
        load(item)
for name in ("can_see_forum", "can_read_forum"):
    permission = Permission.objects.get(codename=name)
    Everybody.objects.create(permission=permission, anonymous_user=True, has_perm=True)
call_command("rebuild_index", interactive=False)
"""
ON_A_PAGE = 20
WORDS = re.compile(r"\b[^\W\d_]{2,}\b")
PASSED_OVER = frozenset(("as", "in", "no", "or", "us"))
"""Words of its index's English list that are Spanish too."""
SITE = Site("forms", "forum", SETTINGS, ADDRESSES, LOAD)


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    rows = [
        {"title": signed(i), "text": i.text, "kind": i.kind, "maker": i.maker or "anónimo", "date": dated(i)}
        for i in workshop.items
    ]
    with running(workshop, SITE, rows, "/search/") as (port, _):
        workshop.front.behind = Upstream(port)
        kept = workshop.folder / "forum.db"
        yield Served(form="/search/", state=lambda: tables_state(kept, ("django_session",)))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Words of titles and texts, each with all pages of its answer."""
    found: dict[str, set[str]] = {}
    for item in items:
        for word in set(WORDS.findall(f"{item.title} {item.text}".lower())) - PASSED_OVER:
            found.setdefault(word, set()).add(item.key)
    for word in fewest({word: frozenset(keys) for word, keys in found.items()}, ON_A_PAGE):
        for page in pages(len(found[word]), ON_A_PAGE):
            yield Ask("/search/?" + urlencode({"q": word, "page": page + 1}))


MACHINA = Application(
    "machina", "forum", 320, _serve, modules=("machina",), environment="forms",
    records=partial(natural, language="es"), oracle=_oracle,
)  # fmt: skip
