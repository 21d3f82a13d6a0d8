"""Buildbot (PyPI): the builders of a builder of software; its page, made with React, stands behind `#`."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural, signed
from app_oracle import Ask
from app_records import Item

MASTER = """
import json
from pathlib import Path
from buildbot.plugins import schedulers, util, worker
told = json.loads(Path(__file__).with_name("told.json").read_text())
BuildmasterConfig = {
    "buildbotNetUsageData": None, "title": "Archive", "titleURL": told["address"], "buildbotURL": told["address"],
    "workers": [worker.Worker("hand", "hand")], "protocols": {"pb": {"port": "tcp:0:interface=127.0.0.1"}},
    "schedulers": [schedulers.Triggerable("by hand", builderNames=[one["name"] for one in told["builders"]])],
    "db": {"db_url": "sqlite:///state.sqlite"},
    "builders": [
        util.BuilderConfig(workernames=["hand"], factory=util.BuildFactory(), **one) for one in told["builders"]
    ],
    "www": {"port": "tcp:%d:interface=127.0.0.1" % told["port"], "plugins": {}},
}
"""


LATE = ("configured_workers", "workers")
"""Tables that it fills by itself after it answers."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept = free_port(), workshop.folder / "kept"
    program = workshop.tools / "decks/bin/buildbot"
    workshop.run(program, "create-master", kept)
    told = {"port": port, "address": workshop.front.url("/"), "builders": [_told(item) for item in workshop.items]}
    (kept / "told.json").write_text(json.dumps(told))
    (kept / "master.cfg").write_text(MASTER)
    with workshop.server(port, program, "start", "--nodaemon", kept, path="/api/v2/builders"):
        workshop.front.behind = Upstream(port)
        yield Served(form="/#/builders", state=lambda: tables_state(kept / "state.sqlite", LATE))


def _told(item: Item) -> dict[str, object]:
    """What names may not hold, and what is longer than a name, is left out."""
    name = "".join(letter for letter in signed(item) if letter not in "/%")
    return {"name": f"{name[:-9][:58]} {name[-8:]}", "description": item.text, "tags": [item.kind]}


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """All of them in one answer."""
    if items:
        yield Ask("/api/v2/builders")


BUILDBOT = Application(
    "buildbot", "builders of software", 320, _serve, modules=("buildbot",), environment="decks", records=natural,
    scripted=True, oracle=_oracle,
)  # fmt: skip
