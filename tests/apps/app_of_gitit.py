"""Gitit (Debian): a wiki in Haskell, its pages in git; its robots.txt asks crawlers to leave searches alone."""

from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    pages = workshop.folder / "wikidata"
    pages.mkdir()
    for item in workshop.items:
        (pages / f"{item.title}.page").write_text(f"{item.text}\n\nKind: {item.kind}\n")
    (pages / "Front Page.page").write_text("A collection of instruments.\n")
    author = ("-c", "user.name=curator", "-c", "user.email=curator@example.org")
    workshop.run("git", "init", "--quiet", cwd=pages)
    workshop.run("git", "add", ".", cwd=pages)
    workshop.run("git", *author, "commit", "--quiet", "--message", "The collection", cwd=pages)
    settings = workshop.folder / "gitit.conf"
    settings.write_bytes(workshop.run("gitit", "--print-default-config"))
    port = free_port()
    with workshop.server(port, "gitit", "-f", settings, "-p", str(port), "-l", "127.0.0.1"):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(pages), arguments=("--no-robots",))


GITIT = Application("gitit", "wiki", 200, _serve, programs=("gitit", "git"))
