"""robots.txt as a weapon: endless, slow, binary, looping, of a hundred thousand rules."""

import asyncio
import gzip
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hostile_server import (
    GOOD,
    HostileServer,
    Script,
    Visit,
    endless,
    page,
    raw,
    redirect,
    then_reset,
    then_silence,
)
from survival import (
    DRIPPING,
    IMPATIENT,
    LIMITS,
    SETTINGS,
    Late,
    made,
    outcome,
    peak,
    reset_peak,
    resident,
    run,
    served,
)

from leadline.errors import BrokenEncoding, BrokenHttp, FetchError, HostResting, RobotsDisallowed, TimedOut
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.web.door import open_door
from leadline.web.robots import read_rules
from leadline.web.settings import WebSettings

TEXT = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n"
MIB = 2**20
ALLOWED = None


def text(body: bytes) -> Script:
    return page(body, "Content-Type: text/plain")


RULES = b"User-agent: *\nDisallow: /hostile\n"
UP_TO_THE_LIMIT = b"User-agent: *\n#" + b"x" * (LIMITS.robots_bytes - 28) + b"\nDisallow: /h"
assert len(UP_TO_THE_LIMIT) == LIMITS.robots_bytes
CASES: dict[str, tuple[Script | Late, type[FetchError] | None]] = {
    "404": (page(b"", status="404 Not Found"), ALLOWED),
    "410": (page(b"", status="410 Gone"), ALLOWED),
    "401": (page(b"", status="401 Unauthorized"), ALLOWED),
    "429": (page(b"", status="429 Too Many Requests"), RobotsDisallowed),
    "500": (page(b"", status="500 Oops"), RobotsDisallowed),
    "503 with Retry-After of ten years": (page(b"", "Retry-After: 315360000", "503 Busy"), HostResting),
    "status 999": (page(b"", status="999 No"), RobotsDisallowed),
    "a page instead of rules": (page(GOOD), ALLOWED),
    "an image instead of rules": (page(bytes(range(256)) * 99, "Content-Type: image/png"), ALLOWED),
    "binary": (text(bytes(range(256)) * 400), ALLOWED),
    "NUL bytes before the rules": (text(b"\x00\x00\n" + RULES), RobotsDisallowed),
    "byte order mark before the rules": (text(b"\xef\xbb\xbf" + RULES), RobotsDisallowed),
    "one line without end": (text(b"Disallow: /" + b"x" * 3 * MIB), ALLOWED),
    "ten megabytes, ours first": (text(RULES + b"# comment\n" * MIB), RobotsDisallowed),
    "ten megabytes, ours past the limit": (text(b"# comment\n" * MIB + RULES), ALLOWED),
    "endless": (endless(TEXT + b"\r\n" + RULES, b"# more\n" * 9000), RobotsDisallowed),
    "half a rule at the limit": (text(UP_TO_THE_LIMIT + b"idden/from/all\n" + b"# more\n" * 99), ALLOWED),
    "in a slow drip": (endless(TEXT + b"\r\nUser-agent: *\n", b"# slow\n", 0.05), RobotsDisallowed),
    "cut in the middle": (raw(TEXT + b"Content-Length: 999\r\n\r\nUser-agent: *\n"), RobotsDisallowed),
    "silent": (then_silence(), TimedOut),
    "reset": (then_reset(), BrokenHttp),
    "not HTTP": (raw(b"User-agent: *\n"), BrokenHttp),
    "redirect to itself": (redirect("/robots.txt"), ALLOWED),
    "redirect to ever new pages": (lambda v: redirect(f"/robots.txt?{len(v.server.visits)}")(v), ALLOWED),
    "a gzip bomb": (Late(lambda: page(gzip.compress(bytes(64 * MIB)), "Content-Encoding: gzip")), ALLOWED),
    "garbage that claims to be gzip": (page(b"\x1f\x8b\x08", "Content-Encoding: gzip"), BrokenEncoding),
}  # fmt: skip
BY_THE_CLOCK = {"in a slow drip": DRIPPING, "silent": IMPATIENT}


@pytest.mark.parametrize("name", CASES)
def test_robots(name: str) -> None:
    """A hostile robots.txt means what RFC 9309 says it means, costs little, and touches no other host."""
    took: list[float] = []
    script, expected = CASES[name]
    script = made(script)
    for _ in range(3):  # a machine that does other things meanwhile is no slow host
        survive_robots(script, expected, BY_THE_CLOCK.get(name, SETTINGS), took)
        if took[-1] < 3:
            return
    pytest.fail(f"seconds until it had its outcome: {took}")


