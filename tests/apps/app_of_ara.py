"""ARA (PyPI): a log of automatic runs on Django; a form of a dozen fields over a table of 100 rows a page."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import dated, natural, signed

LOAD = """
import json, sys, zlib
import django
django.setup()
from datetime import datetime, timedelta, timezone
from ara.api.models import Label, Playbook
for item in json.load(sys.stdin):
    day = datetime.fromisoformat(item["date"]).replace(tzinfo=timezone.utc)
    took = timedelta(seconds=item["number"] * 37 % 900)
    run = Playbook.objects.create(
        name=item["title"], path=item["path"], status=item["status"], controller=item["place"], user=item["maker"],
        ansible_version="2.16", started=day, ended=day + took, duration=took, arguments=zlib.compress(b"{}"))
    run.labels.add(Label.objects.get_or_create(name=item["kind"])[0])
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python = free_port(), workshop.python_of("django")
    variables = {
        "ARA_BASE_DIR": str(workshop.folder),
        "ARA_SECRET_KEY": "not-a-secret-here",
        "DJANGO_SETTINGS_MODULE": "ara.server.settings",
    }
    workshop.run(python, "-m", "django", "migrate", "--verbosity", "0", variables=variables)
    states = ("completed", "completed", "failed", "completed", "expired")
    rows = [
        {"number": i.number, "title": signed(i), "path": f"/srv/{i.kind}/{i.key}.yml", "date": dated(i),
         "status": states[i.number % 5], "place": i.place or "localhost", "maker": i.maker, "kind": i.kind}
        for i in workshop.items
    ]  # fmt: skip
    workshop.run(python, "-c", LOAD, given=json.dumps(rows), variables=variables)
    command = (python, "-m", "django", "runserver", "--noreload", "--insecure", f"127.0.0.1:{port}")
    with workshop.server(port, *command, **variables):
        workshop.front.behind = Upstream(port)
        database = workshop.folder / "ansible.sqlite"
        yield Served(
            form="/", state=lambda: tables_state(database, ("django_session",)), arguments=("--no-robots",)
        )


ARA = Application("ara", "log of runs", 340, _serve, modules=("ara",), environment="django", records=natural)
