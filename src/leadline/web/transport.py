"""One HTTP exchange over aiohttp: no redirects, no retries, every cap in force.

What goes wrong comes out as a `FetchError`; what arrives damaged but readable comes out as an answer that says how
much of it is missing. A request for a page (`Accept.PAGE`) is not answered with a video: reading stops after such
headers.
"""

import os
import ssl
from collections.abc import Callable
from dataclasses import dataclass

import aiohttp
from aiohttp import http_exceptions
from yarl import URL

from leadline.errors import (
    BadUrl,
    BrokenEncoding,
    BrokenHttp,
    ConnectFailed,
    FetchError,
    HeadersTooBig,
    NameNotResolved,
    NotAPage,
    Refused,
    TimedOut,
    TlsFailed,
    TooBig,
)
from leadline.model.page import Accept, Headers, Request, Truncation, header
from leadline.model.url import canonical, parts_of
from leadline.web.connections import PEER, GuardedConnector, GuardedResolver
from leadline.web.content_encoding import CapReached, Decoder, EncodingError, looks_packed
from leadline.web.settings import Limits, WebSettings

_UNSAID = ("Content-Type",)


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What one exchange brought."""

    status: int
    headers: Headers
    body: bytes
    truncated: Truncation | None
    address: str | None


class AiohttpTransport:
    """`leadline.web.http.Transport` over aiohttp. `answered` is called the moment an answer's headers are here."""

    def __init__(self, settings: WebSettings, resolver: GuardedResolver) -> None:
        self._settings = settings
        limits = settings.limits
        self._limits = limits
        target = canonical(f"http://{settings.connect_to}/") if settings.connect_to else None
        self._target = parts_of(target).origin if target else None
        self._reading: set[aiohttp.ClientResponse] = set()
        self._session = aiohttp.ClientSession(
            connector=GuardedConnector(resolver, settings.concurrency),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            timeout=aiohttp.ClientTimeout(
                total=limits.total_seconds,
                sock_connect=limits.connect_seconds,
                sock_read=limits.first_byte_seconds,
            ),
            max_line_size=limits.header_bytes,
            max_field_size=limits.header_bytes,
            max_headers=limits.header_lines,
        )
        # aiohttp would quietly send an idempotent request twice when a kept-alive connection closes under it;
        # the server sees both, without the gap we promised. Our own retry waits for its turn.
        self._session._retry_connection = False  # noqa: SLF001  (aiohttp's test client uses it the same way)

    async def close(self) -> None:
        """Cut what is under way; who waits for it gets a `FetchError` at once."""
        for raw in tuple(self._reading):
            raw.close()  # aiohttp closes the connection under its reader without waking it
        await self._session.close()

    async def exchange(
        self, request: Request, headers: Headers, cap: int, answered: Callable[[], None]
    ) -> HttpAnswer:
        """Send one request and read its answer, at most `cap` decoded bytes of it."""
        try:
            return await self._translated(request, headers, cap, answered)
        except (FetchError, RuntimeError) as error:
            if self._session.closed:
                raise Refused(request.url, "was given up, because Leadline is shutting down") from error
            raise

    async def _translated(
        self, request: Request, headers: Headers, cap: int, answered: Callable[[], None]
    ) -> HttpAnswer:
        """aiohttp's and the socket's errors in our words."""
        try:
            async with self._session.request(
                request.method,
                self._address_of(request.url),
                headers=list(headers),
                data=request.body,
                # The other headers aiohttp would add are always among ours.
                skip_auto_headers=None if request.body is None else _UNSAID,
                allow_redirects=False,
                proxy=self._settings.proxy,
            ) as raw:
                self._reading.add(raw)
                try:
                    answered()
                    return await self._read(request, raw, cap)
                finally:
                    self._reading.discard(raw)
                    # Not drained: the rest of a video or a bomb is not worth it. Harmless where all was read.
                    raw.close()
        except FetchError:
            raise
        except _FAULTS as error:
            raise _in_our_words(request.url, error, self._limits) from error

    async def _read(self, request: Request, raw: aiohttp.ClientResponse, cap: int) -> HttpAnswer:
        if raw.status == 407 and self._settings.proxy is not None:
            raise ConnectFailed(
                request.url, "the proxy wants a name and a password: http://NAME:PASSWORD@HOST:PORT"
            )
        if raw.status == 101:
            raise BrokenHttp(request.url, "the server switched to another protocol, which nobody asked it for")
        found = _headers(raw)
        refuse_downloads(request, raw.status, found)
        body, truncated = await self._body(request, raw, found, _cap_for(raw.status, cap))
        if truncated is Truncation.CONNECTION and self._session.closed:
            raise BrokenHttp(request.url, "broke off")
        peer = None if self._settings.proxy else PEER.get()
        return HttpAnswer(raw.status, found, body, truncated, peer)

    def _address_of(self, url: str) -> URL:
        if self._target is None:
            return URL(url, encoded=True)
        # The host goes along in the Host header. aiohttp's resolver hook would not do: it is not asked
        # about hosts that are IP addresses, and those have to end up at the target too.
        parts = parts_of(url)
        query = f"?{parts.query}" if parts.query else ""
        return URL(f"{self._target}{parts.path}{query}", encoded=True)

    async def _body(
        self, request: Request, raw: aiohttp.ClientResponse, headers: Headers, cap: int
    ) -> tuple[bytes, Truncation | None]:
        body: bytes | bytearray = b""
        decoder: Decoder | None = None
        encoding = ", ".join(value for name, value in headers if name.lower() == "content-encoding")
        try:
            async for chunk in raw.content.iter_any():
                if decoder is None:
                    decoder = Decoder(
                        encoding if looks_packed(encoding, chunk) else "", cap, self._limits.expansion
                    )
                body = _longer(body, decoder.feed(chunk))
            if decoder is not None:
                body = _longer(body, decoder.finish())
        except CapReached as reached:
            if reached.bomb:
                raise TooBig(request.url, f"unpacks to more than {cap:,} bytes: a decompression bomb") from None
            return bytes(body + reached.tail), Truncation.SIZE
        except EncodingError as error:
            if body:
                return bytes(body), Truncation.ENCODING
            raise BrokenEncoding(
                request.url, f"the body cannot be unpacked as {encoding[:40]!r}: {error}"
            ) from error
        except TimeoutError:
            if body:
                return bytes(body), Truncation.TIME
            raise
        except (aiohttp.ClientPayloadError, aiohttp.ClientConnectionError, OSError):
            if body:
                return bytes(body), Truncation.CONNECTION
            raise
        return bytes(body), None


