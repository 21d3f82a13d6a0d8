"""A recut that stands still at a given page, to be killed there."""

import asyncio
from multiprocessing.connection import Connection
from pathlib import Path

from leadline.app.progress import Progress, RecutProgress, Supervisor
from leadline.app.recut import recut


def recut_until(folder: Path, page: int, saying: Connection) -> None:
    """Say when that page is read, and wait for ever."""

    def on_progress(event: Progress) -> None:
        if isinstance(event, RecutProgress) and event.pages == page:
            saying.send(page)
            while True:
                saying.poll(60)

    asyncio.run(recut(folder, Supervisor(on_progress)))
