"""UseModWiki (Debian): a wiki in one Perl program; its search is a POST to the address that also takes edits."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from app_front import Asked, Program
from app_kit import Application, Served, Workshop, files_state
from app_records import Item

PACKAGED = "usr/lib/cgi-bin/wiki.pl"
PATH = "/cgi-bin/wiki.pl"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    data, program = workshop.folder / "wiki", workshop.folder / "wiki.pl"
    _placed(workshop, PACKAGED, program)
    _placed(workshop, "etc/usemod-wiki/config", workshop.folder / "config")
    engine = Program(("/usr/bin/perl", "-T", str(program)), PATH, workshop.environment(), workshop.folder)
    engine.answer(Asked("GET", PATH, {}, b""))
    for item in workshop.items:
        _write(engine, item)
    workshop.front.behind = engine
    yield Served(form=PATH, state=lambda: files_state(data / "page", data / "keep"), search_posts=(PATH,))


def _placed(workshop: Workshop, packaged: str, to: Path) -> None:
    """A copy of a packaged file that keeps everything in the workshop."""
    text = (workshop.debian / packaged).read_text(encoding="latin-1")
    text = text.replace("/var/lib/usemod-wiki", str(workshop.folder / "wiki"))
    to.write_text(text.replace("/etc/usemod-wiki", str(workshop.folder)), encoding="latin-1")


def _write(engine: Program, item: Item) -> None:
    """Save one page, as the form of the wiki's editor does."""
    page = {
        "title": item.title.replace(" ", "_"),
        "text": item.text,
        "oldtime": "0",
        "oldconflict": "0",
        "summary": item.kind,
    }
    kind = {"content-type": "application/x-www-form-urlencoded"}
    told = engine.answer(Asked("POST", PATH, kind, urlencode(page).encode()))
    if told.status >= 400:
        raise RuntimeError(f"the wiki did not take a page: {told.status} {told.body[:500]!r}")


USEMOD = Application("usemod", "wiki", 200, _serve, programs=("/usr/bin/perl",), unpacked=(PACKAGED,))
