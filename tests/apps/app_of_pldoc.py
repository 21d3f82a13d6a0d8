"""PlDoc (Debian, swi-prolog): the documentation of loaded programs, served by Prolog itself.

A word is looked for in the summary of each predicate; SWI-Prolog's own libraries are searched as well.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed
from app_oracle import Ask, by_word, fewest, pages
from app_records import Item

START = """
:- use_module(library(doc_http)).
:- use_module(library(pldoc)).
:- doc_collect(true).
:- load_files([{modules}], []).
:- initialization((doc_server({port}, [allow(ip(127,0,0,1)), edit(false)]), thread_get_message(stop)), main).
"""
MODULE = """:- module({name}, [{predicates}]).

/** <module> The {name} of the archive

    Paper by paper, with the place and the maker where they are known.
*/
"""
PREDICATE = """
%!  {name}(?Paper, ?Place, ?Maker) is semidet.
%
%   {title}.
%   {text}

{name}({number}, '{place}', '{maker}').
"""
SEARCH, ON_A_PAGE = "/pldoc/search", 25


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    programs, port = workshop.folder / "papers", free_port()
    programs.mkdir()
    kinds = sorted({item.kind for item in workshop.items})
    for kind in kinds:
        held = [item for item in workshop.items if item.kind == kind]
        head = MODULE.format(name=kind, predicates=", ".join(f"{_name(item)}/3" for item in held))
        (programs / f"{kind}.pl").write_text(head + "".join(map(_predicate, held)), encoding="utf-8")
    start = workshop.folder / "start.pl"
    modules = ", ".join(f"'{programs / kind}'" for kind in kinds)
    start.write_text(START.format(modules=modules, port=port), encoding="utf-8")
    with workshop.server(port, "swipl", start, path=SEARCH):
        workshop.front.behind = Upstream(port)
        yield Served(form=SEARCH, state=lambda: files_state(programs))


def _name(item: Item) -> str:
    return f"{item.kind}_{item.number}"


def _predicate(item: Item) -> str:
    place, maker = (told.replace("'", "''") for told in (item.place, item.maker))
    return PREDICATE.format(
        name=_name(item), title=_summary(item), text=item.text, number=item.number, place=place, maker=maker
    )


def _summary(item: Item) -> str:
    """The title with the key; a summary ends with the first full stop."""
    return signed(item).replace(".", "")


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Whole words of the titles, page by page; what the libraries say too ("the", "for") fills more pages."""
    found = by_word(items, _summary, r"\b[a-z]{4,}\b")
    for word in fewest(found, ON_A_PAGE):
        for page in pages(len(found[word]), ON_A_PAGE):
            asked = {"for": word, "in": "app", "match": "summary", "page": page + 1}
            yield Ask(f"{SEARCH}?{urlencode(asked)}")


PLDOC = Application(
    "pldoc", "documentation of programs", 330, _serve, programs=("swipl",), records=natural, oracle=_oracle,
)  # fmt: skip
