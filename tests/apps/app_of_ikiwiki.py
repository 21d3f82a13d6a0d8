"""ikiwiki (Debian): a wiki of static pages; its search is a CGI program with a search engine behind it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from app_front import NOTHING, Asked, Behind, Program, Told
from app_kit import Application, Served, Workshop, files_state

ENGINE = "/usr/lib/cgi-bin/omega/omega"
CGI = "/ikiwiki.cgi"
KINDS = {".html": "text/html; charset=utf-8", ".css": "text/css"}


@dataclass(frozen=True, slots=True)
class Site:
    """The wiki's pages, each in a folder of its own, and its program."""

    folder: Path
    program: Behind

    def answer(self, asked: Asked) -> Told:
        path = unquote(urlsplit(asked.target).path)
        if path == CGI:
            return self.program.answer(asked)
        file = self.folder / path.lstrip("/")
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            return NOTHING
        return Told(200, (("Content-Type", KINDS.get(file.suffix, "text/plain")),), file.read_bytes())


def _setup(workshop: Workshop, pages: Path, site: Path, program: Path) -> str:
    here = workshop.front.url("")
    return (
        f"# IkiWiki::Setup::Yaml\nwikiname: Instruments\nsrcdir: {pages}\ndestdir: {site}\nurl: {here}\n"
        f"cgiurl: {here}{CGI}\ncgi_wrapper: {program}\nadminemail: curator@example.org\nrcs: ''\n"
        f"add_plugins: [search]\ndisable_plugins: [openid, emailauth, passwordauth, editpage]\n"
        f"omega_cgi: {ENGINE}\n"
    )


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    pages, site, program = (workshop.folder / name for name in ("pages", "site", "ikiwiki.cgi"))
    pages.mkdir()
    for item in workshop.items:
        (pages / f"{item.key}.mdwn").write_text(f'[[!meta title="{item.title}"]]\n\n{item.text}\n\n{item.kind}\n')
    (pages / "index.mdwn").write_text("A collection of instruments to be searched.\n")
    settings = workshop.folder / "ikiwiki.setup"
    settings.write_text(_setup(workshop, pages, site, program))
    workshop.run("ikiwiki", "--setup", settings)
    workshop.front.behind = Site(site, Program((str(program),), CGI, workshop.environment(), workshop.folder))
    passing = ("cgilock", "lockfile", "sessions.db", "sessions.db.lck")
    yield Served(form="/", state=lambda: files_state(pages, site, passing=passing))


IKIWIKI = Application("ikiwiki", "wiki", 300, _serve, programs=("ikiwiki", ENGINE, "cc"))
