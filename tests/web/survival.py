"""What every hostile answer is measured by: the outcome, the time, the memory, the silence, and that we go on.

A `Case` is a script for the server and the typed outcome it must have: a `FetchError`, a `Truncation`, or None
for an ordinary answer. `survive` fetches it through the real door, parses what arrived, then fetches a good page
with the same fetcher.
"""

import asyncio
import gc
import resource
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hostile_server import GOOD, HostileServer, Script

from leadline.errors import FetchError, TimedOut
from leadline.gate.targets import TARGET
from leadline.model.page import Accept, Request, Response, Truncation
from leadline.parse.document import parse
from leadline.protocols import Fetcher
from leadline.web.clock import WallClock
from leadline.web.connections import GuardedResolver, Lookup
from leadline.web.door import open_door
from leadline.web.http import HttpFetcher
from leadline.web.settings import Limits, WebSettings

Outcome = type[FetchError] | Truncation | None

LIMITS = Limits(
    body=2**20,
    header_bytes=8_192,
    header_lines=64,
    connect_seconds=20.0,
    first_byte_seconds=20.0,
    total_seconds=20.0,
    robots_bytes=128 * 1024,
)
SETTINGS = WebSettings(delay=0.0, retries=0, retry_seconds=0.0, robots=False, limits=LIMITS)
"""Patient: nothing here hangs on how busy this machine is."""
IMPATIENT = replace(
    SETTINGS, limits=replace(LIMITS, connect_seconds=0.5, first_byte_seconds=0.4, total_seconds=0.8)
)
"""For who never comes to an end."""
DRIPPING = replace(SETTINGS, limits=replace(LIMITS, total_seconds=0.8))
"""For who sends something now and then."""
URL = "http://hostile.example/hostile"
MIB = 2**20


@dataclass(frozen=True)
class Late:
    """A script whose answer takes time to make: the test that needs it has it made, since every process of a run
    collects all tests."""

    make: Callable[[], Script]


def made(script: Script | Late) -> Script:
    return script.make() if isinstance(script, Late) else script


@dataclass(frozen=True)
class Case:
    """One hostile answer. `check` looks at the response, `most_sent` bounds what was let out of the server."""

    name: str
    script: Script | Late
    outcome: Outcome
    check: Callable[[Response], bool] = lambda _: True
    most_sent: int | None = None
    accept: Accept = Accept.PAGE
    most_seconds: float = 2.5
    settings: WebSettings | None = None

    @property
    def patience(self) -> WebSettings:
        """Only what ends by the clock has little of it."""
        by_the_clock = {TimedOut: IMPATIENT, Truncation.TIME: DRIPPING}
        return self.settings or by_the_clock.get(self.outcome, SETTINGS)


def ids(case: Case) -> str:
    return case.name


def survive(case: Case) -> None:
    """Fetch, judge, parse, go on; within its time at least once, since this machine may do other things too."""
    took = []
    script = made(case.script)
    for _ in range(3):
        with HostileServer({"/hostile": script}) as server:
            took.append(run(_survive(case, server)))
        if took[-1] < case.most_seconds:
            return
    pytest.fail(f"seconds until it had its outcome: {took}")


async def _survive(case: Case, server: HostileServer) -> float:
    settings = replace(case.patience, connect_to=server.address)
    async with open_door(settings) as fetcher:
        reset_peak()
        before, started = resident(), time.monotonic()
        found = await outcome(fetcher, Request(URL, accept=case.accept, permit=TARGET))
        seconds = time.monotonic() - started
        cap = settings.limits.body
        assert peak() - before < 20 * MIB + 4 * cap, f"{(peak() - before) / MIB:.0f} MiB for one answer"
        if isinstance(found, Response):
            parse(found).whole()
        # The page's tree takes up to a hundred bytes for a tag of three letters.
        assert peak() - before < 128 * MIB + 32 * cap, f"{(peak() - before) / MIB:.0f} MiB for one page"
        assert kind_of(found) == case.outcome, found
        assert not isinstance(found, Response) or case.check(found), found
        if case.most_sent is not None:
            assert server.sent["/hostile"] <= case.most_sent
        good = await served(fetcher, "http://good.example/good")
        assert (good.status, good.body) == (200, GOOD)
        return float(seconds)


async def served(fetcher: Fetcher, url: str) -> Response:
    """A page of a good server; who has little patience may have to ask again on a busy machine."""
    for _ in range(4):
        with suppress(TimedOut):
            return await fetcher.fetch(Request(url, permit=TARGET))
    return await fetcher.fetch(Request(url, permit=TARGET))


async def everything_is_here(host: str) -> list[str]:
    return ["127.0.0.1"]


@asynccontextmanager
async def guarded(
    lookup: Lookup = everything_is_here,
    settings: WebSettings = SETTINGS,
    *,
    exempt: frozenset[str] = frozenset({"start.example"}),
) -> AsyncIterator[HttpFetcher]:
    """A fetcher with the guard in force and a name server of the test's own.

    Only names in `exempt` may lead to loopback, where the test's server is.
    """
    clock = WallClock()
    resolver = GuardedResolver(
        lookup, clock, allow_private=settings.allow_private, exempt=exempt, seconds=settings.limits.connect_seconds
    )
    fetcher = HttpFetcher(settings, clock, resolver)
    try:
        yield fetcher
    finally:
        await fetcher.close()
        await resolver.close()


async def outcome(fetcher: Fetcher, request: Request) -> Response | FetchError:
    """What came of a request; anything but a response or a `FetchError` escapes, and fails the test."""
    try:
        return await fetcher.fetch(request)
    except FetchError as error:
        return error


def kind_of(found: Response | FetchError) -> Outcome:
    return found.truncated if isinstance(found, Response) else type(found)


def run(coroutine: Any) -> Any:
    """asyncio.run, with everything the loop would only have logged counted as a failure."""
    noise: list[dict[str, Any]] = []
    # What is there by now stays: the collection below then looks at this test's own objects only. With what other
    # tests of the process had loaded it took ten times as long as the tests themselves.
    gc.freeze()

    async def main() -> Any:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: noise.append(context))
        try:
            return await coroutine
        finally:
            gc.collect()

    result = asyncio.run(main())
    assert not noise, noise
    return result


_STATUS = Path("/proc/self/status")


def resident() -> int:
    """Bytes of memory in use now."""
    return _status("VmRSS:")


def peak() -> int:
    """The most since `reset_peak`."""
    return _status("VmHWM:")


def reset_peak() -> None:
    # proc(5): writing 5 resets the peak; where that is not allowed the peak is the process's, still a bound.
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _status(name: str) -> int:
    if not _STATUS.exists():  # not Linux: the process's peak is all there is, and still a bound
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    for line in _STATUS.read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1]) * 1024
    raise LookupError(name)
