"""Libdoc (PyPI, robotframework): keywords of a library, held by the page as data and written by its script.

Nothing is asked of the server after the page itself: what is typed hides keywords, and tags do. In Spanish.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

HEAD = "*** Settings ***\nDocumentation    Los papeles de un pequeño archivo, hoja por hoja.\n\n*** Keywords ***\n"
KEYWORD = """{name}
    [Documentation]    {text}
    ...
    ...    {told}
    [Arguments]    ${{folio}}    ${{copia}}=no
    [Tags]    {kind}
    No Operation

"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, source, site = free_port(), workshop.folder / "Archivo.resource", workshop.folder / "site"
    site.mkdir()
    source.write_text(HEAD + "".join(map(_keyword, workshop.items)), encoding="utf-8")
    workshop.run(workshop.python_of("attics"), "-m", "robot.libdoc", source, site / "index.html")
    command = ("-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, workshop.python, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _keyword(item: Item) -> str:
    """Names are looked up without regard to capitals: two of one title are told apart by their number."""
    told = ", ".join(part for part in (item.maker, item.place, str(item.year)) if part)
    return KEYWORD.format(name=f"{item.title} {item.number}", text=item.text, told=told, kind=item.kind)


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The page brings everything."""
    if items:
        yield Ask("/")


LIBDOC = Application(
    "libdoc", "keywords of a library", 320, _serve, modules=("robot",), environment="attics",
    records=partial(natural, language="es"), scripted=True, oracle=_oracle,
)  # fmt: skip
