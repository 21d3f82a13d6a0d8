"""TypeDoc (npm): the documentation of a program in TypeScript; its search and menu come in a file each; German.

Both files are packed JSON inside of a script. The box is in a window that a press on a magnifying glass opens; an
answer lists at most ten names. A class stands on a page with all its methods and what they do.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import quote

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

HOME = "# Archiv\n\nDie Papiere eines kleinen Archivs, Blatt für Blatt beschrieben.\n"
METHOD = """
  /**
   * {text}
   *
   * {told}
   * @param blatt - Nummer des Blattes.
   */
  {name}(blatt: number): string {{ return String(blatt); }}
"""
COMPILER = {"compilerOptions": {"target": "es2022", "types": [], "skipLibCheck": True}, "files": ["archiv.ts"]}
SETTINGS = ("--lang", "de", "--name", "Archiv", "--disableSources", "--out", "site")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, site = free_port(), workshop.folder / "site"
    (workshop.folder / "README.md").write_text(HOME, encoding="utf-8")
    (workshop.folder / "tsconfig.json").write_text(json.dumps(COMPILER))
    (workshop.folder / "archiv.ts").write_text("".join(_classes(workshop.items)), encoding="utf-8")
    workshop.run("node", workshop.npm / "typedoc/bin/typedoc", *SETTINGS, "archiv.ts")
    command = ("-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, workshop.python, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _classes(items: tuple[Item, ...]) -> Iterator[str]:
    for kind in sorted({item.kind for item in items}):
        methods = "".join(_method(item) for item in items if item.kind == kind)
        yield f"/** {kind}, wie sie im Archiv liegen. */\nexport class {kind} {{{methods}}}\n"


def _method(item: Item) -> str:
    """A name as programmers write it, of the words of the title, and what is told of it."""
    told = ", ".join(part for part in (item.maker, item.place, str(item.year)) if part)
    return METHOD.format(text=item.text, told=told, name=_name(item))


def _name(item: Item) -> str:
    first, *others = re.findall(r"\w+", item.title)
    return f"{first.lower()}{''.join(word[:1].upper() + word[1:] for word in others)}_{item.key}"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """A page for each class holds all its methods."""
    for kind in sorted({item.kind for item in items}):
        yield Ask(f"/classes/{quote(kind)}.html")


TYPEDOC = Application(
    "typedoc", "documentation of code", 330, _serve, programs=("node",), packages=("typedoc", "typescript"),
    records=partial(natural, language="de"), scripted=True, oracle=_oracle,
)  # fmt: skip
