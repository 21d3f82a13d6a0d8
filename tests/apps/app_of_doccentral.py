"""doc-central (Debian): the catalogue of a machine's manuals, CGI programs in Python; every record is a table."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Programs
from app_kit import Application, Served, Workshop, files_state
from app_natural import natural
from app_records import Item

HOME = "usr/lib/cgi-bin/doc-central"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    manuals, home = workshop.folder / "manuals", workshop.folder / "programs"
    manuals.mkdir()
    for item in workshop.items:
        (manuals / f"paper-{item.number}").write_text(_manual(item))
    shutil.copytree(workshop.debian / HOME, home)
    settings = home / "docconfig.py"
    settings.write_text(settings.read_text().replace("/var/lib/doc-base/documents", str(manuals)))
    variables = workshop.environment({"PYTHONDONTWRITEBYTECODE": "1"})
    # Its form names no program (the package prints `%s` there): whatever is asked for is a search.
    python = (workshop.python_of("flask"),)
    workshop.front.behind = Programs(home, "/cgi-bin/doc-central", "search.cgi", variables, python)
    yield Served(form="/cgi-bin/doc-central/contents.cgi", state=lambda: files_state(manuals))


def _manual(item: Item) -> str:
    """A file as packages register their manuals with."""
    author = f"Author: {item.maker}\n" if item.maker else ""
    lines = re.sub(r"(.{50,75}) ", r"\1\n ", item.text)
    section = f"Help/{item.kind.title()}" if item.place else "Help"
    where = f"/usr/share/doc/{item.number}"
    return (
        f"Document: paper-{item.number}\nTitle: {item.title}\n{author}Abstract: {lines}\nSection: {section}\n\n"
        f"Format: HTML\nIndex: {where}/index.html\nFiles: {where}/*.html\n"
    )


DOCCENTRAL = Application(
    "doccentral", "catalogue of manuals", 310, _serve, modules=("debian",), unpacked=(HOME,), environment="flask",
    records=natural,
)  # fmt: skip
