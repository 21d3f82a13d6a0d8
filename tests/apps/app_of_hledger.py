"""hledger-web (Debian): a book of accounts; its journal is one table, in which every entry has several lines."""

from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural
from app_oracle import Ask
from app_records import Item


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    journal, port = workshop.folder / "books.journal", free_port()
    journal.write_text("\n".join(_entry(item) for item in workshop.items))
    home = f"--base-url={workshop.front.url('')}"
    command = ("hledger-web", "--serve", f"--file={journal}", f"--port={port}", home, "--capabilities=view,add")
    with workshop.server(port, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/journal", state=lambda: files_state(workshop.folder, passing=("hledger-web.log",)))


def _entry(item: Item) -> str:
    """Who was paid and for what; a third of the entries is split over two accounts of expenses."""
    payee = f"{item.maker} | " if item.maker else ""
    split = f"    expenses:carriage  {item.number % 7 + 1}.50 EUR\n" if item.number % 3 == 0 else ""
    spent = f"    expenses:{item.kind}:{item.place or 'elsewhere'}  {item.number * 37 % 9000 / 100:.2f} EUR\n"
    return f"{dated(item)} {payee}{item.key} {item.title}\n{spent}{split}    assets:purse\n"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The form's page shows every entry."""
    if items:
        yield Ask("/journal")


HLEDGER = Application(
    "hledger", "accounts", 360, _serve, programs=("hledger-web",), records=natural, oracle=_oracle
)  # fmt: skip
