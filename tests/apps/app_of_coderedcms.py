"""Wagtail CRX (PyPI, coderedcms): a site of articles as its project template makes it, with texts in French.

Its search finds articles and pages alike; the name in the navigation bar opens a form of its own.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_django import Site, running
from app_front import Upstream
from app_kit import Application, Served, Workshop, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask, by_word, fewest, pages
from app_records import Item

SETTINGS = """
import runpy
from pathlib import Path
globals().update(runpy.run_path(str(Path(__file__).parent / "site_base.py")))
SECRET_KEY, DEBUG, ALLOWED_HOSTS = "archive", False, ["*"]
ROOT_URLCONF, WSGI_APPLICATION = "site_urls", None
LANGUAGE_CODE, USE_I18N, TIME_ZONE = "fr", True, "UTC"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(Path(__file__).parent / "site.db")}}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
WAGTAIL_SITE_NAME, WAGTAILADMIN_BASE_URL = "Papiers", "http://localhost"
WAGTAIL_CACHE = False
"""
LOAD = """
import json, sys
import django
django.setup()
from datetime import datetime, timezone
from django.core.management import call_command
from wagtail.models import Page, Site
from website.models import ArticleIndexPage, ArticlePage
from django.db import transaction
with transaction.atomic():
    home = Site.objects.get(is_default_site=True).root_page
    index = ArticleIndexPage(title="Papiers", slug="papiers")
    index.index_order_by = "title"  # its own default is no choice of its field
    home.add_child(instance=index)
    for row in json.load(sys.stdin):
        day = datetime.fromisoformat(row["day"]).replace(tzinfo=timezone.utc)
        index.add_child(instance=ArticlePage(title=row["title"], slug=row["slug"], caption=row["caption"],
            search_description=row["text"], author_display=row["author"], first_published_at=day))
call_command("update_index", verbosity=0)
"""
PATH, ON_A_PAGE = "/search/", 10
SITE = Site("yards", "site", SETTINGS, "", LOAD)
PASSING = ("django_session",)


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    made = next((workshop.tools / "yards/lib").glob("python*/site-packages/coderedcms/project_template/basic"))
    shutil.copytree(made / "website", workshop.folder / "website")
    (workshop.folder / "site_base.py").write_text((made / "project_name/settings/base.py").read_text())
    addresses = (made / "project_name/urls.py").read_text()
    rows = [
        {"title": signed(i), "slug": f"papier-{i.number}", "day": dated(i), "author": i.maker, "text": i.text,
         "caption": f"{i.place}, {i.year}"}
        for i in workshop.items
    ]  # fmt: skip
    site = Site(SITE.environment, SITE.name, SITE.settings, addresses, SITE.load)
    with running(workshop, site, rows, PATH) as (port, _):
        workshop.front.behind = Upstream(port)
        yield Served(form=PATH, state=lambda: tables_state(workshop.folder / "site.db", PASSING))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The fewest words of titles."""
    found = by_word(items, lambda item: item.title, r"\b[a-z]{3,}\b")
    for word in fewest(found, ON_A_PAGE):
        for page in pages(len(found[word]), ON_A_PAGE):
            yield Ask(f"{PATH}?s={word}&p={page + 1}")


CODEREDCMS = Application(
    "coderedcms", "site of articles", 330, _serve, modules=("coderedcms",), environment="yards",
    records=partial(natural, language="fr"), oracle=_oracle,
)  # fmt: skip
