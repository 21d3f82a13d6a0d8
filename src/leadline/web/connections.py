"""aiohttp's pool of connections, made safe against what a server does on one that nobody is using.

- Bytes that arrive on an idle connection would be the answer to our *next* request: a connection that holds
  any is closed, not used again.
- A body whose framing breaks half-way would keep its reader waiting until the time is up: it is told at once.
- Answers nobody asked for are queued by aiohttp without a bound: past a few, the connection is cut.
- Kept-alive connections to thousands of hosts would eat up the process's file descriptors: past a number,
  connections are closed after use.
"""

from contextvars import ContextVar
from functools import partial
from weakref import WeakSet

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.client_proto import ResponseHandler
from aiohttp.client_reqrep import ClientRequest
from aiohttp.connector import Connection
from aiohttp.tracing import Trace

KEEP_ALIVE_SECONDS = 30.0
PEER: ContextVar[str | None] = ContextVar("PEER", default=None)
"""The address this task's request went to. A short answer is complete, and its connection given back, before
anybody could ask it."""
_KEPT_OPEN = 256
_UNREAD_ANSWERS = 64


class _Guarded(ResponseHandler):
    """aiohttp's end of one connection."""

    used = False
    peer: str | None = None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        broken = self.exception()
        if broken is not None and self._payload is not None and not self._payload.is_eof():
            self._payload.set_exception(aiohttp.ClientPayloadError(f"the body's framing is broken: {broken}"))
        if len(self._buffer) > _UNREAD_ANSWERS:
            self.abort()


class GuardedConnector(aiohttp.TCPConnector):
    """See the module's text. The number of connections in use is the turnstile's business."""

    def __init__(self, resolver: AbstractResolver, concurrency: int) -> None:
        super().__init__(resolver=resolver, use_dns_cache=False, limit=0, keepalive_timeout=KEEP_ALIVE_SECONDS)
        made: type[ResponseHandler] = _Guarded
        self._factory = partial(made, loop=self._loop)
        self._most_open = max(_KEPT_OPEN, concurrency)
        self._opened: WeakSet[ResponseHandler] = WeakSet()

    async def connect(
        self,
        req: ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109  (aiohttp's signature)
    ) -> Connection:
        """A connection that nothing has been said on since it was last used."""
        while True:
            connection = await super().connect(req, traces, timeout)
            protocol = connection.protocol
            if not isinstance(protocol, _Guarded):
                return connection
            if not protocol.used:
                self._first_use(protocol)
            elif protocol.should_close:
                connection.close()
                continue
            PEER.set(protocol.peer)
            return connection

    def _first_use(self, protocol: _Guarded) -> None:
        protocol.used = True
        peer = protocol.transport.get_extra_info("peername") if protocol.transport else None
        protocol.peer = str(peer[0]) if peer else None
        self._opened.add(protocol)
        self._keep_few(protocol)

    def _keep_few(self, protocol: ResponseHandler) -> None:
        if len(self._opened) > self._most_open:
            self._opened = WeakSet(p for p in self._opened if p.is_connected())
            if len(self._opened) > self._most_open:
                protocol.force_close()
