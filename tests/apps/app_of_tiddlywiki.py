"""TiddlyWiki (npm), for servers: a wiki in one page of scripts, which calls for a list of entries; Japanese."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural, signed
from app_oracle import Ask
from app_records import Item

SITE = {
    "plugins": ["tiddlywiki/tiddlyweb", "tiddlywiki/filesystem"],
    "themes": ["tiddlywiki/vanilla", "tiddlywiki/snowwhite"],
    "languages": ["ja-JP"],
}
"""As its edition for servers, with a language."""
OWN = {
    "$:/language": "$:/languages/ja-JP",
    "$:/SiteTitle": "文書館",
    "$:/DefaultTiddlers": "案内",
    "案内": "谷の文書。",
}
LISTENS = ("host=127.0.0.1", "readers=(anon)", "writers=curator", "username=curator", "password=not-for-use")
"""As a wiki that everybody may read and its curator write."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    wiki, port = workshop.folder / "wiki", free_port()
    (wiki / "tiddlers").mkdir(parents=True)
    (wiki / "tiddlywiki.info").write_text(json.dumps(SITE))
    for number, (title, text) in enumerate(OWN.items()):
        _write(wiki / f"tiddlers/own{number}.tid", {"title": title}, text)
    for item in workshop.items:
        day = dated(item).replace("-", "") + "120000000"
        told = {"title": signed(item), "tags": item.kind, "created": day, "modified": day}
        told |= {"creator": item.maker, "place": item.place, "year": str(item.year)}
        _write(wiki / f"tiddlers/{item.number:04d}.tid", told, item.text)
    command = ("node", workshop.npm / "tiddlywiki/tiddlywiki.js", wiki, "--listen", f"port={port}", *LISTENS)
    with workshop.server(port, *command, path="/status"):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(wiki))


def _write(file: Path, told: dict[str, str], text: str) -> None:
    file.write_text("".join(f"{name}: {value}\n" for name, value in told.items() if value) + f"\n{text}\n")


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """All entries come in one answer; the search of its page looks through what it holds and asks nobody."""
    if items:
        yield Ask("/recipes/default/tiddlers.json")


TIDDLYWIKI = Application(
    "tiddlywiki", "wiki", 320, _serve, programs=("node",), packages=("tiddlywiki",),
    records=partial(natural, language="ja"), scripted=True, oracle=_oracle,
)  # fmt: skip
