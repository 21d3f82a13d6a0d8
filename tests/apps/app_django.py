"""Sites on Django: settings and addresses are written, tables made, records loaded, the server run."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from app_kit import Workshop, free_port


@dataclass(frozen=True, slots=True)
class Site:
    """What a site is made of."""

    environment: str
    """The virtual environment with its modules."""
    name: str
    """Its settings are the module `NAME_settings`, which names `NAME_urls` and the database `NAME.db`."""
    settings: str
    addresses: str
    load: str
    """A script that gets the rows as JSON."""


@contextmanager
def running(workshop: Workshop, site: Site, rows: Sequence[object], path: str) -> Iterator[tuple[int, str]]:
    """The port of the loaded site, and the last word that its loading said."""
    port, python = free_port(), workshop.python_of(site.environment)
    (workshop.folder / f"{site.name}_settings.py").write_text(site.settings)
    (workshop.folder / f"{site.name}_urls.py").write_text(site.addresses)
    variables = {"DJANGO_SETTINGS_MODULE": f"{site.name}_settings", "PYTHONPATH": str(workshop.folder)}
    workshop.run(python, "-m", "django", "migrate", "--verbosity", "0", variables=variables)
    said = workshop.run(python, "-c", site.load, given=json.dumps(rows), variables=variables).decode().split()
    command = (python, "-m", "django", "runserver", "--noreload", "--insecure", f"127.0.0.1:{port}")
    with workshop.server(port, *command, path=path, **variables):
        yield port, said[-1] if said else ""