def _longer(body: bytes | bytearray, piece: bytes) -> bytes | bytearray:
    """A body is one piece as a rule, and then never copied."""
    if not body or not piece:
        return body or piece
    if isinstance(body, bytes):
        body = bytearray(body)
    body += piece
    return body


def _cap_for(status: int, cap: int) -> int:
    """Nobody reads what a redirect says beside its Location. Less is not worth a new connection."""
    return min(cap, 65_536) if 300 <= status < 400 else cap


def _headers(raw: aiohttp.ClientResponse) -> Headers:
    try:
        return tuple([(name.decode(), value.decode()) for name, value in raw.raw_headers])
    except UnicodeDecodeError:
        return tuple((_text(name), _text(value)) for name, value in raw.raw_headers)


def _text(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


_FAULTS = (aiohttp.ClientError, http_exceptions.HttpProcessingError, OSError, ValueError)
"""What aiohttp and the socket raise; `TimeoutError` and TLS errors are `OSError`s."""


def _in_our_words(url: str, error: Exception, limits: Limits) -> FetchError:
    match error:
        case TimeoutError():
            return TimedOut(url, _slow(error, limits))
        case aiohttp.ClientConnectorDNSError():
            return NameNotResolved(url, f"the name does not resolve ({error.os_error})")
        case aiohttp.ClientSSLError() | ssl.SSLError():
            return TlsFailed(url, f"the secure connection failed: {_first_line(error)}")
        case aiohttp.ClientProxyConnectionError() | aiohttp.ClientHttpProxyError():
            return ConnectFailed(url, f"the proxy refused or cannot be reached: {_first_line(error)}")
        case aiohttp.ClientConnectorError():
            return ConnectFailed(url, f"no connection: {_cause(error.os_error)}")
        case aiohttp.InvalidURL():
            return BadUrl(url, "not a URL that can be asked for")
        case aiohttp.ClientResponseError() | http_exceptions.HttpProcessingError():
            return _broken(url, error.message or _first_line(error))
        case aiohttp.ServerDisconnectedError():
            return BrokenHttp(url, "the server closed the connection without an answer")
        case _:
            return BrokenHttp(url, f"the answer broke off or is not HTTP: {_first_line(error)}")


def _broken(url: str, message: str) -> FetchError:
    if any(sign in message for sign in ("Got more than", "Too many", "too long", "too large")):
        return HeadersTooBig(url, "the headers are longer than any honest page's")
    return BrokenHttp(
        url, f"the answer is not valid HTTP: {message.splitlines()[0] if message else 'no reason given'}"
    )


def _slow(error: BaseException, limits: Limits) -> str:
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return f"no connection within {limits.connect_seconds:g} s"
    if isinstance(error, aiohttp.SocketTimeoutError):
        return f"silent for {limits.first_byte_seconds:g} s"
    return f"not finished within {limits.total_seconds:g} s"


def _cause(error: OSError) -> str:
    """asyncio puts the address where the reason should be."""
    return os.strerror(error.errno) if error.errno else _first_line(error)


def _first_line(error: BaseException) -> str:
    text = str(error).strip()
    return text.splitlines()[0] if text else type(error).__name__


_PAGE_TYPES = (
    "text/",
    "message/",
    "multipart/x-mixed",
    *(f"application/{t}" for t in ("xhtml", "xml", "json", "ld+json", "rss", "atom", "opensearch")),
)


def refuse_downloads(request: Request, status: int, headers: Headers) -> None:
    """Raise `NotAPage` where a page was asked for and something else is on offer."""
    if request.accept is Accept.ANY or not 200 <= status < 300:
        return
    kind = (header(headers, "content-type") or "").strip().lower()
    attached = (header(headers, "content-disposition") or "").strip().lower().startswith("attachment")
    if attached and not kind.startswith("text/html"):
        raise NotAPage(request.url, "is offered as a download, so it was dropped after its headers")
    # What is no media type at all ("html", "utf-8") says nothing; browsers look at the body then, and so do we.
    named = "/" in kind.partition(";")[0]
    if named and not kind.startswith(_PAGE_TYPES) and "+xml" not in kind and "+json" not in kind:
        raise NotAPage(request.url, f"is {kind[:80]}, not a page; dropped after its headers")
