"""Linked Data Fragments server (npm, @ldf/server): statements about papers, on Node; what they say is French.

A form asks for statements by subject, predicate and object, each whole; left empty it shows all of them, a hundred
on a page. The answer has the same form again, and beside it the way to other collections.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask, pages
from app_records import Item

CONTEXT = "https://linkedsoftwaredependencies.org/bundles/npm/@ldf/server/^3.0.0/components/context.jsonld"
BASE, WORDS = "http://archives.example/papiers/", "http://archives.example/mots#"
PATH, ON_A_PAGE = "/papiers", 100


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, data, settings = free_port(), workshop.folder / "papiers.ttl", workshop.folder / "config.json"
    data.write_text("".join(_statement(item) for item in workshop.items), encoding="utf-8")
    settings.write_text(json.dumps(_settings(str(data), workshop.front.url("/"))))
    with workshop.server(port, "node", workshop.npm / "@ldf/server/bin/ldf-server", settings, str(port), "1"):
        workshop.front.behind = Upstream(port)
        yield Served(form=PATH, state=lambda: files_state(workshop.folder, passing=("node.log",)))


def _settings(data: str, address: str) -> dict[str, object]:
    """What its example says, with one collection from a file."""
    return {
        "@context": CONTEXT,
        "@id": "urn:ldf-server:my",
        "import": "preset-qpf:config-defaults.json",
        "title": "Archives",
        "baseURL": address,
        "datasources": [{
            "@id": "urn:ldf-server:papiers", "@type": "TurtleDatasource", "datasourceTitle": "Papiers",
            "description": "Les papiers de la vallée", "datasourcePath": "papiers", "file": data,
        }],
        "prefixes": [{"prefix": "papier", "uri": BASE}, {"prefix": "mot", "uri": WORDS}],
    }  # fmt: skip


def _statement(item: Item) -> str:
    """One statement: which paper, of what kind, and what stands in it."""
    return f"<{BASE}{item.number}> <{WORDS}{item.kind}> {json.dumps(item.text, ensure_ascii=False)}@fr .\n"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Nothing asked for shows everything, page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{PATH}?page={page + 1}")


LDFSERVER = Application(
    "ldfserver", "statements about papers", 330, _serve, programs=("node",), packages=("@ldf/server",),
    records=partial(natural, language="fr"), oracle=_oracle,
)  # fmt: skip