def survive_robots(
    script: Script, expected: type[FetchError] | None, patience: WebSettings, took: list[float]
) -> None:
    with HostileServer() as server:

        def by_host(visit: Visit) -> object:
            return script(visit) if visit.host == "hostile.example" else page(b"", status="404 Not Found")(visit)

        server.scripts["/robots.txt"] = by_host

        async def go() -> tuple[Response | FetchError, Response]:
            async with open_door(replace(patience, robots=True, connect_to=server.address)) as fetcher:
                reset_peak()
                before, started = resident(), time.monotonic()
                found = await outcome(fetcher, Request("http://hostile.example/hostile", permit=TARGET))
                assert peak() - before < 48 * MIB
                took.append(time.monotonic() - started)
                return found, await served(fetcher, "http://good.example/good")

        found, good = run(go())
        if expected is None:
            assert isinstance(found, Response), found
            assert found.body == GOOD
        else:
            assert type(found) is expected, found
            assert "/hostile" not in server.paths("hostile.example")
        assert good.body == GOOD


def test_the_page_says_that_robots_txt_failed() -> None:
    """Where robots.txt cannot be had, the page's error names it; it is not asked for again for a while."""
    with HostileServer({"/robots.txt": then_reset()}) as server:

        async def go() -> list[Response | FetchError]:
            async with open_door(replace(SETTINGS, robots=True, connect_to=server.address)) as fetcher:
                return [await outcome(fetcher, Request(f"http://a.example/{n}", permit=TARGET)) for n in range(3)]

        assert all("robots.txt" in str(found) for found in run(go()))
        assert server.paths() == ["/robots.txt"]


def test_a_hundred_thousand_rules_do_not_stop_the_others() -> None:
    """While a monstrous robots.txt is taken apart, the loop goes on serving other hosts."""
    rules = b"User-agent: *\n" + b"".join(b"Disallow: /%d\n" % n for n in range(100_000))
    settings = replace(SETTINGS, robots=True, limits=replace(LIMITS, robots_bytes=2 * MIB, body=2 * MIB))
    with HostileServer({"/robots.txt": text(rules)}) as server:

        async def go() -> tuple[list[float], Response | FetchError]:
            async with open_door(replace(settings, connect_to=server.address)) as fetcher:
                task = asyncio.create_task(
                    outcome(fetcher, Request("http://hostile.example/99999", permit=TARGET))
                )
                ticks = [time.monotonic()]
                while not task.done():
                    await asyncio.sleep(0.005)
                    ticks.append(time.monotonic())
                return [b - a for a, b in pairwise(ticks)], await task

        waits, found = run(go())
        assert isinstance(found, RobotsDisallowed)
        assert max(waits) < sum(waits) / 3


@pytest.mark.parametrize(
    "rule",
    [
        "/" + "*a" * 5000 + "b",
        "/*" + "a*" * 20_000 + "$",
        "*" * 100_000 + "z",
        "/" + "a" * 4000 + "*" * 4000 + "b$",
    ],
    ids=["a thousand wildcards", "closed wildcards", "wildcards alone", "a run of wildcards"],
)
def test_catastrophic_wildcards(rule: str) -> None:
    """A pattern that would keep a backtracking matcher busy for years is matched in no time."""
    started = time.process_time()
    rules = read_rules(f"User-agent: *\nDisallow: {rule}\n")
    assert rules.allows("http://a.example/" + "a" * 8000, "Leadline")
    assert time.process_time() - started < 1


def test_many_wildcards() -> None:
    """Rules of nothing but wildcards cost an address little, and none that was forbidden is allowed thereby."""
    wild = f"/{'*a' * 100}b"
    lines = [f"Disallow: {wild}{n}" for n in range(1_900)]
    rules = read_rules("\n".join(["User-agent: *", *lines, "Disallow: /private/*/x*y", "Allow: /private/*"]))
    url = f"http://a.example/c{'a' * 2_000}"
    few = read_rules("\n".join(["User-agent: *", *lines[:19]]))
    rules.allows(url, "Leadline"), few.allows(url, "Leadline")  # both are indexed when they are first asked
    many, some = _best(lambda: rules.allows(url, "Leadline")), _best(lambda: few.allows(url, "Leadline"))
    assert many < 60 * some, (many, some)  # a hundred times as many rules
    assert not rules.allows("http://a.example/private/1/xyy", "Leadline")


def _best(ask: Callable[[], bool]) -> float:
    found = float("inf")
    for _ in range(9):
        start = time.process_time()
        ask()
        found = min(found, time.process_time() - start)
    return found
