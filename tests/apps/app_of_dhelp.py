"""Dhelp (Debian): papers as documents of a system, a CGI in Perl before the index of SWISH++; records are German.

A result shows the pieces of the text that hold the words asked for; words of less than four letters find nothing.
"""

import html
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_front import Programs
from app_kit import Application, Served, Workshop, files_state
from app_natural import natural, signed
from app_oracle import Ask, by_word, fewest, pages
from app_records import Item

PROGRAM, TEMPLATES = "usr/lib/cgi-bin/dsearch", "usr/share/dhelp/templates"
PATH, ON_A_PAGE = "/cgi-bin/dsearch", 20
PAGE = """<!DOCTYPE html>
<html lang="de">
<head><title>{title}</title></head>
<body>
<h1>{title}</h1>
<p>{text}</p>
<p>{told}</p>
</body>
</html>
"""
EMPTY = "use Fcntl; use AnyDBM_File; tie my %known, 'AnyDBM_File', $ARGV[0], O_RDWR | O_CREAT, 0644 or die $!;"
"""The base of registered documents, without any."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    folder, papers, place = workshop.folder, workshop.folder / "papiere", workshop.folder / "cgi-bin"
    for item in workshop.items:
        file = papers / item.kind.lower() / f"blatt{item.number:04d}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        told = ", ".join(part for part in (item.maker, item.place, str(item.year)) if part)
        file.write_text(PAGE.format(title=_coded(signed(item)), text=_coded(item.text), told=_coded(told)))
    workshop.run("perl", "-e", EMPTY, folder / "known")
    workshop.run("index++", "-e", "html:*.html", "-i", folder / "papers.index", papers)
    place.mkdir()
    shutil.copytree(workshop.debian / TEMPLATES, folder / "templates")
    written = (workshop.debian / PROGRAM).read_text()
    for packaged, own in (
        ("/var/lib/dhelp/doc-base_dirs", "known"),
        ("/var/lib/dhelp/documents.index", "papers.index"),
        ("/usr/share/dhelp/templates", "templates"),
    ):
        written = written.replace(packaged, str(folder / own))
    (place / "dsearch").write_text(written)
    settings = workshop.environment()
    workshop.front.behind = Programs(place, "/cgi-bin", "dsearch", settings, ("perl", "-T"))
    yield Served(form=PATH, state=lambda: files_state(folder))


def _coded(text: str) -> str:
    """Letters beyond ASCII as HTML names them: what indexes the pages knows no others."""
    return html.escape(text).encode("ascii", "xmlcharrefreplace").decode()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Whole words of plain letters in titles and texts, page by page."""
    found = by_word(items, lambda item: f"{signed(item)} {item.text}", r"\b[a-z]{5,}\b")
    for word in fewest(found, ON_A_PAGE):
        for page in pages(len(found[word]), ON_A_PAGE):
            yield Ask(f"{PATH}?{urlencode({'search': word, 'page': page + 1})}")


DHELP = Application(
    "dhelp", "documents of a system", 330, _serve, programs=("perl", "index++", "search++", "w3m"),
    unpacked=(PROGRAM, TEMPLATES), records=partial(natural, language="de"), oracle=_oracle,
)  # fmt: skip
