"""A deletion that stands still before a given step, to be killed there."""

from multiprocessing.connection import Connection
from pathlib import Path

from leadline.app.forget import forget


def forget_until(folder: Path, record: str, step: str, saying: Connection) -> None:
    """Say when that step is next, and wait for ever."""

    def on_step(name: str) -> None:
        if name.startswith(step):
            saying.send(name)
            while True:
                saying.poll(60)

    forget(folder, [record], [], lambda _: True, on_step)
