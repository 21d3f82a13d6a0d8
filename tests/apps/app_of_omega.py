"""Omega (Debian xapian-omega): a classic CGI search engine over a folder of HTML files.

Its standard template pages with submit buttons inside the search form.
"""

import html
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app_front import Pages, Program
from app_kit import Application, Served, Workshop, files_state
from app_records import Item

CGI = "/usr/lib/cgi-bin/omega/omega"


def write_pages(folder: Path, items: tuple[Item, ...]) -> None:
    """One HTML file for each record, as an engine for a site's own pages finds them."""
    folder.mkdir(parents=True)
    for item in items:
        (folder / f"{item.key}.html").write_text(
            f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(item.title)}</title>'
            f"</head><body><h1>{html.escape(item.title)}</h1><p>{html.escape(item.text)}</p>"
            f"<p>Kind: {item.kind}</p></body></html>\n"
        )


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    pages, database = workshop.folder / "pages", workshop.folder / "data" / "default"
    write_pages(pages, workshop.items)
    database.parent.mkdir()
    workshop.run("omindex", "--db", database, "--url", "/pages/", pages)
    settings = workshop.folder / "omega.conf"
    settings.write_text(
        f"database_dir {database.parent}\ntemplate_dir /usr/share/xapian-omega/templates\n"
        f"log_dir {workshop.folder}\ncdb_dir {workshop.folder}\n"
    )
    variables = workshop.environment({"OMEGA_CONFIG_FILE": str(settings)})
    engine = Program((CGI,), "/cgi-bin/omega", variables, workshop.folder)
    workshop.front.behind = Pages(pages, "/pages/", engine)
    yield Served(form="/cgi-bin/omega", state=lambda: files_state(database))


OMEGA = Application("omega", "CGI search engine", 800, _serve, programs=("omindex", CGI))
