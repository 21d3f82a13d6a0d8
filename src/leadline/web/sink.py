"""Where a browser's own network stack ends: a proxy on loopback that answers everything with a refusal.

What a page asks for is brought by the door (`leadline.web.tab`), never by the browser. Whatever the browser
tries on its own (a web socket, a prefetch, a redirect that was not handed to us, its vendor's services) arrives
here and is refused, so a way round the guard would have to go round this proxy too; the browser is started
with no name resolving but the proxy's, no QUIC and no UDP.
"""

import asyncio
from collections import deque

_HEAD_SECONDS = 5.0
_ANSWER = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_KEPT = 100


class Sink:
    """Refuses; `refused` holds the last request lines, for whoever wants to know what was tried."""

    def __init__(self) -> None:
        self.refused: deque[str] = deque(maxlen=_KEPT)
        self._server: asyncio.Server | None = None

    async def open(self) -> int:
        """Begin to listen; the port."""
        self._server = await asyncio.start_server(self._refuse, "127.0.0.1", 0, limit=16_384)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _refuse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_HEAD_SECONDS):
                line = await reader.readuntil(b"\r\n")
            self.refused.append(line.decode("latin-1").strip())
            writer.write(_ANSWER)
            await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # nothing is owed to a connection that is refused anyway
        finally:
            writer.close()
