"""flask-profiler (PyPI): what a program on Flask was asked and how long it took; DataTables asks for the rows.

Its table of names is one call, its table of requests goes by pages; a button of its last tab empties the
database by a GET.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_natural import natural, signed
from app_oracle import Ask
from app_records import Item

START = """
import json, sys, time
from flask import Flask
import flask_profiler
made = Flask("archive", static_folder=None)
made.config["FLASK_PROFILER"] = {"enabled": True, "storage": {"engine": "sqlite", "FILE": "measured.sql"},
    "basicAuth": {"enabled": False}, "ignore": ["^/flask-profiler/.*"]}
flask_profiler.init_app(made)
if sys.argv[1] == "load":
    now = time.time()
    for row in json.load(sys.stdin):
        began = now - row.pop("ago")
        flask_profiler.flask_profiler.collection.insert(
            {"startedAt": began, "endedAt": began + row["elapsed"], "args": [], **row})
else:
    made.run("127.0.0.1", int(sys.argv[2]), threaded=False)
"""
PATH, CALL = "/flask-profiler/", "/flask-profiler/api/measurements/grouped"
METHODS = ("GET", "POST", "PUT")
HOUR = 3600


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python, kept = free_port(), workshop.python_of("lofts"), workshop.folder / "measured.sql"
    (workshop.folder / "start.py").write_text(START)
    workshop.run(python, "start.py", "load", given=json.dumps([_measured(item) for item in workshop.items]))
    with workshop.server(port, python, "start.py", "serve", str(port), path=PATH):
        workshop.front.behind = Upstream(port)
        yield Served(form=PATH, state=lambda: _state(kept))


def _measured(item: Item) -> dict[str, object]:
    """A page of that title that was asked for within the last four days, which is what its tables show."""
    told = {"kind": item.kind, "maker": item.maker, "place": item.place, "text": item.text}
    return {
        "name": signed(item), "method": METHODS[item.number % len(METHODS)], "ago": item.number % 90 * HOUR + HOUR,
        "elapsed": item.year / 10000, "kwargs": {},
        "context": {"url": f"/{item.kind}/{item.number}", "args": told},
    }  # fmt: skip


def _state(kept: Path) -> str:
    with closing(sqlite3.connect(f"file:{kept}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT * FROM measurements ORDER BY id").fetchall()
    return f"{len(rows)} {hashlib.sha256(repr(rows).encode()).hexdigest()}"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The call of the first table brings all names in one answer."""
    if items:
        yield Ask(f"{CALL}?" + urlencode({"draw": 1, "start": 0, "length": 10000, "sort": "count,desc"}))


FLASKPROFILER = Application(
    "flaskprofiler", "times of a program", 330, _serve, modules=("flask_profiler",), environment="lofts",
    records=partial(natural, language="de"), scripted=True, oracle=_oracle,
)  # fmt: skip
