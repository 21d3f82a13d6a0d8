"""Fava (PyPI): a book of accounts kept by beancount; a script asks for the journal, page by page; in German."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural
from app_oracle import Ask, pages
from app_records import Item

HEAD = """option "title" "Archiv"
option "operating_currency" "EUR"
2004-01-01 custom "fava-option" "language" "de"
2004-01-01 open Assets:Kasse EUR
"""
ON_A_PAGE = 1000


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept = free_port(), workshop.folder / "kept"
    kept.mkdir()
    accounts = {item.kind: f"Expenses:{item.kind.capitalize()}" for item in workshop.items}
    opened = "".join(f"2004-01-01 open {account} EUR\n" for account in sorted(accounts.values()))
    entries = "".join(_entry(item, accounts[item.kind]) for item in workshop.items)
    (kept / "archiv.beancount").write_text(HEAD + opened + entries)
    command = (workshop.tools / "scripted/bin/fava", "--read-only", "--host", "127.0.0.1", "--port", str(port))
    with workshop.server(port, *command, kept / "archiv.beancount"):
        workshop.front.behind = Upstream(port)
        yield Served(form="/archiv/journal/", state=lambda: files_state(kept))


def _entry(item: Item, account: str) -> str:
    maker, text = (re.sub(r"[\"\\\\]", "'", part) for part in (item.maker, f"{item.title}: {item.text}"))
    amount = f"{100 + item.number * 137 % 9000}"
    return f'\n{dated(item)} * "{maker}" "{text}"\n  {account}  {amount[:-2]}.{amount[-2:]} EUR\n  Assets:Kasse\n'


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The journal without a filter."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"/archiv/api/journal_page?page={page + 1}&order=desc")


FAVA = Application(
    "fava", "book of accounts", 340, _serve, modules=("fava",), environment="scripted",
    records=partial(natural, language="de"), scripted=True, oracle=_oracle,
)  # fmt: skip
