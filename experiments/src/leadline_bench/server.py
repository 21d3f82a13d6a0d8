"""The server of a synthetic site: one process, pages made and packed before the first request.

It speaks just enough HTTP/1.1 for GET over kept connections, so that it is never what a crawler waits for.
`python -m leadline_bench.server HOSTS PAGES SEED [LATENCY]` prints its port when it is ready and serves until its
standard input ends, which it does with whoever started it, however that ends. LATENCY is how many seconds every
answer waits before it leaves, as on the way from a server far away.
"""

import asyncio
import gzip
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from leadline.errors import WorkNotDone
from leadline_bench.measure import pin
from leadline_bench.pages import Site, host

_MISSING = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 7\r\n\r\nnothing"


class _Answers(asyncio.Protocol):
    """One connection."""

    def __init__(self, pages: Mapping[bytes, bytes], latency: float) -> None:
        self._pages, self._latency = pages, latency
        self._begun = b""
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        assert self._transport is not None
        *requests, self._begun = (self._begun + data).split(b"\r\n\r\n")
        for request in requests:
            path = request.split(b" ", 2)[1]
            answer = self._pages.get(path, _MISSING)
            if self._latency:
                asyncio.get_running_loop().call_later(self._latency, self._transport.write, answer)
            else:
                self._transport.write(answer)


def packed(site: Site) -> dict[bytes, bytes]:
    """Path → the whole answer."""
    answers = {}
    for page in range(site.pages):
        body = gzip.compress(site.html(page).encode(), 6, mtime=0)
        head = (
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Encoding: gzip\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        answers[site.path(page).encode()] = head.encode() + body
    return answers


def _listening(hosts: int) -> list[socket.socket]:
    """One socket an address, all on one port that the system chose: nothing is offered beyond this machine."""
    sockets = [_bound(host(0), 0)]
    port = sockets[0].getsockname()[1]
    sockets += (_bound(host(number), port) for number in range(1, hosts))
    return sockets


def _bound(address: str, port: int) -> socket.socket:
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind((address, port))
    return made


async def _serve(hosts: int, pages: int, seed: int, latency: float = 0.0) -> None:
    sockets = _listening(hosts)
    port = sockets[0].getsockname()[1]
    answers = packed(Site(hosts, pages, port, seed))
    loop = asyncio.get_running_loop()
    for listening in sockets:
        await loop.create_server(lambda: _Answers(answers, latency), sock=listening, backlog=256)
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    ended = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), ended.set)
    await ended.wait()


@contextmanager
def serving(hosts: int, pages: int, seed: int, cpu: int | None = None, latency: float = 0.0) -> Iterator[Site]:
    """The site, served by a process of its own until the end of the block."""
    numbers = map(str, (hosts, pages, seed, latency))
    words = [sys.executable, "-m", "leadline_bench.server", *numbers]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603  # our own module
        assert process.stdin is not None
        assert process.stdout is not None
        if cpu is not None:
            pin(process.pid, cpu)
        try:
            port = process.stdout.readline().strip()
            if not port:
                raise WorkNotDone(
                    "the server of the synthetic site did not start: it needs all of 127.0.0.0/8 as loopback, "
                    "as on Linux"
                )
            yield Site(hosts, pages, int(port), seed)
        finally:
            process.stdin.close()
            process.wait()


if __name__ == "__main__":
    hosts, pages, seed, *latency = sys.argv[1:]
    asyncio.run(_serve(int(hosts), int(pages), int(seed), *map(float, latency)))
