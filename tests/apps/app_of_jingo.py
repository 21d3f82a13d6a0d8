"""Jingo (npm): a wiki on Node that keeps its pages in git; an answer lists the lines that git grep finds."""

from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed

SETTINGS = """application:
  title: Archive
  repository: {repository}
  secret: not-a-secret-here
  skipGitCheck: true
authentication:
  google: {{enabled: false}}
  local:
    enabled: true
    accounts: [{{username: curator, passwordHash: 0000, email: curator@example.org}}]
authorization: {{anonRead: true}}
server: {{hostname: 127.0.0.1, port: {port}, localOnly: true}}
pages:
  index: Home
  title: {{fromFilename: true, fromContent: false, asciiOnly: false, lowercase: false}}
  itemsPerPage: 10
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    repository, port = workshop.folder / "pages", free_port()
    repository.mkdir()
    for item in workshop.items:
        name = signed(item).replace("/", " ").replace("?", "")
        (repository / f"{name}.md").write_text(f"{item.text} {item.maker}\n")
    (repository / "Home.md").write_text("Papers of the valley.\n")
    workshop.run("git", "init", "--quiet", repository)
    who = ("-c", "user.name=curator", "-c", "user.email=curator@example.org")
    workshop.run("git", "-C", repository, "add", "--all")
    workshop.run("git", "-C", repository, *who, "commit", "--quiet", "--message", "All papers")
    settings = workshop.folder / "jingo.yaml"
    settings.write_text(SETTINGS.format(repository=repository, port=port))
    with workshop.server(port, "node", workshop.npm / "jingo/jingo", "--config", settings):
        workshop.front.behind = Upstream(port)
        yield Served(form="/wiki/Home", state=lambda: files_state(repository, passing=("index",)))


JINGO = Application(
    "jingo", "wiki", 300, _serve, programs=("node", "git"), packages=("jingo",), records=natural
)  # fmt: skip
