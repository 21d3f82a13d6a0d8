"""Messages between the processes of one crawl: Python values, each with its length in front.

Both ends are our own program, of the same version: one starts the other and holds the only pipe to it.
"""

import asyncio
import pickle
from typing import Any

_LENGTH = 8


async def receive(stream: asyncio.StreamReader) -> Any:
    """The next message. `asyncio.IncompleteReadError` where the other end is gone."""
    size = int.from_bytes(await stream.readexactly(_LENGTH), "big")
    return pickle.loads(await stream.readexactly(size))  # noqa: S301  # from a process we started, or that started us


def send(stream: asyncio.StreamWriter, message: Any) -> None:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.writelines([len(data).to_bytes(_LENGTH, "big"), data])
