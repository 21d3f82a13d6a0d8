"""PlDoc (Debian, in swi-prolog-nox): documentation of Prolog programs, by the server that comes with the language.

An answer is one table: a row with the name of a kind, a row with the file, then a row for each predicate found.
"""

import re
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask, pages
from app_records import Item

START = """
:- use_module(library(pldoc)).
:- use_module(library(doc_http)).
:- doc_collect(true).
:- {modules}.
:- initialization((doc_server({port}, [allow(ip(127,0,0,1)), allow(localhost)]), thread_get_message(stop)), main).
"""
PATH, ON_A_PAGE = "/pldoc/search", 25
MARKUP = re.compile(r"[\[\]{}`*_|\\<>~^@]")
"""What its own mark-up language would take for its own."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, folder = free_port(), workshop.folder / "programs"
    folder.mkdir()
    kinds = groupby(sorted(workshop.items, key=lambda item: item.kind), key=lambda item: item.kind)
    modules = [_module(kind, tuple(items)) for kind, items in kinds]
    for name, text in modules:
        (folder / f"{name}.pl").write_text(text)
    named = ", ".join(f"[{name}]" for name, _ in modules)
    (folder / "start.pl").write_text(START.format(modules=named, port=port))
    with workshop.server(port, "swipl", folder / "start.pl", path="/pldoc/"):
        workshop.front.behind = Upstream(port)
        form = urllib.request.urlopen(f"http://127.0.0.1:{port}/pldoc/").url
        yield Served(form=form.partition(str(port))[2], state=lambda: files_state(folder))


def _module(kind: str, items: tuple[Item, ...]) -> tuple[str, str]:
    name = kind.lower()
    exported = ", ".join(f"{name}_{item.key}/1" for item in items)
    parts = [f":- module({name}, [{exported}]).", f"/** <module> {kind} of the archive\n\nAll that is kept.\n*/"]
    for item in items:
        title, text = (MARKUP.sub("", told).replace("\n", " ") for told in (item.title, item.text))
        parts.append(f"%!  {name}_{item.key}(+Reader) is det.\n%\n%   {title.rstrip('.')}.\n%\n%   {text}")
        parts.append(f"{name}_{item.key}(_).")
    return name, "\n\n".join(parts) + "\n"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Every name begins with its kind."""
    for kind, count in sorted(Counter(item.kind for item in items).items()):
        for page in pages(count, ON_A_PAGE):
            yield Ask(f"{PATH}?for={kind}&in=app&match=name&page={page + 1}")


PLDOC = Application(
    "pldoc", "documentation of programs", 320, _serve, programs=("swipl",), records=natural, oracle=_oracle,
)  # fmt: skip
