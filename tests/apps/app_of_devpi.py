"""devpi with devpi-web (PyPI): an index of packages with a full-text search over their descriptions."""

import http.client
import json
import time
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_records import Item

PASSWORD = "a-pass-phrase"
OWNER = "root"
"""The user every devpi has."""
INDEX = f"/{OWNER}/museum"
MULTIPART, MARK = "multipart/form-data", "part-of-a-record"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    data, port = workshop.folder / "data", free_port()
    programs = workshop.tools / "bin"
    workshop.run(programs / "devpi-init", "--serverdir", data, "--no-root-pypi", "--root-passwd", PASSWORD)
    serving = (programs / "devpi-server", "--serverdir", data, "--host", "127.0.0.1", "--port", str(port))
    with workshop.server(port, *serving, "--outside-url", workshop.front.url("")):
        _load(port, workshop.items)
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: _call(port, "GET", INDEX).decode())


def _load(port: int, items: tuple[Item, ...]) -> None:
    entered = _call(port, "POST", "/+login", _json({"user": OWNER, "password": PASSWORD}))
    password = json.loads(entered)["result"]["password"]
    key = {"X-Devpi-Auth": b64encode(f"{OWNER}:{password}".encode()).decode()}
    _call(port, "PUT", INDEX, _json({"bases": [], "volatile": False}), key)
    for item in items:
        _call(
            port,
            "POST",
            f"{INDEX}/",
            _described(item),
            key | {"Content-Type": f"{MULTIPART}; boundary={MARK}"},
        )
    while not _is_indexed(port):  # which it does on the side, whenever something was changed
        time.sleep(0.2)


def _described(item: Item) -> bytes:
    """What `twine register` sends."""
    given = {":action": "submit", "name": item.key, "version": "1.0", "summary": item.title}
    given |= {"description": f"{item.title}. {item.text}", "author": item.maker, "keywords": item.kind}
    head = f'--{MARK}\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
    return ("".join(head % pair for pair in given.items()) + f"--{MARK}--\r\n").encode()


def _is_indexed(port: int) -> bool:
    status = json.loads(_call(port, "GET", "/+status"))["result"]
    waiting = sum(value for name, _, value in status["metrics"] if name.endswith("index_queue_size"))
    return bool(status["serial"] == status["event-serial"] and waiting == 0)


def _json(given: dict[str, object]) -> bytes:
    return json.dumps(given).encode()


def _call(port: int, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> bytes:
    """One request to the application's own interface."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, body or None, {"Accept": "application/json", **(headers or {})})
        answered = connection.getresponse()
        said = answered.read()
    finally:
        connection.close()
    if answered.status >= 400:
        raise RuntimeError(f"devpi refused {method} {path}: {answered.status} {said[:500]!r}")
    return said


DEVPI = Application("devpi", "package index", 300, _serve, modules=("devpi_web",))
