"""django-classified (PyPI): small ads on Django with a region, a group and a word to choose by; in French."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_django import Site, running
from app_front import Upstream
from app_kit import Application, Served, Workshop, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask, pages
from app_records import Item

SETTINGS = """
SECRET_KEY, DEBUG, ALLOWED_HOSTS, LANGUAGE_CODE, USE_TZ, SITE_ID = "ads", False, ["*"], "fr", True, 1
INSTALLED_APPS = [
    "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
    "django.contrib.messages", "django.contrib.staticfiles", "django.contrib.sites", "django.contrib.sitemaps",
    "django.contrib.humanize", "bootstrapform", "sorl.thumbnail", "django_classified"]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
    "context_processors": [
        "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
        "django_classified.context_processors.common_values"]}}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "ads.db"}}
ROOT_URLCONF, STATIC_URL, DEFAULT_AUTO_FIELD = "ads_urls", "/static/", "django.db.models.AutoField"
DCF_CURRENCY, DCF_SITE_NAME = "EUR", "Petites annonces"
"""
"""As its documentation has it, without logins by others."""
ADDRESSES = """
from django.urls import include, path
urlpatterns = [path("", include("django_classified.urls", namespace="django_classified"))]
"""
LOAD = """
import json, sys
import django
django.setup()
from datetime import datetime, timezone
from decimal import Decimal
from django.contrib.auth import get_user_model
from django.db import transaction
from django_classified.models import Area, Group, Item, Profile, Section
with transaction.atomic():
    seller = get_user_model().objects.create_user("grenier")
    Profile.get_or_create_for_user(seller)
    section = Section.objects.create(title="Papiers")
    for number, item in enumerate(json.load(sys.stdin)):
        group = Group.objects.get_or_create(title=item["kind"], section=section)[0]
        place = item["place"]
        area = Area.objects.get_or_create(title=place, defaults={"slug": f"region-{number}"})[0] if place else None
        made = Item.objects.create(user=seller, group=group, area=area, title=item["title"],
                                   description=item["text"], price=Decimal(item["price"]) / 100)
        day = datetime.fromisoformat(item["date"]).replace(tzinfo=timezone.utc)
        Item.objects.filter(pk=made.pk).update(posted=day, updated=day)
"""
ON_A_PAGE = 10
SITE = Site("forms", "ads", SETTINGS, ADDRESSES, LOAD)


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    rows = [
        {"title": signed(i), "text": i.text, "kind": i.kind, "place": i.place, "date": dated(i),
         "price": 100 + i.number * 137 % 9000}
        for i in workshop.items
    ]  # fmt: skip
    with running(workshop, SITE, rows, "/search/") as (port, _):
        workshop.front.behind = Upstream(port)
        kept = workshop.folder / "ads.db"
        yield Served(form="/search/", state=lambda: tables_state(kept, ("django_session",)))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Nothing filled in finds everything."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"/search/?area=&group=&q=&page={page + 1}")


CLASSIFIED = Application(
    "classified", "small ads", 340, _serve, modules=("django_classified",), environment="forms",
    records=partial(natural, language="fr"), oracle=_oracle,
)  # fmt: skip
