"""irclog2html (PyPI): the log of a channel, one table for each day, with a search of its own; messages in Polish.

An answer is a list of days, each with a table of the lines that match, never more than a hundred of the newest,
though it says how many there are; an empty query brings the form alone.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural
from app_oracle import Ask, fewest
from app_records import Item

LOAD = "from irclog2html.logs2html import main; main()"
START = "from irclog2html.irclogserver import main; main()"
PATH, GLOB = "/search", "dolina.log.*[0-9]"
MOST = 100
"""How many lines an answer holds at most, the newest days first."""
WORD = re.compile(r"\w{2,}")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, logs, python = free_port(), workshop.folder / "logs", workshop.python_of("nooks")
    logs.mkdir()
    for day, items in groupby(sorted(workshop.items, key=_when), key=_day):
        _write(logs / f"dolina.log.{day}", tuple(items))
    workshop.run(
        python, "-c", LOAD, "--title", "Dziennik kanału", "--prefix", "Dziennik ", "--searchbox", "-g", GLOB, logs
    )
    with workshop.server(port, python, "-c", START, "--port", str(port), "--pattern", GLOB, logs, path=PATH):
        workshop.front.behind = Upstream(port)
        yield Served(form=PATH, state=lambda: files_state(logs))


def _when(item: Item) -> tuple[str, int]:
    return _day(item), item.number


def _day(item: Item) -> str:
    """Few days with many lines, as on a channel."""
    return f"{dated(item)[:4]}-0{1 + item.number % 3}-17"


def _who(item: Item) -> str:
    return (item.maker or "gość").replace(" ", "_")


def _said(item: Item) -> str:
    return f"{item.title}: {item.text}"


def _write(log: Path, items: tuple[Item, ...]) -> None:
    lines = (f"{8 + at // 20:02d}:{at * 3 % 60:02d}:00 <{_who(i)}> {_said(i)}\n" for at, i in enumerate(items))
    log.write_text("".join(lines), encoding="utf-8")


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Words, looked for in any part of a line: of what each finds the first hundred, on one page."""
    newest = sorted(items, key=_when)
    newest.sort(key=_day, reverse=True)
    lines = {item.key: f"{_who(item)} {_said(item)}".lower() for item in newest}
    words = {word for line in lines.values() for word in WORD.findall(line)}
    found = {word: frozenset([key for key, line in lines.items() if word in line][:MOST]) for word in words}
    for word in fewest(found):
        yield Ask(f"{PATH}?" + urlencode({"q": word}))


IRCLOG = Application(
    "irclog", "log of a channel", 330, _serve, modules=("irclog2html",), environment="nooks",
    records=partial(natural, language="pl"), oracle=_oracle,
)  # fmt: skip
