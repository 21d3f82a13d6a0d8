"""Names to addresses, and connections to these: what the resolver hands out is all that is ever connected to.

The resolver is aiohttp's *and* the fetcher's own source of addresses, with one cache, so the address that was
checked is the address that gets the connection: a DNS answer that changes in between changes nothing.

aiohttp's pool is made safe against what a server does on a connection that nobody is using:

- Bytes that arrive on an idle connection would be the answer to our *next* request: one that holds any is closed.
- A body whose framing breaks half-way would keep its reader waiting until the time is up: it is told at once.
- Answers nobody asked for are queued by aiohttp without a bound: past a few, the connection is cut.
- Kept-alive connections to thousands of hosts would eat up the process's file descriptors: past a number,
  connections are closed after use.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from itertools import islice
from weakref import WeakSet

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.client_proto import ResponseHandler
from aiohttp.client_reqrep import ClientRequest
from aiohttp.connector import Connection
from aiohttp.tracing import Trace

from leadline.errors import AddressRefused, NameNotResolved
from leadline.protocols import Clock
from leadline.web.guard import REMEDY, check_address, literal_address, refusal
from leadline.web.tasks import SingleFlight

Lookup = Callable[[str], Awaitable[Sequence[str]]]  # host name → addresses; raises OSError where there are none

FRESH_SECONDS = 300.0  # getaddrinfo hides the answer's own lifetime; browsers use a minute, crawlers longer
FAILED_SECONDS = 30.0
_KEPT = 50_000
_ADDRESSES = 8  # of one name; more are of no use, and a hostile name server can send thousands


class SystemLookup:
    """getaddrinfo on threads of its own, so that a thousand dead names cannot starve the default executor."""

    def __init__(self, threads: int = 64) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="dns")

    async def __call__(self, host: str) -> Sequence[str]:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._pool, _getaddrinfo, host)
        return list(dict.fromkeys(found))

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _getaddrinfo(host: str) -> list[str]:
    try:
        answers = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except ValueError as error:  # a label over 63 letters fails in Python's own IDNA codec (UnicodeError)
        raise OSError(str(error)) from error
    return [str(sockaddr[0]) for *_, sockaddr in answers]


class GuardedResolver(AbstractResolver):
    """Addresses that passed the guard, and no others."""

    def __init__(
        self,
        lookup: Lookup,
        clock: Clock,
        *,
        allow_private: bool = False,
        exempt: frozenset[str] = frozenset(),
        seconds: float = 10.0,
    ) -> None:
        self._lookup = lookup
        self._allow_private = allow_private
        self._exempt = exempt
        self._seconds = seconds
        self._answers = SingleFlight(self._ask, clock, _KEPT, fresh=FRESH_SECONDS, failed=FAILED_SECONDS)

    async def addresses(self, url: str, host: str) -> tuple[str, ...]:
        """Where a request for `url` may connect to; raises the refusal."""
        literal = literal_address(host)
        if literal is not None:
            if not self._allow_private and host not in self._exempt:
                check_address(url, literal)
            return (literal,)
        return await self._answers.get(host, url)

    async def _ask(self, host: str) -> tuple[str, ...]:
        try:
            async with asyncio.timeout(self._seconds):
                found = await self._lookup(host)
        except TimeoutError:
            why = f"the name {host} was not resolved within {self._seconds:g} s"
            raise NameNotResolved(host, why) from None
        except OSError as error:
            why = error.strerror or str(error) or "no answer"
            raise NameNotResolved(host, f"the name {host} does not resolve ({why}); check its spelling") from error
        if not found:
            raise NameNotResolved(host, f"the name {host} has no address")
        free = self._allow_private or host in self._exempt
        good = tuple(islice((a for a in found if free or refusal(a) is None), _ADDRESSES))
        if not good:
            why = f"the name {host} leads to {found[0]}, {refusal(found[0])}"
            raise AddressRefused(host, f"{why}; {REMEDY}")
        return good

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """aiohttp's question, answered from the same cache."""
        del family
        flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
        whole = ResolveResult(hostname=host, host="", port=port, family=0, proto=socket.IPPROTO_TCP, flags=flags)
        found = await self.addresses(host, host)
        return [{**whole, "host": a, "family": socket.AF_INET6 if ":" in a else socket.AF_INET} for a in found]

    async def close(self) -> None:
        await self._answers.close()


# ── the pool ──

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
    """See the module's text. How many are in use is the business of politeness."""

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
        if len(self._opened) > self._most_open:
            self._opened = WeakSet(p for p in self._opened if p.is_connected())
            if len(self._opened) > self._most_open:
                protocol.force_close()
