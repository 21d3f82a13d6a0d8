"""Large pages are read beside the loop, and no longer than their time."""

import asyncio
import threading
import time
from itertools import pairwise

import pytest

from leadline.errors import ReadingTooLong
from leadline.web.tasks import Reader, is_heavy

LARGE = b"<p>words</p>" * 20_000
URL = "http://a.example/"


def busy(seconds: float) -> int:
    """Work in Python, as reading is: so much of the processor's time."""
    until, steps = time.thread_time() + seconds, 0
    while time.thread_time() < until:
        steps += 1
    return steps


def ended(name: str = "reading a page") -> bool:
    """Whether no page is being read any more, looked at for long enough."""
    for _ in range(3_000):
        if not any(thread.name == name for thread in threading.enumerate()):
            return True
        time.sleep(0.02)
    return False


def test_small_pages_are_read_in_place() -> None:
    """An ordinary page costs no thread."""

    async def main() -> int:
        return await Reader(1.0).read(URL, b"<p>" * 100, threading.get_ident)

    assert asyncio.run(main()) == threading.get_ident()
    assert not is_heavy(b"<p>" * 100)
    assert is_heavy(LARGE)


def test_others_are_served_meanwhile() -> None:
    """While a page is read that takes a second, the loop is never away for long: in our own time, since other
    programs may want the processor too."""

    async def main() -> list[float]:
        reading = asyncio.create_task(Reader(250.0).read(URL, LARGE, lambda: busy(1.0)))
        ticks = [time.process_time()]
        while not reading.done():
            await asyncio.sleep(0.005)
            ticks.append(time.process_time())
        assert await reading > 0
        return sorted(later - earlier for earlier, later in pairwise(ticks))

    waits = asyncio.run(main())
    assert len(waits) > 20
    assert waits[len(waits) // 2] < 0.05


def test_time_is_up() -> None:
    """What does not end in time is a typed outcome that names the limit, and the thread ends too."""

    async def main() -> None:
        with pytest.raises(ReadingTooLong, match=r"longer than 0.1 s \(web.limits.reading_seconds\)"):
            await Reader(0.1).read(URL, LARGE, lambda: busy(60.0))

    asyncio.run(main())
    assert ended()


def test_nobody_waits_any_more() -> None:
    """Reading ends when whoever asked for it is cancelled, as by Ctrl-C."""

    async def main() -> None:
        reading = asyncio.create_task(Reader(60.0).read(URL, LARGE, lambda: busy(60.0)))
        await asyncio.sleep(0.1)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading

    asyncio.run(main())
    assert ended()


def test_errors_come_through() -> None:
    """What reading raises is raised where it is waited for."""

    def broken() -> int:
        raise ValueError("a mistake of ours")

    async def main() -> None:
        with pytest.raises(ValueError, match="a mistake of ours"):
            await Reader(5.0).read(URL, LARGE, broken)

    asyncio.run(main())
