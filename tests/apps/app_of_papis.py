"""Papis (PyPI): somebody's library of papers, kept in files, on the standard library's server."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed
from app_oracle import Ask
from app_records import Item

SETTINGS = "[settings]\ndefault-library = papers\n\n[papers]\ndir = {folder}\n"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    papers, settings, port = workshop.folder / "papers", workshop.folder / "config/papis", free_port()
    settings.mkdir(parents=True)
    (settings / "config").write_text(SETTINGS.format(folder=papers))
    for item in workshop.items:
        folder = papers / f"{item.number:04d}"
        folder.mkdir(parents=True)
        (folder / "info.yaml").write_text(json.dumps(_told(item), ensure_ascii=False, indent=1) + "\n")
    variables = {
        "XDG_CONFIG_HOME": str(workshop.folder / "config"),
        "XDG_CACHE_HOME": str(workshop.folder / "cache"),
    }
    command = (workshop.tools / "forms/bin/papis", "serve", "--port", str(port), "--address", "127.0.0.1")
    with workshop.server(port, *command, path="/library", **variables):
        workshop.front.behind = Upstream(port)
        yield Served(form="/library", state=lambda: files_state(papers))


def _told(item: Item) -> dict[str, object]:
    """Its files are YAML, of which JSON is a part."""
    told: dict[str, object] = {
        "papis_id": hashlib.md5(item.key.encode(), usedforsecurity=False).hexdigest(),
        "ref": f"paper{item.number}",
        "type": "article",
        "title": signed(item),
        "year": item.year,
        "tags": [item.kind],
        "abstract": item.text,
    }
    if item.maker:
        told["author"] = item.maker
    if item.place:
        told["journal"] = f"Proceedings of {item.place}"
    return told


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """No words at all find everything, on one page."""
    if items:
        yield Ask("/library/papers/query?q=")


PAPIS = Application(
    "papis", "library of papers", 330, _serve, modules=("papis",), environment="forms", records=natural,
    oracle=_oracle,
)  # fmt: skip
