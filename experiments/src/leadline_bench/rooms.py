"""Where a program's CPU time goes, by room of the house: a sampler that hardly costs what it measures.

The system interrupts after each millisecond of CPU time; the innermost frame that belongs to a room gets the CPU
time since the last interruption, so time in C libraries counts for whoever called them, however long one call
takes. A tracing profiler would be no use here: it charges by calls, and doubles the cost of whatever makes many.
"""

import gc
import signal
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_EVERY = 0.001
_PLACES = (
    ("leadline/store/archive.py", "WARC"),
    ("leadline/store/exchange.py", "WARC"),
    ("leadline/store/", "store"),
    ("leadline/web/", "fetch"),
    ("/aiohttp/", "fetch"),
    ("leadline/parse/", "parse"),
    ("leadline/forms/", "forms"),
    ("leadline/topics/", "topic"),
    ("leadline/learn/", "topic"),
    ("leadline/locate/", "loop"),
    ("/asyncio/", "event loop"),
    ("/selectors.py", "event loop"),
)
"""The first that fits a file's path tells its room; more special ones come first."""
OTHER = "other"
COLLECTOR = "garbage collector"


class RoomTimes:
    """CPU seconds by room and by function while `sampling`."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.functions: defaultdict[str, float] = defaultdict(float)
        self._rooms: dict[str, str | None] = {}
        self._last = 0.0
        self._collecting: float | None = None

    @contextmanager
    def sampling(self) -> Iterator[None]:
        """Main thread only, as signals are."""
        before = signal.signal(signal.SIGPROF, self._take)
        gc.callbacks.append(self._collected)
        self._last = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, _EVERY, _EVERY)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
            gc.callbacks.remove(self._collected)

    def _take(self, _: int, frame: FrameType | None) -> None:
        if self._collecting is not None:
            return  # what is thrown away may run code of any room; it is the collection's time
        now = time.process_time()
        spent, self._last = now - self._last, now
        while frame is not None and self._room(frame.f_code.co_filename) is None:
            frame = frame.f_back
        code = frame.f_code if frame is not None else None
        room = (self._room(code.co_filename) if code else None) or OTHER
        self.seconds[room] += spent
        self.functions[f"{room}: {code.co_qualname}" if code else OTHER] += spent

    def _collected(self, phase: str, _: dict[str, int]) -> None:
        """A collection belongs to nobody in particular: it is taken out of the sample it falls into."""
        now = time.process_time()
        if phase == "start":
            self._collecting = now
        elif self._collecting is not None:
            spent, self._collecting = now - self._collecting, None
            self.seconds[COLLECTOR] += spent
            self._last += spent

    def _room(self, path: str) -> str | None:
        if path not in self._rooms:
            self._rooms[path] = next((room for part, room in _PLACES if part in path), None)
        return self._rooms[path]
