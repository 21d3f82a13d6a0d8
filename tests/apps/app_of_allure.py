"""Allure Report (npm): what came of tests, a page of Preact that loads a tree of them; each has a file of its own.

A box looks names up in the browser; below it stand boxes for what came of them. In German.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from uuid import UUID

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed
from app_oracle import Ask
from app_records import Item

BEGAN, SECOND = 1_700_000_000_000, 1000
CAME_OF_IT = ("passed", "passed", "passed", "failed", "broken", "skipped")
SETTINGS = {"name": "Archiv", "plugins": {"awesome": {"options": {"reportLanguage": "de", "groupBy": ["suite"]}}}}


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, results, site = free_port(), workshop.folder / "allure-results", workshop.folder / "site"
    results.mkdir()
    for item in workshop.items:
        result = _result(item)
        (results / f"{result['uuid']}-result.json").write_text(json.dumps(result))
    (workshop.folder / "allurerc.json").write_text(json.dumps(SETTINGS))
    workshop.run(
        "node", workshop.npm / "allure/cli.js", "generate", "--config", "allurerc.json", "-o", site, results
    )
    command = ("-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, workshop.python, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _result(item: Item) -> dict[str, object]:
    began = BEGAN + item.number * SECOND
    labels = {"suite": item.kind, "owner": item.maker, "feature": item.place, "language": "python"}
    return {
        "uuid": str(UUID(int=item.number)), "historyId": item.key, "testCaseId": item.key,
        "name": signed(item), "fullName": f"archiv.{item.kind}#{item.key}", "description": item.text,
        "status": CAME_OF_IT[item.number % len(CAME_OF_IT)], "stage": "finished", "start": began,
        "stop": began + item.year,
        "labels": [{"name": name, "value": value} for name, value in labels.items() if value],
        "parameters": [{"name": "Jahr", "value": str(item.year)}], "steps": [], "attachments": [], "links": [],
    }  # fmt: skip


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The tree holds the names of all tests."""
    if items:
        yield Ask("/widgets/tree.json")


ALLURE = Application(
    "allure", "report of tests", 330, _serve, programs=("node",), packages=("allure",),
    records=partial(natural, language="de"), scripted=True, oracle=_oracle,
)  # fmt: skip
