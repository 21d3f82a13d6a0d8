"""Namazu (Debian namazu2): an older CGI search engine; results are a definition list, pages are numbers."""

from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Pages, Program
from app_kit import Application, Served, Workshop, files_state
from app_of_omega import write_pages

CGI = "/usr/lib/cgi-bin/namazu.cgi"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    pages, index = workshop.folder / "pages", workshop.folder / "index"
    write_pages(pages, workshop.items)
    index.mkdir()
    workshop.run("mknmz", "--quiet", "--replace", f"s#{workshop.folder}##", "-O", index, pages)
    # Namazu looks for its settings beside the program, so it runs as a copy.
    program = workshop.folder / "namazu.cgi"
    program.symlink_to(CGI)
    (workshop.folder / ".namazurc").write_text(f"Index {index}\nLang en\n")
    engine = Program((str(program),), "/cgi-bin/namazu.cgi", workshop.environment(), workshop.folder)
    workshop.front.behind = Pages(pages, "/pages/", engine)
    yield Served(form="/cgi-bin/namazu.cgi", state=lambda: files_state(index, passing=("NMZ.slog",)))


NAMAZU = Application("namazu", "CGI search engine", 500, _serve, programs=("mknmz", CGI))
