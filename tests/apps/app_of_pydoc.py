"""pydoc (Python's own library): its documentation server; every module is a record, the library's own ones too."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_records import Item

SERVER = """
import pydoc, sys, time
sys.path.insert(0, sys.argv[1])
server = pydoc._start_server(pydoc._url_handler, "127.0.0.1", int(sys.argv[2]))
while server.serving:
    time.sleep(1)
"""
"""`python -m pydoc -p` without the prompt at which it ends."""


def _write(folder: Path, item: Item) -> None:
    (folder / f"{item.key}.py").write_text(f'"""{item.title}.\n\n{item.text}\n"""\n\nKIND = "{item.kind}"\n')


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    modules, program, port = workshop.folder / "modules", workshop.folder / "server.py", free_port()
    modules.mkdir()
    for item in workshop.items:
        _write(modules, item)
    program.write_text(SERVER)
    # Without site-packages: what else is installed there differs from machine to machine.
    command = (workshop.python, "-I", "-S", "-B", program, modules, str(port))
    with workshop.server(port, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(modules))


PYDOC = Application("pydoc", "documentation", 300, _serve)
