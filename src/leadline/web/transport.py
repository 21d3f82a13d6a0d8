"""One HTTP exchange over aiohttp: no redirects, no retries, every cap in force.

What goes wrong comes out as a `FetchError`; what arrives damaged but readable comes out as an answer that says how
much of it is missing. A request for a page (`Accept.PAGE`) is not answered with a video: reading stops after such
headers.
"""

import os
import ssl
from collections.abc import Callable
from typing import NamedTuple

import aiohttp
from aiohttp import http_exceptions
from yarl import URL

from leadline import errors
from leadline.model.page import Accept, Headers, Request, Truncation, header
from leadline.model.url import canonical, parts_of
from leadline.web.charset import header_text
from leadline.web.connections import PEER, GuardedConnector, GuardedResolver
from leadline.web.content_encoding import BodyDecoder
from leadline.web.settings import Limits, WebSettings


class HttpAnswer(NamedTuple):
    status: int
    headers: Headers
    body: bytes
    truncated: Truncation | None
    address: str | None = None


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
            async with self._session.request(
                request.method,
                self._address_of(request.url),
                headers=list(headers),
                data=request.body,
                # The other headers aiohttp would add are always among ours.
                skip_auto_headers=None if request.body is None else ("Content-Type",),
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
        except (errors.FetchError, RuntimeError, *_FAULTS) as error:
            if self._session.closed:
                raise errors.Refused(request.url, "was given up, because Leadline is shutting down") from error
            if isinstance(error, _FAULTS):
                raise _in_our_words(request.url, error, self._limits) from error
            raise

    async def _read(self, request: Request, raw: aiohttp.ClientResponse, cap: int) -> HttpAnswer:
        if raw.status == 407 and self._settings.proxy is not None:
            why = "the proxy wants a name and a password: http://NAME:PASSWORD@HOST:PORT"
            raise errors.ConnectFailed(request.url, why)
        if raw.status == 101:
            why = "the server switched to another protocol, which nobody asked it for"
            raise errors.BrokenHttp(request.url, why)
        found = _headers(raw)
        refuse_downloads(request, raw.status, found)
        # Nobody reads what a redirect says beside its Location. Less is not worth a new connection.
        cap = min(cap, 65_536) if 300 <= raw.status < 400 else cap
        body, truncated = await self._body(request, raw, found, cap)
        if truncated is Truncation.CONNECTION and self._session.closed:
            raise errors.BrokenHttp(request.url, "broke off")
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
        encodings = ", ".join(value for name, value in headers if name.lower() == "content-encoding")
        body = BodyDecoder(request.url, encodings, cap, self._limits.expansion)
        try:
            async for chunk in raw.content.iter_any():
                if not body.feed(chunk):
                    break
        except (aiohttp.ClientPayloadError, aiohttp.ClientConnectionError, OSError) as error:
            if not body.content:
                raise
            late = isinstance(error, TimeoutError)
            return bytes(body.content), Truncation.TIME if late else Truncation.CONNECTION
        return body.finish()


def _headers(raw: aiohttp.ClientResponse) -> Headers:
    try:
        return tuple([(name.decode(), value.decode()) for name, value in raw.raw_headers])
    except UnicodeDecodeError:
        return tuple((header_text(name), header_text(value)) for name, value in raw.raw_headers)


_FAULTS = (aiohttp.ClientError, http_exceptions.HttpProcessingError, OSError, ValueError)
"""What aiohttp and the socket raise; `TimeoutError` and TLS errors are `OSError`s."""


def _in_our_words(url: str, error: Exception, limits: Limits) -> errors.FetchError:
    match error:
        case TimeoutError():
            return errors.TimedOut(url, _slow(error, limits))
        case aiohttp.ClientConnectorDNSError():
            return errors.NameNotResolved(url, f"the name does not resolve ({error.os_error})")
        case aiohttp.ClientSSLError() | ssl.SSLError():
            return errors.TlsFailed(url, f"the secure connection failed: {_first_line(error)}")
        case aiohttp.ClientProxyConnectionError() | aiohttp.ClientHttpProxyError():
            return errors.ConnectFailed(url, f"the proxy refused or cannot be reached: {_first_line(error)}")
        case aiohttp.ClientConnectorError():
            cause = error.os_error  # asyncio puts the address where the reason should be
            why = os.strerror(cause.errno) if cause.errno else _first_line(cause)
            return errors.ConnectFailed(url, f"no connection: {why}")
        case aiohttp.InvalidURL():
            return errors.BadUrl(url, "not a URL that can be asked for")
        case aiohttp.ClientResponseError() | http_exceptions.HttpProcessingError():
            return _broken(url, error.message or _first_line(error))
        case aiohttp.ServerDisconnectedError():
            return errors.BrokenHttp(url, "the server closed the connection without an answer")
        case _:
            return errors.BrokenHttp(url, f"the answer broke off or is not HTTP: {_first_line(error)}")


def _broken(url: str, message: str) -> errors.FetchError:
    if any(sign in message for sign in ("Got more than", "Too many", "too long", "too large")):
        return errors.HeadersTooBig(url, "the headers are longer than any honest page's")
    why = message.splitlines()[0] if message else "no reason given"
    return errors.BrokenHttp(url, f"the answer is not valid HTTP: {why}")


def _slow(error: BaseException, limits: Limits) -> str:
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return f"no connection within {limits.connect_seconds:g} s"
    if isinstance(error, aiohttp.SocketTimeoutError):
        return f"silent for {limits.first_byte_seconds:g} s"
    return f"not finished within {limits.total_seconds:g} s"


def _first_line(error: BaseException) -> str:
    text = str(error).strip()
    return text.splitlines()[0] if text else type(error).__name__


_APPLICATIONS = tuple(f"application/{t}" for t in ("xhtml", "xml", "json", "ld+json", "rss", "atom", "opensearch"))
_PAGE_TYPES = ("text/", "message/", "multipart/x-mixed", *_APPLICATIONS)


def refuse_downloads(request: Request, status: int, headers: Headers) -> None:
    """Raise `NotAPage` where a page was asked for and something else is on offer."""
    if request.accept is Accept.ANY or not 200 <= status < 300:
        return
    kind = (header(headers, "content-type") or "").strip().lower()
    attached = (header(headers, "content-disposition") or "").strip().lower().startswith("attachment")
    if attached and not kind.startswith("text/html"):
        raise errors.NotAPage(request.url, "is offered as a download, so it was dropped after its headers")
    # What is no media type at all ("html", "utf-8") says nothing; browsers look at the body then, and so do we.
    named = "/" in kind.partition(";")[0]
    if named and not kind.startswith(_PAGE_TYPES) and "+xml" not in kind and "+json" not in kind:
        raise errors.NotAPage(request.url, f"is {kind[:80]}, not a page; dropped after its headers")
