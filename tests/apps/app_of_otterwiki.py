"""An Otter Wiki (PyPI): a wiki that keeps its pages in git; answers are cards with the lines that match."""

from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed

SETTINGS = """REPOSITORY = {repository!r}
SECRET_KEY = "sixteen characters or more"
SQLALCHEMY_DATABASE_URI = "sqlite:///{database}"
SITE_NAME = "Archive"
WRITE_ACCESS = "REGISTERED"
RETAIN_PAGE_NAME_CASE = True
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    repository, port = workshop.folder / "pages", free_port()
    repository.mkdir()
    for item in workshop.items:
        name = "".join(letter for letter in signed(item) if letter not in '/?:"“”')
        whose = f"*{item.maker}*\n\n" if item.maker else ""
        (repository / f"{name}.md").write_text(f"# {item.title}\n\n{whose}{item.text}\n")
    workshop.run("git", "init", "--quiet", repository)
    who = ("-c", "user.name=curator", "-c", "user.email=curator@example.org")
    workshop.run("git", "-C", repository, "add", "--all")
    workshop.run("git", "-C", repository, *who, "commit", "--quiet", "--message", "All papers")
    settings = workshop.folder / "settings.cfg"
    settings.write_text(SETTINGS.format(repository=str(repository), database=workshop.folder / "wiki.db"))
    command = (workshop.python_of("flask"), "-m", "flask", "--app", "otterwiki.server", "run", "--port", str(port))
    with workshop.server(port, *command, OTTERWIKI_SETTINGS=str(settings)):
        workshop.front.behind = Upstream(port)
        yield Served(
            form="/-/search",
            state=lambda: files_state(repository, passing=("index",)),
            search_posts=("/-/search",),
        )


OTTERWIKI = Application(
    "otterwiki", "wiki", 340, _serve, programs=("git",), modules=("otterwiki",), environment="flask",
    records=natural,
)  # fmt: skip
