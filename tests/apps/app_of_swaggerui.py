"""Swagger UI (npm, swagger-ui-dist): what a service can be asked, written by its script from one document; Polish.

The document tells of every question under its address and its method. The box narrows them down by group and by
address, and only what is in sight is drawn; every question opens to a form that would send it, even a deletion.
"""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from unicodedata import normalize

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed
from app_oracle import Ask
from app_records import Item

PACKAGE, DOCUMENT = "swagger-ui-dist", "/openapi.json"
START = """window.onload = () => {
  window.ui = SwaggerUIBundle({
    url: "openapi.json", dom_id: "#swagger-ui", deepLinking: true, filter: true, layout: "StandaloneLayout",
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  });
};
"""
METHODS = ("get", "get", "post", "put", "delete")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, site = free_port(), workshop.folder / "site"
    shutil.copytree(workshop.npm / PACKAGE, site, ignore=shutil.ignore_patterns("*.map", "*es-bundle*", "*.md"))
    (site / "swagger-initializer.js").write_text(START)
    (site / DOCUMENT.strip("/")).write_text(json.dumps(_document(workshop.items)))
    command = ("-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, workshop.python, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _document(items: tuple[Item, ...]) -> dict[str, object]:
    return {
        "openapi": "3.0.3",
        "info": {"title": "Archiwum", "version": "1.0", "description": "Papiery niewielkiego archiwum."},
        "tags": [{"name": kind} for kind in sorted({item.kind for item in items})],
        "paths": {_path(item): {METHODS[item.number % len(METHODS)]: _question(item)} for item in items},
    }


def _path(item: Item) -> str:
    """Plain small letters. Two records of one title are told apart by the number."""
    plain = normalize("NFKD", item.title.replace("ł", "l")).encode("ascii", "ignore").decode().lower()
    return f"/{re.sub(r'[^a-z0-9]+', '-', plain).strip('-')}/{item.number}"


def _question(item: Item) -> dict[str, object]:
    told = ", ".join(part for part in (item.maker, item.place, str(item.year)) if part)
    return {
        "tags": [item.kind], "summary": signed(item), "description": f"{item.text}\n\n{told}",
        "operationId": f"karta{item.number}", "responses": {"200": {"description": "Karta"}},
    }  # fmt: skip


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The document holds everything."""
    if items:
        yield Ask(DOCUMENT)


SWAGGERUI = Application(
    "swaggerui", "questions to a service", 330, _serve, packages=(PACKAGE,),
    records=partial(natural, language="pl"), scripted=True, oracle=_oracle,
)  # fmt: skip
