"""MLflow (PyPI): experiments, found by a POST of JSON whose answers hold a mark for the next page."""

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import dated, natural, signed
from app_oracle import Ask
from app_records import Item

SEARCH = "/ajax-api/2.0/mlflow/experiments/search"
ON_A_PAGE = 1000


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept = free_port(), workshop.folder / "kept.db"
    backend = ("--backend-store-uri", f"sqlite:///{kept}", "--artifacts-destination", workshop.folder / "runs")
    server = ("server", "--host", "127.0.0.1", "--port", str(port), "--workers", "1", *backend)
    variables = {"MLFLOW_SERVER_DISABLE_SECURITY_MIDDLEWARE": "true", "MLFLOW_DISABLE_TELEMETRY": "true"}
    command = (workshop.tools / "decks/bin/mlflow", *server)
    with workshop.server(port, *command, path="/health", **variables):
        for item in workshop.items:
            _create(port, item)
        workshop.front.behind = Upstream(port)
        yield Served(form="/#/experiments", state=lambda: tables_state(kept), search_posts=(SEARCH,))


def _create(port: int, item: Item) -> None:
    tags = {"mlflow.note.content": item.text, "maker": item.maker, "place": item.place, "kind": item.kind,
            "day": dated(item)}  # fmt: skip
    told = {"name": signed(item), "tags": [{"key": key, "value": value} for key, value in tags.items() if value]}
    body = json.dumps(told).encode()
    address = f"http://127.0.0.1:{port}/api/2.0/mlflow/experiments/create"
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        answer.read()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Everything, in one answer."""
    if items:
        yield Ask(SEARCH, document=json.dumps({"max_results": ON_A_PAGE, "order_by": ["last_update_time DESC"]}))


MLFLOW = Application(
    "mlflow", "register of experiments", 330, _serve, modules=("mlflow",), environment="decks", records=natural,
    scripted=True, oracle=_oracle,
)  # fmt: skip
