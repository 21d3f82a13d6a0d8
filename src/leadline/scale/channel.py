"""Messages between the processes of one crawl: Python values, each with its length in front.

Both ends are our own program, of the same version: one starts the other and holds the only pipe to it. What is
sent in one turn of the loop leaves at once: who hears it wakes up once.
"""

import asyncio
import pickle
from collections import deque
from contextlib import suppress
from typing import Any

_LENGTH = 8
_PIPE = 2**18  # bytes that are read at once: more than a pipe holds


class Inbox:
    """What the other end sends."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream = stream
        self._begun = bytearray()
        self._messages: deque[Any] = deque()

    async def receive(self) -> Any:
        """The next message. `EOFError` where the other end is gone."""
        while not self._messages:
            came = await self._stream.read(_PIPE)
            if not came:
                raise EOFError
            self._begun += came
            with memoryview(self._begun) as data:
                taken = self._take(data)
            del self._begun[:taken]
        return self._messages.popleft()

    def _take(self, data: memoryview) -> int:
        """How many bytes of this were whole messages."""
        begin = 0
        while (start := begin + _LENGTH) <= len(data):
            end = start + int.from_bytes(data[begin:start], "big")
            if end > len(data):
                break
            with data[start:end] as message:
                self._messages.append(pickle.loads(message))  # noqa: S301  # from a process of ours
            begin = end
        return begin


class Outbox:
    """What is to be sent to the other end."""

    def __init__(self, stream: asyncio.StreamWriter) -> None:
        self._stream = stream
        self._parts: list[bytes] = []

    def send(self, message: Any) -> None:
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        if not self._parts:
            asyncio.get_running_loop().call_soon(self._flush)
        self._parts += (len(data).to_bytes(_LENGTH, "big"), data)

    def _flush(self) -> None:
        parts, self._parts = self._parts, []
        with suppress(ConnectionError):  # it is gone: `Inbox` says so
            self._stream.write(b"".join(parts))
