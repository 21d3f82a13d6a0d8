"""GNU Dico (Debian, dicod and dicoweb): dictionaries on a server of their own, by word and strategy."""

import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed
from app_oracle import Ask, by_letter, fewest
from app_records import Item

PAGES, PACKAGED, DAEMON = "usr/share/dicoweb", "etc/dicoweb", "usr/bin/dicod"
MODULES = "usr/lib/*/dico"
"""Below a folder with the name of the machine's kind."""
PYTHON = "/usr/bin/python3"
"""Debian's own: the pages need the Django it packages."""
CONFIGURATION = """
listen 127.0.0.1:%(port)d;
pidfile "%(folder)s/dicod.pid";
module-load-path ("%(modules)s");
load-module dictorg { command "dictorg sort trim-ws dbdir=%(folder)s/words"; }
load-module substr { command "substr"; }
load-module word { command "word"; }
"""
DATABASE = 'database {{ name "{name}"; handler "dictorg database={name}"; description "{title}"; }}\n'
SETTINGS = """
SECRET_KEY, ALLOWED_HOSTS = "dictionary", ["*"]
CACHES = {{"default": {{"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}}}
SESSION_FILE_PATH = "{folder}"
DICT_SERVERS = ("127.0.0.1:{port}",)
LOGGING = {{}}
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    words, pages, served, port = (workshop.folder / "words", workshop.folder / "dicoweb", free_port(), free_port())
    words.mkdir()
    kinds = sorted({item.kind for item in workshop.items})
    for kind in kinds:
        _dictionary(workshop, words, kind)
    filled = {"port": served, "folder": workshop.folder, "modules": next(workshop.debian.glob(MODULES))}
    databases = "".join(DATABASE.format(name=kind, title=kind.capitalize()) for kind in kinds)
    settings = workshop.folder / "dicod.conf"
    settings.write_text(CONFIGURATION % filled + databases)
    _pages(workshop, pages, served)
    variables = {"DJANGO_SETTINGS_MODULE": "dicoweb.settings", "PYTHONPATH": str(workshop.folder)}
    command = (PYTHON, "-m", "django", "runserver", "--noreload", f"127.0.0.1:{port}")
    with workshop.started(workshop.debian / DAEMON, "--foreground", "--stderr", "--config", settings) as daemon:
        workshop.until(lambda: _listens(served), daemon)
        with workshop.server(port, *command, **variables):
            workshop.front.behind = Upstream(port)
            yield Served(form="/", state=lambda: files_state(words))


def _dictionary(workshop: Workshop, words: Path, kind: str) -> None:
    """One dictionary a kind; an entry is a line, its headword and below it what is told of it."""
    entries = [
        f"_____\n\n{signed(i)}\n\n   {i.text}\n   {i.maker} {i.place}\n\n"
        for i in workshop.items
        if i.kind == kind
    ]
    workshop.run("dictfmt", "-c5", "--utf8", "--allchars", "-s", kind, words / kind, given="".join(entries))


def _pages(workshop: Workshop, pages: Path, port: int) -> None:
    """A copy of the pages with the settings in it, where the package has a link to the system's."""
    shutil.copytree(workshop.debian / PAGES, pages, symlinks=True)
    (pages / "settings.py").unlink()
    text = (workshop.debian / PACKAGED / "settings.py").read_text()
    (pages / "settings.py").write_text(text + SETTINGS.format(folder=workshop.folder, port=port))
    shutil.copytree(workshop.debian / PACKAGED / "templates", pages / "templates")


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Single letters, wherever in a headword they stand."""
    found = by_letter(items, lambda item: item.title)
    for letter in fewest(found):
        yield Ask("/?" + urlencode({"q": letter, "db": "*", "strategy": "substr", "search": "Search"}))


DICOWEB = Application(
    "dicoweb", "dictionary", 330, _serve, programs=("dictfmt", PYTHON), unpacked=(PAGES, DAEMON), records=natural,
    oracle=_oracle,
)  # fmt: skip
