"""Luigi (PyPI): the tasks of a scheduler; its page asks for them status by status."""

import hashlib
import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_natural import natural, signed
from app_oracle import Ask
from app_records import Item

SETTINGS = """[scheduler]
remove_delay = 1000000
worker_disconnect_delay = 1000000
state_path = {folder}/state.pickle
"""
"""What was done is forgotten after ten minutes unless it is told otherwise."""
STATES = ("DONE", "PENDING", "FAILED", "DISABLED")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, settings = free_port(), workshop.folder / "luigi.cfg"
    settings.write_text(SETTINGS.format(folder=workshop.folder))
    command = (workshop.tools / "scripted/bin/luigid", "--address", "127.0.0.1", "--port", str(port))
    with workshop.server(port, *command, path="/static/visualiser/index.html", LUIGI_CONFIG_PATH=str(settings)):
        for item in workshop.items:
            _asked(port, "add_task", _told(item))
        workshop.front.behind = Upstream(port)
        yield Served(form="/static/visualiser/index.html", state=lambda: _state(port))


def _told(item: Item) -> dict[str, object]:
    """As a worker announces a task; one of those that were begun and given up is never asked for again."""
    return {
        "worker": "archive",
        "task_id": f"Transcribe_{item.key}",
        "family": f"Transcribe{item.kind.capitalize()}",
        "status": STATES[item.number % len(STATES)],
        "params": {"title": signed(item), "writer": item.maker, "place": item.place, "year": str(item.year),
                   "text": item.text},
        "priority": item.number % 10,
        "deps": [],
    }  # fmt: skip


def _asked(port: int, call: str, told: dict[str, object]) -> object:
    body = urlencode({"data": json.dumps(told)}).encode()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/{call}", data=body, timeout=60) as answer:
        return json.load(answer)["response"]


def _state(port: int) -> str:
    kept = {state: _asked(port, "task_list", {"status": state, "upstream_status": ""}) for state in STATES}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """All of one status come in one answer."""
    for state in STATES[: len(items)]:
        told = {"status": state, "upstream_status": "", "search": ""}
        yield Ask("/api/task_list?" + urlencode({"data": json.dumps(told)}))


LUIGI = Application(
    "luigi", "scheduler", 330, _serve, modules=("luigi",), environment="scripted", records=natural, scripted=True,
    oracle=_oracle,
)  # fmt: skip
