"""The dashboard over real sockets, and what asks it."""

import asyncio
import http.client
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from leadline.ui.server import ServeSettings, serve


@dataclass(frozen=True)
class Said:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Dashboard:
    address: str  # as it is printed, token included

    @property
    def port(self) -> int:
        found = urlsplit(self.address).port
        assert found is not None
        return found

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Said:
        """One request as it is written; `_` in names of headers is a `-`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return Said(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def post(self, path: str, told: object, **headers: str) -> Said:
        return self.ask(path, "POST", json.dumps(told).encode(), Content_Type="application/json", **headers)


@contextmanager
def dashboard(*folders: Path, **settings: Any) -> Iterator[Dashboard]:
    """Served in a thread of its own until the block ends."""
    ready: Queue[object] = Queue()

    async def work() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()

        def told(address: str) -> None:
            ready.put((address, loop, stop))

        await serve(ServeSettings(folders, **{"port": 0, **settings}), stop, told)

    def run() -> None:
        try:
            asyncio.run(work())
        except BaseException as error:
            ready.put(error)

    thread = Thread(target=run)
    thread.start()
    found = ready.get(timeout=30)
    if isinstance(found, BaseException):
        thread.join()
        raise found
    assert isinstance(found, tuple)
    address, loop, stop = found
    try:
        yield Dashboard(address)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(30)
        assert not thread.is_alive()
