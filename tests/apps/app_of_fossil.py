"""Fossil (Debian): tickets of a project with the program's own search over them."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_oracle import Ask, by_word, fewest
from app_records import Item

SHOWN = 100
"""The most results of a search."""
SETTINGS = {"project-name": "Instruments", "search-tkt": 1, "search-ci": 0, "search-doc": 0, "search-wiki": 0}


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    repository, port = workshop.folder / "instruments.fossil", free_port()
    workshop.run("fossil", "init", "--admin-user", "curator", repository)
    workshop.run("fossil", "user", "capabilities", "nobody", "hjorz", "-R", repository)
    chosen = ", ".join(f"('{name}', '{value}', 0)" for name, value in SETTINGS.items())
    workshop.run(
        "fossil", "sql", "-R", repository, given=f"REPLACE INTO config (name, value, mtime) VALUES {chosen};"
    )
    for item in workshop.items:
        values = ("title", item.title, "comment", item.text, "status", "Open", "type", item.kind)
        workshop.run("fossil", "ticket", "add", *values, "-R", repository)
    workshop.run("fossil", "fts-config", "reindex", "-R", repository)
    serving = ("fossil", "server", repository, "--port", str(port), "--localhost", "--nossl")
    with workshop.server(port, *serving):
        workshop.front.behind = Upstream(port)
        passing = ("config", "accesslog", "rcvfrom")  # it notes there at which address it was called
        yield Served(form="/search", state=lambda: tables_state(repository, passing))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Words whose answer is not cut."""
    found = by_word(items, lambda item: f"{item.title} {item.text}")
    for word in fewest({word: keys for word, keys in found.items() if len(keys) <= SHOWN}):
        yield Ask("/search?" + urlencode({"s": word}))


FOSSIL = Application("fossil", "tracker", 300, _serve, programs=("fossil",), oracle=_oracle
)  # fmt: skip
