"""HyperKitty (PyPI): the archive of a mailing list on Django; a quarter of the letters answer another one."""

import mailbox
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime, formataddr
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural
from app_records import Item

LIST = "papers@lists.example.org"
SETTINGS = """
from hyperkitty.tests.settings_test import *
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "mail.db"}}
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": "index"}}
HAYSTACK_SIGNAL_PROCESSOR = "haystack.signals.BaseSignalProcessor"
ALLOWED_HOSTS, STATIC_ROOT, HYPERKITTY_ENABLE_GRAVATAR = ["*"], "static", False
WSGI_APPLICATION = None
"""
"""The settings its own tests run with: no other list of settings is part of the package."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python, letters = free_port(), workshop.python_of("mail"), workshop.folder / "letters.mbox"
    (workshop.folder / "archive_settings.py").write_text(SETTINGS)
    _write(letters, workshop.items)
    variables = {"DJANGO_SETTINGS_MODULE": "archive_settings", "PYTHONPATH": str(workshop.folder)}
    django = (python, "-m", "django")
    workshop.run(*django, "migrate", "--verbosity", "0", variables=variables)
    imported = ("hyperkitty_import", "--list-address", LIST, "--no-sync-mailman", "--since", "1990-01-01")
    workshop.run(*django, *imported, letters, variables=variables)
    workshop.run(*django, "rebuild_index", "--noinput", variables=variables)
    command = (*django, "runserver", "--noreload", "--insecure", f"127.0.0.1:{port}")
    with workshop.server(port, *command, **variables):
        workshop.front.behind = Upstream(port)
        kept = workshop.folder / "mail.db"
        passing = ("django_session", "hyperkitty_lastview", "django_q_ormq", "django_q_task")
        yield Served(form=f"/list/{LIST}/", state=lambda: tables_state(kept, passing))


def _write(file: Path, items: tuple[Item, ...]) -> None:
    box = mailbox.mbox(file)
    for item in items:
        letter = EmailMessage()
        who = item.maker or "Anonymous"
        box_name = who.split()[-1].encode("ascii", "ignore").decode().lower()
        letter["From"] = formataddr((who, f"{box_name}@example.org"))
        letter["To"] = LIST
        answered = item.number - 3 if item.number > 12 and item.number % 4 == 0 else 0
        about = items[answered - 1].title if answered else item.title
        letter["Subject"] = f"Re: {about}" if answered else item.title
        letter["Message-ID"] = f"<{item.number}@example.org>"
        if answered:
            letter["In-Reply-To"] = f"<{answered}@example.org>"
        day = datetime(2019, 1, 1, tzinfo=UTC) + timedelta(hours=17 * item.number)
        letter["Date"] = format_datetime(day)
        letter.set_content(f"{item.text}\n\n{item.maker}\n")
        box.add(letter)
    box.close()


HYPERKITTY = Application(
    "hyperkitty", "mail archive", 350, _serve, modules=("hyperkitty",), environment="mail", records=natural
)  # fmt: skip
