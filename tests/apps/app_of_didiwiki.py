"""DidiWiki (Debian): a wiki in one small program with a web server of its own; pages are named by wiki words.

Its package would start a service, so it is only unpacked.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port

PACKAGED = "usr/bin/didiwiki"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    pages = workshop.folder / "wiki"
    pages.mkdir()
    for item in workshop.items:
        (pages / item.title.title().replace(" ", "")).write_text(
            f"{item.text}\n\nNumber {item.key}, {item.kind}\n"
        )
    port = free_port()
    with workshop.server(
        port, workshop.debian / PACKAGED, "--home", pages, "--port", str(port), "--listen", "127.0.0.1"
    ):
        workshop.front.behind = Upstream(port)
        yield Served(form="/WikiHome", state=lambda: files_state(pages))


DIDIWIKI = Application("didiwiki", "wiki", 200, _serve, unpacked=(PACKAGED,))
