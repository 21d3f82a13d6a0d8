"""Puput (PyPI): a blog on Wagtail, in Spanish; five entries a page, the same ones beside every list."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import escape

from app_django import Site, running, settings
from app_front import Upstream
from app_kit import Application, Served, Workshop, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask, pages
from app_records import Item

WAGTAIL = (
    "wagtail.contrib.search_promotions", "wagtail.contrib.sitemaps", "wagtail.contrib.routable_page",
    "wagtail.contrib.redirects", "wagtail.sites", "wagtail.users", "wagtail.snippets", "wagtail.documents",
    "wagtail.images", "wagtail.search", "wagtail.admin", "wagtail", "modelcluster", "taggit",
    "django.contrib.sitemaps", "wagtailmarkdown", "puput",
)  # fmt: skip
ADDRESSES = """
from django.urls import include, path
urlpatterns = [path("", include("puput.urls"))]
"""
LOAD = """
import json, sys
import django
django.setup()
from datetime import datetime, timezone
from django.contrib.auth import get_user_model
from django.db import transaction
from wagtail.models import Page, Site
from puput.models import BlogPage, Category, CategoryEntryPage, EntryPage
with transaction.atomic():
    keeper = get_user_model().objects.create_user("cronista")
    root = Page.objects.get(depth=1)
    blog = BlogPage(title="Papeles del valle", slug="papeles", description="Lo que quedó en los cajones")
    root.add_child(instance=blog)
    Site.objects.update(root_page=blog, hostname="localhost", site_name="Papeles del valle", is_default_site=True)
    for item in json.load(sys.stdin):
        day = datetime.fromisoformat(item["date"]).replace(tzinfo=timezone.utc)
        entry = EntryPage(title=item["title"], slug=item["slug"], body=item["body"], date=day, owner=keeper)
        blog.add_child(instance=entry)
        EntryPage.objects.filter(pk=entry.pk).update(date=day)
        kind = Category.objects.get_or_create(name=item["kind"])[0]
        CategoryEntryPage.objects.create(category=kind, page=entry)
"""
MORE = """
WAGTAIL_SITE_NAME, WAGTAILADMIN_BASE_URL = "Papeles", "http://localhost"
WAGTAILSEARCH_BACKENDS = {"default": {"BACKEND": "wagtail.search.backends.database"}}
"""
ON_A_PAGE = 5
SITE = Site("sites", "blog", settings("blog", "es", WAGTAIL, MORE), ADDRESSES, LOAD)
PASSING = ("django_session", "wagtailsearchpromotions_query", "wagtailsearchpromotions_querydailyhits")
"""It counts what is searched for."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    rows = [
        {"title": signed(i), "slug": f"papel-{i.number}", "body": f"<p>{escape(i.text)}</p>", "kind": i.kind,
         "date": dated(i)}
        for i in workshop.items
    ]  # fmt: skip
    with running(workshop, SITE, rows, "/") as (port, _):
        workshop.front.behind = Upstream(port)
        kept = workshop.folder / "blog.db"
        yield Served(form="/", state=lambda: tables_state(kept, PASSING))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The blog itself lists every entry, the latest first."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"/?page={page + 1}")


PUPUT = Application(
    "puput", "blog", 320, _serve, modules=("puput",), environment="sites",
    records=partial(natural, language="es"), oracle=_oracle,
)  # fmt: skip
