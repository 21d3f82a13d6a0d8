"""A server on loopback that writes any bytes it is told to, and notes what it sees.

A *script* answers one request on a `Visit`; the path of the request picks it. A script that returns True keeps
the connection open for the next request. What is not scripted gets a small good page, robots.txt a 404.
"""

import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from types import TracebackType
from typing import Self

GOOD = b"<html><title>Good</title><a href=/next>next</a><form action=/s><input name=q></form></html>"


@dataclass
class Visit:
    """One request, as the server sees it, and the way to answer it."""

    server: "HostileServer"
    sock: socket.socket
    head: bytes
    at: float
    connection: int
    path: str = ""
    host: str = ""
    fields: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        first, *rest = self.head.decode("latin-1").split("\r\n")
        self.path = first.split(" ")[1] if first.count(" ") >= 2 else first
        self.fields = {n.lower(): v.strip() for n, _, v in (line.partition(":") for line in rest)}
        self.host = self.fields.get("host", "")

    def send(self, data: bytes) -> None:
        self.sock.sendall(data)
        self.server.sent[self.path] += len(data)

    def answer(self, body: bytes = GOOD, status: str = "200 OK", headers: str = "Content-Type: text/html") -> bool:
        """A whole, well-formed answer; the connection stays open."""
        extra = f"{headers}\r\n" if headers else ""
        self.send(f"HTTP/1.1 {status}\r\n{extra}Content-Length: {len(body)}\r\n\r\n".encode("latin-1") + body)
        return True

    def pause(self, seconds: float) -> None:
        """Wait, but not past the end of the test."""
        self.server.stopping.wait(seconds)

    def forever(self, piece: bytes, gap: float = 0.0) -> None:
        """Send `piece` again and again until the other side has enough."""
        while not self.server.stopping.is_set():
            self.send(piece)
            if gap:
                self.pause(gap)

    def hang(self) -> None:
        """Say nothing until the other side goes away."""
        with suppress(OSError):
            while not self.server.stopping.is_set() and self.sock.recv(65_536):
                pass

    def reset(self) -> None:
        """Cut the connection with a TCP reset instead of an orderly end."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()


Script = Callable[[Visit], object]


def raw(data: bytes) -> Script:
    """Exactly these bytes, then the end of the connection."""
    return lambda visit: visit.send(data)


def page(body: bytes, headers: str = "Content-Type: text/html", status: str = "200 OK") -> Script:
    return lambda visit: visit.answer(body, status, headers)


def redirect(location: str, status: int = 302) -> Script:
    return lambda visit: visit.answer(b"", f"{status} Found", f"Location: {location}")


def endless(head: bytes, piece: bytes, gap: float = 0.0) -> Script:
    def script(visit: Visit) -> None:
        visit.send(head)
        visit.forever(piece, gap)

    return script


def in_two(first: bytes, second: bytes) -> Script:
    """Two writes far enough apart that they arrive as two."""

    def script(visit: Visit) -> None:
        visit.send(first)
        visit.pause(0.1)
        visit.send(second)

    return script


def then_silence(head: bytes = b"") -> Script:
    def script(visit: Visit) -> None:
        visit.send(head)
        visit.hang()

    return script


def then_reset(head: bytes = b"") -> Script:
    def script(visit: Visit) -> None:
        if head:
            visit.send(head)
            visit.pause(0.05)  # a reset overtakes what is still on its way
        visit.reset()

    return script


class HostileServer:
    """Use as a context manager; `address` is HOST:PORT. Threads, so that the crawler's loop is its own."""

    def __init__(self, scripts: Mapping[str, Script] | None = None, default: Script | None = None) -> None:
        self.scripts = dict(scripts or {})
        self.default = default
        self.greeting = b""
        """Sent as soon as somebody connects."""
        self.visits: list[Visit] = []
        self.sent: Counter[str] = Counter()
        self.stopping = threading.Event()
        self.busy = 0
        self.most_busy = 0
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port: int = self._listener.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        self.stopping.set()
        with suppress(OSError):  # wakes the accepting thread; closing alone does not
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        for sock in tuple(self._open):
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(5)
        self._listener.close()

    def paths(self, host: str | None = None) -> list[str]:
        return [v.path for v in self.visits if host is None or v.host.partition(":")[0] == host]

    def gaps(self, host: str | None = None) -> list[float]:
        """Seconds between successive requests (to one host), as they arrived here."""
        times = [v.at for v in self.visits if host is None or v.host.partition(":")[0] == host]
        return [later - earlier for earlier, later in pairwise(times)]

    def _start(self, target: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        number = 0
        while not self.stopping.is_set():
            sock, _ = self._listener.accept()
            if self.stopping.is_set():
                sock.close()
                return
            number += 1
            self._open.add(sock)
            self._start(self._serve, sock, number)

    def _serve(self, sock: socket.socket, number: int) -> None:
        # The crawler hanging up on us is what many of these tests are about.
        with suppress(OSError), sock:
            sock.sendall(self.greeting)
            for head, at in _requests(sock):
                visit = Visit(self, sock, head, at, number)
                with self._occupied(visit):
                    keep = self._script_for(visit)(visit)
                if keep is not True:
                    break
        self._open.discard(sock)

    @contextmanager
    def _occupied(self, visit: Visit) -> Iterator[None]:
        with self._lock:
            self.visits.append(visit)
            self.busy += 1
            self.most_busy = max(self.most_busy, self.busy)
        try:
            yield
        finally:
            with self._lock:
                self.busy -= 1

    def _script_for(self, visit: Visit) -> Script:
        found = self.scripts.get(visit.path) or self.default
        if found is not None and (visit.path != "/robots.txt" or visit.path in self.scripts):
            return found
        return page(b"", status="404 Not Found") if visit.path == "/robots.txt" else page(GOOD)


def _requests(sock: socket.socket) -> Iterator[tuple[bytes, float]]:
    """Heads of requests (with their bodies dropped) and when their first byte was here."""
    waiting = b""
    while True:
        at = time.monotonic()
        while b"\r\n\r\n" not in waiting:
            piece = sock.recv(65_536)
            if not piece:
                return
            if not waiting:
                at = time.monotonic()
            waiting += piece
        head, _, waiting = waiting.partition(b"\r\n\r\n")
        length = next(
            (
                int(line.split(b":")[1])
                for line in head.split(b"\r\n")
                if line.lower().startswith(b"content-length:")
            ),
            0,
        )
        while len(waiting) < length:
            waiting += sock.recv(65_536)
        waiting = waiting[length:]
        yield head, at
