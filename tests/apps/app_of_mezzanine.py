"""Mezzanine (PyPI): pages and a blog on Django behind one search with a choice of kind; in German."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_django import Site, running
from app_front import Upstream
from app_kit import Application, Served, Workshop, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask, by_letter, fewest, pages
from app_records import Item

SETTINGS = """
from mezzanine.project_template.project_name.settings import *
SECRET_KEY, NEVERCACHE_KEY, ALLOWED_HOSTS, ROOT_URLCONF = "pages", "pages", ["*"], "archive_urls"
LANGUAGE_CODE, LANGUAGES, USE_I18N = "de", (("de", "Deutsch"),), True
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "archive.db"}}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
SITE_TITLE, BLOG_SLUG = "Archiv", "aufsaetze"
"""
ADDRESSES = """
from django.urls import include, path
from django.views.generic import TemplateView
urlpatterns = [path("", TemplateView.as_view(template_name="index.html"), name="home"),
               path("", include("mezzanine.urls"))]
"""
LOAD = """
import json, sys
import django
django.setup()
from datetime import datetime, timezone
from django.contrib.auth import get_user_model
from django.contrib.sites.models import Site
from django.db import transaction
from mezzanine.blog.models import BlogCategory, BlogPost
from mezzanine.pages.models import RichTextPage
with transaction.atomic():
    Site.objects.get_or_create(pk=1, defaults={"domain": "archive.example.org", "name": "Archiv"})
    author = get_user_model().objects.create_user("archiv")
    for item in json.load(sys.stdin):
        day = datetime.fromisoformat(item["date"]).replace(tzinfo=timezone.utc)
        told = {"title": item["title"], "content": "<p>" + item["text"] + "</p>", "publish_date": day}
        if item["page"]:
            RichTextPage.objects.create(in_menus=[], **told)
        else:
            post = BlogPost.objects.create(user=author, **told)
            post.categories.add(BlogCategory.objects.get_or_create(title=item["kind"])[0])
"""
ON_A_PAGE = 10
SITE = Site("forms", "archive", SETTINGS, ADDRESSES, LOAD)


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    rows = [
        {"title": signed(i), "text": i.text, "kind": i.kind, "date": dated(i), "page": i.number % 3 == 0}
        for i in workshop.items
    ]
    with running(workshop, SITE, rows, "/") as (port, _):
        workshop.front.behind = Upstream(port)
        kept = workshop.folder / "archive.db"
        yield Served(form="/", state=lambda: tables_state(kept, ("django_session",)))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Single letters: what is typed is looked for inside words, and nothing typed finds nothing."""
    found = by_letter(items, lambda item: f"{item.title} {item.text}")
    for letter in fewest(found, ON_A_PAGE):
        for page in pages(len(found[letter]), ON_A_PAGE):
            yield Ask("/search/?" + urlencode({"q": letter, "type": "", "page": page + 1}))


MEZZANINE = Application(
    "mezzanine", "site with a blog", 330, _serve, modules=("mezzanine",), environment="forms",
    records=partial(natural, language="de"), oracle=_oracle,
)  # fmt: skip
