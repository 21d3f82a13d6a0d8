"""django-filer (PyPI): files in folders, for staff, on Django in Spanish; a word is looked for in all folders.

Every row has a box and buttons that move or delete; folders stand among the files.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_django import MEMBER, Site, running, settings
from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, tables_state
from app_natural import natural, signed
from app_oracle import Ask, pages
from app_records import Item

ADDRESSES = """
from django.contrib import admin
from django.urls import path
urlpatterns = [path("admin/", admin.site.urls)]
"""
LOAD = f"""
import json, sys
import django
django.setup()
from django.core.files.base import ContentFile
from django.db import transaction
from filer.models import File, Folder
{MEMBER}
with transaction.atomic():
    staff = member("archivo")
    for row in json.load(sys.stdin):
        folder = Folder.objects.get_or_create(name=row["kind"], defaults={{"owner": staff}})[0]
        if row["place"]:
            folder = Folder.objects.get_or_create(name=row["place"], parent=folder, defaults={{"owner": staff}})[0]
        held = ContentFile(row["text"].encode(), name=row["file"])
        File.objects.create(name=row["title"], description=row["text"], original_filename=row["file"],
                            folder=folder, owner=staff, file=held)
"""
MORE = """
MEDIA_ROOT, MEDIA_URL = "media", "/media/"
STORAGES = {"default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
FILER_CANONICAL_URL = "ficheros/"
"""
SITE = Site("lofts", "filer", settings("filer", "es", ("easy_thumbnails", "filer"), MORE), ADDRESSES, LOAD)
PATH, ON_A_PAGE = "/admin/filer/folder/", 100


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    rows = [
        {"title": signed(i), "text": i.text, "kind": i.kind.capitalize(), "place": i.place,
         "file": f"hoja{i.number:04d}.txt"}
        for i in workshop.items
    ]  # fmt: skip
    with running(workshop, SITE, rows, "/admin/login/") as (port, session):
        workshop.front.behind = Upstream(port, {"cookie": f"sessionid={session}"})
        yield Served(form=PATH, state=lambda: _state(workshop))


def _state(workshop: Workshop) -> str:
    return tables_state(workshop.folder / "filer.db") + files_state(workshop.folder / "media")


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """What all names of files begin with, page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{PATH}?q=hoja&page={page + 1}")


FILER = Application(
    "filer", "files in folders", 330, _serve, modules=("filer",), environment="lofts",
    records=partial(natural, language="es"), oracle=_oracle,
)  # fmt: skip
