"""Names to addresses, vetted: what this resolver hands out is all that is ever connected to.

It is aiohttp's resolver *and* the fetcher's own source of addresses, with one cache, so the address that was
checked is the address that gets the connection: a DNS answer that changes in between changes nothing.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

from aiohttp.abc import AbstractResolver, ResolveResult

from leadline.errors import AddressRefused, FetchError, NameNotResolved
from leadline.protocols import Clock
from leadline.web.asked_once import AskedOnce
from leadline.web.guard import check_address, literal_address, refusal

Lookup = Callable[[str], Awaitable[Sequence[str]]]
"""Host name → addresses; raises OSError where there are none."""

FRESH_SECONDS = 300.0
"""getaddrinfo hides the answer's own lifetime; browsers use a minute, crawlers longer."""
FAILED_SECONDS = 30.0
_KEPT = 50_000
_ADDRESSES = 8
"""Of one name; more are of no use, and a hostile name server can send thousands."""


@dataclass(frozen=True, slots=True)
class _Answer:
    addresses: tuple[str, ...]
    error: type[FetchError] | None
    found: str
    until: float
    weight: int = 1


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
        self._clock = clock
        self._allow_private = allow_private
        self._exempt = exempt
        self._seconds = seconds
        self._answers = AskedOnce(self._ask, clock, _KEPT)

    async def addresses(self, url: str, host: str) -> tuple[str, ...]:
        """Where a request for `url` may connect to; raises the refusal."""
        literal = literal_address(host)
        if literal is not None:
            if not self._allow_private and host not in self._exempt:
                check_address(url, literal)
            return (literal,)
        answer = await self._answers.get(host)
        if answer.error is not None:
            raise answer.error(url, answer.found)
        return answer.addresses

    async def _ask(self, host: str) -> _Answer:
        try:
            async with asyncio.timeout(self._seconds):
                found = await self._lookup(host)
        except TimeoutError:
            return self._failed(NameNotResolved, f"the name {host} was not resolved within {self._seconds:g} s")
        except OSError as error:
            why = error.strerror or str(error) or "no answer"
            return self._failed(NameNotResolved, f"the name {host} does not resolve ({why}); check its spelling")
        return self._vetted(host, found)

    def _vetted(self, host: str, found: Sequence[str]) -> _Answer:
        if not found:
            return self._failed(NameNotResolved, f"the name {host} has no address")
        free = self._allow_private or host in self._exempt
        good = tuple(islice((a for a in found if free or refusal(a) is None), _ADDRESSES))
        if good:
            return _Answer(good, None, "", self._clock.now() + FRESH_SECONDS)
        return self._failed(
            AddressRefused,
            f"the name {host} leads to {found[0]}, {refusal(found[0])}; "
            "use --allow-private if this machine or network is what you mean",
        )

    def _failed(self, error: type[FetchError], found: str) -> _Answer:
        return _Answer((), error, found, self._clock.now() + FAILED_SECONDS)

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """aiohttp's question, answered from the same cache."""
        del family
        addresses = await self.addresses(host, host)
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for address in addresses
        ]

    async def close(self) -> None:
        await self._answers.close()
