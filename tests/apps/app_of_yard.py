"""YARD (Debian): a server of documentation of Ruby code, in Ruby; names of classes and methods are searched."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask, fewest
from app_records import Item

SHOWN = 10
"""The most results that an answer shows."""
CODE = """# {text}
#
# {more}
class {name}
  # @return [String] {title}
  def to_s = "{year}"
end
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    code, port = workshop.folder / "code", free_port()
    code.mkdir()
    for item in workshop.items:
        (code / f"paper{item.number}.rb").write_text(_written(item), encoding="utf-8")
    workshop.run("yard", "doc", "--quiet", "--no-output", "--no-stats", "code/*.rb")
    command = ("yard", "server", "--bind", "127.0.0.1", "--port", str(port))
    with workshop.server(port, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(code, workshop.folder / ".yardoc"))


def _name(item: Item) -> str:
    """The name of a class: words of the title in plain letters, and the key."""
    plain = unicodedata.normalize("NFKD", item.title).encode("ascii", "ignore").decode()
    return "_".join(("In", *re.findall(r"[A-Za-z0-9]+", plain), item.key))


def _written(item: Item) -> str:
    where = ", ".join(part for part in (item.maker, item.place, item.kind, str(item.year)) if part)
    return CODE.format(text=item.text, more=where, name=_name(item), title=item.title, year=item.year)


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Pieces of names that no more classes have than an answer shows."""
    found: dict[str, set[str]] = {}
    for item in items:
        name = _name(item).lower()
        for length in range(2, 7):
            for at in range(len(name) - length + 1):
                found.setdefault(name[at : at + length], set()).add(item.key)
    for piece in fewest({piece: frozenset(keys) for piece, keys in found.items() if len(keys) <= SHOWN}):
        yield Ask("/search?" + urlencode({"q": piece}))


YARD = Application(
    "yard", "documentation of code", 330, _serve, programs=("yard",), records=natural, oracle=_oracle,
)  # fmt: skip
