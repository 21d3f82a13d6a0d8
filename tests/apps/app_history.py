"""The records as the history of a repository: one commit for each, its title the subject, its text the message."""

from pathlib import Path

from app_kit import Workshop
from app_records import Item

SINCE = 1_200_000_000
"""Date of the first commit, in seconds; the others follow an hour apart."""


def write_git(workshop: Workshop) -> Path:
    """A bare repository with one commit for each record."""
    repository = workshop.folder / "repositories" / "instruments.git"
    repository.mkdir(parents=True)
    workshop.run("git", "init", "--quiet", "--bare", "--initial-branch=main", repository)
    workshop.run("git", "fast-import", "--quiet", cwd=repository, given=fast_export(workshop.items))
    (repository / "description").write_text("The collection of instruments\n")
    return repository


def fast_export(items: tuple[Item, ...]) -> str:
    """The history in the format of `git fast-import`, which other systems read too."""
    return "".join(map(_commit, items))


def _commit(item: Item) -> str:
    message = f"{item.title}\n\n{item.text}\n"
    who = f"{item.maker} <{item.maker.lower()}@example.org> {SINCE + 3600 * item.number} +0000"
    content = f"{item.kind}, {item.year}\n"
    return (
        f"commit refs/heads/main\nauthor {who}\ncommitter {who}\n"
        f"data {len(message.encode())}\n{message}"
        f"M 100644 inline notes/{item.number % 40:02d}.txt\ndata {len(content.encode())}\n{content}\n"
    )
