"""Flower (PyPI, for Celery): tasks that workers did, a table of DataTables that asks its server for rows; French.

Every question is a POST to one address, with what is typed, the order and the rows wanted among many fields;
fifteen rows at a time. What a task was given and what came of it are long texts in three of eight columns.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from urllib.parse import urlencode
from urllib.request import urlopen
from uuid import UUID

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_natural import dated, natural
from app_oracle import Ask, pages
from app_records import Item

LOAD = """
import json, shelve, sys
import flower.options
from flower.events import EventsState
state = EventsState(max_tasks_in_memory=100000)
for event in json.load(sys.stdin):
    state.event(event)
with shelve.open(sys.argv[1], flag="n") as kept:
    kept["events"], kept["counter"] = state, dict(state.counter)
"""
PATH, ON_A_PAGE = "/tasks/datatable", 100
WORKERS = ("celery@cave", "celery@grenier")
COLUMNS = "name,state,args,kwargs,result,received,runtime,worker"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept = free_port(), workshop.folder / "flower"
    told = json.dumps([event for item in workshop.items for event in _events(item)])
    workshop.run(workshop.python_of("sheds"), "-c", LOAD, kept, given=told)
    program = (workshop.python_of("sheds"), "-m", "celery", "--broker=memory://", "flower")
    settings = (
        "--address=127.0.0.1",
        f"--port={port}",
        "--persistent=True",
        f"--db={kept}",
        f"--tasks_columns={COLUMNS}",
    )
    with workshop.server(port, *program, *settings, path="/tasks"):
        workshop.front.behind = Upstream(port)
        yield Served(form="/tasks", state=lambda: _state(port, len(workshop.items)), search_posts=(PATH,))


def _events(item: Item) -> Iterator[dict[str, object]]:
    """A task that was received, begun and done, as a worker tells it."""
    began = datetime.fromisoformat(dated(item)).replace(tzinfo=UTC).timestamp() + item.number
    told = {"auteur": item.maker, "lieu": item.place, "année": item.year}
    of_all = {
        "uuid": str(UUID(int=item.number << 64)), "hostname": WORKERS[item.number % len(WORKERS)],
        "pid": 1, "utcoffset": 0,
    }  # fmt: skip
    more: tuple[dict[str, object], ...] = (
        {"name": f"archives.{item.kind}", "args": repr((item.title,)), "kwargs": repr(told), "retries": 0},
        {},
        {"result": repr(item.text), "runtime": item.year / 1000},
    )
    for step, (what, given) in enumerate(zip(("received", "started", "succeeded"), more, strict=True)):
        at = {"timestamp": began + step, "local_received": began + step, "clock": item.number * 3 + step}
        yield {"type": f"task-{what}", **of_all, **at, **given}


def _asked(start: int, length: int) -> tuple[tuple[str, str], ...]:
    """A page of the table, the latest tasks first."""
    order = (("order[0][column]", "0"), ("order[0][dir]", "desc"), ("columns[0][data]", "received"))
    return (("draw", "1"), ("start", str(start)), ("length", str(length)), ("search[value]", ""), *order)


def _state(port: int, size: int) -> str:
    """All tasks and what became of them."""
    with urlopen(f"http://127.0.0.1:{port}{PATH}?{urlencode(_asked(0, size + 1))}", timeout=60) as answer:
        return hashlib.sha256(answer.read()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """All tasks, as many at once as the page offers."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(PATH, _asked(page * ON_A_PAGE, ON_A_PAGE))


FLOWER = Application(
    "flower", "tasks of workers", 330, _serve, modules=("flower", "celery"), environment="sheds",
    records=partial(natural, language="fr"), scripted=True, oracle=_oracle,
)  # fmt: skip
