"""All hosts of a world on one port of this machine.

A host is named by the Host header, or by a whole URL as proxies are asked (`GET http://host/path`); a name nobody
has gets 421. `CONNECT` is refused: the lab has no certificates, its https is plain HTTP. Two hosts are not sites:
`lab.invalid` tells the ledger (`GET /ledger`; `POST /ledger` also sets it to zero) and is meant for tests and
benchmarks, `searx.lab` searches like a SearXNG instance, as does any host nobody has at `/search`.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from urllib.parse import urlsplit, urlunsplit

from aiohttp import web as http
from multidict import CIMultiDict

from leadline.errors import BadConfiguration
from leadline_lab.backlinks import LabBacklinks
from leadline_lab.serve.fetcher import half
from leadline_lab.serve.lab import Lab, Served
from leadline_lab.serve.ledger import Ledger
from leadline_lab.serve.search import HOST, search
from leadline_lab.web import Ask, Reply

LOOPBACK = "127.0.0.1"
CONTROL = "lab.invalid"
_HANG_SECONDS = 300.0
_SLOW_SECONDS = 5.0
_OWN_HEADERS = frozenset({"content-length", "connection", "transfer-encoding"})


class LabServer:
    """Answers from a `Lab`. A time-out is a connection that stays silent for `hang_seconds`."""

    def __init__(
        self, lab: Lab, *, hang_seconds: float = _HANG_SECONDS, slow_seconds: float = _SLOW_SECONDS
    ) -> None:
        self.lab = lab
        self.backlinks = LabBacklinks(lab.web.world)
        self.port = 0
        self._hang_seconds = hang_seconds
        self._slow_seconds = slow_seconds
        self._closing = asyncio.Event()

    @property
    def address(self) -> str:
        """HOST:PORT, for `--connect-to`."""
        return f"{LOOPBACK}:{self.port}"

    async def handle(self, request: http.BaseRequest) -> http.StreamResponse:
        if request.method == "CONNECT":
            said = "The lab speaks no TLS: ask it for http:// URLs, or let leadline use --connect-to.\n"
            return _written(Reply(501, _TEXT, said.encode()))
        url = _address(request)
        if url is None:
            return _written(Reply(400, _TEXT, b"a request names its host\n"))
        ask = Ask(request.method, url, dict(request.headers), await request.read())
        special = self._special(ask)
        if special is not None:
            return _written(special)
        served = self.lab.serve(ask)
        return await self._carried_out(request, served)

    def _special(self, ask: Ask) -> Reply | None:
        """Hosts that are no sites."""
        parts = urlsplit(ask.url)
        host = parts.hostname or ""
        if host == CONTROL:
            return self._control(ask.method, parts.path)
        if parts.path == "/search" and (host == HOST or self.lab.web.world.find(host) is None):
            self.lab.ledger.backlink_calls += 1
            return search(self.backlinks, ask.url)
        return None

    def _control(self, method: str, path: str) -> Reply:
        if path != "/ledger":
            return Reply(404, _TEXT, b"GET or POST /ledger\n")
        body = json.dumps(self.lab.ledger.as_json(), indent=1).encode()
        if method == "POST":
            self.lab.ledger = Ledger()
        return Reply(200, (("Content-Type", "application/json"),), body)

    async def _carried_out(self, request: http.BaseRequest, served: Served) -> http.StreamResponse:
        if served.fault == "timeout":
            await self._pause(self._hang_seconds)
            _cut(request)
        elif served.fault == "slow":
            await self._pause(self._slow_seconds)
        elif served.fault == "truncated" and served.reply.body:
            return await _half_written(request, served.reply)
        return _written(served.reply)

    async def _pause(self, seconds: float) -> None:
        """Ends early when the server does."""
        try:
            async with asyncio.timeout(seconds):
                await self._closing.wait()
        except TimeoutError:
            return

    def close(self) -> None:
        """Let go of whoever is kept waiting."""
        self._closing.set()


@asynccontextmanager
async def serving(server: LabServer, port: int = 0) -> AsyncIterator[LabServer]:
    """Serve until the block ends. Port 0 is any free one."""
    runner = http.ServerRunner(http.Server(server.handle, access_log=None), shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await http.TCPSite(runner, LOOPBACK, port).start()
        except OSError as error:
            raise BadConfiguration(f"--port {port}: cannot be served on: {error.strerror}; try another") from error
        server.port = runner.addresses[0][1]
        yield server
    finally:
        server.close()
        await runner.cleanup()


def _address(request: http.BaseRequest) -> str | None:
    """The URL asked for, without a port: by the target itself if it names a host, else by the Host header."""
    target = request.raw_path
    if not target.startswith(("http://", "https://")):
        target = f"http://{request.headers.get('Host', '')}{target}"
    try:
        parts = urlsplit(target)
        host = parts.hostname
    except ValueError:  # brackets that hold no address
        return None
    return urlunsplit(("http", host, parts.path or "/", parts.query, "")) if host else None


def _written(reply: Reply) -> http.Response:
    headers: CIMultiDict[str] = CIMultiDict(
        (name, value) for name, value in reply.headers if name.lower() not in _OWN_HEADERS
    )
    return http.Response(status=reply.status, headers=headers, body=reply.body)


async def _half_written(request: http.BaseRequest, reply: Reply) -> http.StreamResponse:
    """Promise all of the body, send half, and hang up."""
    whole = replace(reply, headers=(*reply.headers, ("Connection", "close")))
    response = http.StreamResponse(status=whole.status, headers=CIMultiDict(whole.headers))
    response.content_length = len(whole.body)
    await response.prepare(request)
    await response.write(half(whole.body))
    _cut(request)
    return response


def _cut(request: http.BaseRequest) -> None:
    if request.transport is not None:
        request.transport.close()


_TEXT = (("Content-Type", "text/plain; charset=utf-8"),)
