"""gitweb (Debian): the web pages of a version control system; its form searches commit messages, 100 to a page."""

from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Program
from app_history import write_git
from app_kit import Application, Served, Workshop

CGI = "/usr/share/gitweb/gitweb.cgi"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    repository = write_git(workshop)
    settings = workshop.folder / "gitweb.conf"
    settings.write_text(
        f'our $projectroot = "{repository.parent}";\nour $site_name = "Instruments";\n'
        "$feature{'grep'}{'default'} = [1];\n$feature{'pickaxe'}{'default'} = [1];\n"
    )
    variables = workshop.environment({"GITWEB_CONFIG": str(settings), "GITWEB_CONFIG_SYSTEM": str(settings)})
    workshop.front.behind = Program((CGI,), "/gitweb.cgi", variables, workshop.folder)
    yield Served(
        form=f"/gitweb.cgi?p={repository.name};a=summary",
        state=lambda: workshop.run("git", "for-each-ref", cwd=repository).decode(),
    )


GITWEB = Application("gitweb", "version control", 600, _serve, programs=("git", CGI))
