"""copyparty (PyPI): files in folders, a table that a script writes; names are looked up by a POST of JSON; Polish.

The first page shows folders. What is typed into a box of a panel behind a magnifying glass is sent as a condition
in a language of its own; other boxes of that panel ask for sizes, days and places. Other panels of the page upload
files and make folders where that is allowed; nobody may do so here.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from urllib.request import Request, urlopen

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural
from app_oracle import Ask
from app_records import Item

SEARCH, AT_FIRST = "/?srch", 125
"""Where names are looked up, and how many are wanted; "more" wants twice as many."""
ENDING = "txt"
SETTINGS = ("-e2dsa", "--lang", "pol", "--no-crt", "-q")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept = free_port(), workshop.folder / "papiery"
    for item in workshop.items:
        file = kept / item.kind / f"{item.title.replace('/', '-')}_{item.key}.{ENDING}"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{item.title}\n\n{item.text}\n\n{item.maker}\n{item.place}\n", encoding="utf-8")
        changed = datetime.fromisoformat(dated(item)).replace(tzinfo=UTC).timestamp()
        os.utime(file, (changed, changed))
    where = ("-i", "127.0.0.1", "-p", str(port), "--hist", workshop.folder / "index", "-v", f"{kept}::r")
    command = (workshop.python_of("sheds"), "-m", "copyparty", *SETTINGS, *where)
    with workshop.started(*command) as process:
        workshop.until(lambda: _found(port) == len(workshop.items), process)
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(kept), search_posts=("/",))


def _asked(wanted: int) -> str:
    """What the page sends when the end of all names is typed."""
    return json.dumps({"q": f"name like *{ENDING}*", "n": wanted})


def _found(port: int) -> int:
    """How many files its index holds: it is made after the first page is answered."""
    asked = Request(f"http://127.0.0.1:{port}{SEARCH}", _asked(1000).encode(), {"Content-Type": "text/plain"})
    try:
        with urlopen(asked, timeout=30) as answer:
            return len(json.load(answer)["hits"])
    except OSError:
        return -1


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """What all names end with, and more of it until they are all there."""
    wanted = AT_FIRST
    while items:
        yield Ask(SEARCH, document=_asked(wanted))
        if wanted >= len(items):
            break
        wanted *= 2


COPYPARTY = Application(
    "copyparty", "files in folders", 330, _serve, modules=("copyparty",), environment="sheds",
    records=partial(natural, language="pl"), scripted=True, oracle=_oracle,
)  # fmt: skip
