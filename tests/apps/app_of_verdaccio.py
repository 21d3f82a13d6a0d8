"""Verdaccio (npm): a registry of packages; its page, made with React, asks for all of them or for words."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from unicodedata import normalize

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural
from app_oracle import Ask
from app_records import Item

SETTINGS = """storage: ./packages
auth:
  htpasswd:
    file: ./htpasswd
    max_users: -1
uplinks: {}
packages:
  "**":
    access: $all
web:
  title: Archive
  gravatar: false
logs: {type: stdout, format: pretty, level: warn}
"""
VERSION = "1.0.0"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept, settings = free_port(), workshop.folder / "packages", workshop.folder / "settings.yaml"
    settings.write_text(SETTINGS)
    names = [_name(item) for item in workshop.items]
    for name, item in zip(names, workshop.items, strict=True):
        (kept / name).mkdir(parents=True)
        (kept / name / "package.json").write_text(json.dumps(_package(name, item)))
    (kept / ".verdaccio-db.json").write_text(json.dumps({"list": names, "secret": "0" * 32}))
    program = workshop.npm / "verdaccio/bin/verdaccio"
    command = ("node", program, "--config", settings, "--listen", f"127.0.0.1:{port}")
    with workshop.server(port, *command, VERDACCIO_PUBLIC_URL=workshop.front.url("/")):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(kept))


def _name(item: Item) -> str:
    """As names of packages are: plain small letters. Two records of one title are told apart by the number."""
    plain = normalize("NFKD", item.title).encode("ascii", "ignore").decode().lower()
    return f"{re.sub(r'[^a-z0-9]+', '-', plain).strip('-')[:60]}-{item.number}"


def _package(name: str, item: Item) -> dict[str, object]:
    """A package as it is kept after it was published, without its archive."""
    released = {
        "name": name,
        "version": VERSION,
        "description": item.text,
        "keywords": [item.kind],
        "author": {"name": item.maker},
        "homepage": f"https://example.org/{item.number}",
        "license": "CC0-1.0",
        "dist": {"tarball": f"http://localhost/{name}/-/{name}-{VERSION}.tgz", "shasum": f"{item.number:040x}"},
    }
    at = f"{dated(item)}T12:00:00.000Z"
    return {
        "name": name,
        "versions": {VERSION: released},
        "time": {"created": at, "modified": at, VERSION: at},
        "dist-tags": {"latest": VERSION},
        "readme": f"# {item.title}\n\n{item.text}\n\n{item.place}\n",
        "_uplinks": {}, "_distfiles": {}, "_attachments": {}, "_rev": "1-0", "_id": name,
    }  # fmt: skip


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The call of the first page brings all packages in one answer."""
    if items:
        yield Ask("/-/verdaccio/data/packages")


VERDACCIO = Application(
    "verdaccio", "registry of packages", 330, _serve, programs=("node",), packages=("verdaccio",), records=natural,
    scripted=True, oracle=_oracle,
)  # fmt: skip
