"""Serve one application, loaded, until Ctrl-C: `python tests/apps/app_serve.py NAME` (see docs/apps.md)."""

import argparse
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app_all import APPLICATIONS, READY, SCRIPTED
from app_front import Front, front
from app_kit import Application, Served, Workshop

TOOLS = Path(__file__).parents[2] / ".venv-apps"


@contextmanager
def serving(application: Application, folder: Path, tools: Path) -> Iterator[tuple[Front, Served]]:
    """The application, loaded with its records and answering at the front."""
    with front() as door:
        workshop = Workshop(folder, application.items, door, tools)
        with application.serve(workshop) as served:
            door.log.clear()  # some applications look at themselves while they are set up
            yield door, served


def main() -> None:
    named = {application.name: application for application in (*APPLICATIONS, *READY, *SCRIPTED)}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(named))
    parser.add_argument("--tools", type=Path, default=TOOLS)
    given = parser.parse_args()
    signal.signal(
        signal.SIGTERM, signal.default_int_handler
    )  # the application's server ends with us, however we end
    with tempfile.TemporaryDirectory() as folder, serving(named[given.name], Path(folder), given.tools) as at:
        door, served = at
        print(door.url(served.form), *served.arguments, flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print(f"{len(door.log)} requests were answered")


if __name__ == "__main__":
    main()
