"""ArchiveBox (PyPI): pages kept from the web, a table on Django; the pages kept are Spanish, its own English.

What is typed is looked for in titles, addresses, labels and in the files kept. The links to further pages of an
answer forget what was asked: they lead to pages of the whole list. With two labels a page stands there twice.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from html import escape
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask, pages
from app_records import Item

MANAGE = """
import sys
from pathlib import Path
import archivebox
sys.path.append(str(Path(archivebox.__file__).parent))
from django.conf import settings
from django.core.management import execute_from_command_line
settings.WSGI_APPLICATION = None
execute_from_command_line(sys.argv)
"""
"""Django's own commands, and its server: ArchiveBox's refuses to run as root."""
LOAD = """
import json
from datetime import datetime
from django.db import transaction
from core.models import Snapshot
from archivebox.index import write_link_details
with transaction.atomic():
    for row in json.load(open("rows.json")):
        snapshot = Snapshot.objects.create(url=row["url"], timestamp=row["timestamp"], title=row["title"])
        snapshot.save_tags(row["tags"])
        Snapshot.objects.filter(pk=snapshot.pk).update(added=datetime.fromisoformat(row["day"]))
        write_link_details(Snapshot.objects.get(pk=snapshot.pk).as_link(), skip_sql_index=True)
"""
PAGE = '<!DOCTYPE html><html lang="es"><meta charset="utf-8"><title>{title}</title><h1>{title}</h1><p>{text}</p>'
PATH, ON_A_PAGE = "/public/", 40


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python = free_port(), workshop.python_of("barns")
    variables = {
        "OUTPUT_DIR": str(workshop.folder), "DJANGO_SETTINGS_MODULE": "core.settings", "PYTHONWARNINGS": "ignore",
        "SAVE_ARCHIVE_DOT_ORG": "False", "ALLOWED_HOSTS": "*", "DEBUG": "False",
        "USE_CHROME": "False",
    }  # fmt: skip
    for name in ("archive", "logs", "sources"):
        (workshop.folder / name).mkdir()
    rows = [_kept(workshop.folder / "archive", item) for item in workshop.items]
    (workshop.folder / "rows.json").write_text(json.dumps(rows))
    (workshop.folder / "manage.py").write_text(MANAGE)
    workshop.run(python, "manage.py", "migrate", "--verbosity", "0", variables=variables)
    workshop.run(python, "manage.py", "shell", "-c", LOAD, variables=variables)
    command = (python, "manage.py", "runserver", "--noreload", "--insecure", f"127.0.0.1:{port}")
    with workshop.server(port, *command, path=PATH, **variables):
        workshop.front.behind = Upstream(port)
        kept = workshop.folder / "index.sqlite3"
        yield Served(form=PATH, state=lambda: _state(kept), arguments=("--no-robots",))


def _state(kept: Path) -> str:
    return tables_state(kept, ("django_session",)) + files_state(kept.parent / "archive")


def _kept(archive: Path, item: Item) -> dict[str, str | list[str]]:
    """The page as it was saved, and what the index has of it."""
    day = datetime.fromisoformat(f"{dated(item)}T12:00:00").replace(tzinfo=UTC)
    timestamp = f"{day.timestamp():.0f}.{item.number}"
    folder = archive / timestamp
    folder.mkdir()
    page = PAGE.format(title=escape(item.title), text=escape(item.text))
    (folder / "singlefile.html").write_text(page, encoding="utf-8")
    tags = [told.replace(",", "") for told in (item.kind, item.place) if told]
    url = f"https://hemeroteca.example/{item.number}"
    return {"url": url, "timestamp": timestamp, "title": signed(item), "tags": tags, "day": day.isoformat()}


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The list as it stands, page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{PATH}?page={page + 1}")


ARCHIVEBOX = Application(
    "archivebox", "pages kept from the web", 340, _serve, programs=("rg",), modules=("archivebox",),
    environment="barns", records=partial(natural, language="es"), oracle=_oracle,
)  # fmt: skip
