"""Dagster (PyPI, dagster-webserver): a catalogue of data sets; its page asks for them by GraphQL."""

import hashlib
import json
import re
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

DEFINITIONS = """
import json
from dagster import AssetKey, AssetSpec, Definitions
defs = Definitions(assets=[
    AssetSpec(AssetKey([item["kind"], item["name"]]), description=item["text"], group_name=item["kind"])
    for item in json.load(open("items.json"))])
"""
SETTINGS = "telemetry:\n  enabled: false\n"
QUERY = "query Catalogue { assetNodes { assetKey { path } description groupName } }"
"""The records as its page asks for them, without what is told of their runs."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, home = free_port(), workshop.folder / "home"
    home.mkdir()
    (home / "dagster.yaml").write_text(SETTINGS)
    (workshop.folder / "catalogue.py").write_text(DEFINITIONS)
    items = [{"kind": i.kind, "name": _name(i), "text": i.text} for i in workshop.items]
    (workshop.folder / "items.json").write_text(json.dumps(items))
    program = workshop.tools / "scripted/bin/dagster-webserver"
    command = (program, "--read-only", "--host", "127.0.0.1", "--port", str(port), "--python-file", "catalogue.py")
    with workshop.server(port, *command, path="/server_info", DAGSTER_HOME=str(home)):
        workshop.front.behind = Upstream(port)
        yield Served(form="/assets", state=lambda: _state(port), search_posts=("/graphql",))


def _name(item: Item) -> str:
    return re.sub(r"[^a-z0-9]+", "_", f"{item.title} {item.key}".lower()).strip("_")


def _state(port: int) -> str:
    """What the catalogue holds and which runs there were."""
    query = "{ assetNodes { assetKey { path } description } runsOrError { ... on Runs { results { runId } } } }"
    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}/graphql",
        data=json.dumps({"query": query}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return hashlib.sha256(answer.read()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """All data sets in one answer."""
    if items:
        yield Ask("/graphql", document=json.dumps({"operationName": "Catalogue", "variables": {}, "query": QUERY}))


DAGSTER = Application(
    "dagster", "catalogue of data", 330, _serve, modules=("dagster",), environment="scripted", records=natural,
    scripted=True, oracle=_oracle,
)  # fmt: skip
