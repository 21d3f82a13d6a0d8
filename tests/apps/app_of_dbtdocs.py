"""dbt docs (PyPI, dbt-core): a catalogue of data models, a page of Angular that loads two large files; English.

Its addresses stand behind `#!`; what is typed is looked up in the browser in names, descriptions and columns, and
answers stand with their names and a piece of what holds the word, the first twenty of them until more are wanted.
A tree of folders stands beside them.
"""

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

PROJECT = """name: archive
version: '1.0'
profile: archive
model-paths: [models]
flags: {send_anonymous_usage_stats: false}
"""
PROFILE = "archive: {target: here, outputs: {here: {type: duckdb, path: kept.duckdb}}}\n"
OVERVIEW = "{% docs __overview__ %}\n# Archive\n\nThe papers of a small archive, sheet by sheet.\n{% enddocs %}\n"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, models = free_port(), workshop.folder / "models"
    site = workshop.folder / "target"
    models.mkdir()
    (workshop.folder / "dbt_project.yml").write_text(PROJECT)
    (workshop.folder / "profiles.yml").write_text(PROFILE)
    (models / "overview.md").write_text(OVERVIEW)
    for kind in sorted({item.kind for item in workshop.items}):
        (models / kind).mkdir()
        held = [item for item in workshop.items if item.kind == kind]
        for item in held:
            (models / kind / f"{_name(item)}.sql").write_text(f"select {item.number} as sheet\n")
        told = {"version": 2, "models": [_told(item) for item in held]}
        (models / kind / "models.yml").write_text(json.dumps(told))  # JSON is YAML
    command = (workshop.tools / "cellars/bin/dbt", "docs", "generate", "--empty-catalog", "--profiles-dir", ".")
    workshop.run(*command, variables={"DO_NOT_TRACK": "1"})
    server = ("-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, workshop.python, *server):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _name(item: Item) -> str:
    """As names of tables are: plain small letters, and with the key: an answer shows nothing else for certain."""
    plain = normalize("NFKD", item.title).encode("ascii", "ignore").decode().lower()
    return f"{re.sub(r'[^a-z0-9]+', '_', plain).strip('_')[:50]}_{item.key}"


def _told(item: Item) -> dict[str, object]:
    meta = {"maker": item.maker, "place": item.place, "day": dated(item)}
    column = {"name": "sheet", "description": f"Number of the sheet, of {item.year}."}
    return {
        "name": _name(item), "description": f"{item.title}: {item.text}", "columns": [column],
        "config": {"meta": {name: value for name, value in meta.items() if value}, "tags": [item.kind]},
    }  # fmt: skip


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """One of the two files holds everything."""
    if items:
        yield Ask("/manifest.json")


DBTDOCS = Application(
    "dbtdocs", "catalogue of data models", 330, _serve, modules=("dbt", "duckdb"), environment="cellars",
    records=natural, scripted=True, oracle=_oracle,
)  # fmt: skip
