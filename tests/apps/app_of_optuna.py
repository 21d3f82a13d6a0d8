"""optuna-dashboard (PyPI): studies of parameters, as cards that a script of React fills from one call; German.

Every card has buttons, for the study's page and to delete it; a button makes new studies.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural, signed
from app_oracle import Ask
from app_records import Item

LOAD = """
import json, sys
import optuna
optuna.logging.disable_default_handler()
kept = optuna.storages.RDBStorage(sys.argv[1])
for told in json.load(sys.stdin):
    study = optuna.create_study(storage=kept, study_name=told["name"], direction=told["direction"])
    for name, value in told["more"].items():
        study.set_user_attr(name, value)
"""
CALL = "/api/studies"
DIRECTIONS = ("minimize", "maximize")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept = free_port(), workshop.folder / "studies.db"
    at = f"sqlite:///{kept}"
    told = json.dumps([_study(item) for item in workshop.items])
    workshop.run(workshop.python_of("attics"), "-c", LOAD, at, given=told)
    program = workshop.tools / "attics/bin/optuna-dashboard"
    command = (program, at, "--host", "127.0.0.1", "--port", str(port), "--server", "wsgiref")
    with workshop.server(port, *command, path="/dashboard"):
        workshop.front.behind = Upstream(port)
        yield Served(form="/dashboard", state=lambda: tables_state(kept))


def _study(item: Item) -> dict[str, object]:
    told = {"kind": item.kind, "maker": item.maker, "place": item.place, "text": item.text}
    return {
        "name": signed(item), "direction": DIRECTIONS[item.number % len(DIRECTIONS)],
        "more": {name: value for name, value in told.items() if value},
    }  # fmt: skip


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """One call brings all studies."""
    if items:
        yield Ask(CALL)


OPTUNA = Application(
    "optuna", "studies of parameters", 330, _serve, modules=("optuna_dashboard",), environment="attics",
    records=partial(natural, language="de"), scripted=True, oracle=_oracle,
)  # fmt: skip
