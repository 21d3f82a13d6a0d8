"""Wagtail's administration (PyPI, wagtail): pages of a site for its editors, in German."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_django import MEMBER, Site, running, settings
from app_front import Upstream
from app_kit import Application, Served, Workshop, tables_state
from app_natural import dated, natural, signed
from app_of_puput import ADDRESSES, MORE, WAGTAIL
from app_oracle import Ask, pages
from app_records import Item

LOAD = f"""
import json, sys
import django
django.setup()
from datetime import datetime, timezone
from django.db import transaction
from wagtail.models import Page
from puput.models import BlogPage, EntryPage
{MEMBER}
with transaction.atomic():
    editor = member("redakteurin")
    Page.objects.filter(depth=2).delete()
    shelf = BlogPage(title="Papiere aus dem Tal", slug="papers", owner=editor)
    Page.objects.get(depth=1).add_child(instance=shelf)
    for item in json.load(sys.stdin):
        day = datetime.fromisoformat(item["date"]).replace(tzinfo=timezone.utc)
        page = EntryPage(title=item["title"], slug=item["slug"], body=item["text"], date=day, owner=editor)
        shelf.add_child(instance=page)
        Page.objects.filter(pk=page.pk).update(latest_revision_created_at=day)
"""
PATH, ON_A_PAGE = "/blog_admin/pages/search/", 20
SITE = Site("sites", "editors", settings("editors", "de", WAGTAIL, MORE), ADDRESSES, LOAD)
PASSING = ("django_session", "wagtailusers_userprofile")
"""A profile is made when somebody first looks."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    rows = [
        {"title": signed(i), "slug": f"paper-{i.number}", "text": i.text, "date": dated(i)} for i in workshop.items
    ]
    with running(workshop, SITE, rows, "/blog_admin/login/") as (port, session):
        workshop.front.behind = Upstream(port, {"cookie": f"sessionid={session}", "accept-language": "de"})
        kept = workshop.folder / "editors.db"
        yield Served(form=PATH, state=lambda: tables_state(kept, PASSING))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """One kind of page among those that the search offers: the entries."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(PATH + "?" + urlencode({"q": "", "content_type": "puput.entrypage", "p": page + 1}))


WAGTAILADMIN = Application(
    "wagtailadmin", "administration of pages", 310, _serve, modules=("wagtail",), environment="sites",
    records=partial(natural, language="de"), oracle=_oracle,
)  # fmt: skip
