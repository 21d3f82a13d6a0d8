"""cgit (Debian): another look at a Git repository; the form searches log messages, authors and ranges."""

from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Program
from app_history import write_git
from app_kit import Application, Served, Workshop

CGI = "/usr/lib/cgit/cgit.cgi"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    repository = write_git(workshop)
    settings = workshop.folder / "cgitrc"
    settings.write_text(
        "virtual-root=/cgit.cgi/\ncache-size=0\nroot-title=Instruments\n"
        f"repo.url=instruments\nrepo.path={repository}\nrepo.desc=The collection\n"
    )
    workshop.front.behind = Program(
        (CGI,), "/cgit.cgi", workshop.environment({"CGIT_CONFIG": str(settings)}), workshop.folder
    )
    yield Served(
        form="/cgit.cgi/instruments/log/",
        state=lambda: workshop.run("git", "for-each-ref", cwd=repository).decode(),
    )


CGIT = Application("cgit", "version control", 600, _serve, programs=("git", CGI))
