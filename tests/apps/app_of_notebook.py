"""Jupyter Notebook (PyPI): the files of a folder, listed by scripts from one call, narrowed down by name; French.

The box is not there until the funnel is pressed. Boxes beside the rows choose files, buttons above them upload,
rename and delete. The page opens a web socket, too, for what happens to files.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural, signed
from app_oracle import Ask
from app_records import Item

CALL = "/api/contents?type=directory&content=1&hash=0"
SETTINGS = (
    *("--no-browser", "--ServerApp.ip=127.0.0.1", "--ServerApp.port_retries=0", "--IdentityProvider.token="),
    *("--ServerApp.password=", "--ServerApp.allow_remote_access=True", "--ServerApp.terminals_enabled=False"),
    *("--ServerApp.allow_root=True", "--ServerApp.quit_button=False"),
)


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept = free_port(), workshop.folder / "papiers"
    kept.mkdir()
    for item in workshop.items:
        text = f"# {item.title}\n\n{item.text}\n\n{item.maker}\n{item.place}\n"
        (kept / _name(item)).write_text(text, encoding="utf-8")
        changed = datetime.fromisoformat(dated(item)).replace(tzinfo=UTC).timestamp()
        os.utime(kept / _name(item), (changed, changed))
    command = (workshop.python_of("cellars"), "-m", "notebook", *SETTINGS)
    more = (f"--ServerApp.port={port}", f"--ServerApp.root_dir={kept}")
    with workshop.server(port, *command, *more, path="/api"):
        workshop.front.behind = Upstream(port)
        yield Served(form="/tree", state=lambda: files_state(kept))


def _name(item: Item) -> str:
    return signed(item).replace("/", "-") + ".md"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """One call brings all names."""
    if items:
        yield Ask(CALL)


NOTEBOOK = Application(
    "notebook", "files of a folder", 330, _serve, modules=("notebook",), environment="cellars",
    records=partial(natural, language="fr"), scripted=True, oracle=_oracle,
)  # fmt: skip
