"""Who may ask, and what an answer may do in a browser: the same for every route, in front of all of them.

- **Whose name**: on loopback only requests to a loopback name are answered, so that a page of the web cannot
  reach us by pointing a name of its own here. Elsewhere a token is wanted, as a header (`Authorization: Bearer`),
  or once as `?token=`, which becomes a cookie.
- **Who writes**: whatever is no GET or HEAD changes something. It needs the page's own origin (`Origin`,
  `Sec-Fetch-Site`); programs that send neither are no browser that somebody else's page could use. Nothing is
  changed where the dashboard is read-only.
- **What an answer may do**: scripts, styles and pictures of our own, nothing inline, no frame around it. What
  comes from an archive says so itself and gets less.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_COOKIE = "leadline-token"
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SAFE = frozenset({"GET", "HEAD"})
_LONGEST = 1 << 20  # bytes of a request: a list of values, not a file
_USUAL: Mapping[str, str] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # Not no-referrer: a browser then sends `Origin: null` with our own forms, and they would be refused.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


@dataclass(frozen=True, slots=True)
class Access:
    """Who may do what."""

    token: str | None = None  # None on loopback
    read_only: bool = False


class Guard:
    """The middleware."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._refused(scope, Headers(scope=scope))
        if refused is not None:
            await refused(scope, receive, _with_headers(send))
            return
        await self._app(scope, receive, _with_headers(send))

    def _refused(self, scope: Scope, headers: Headers) -> Response | None:
        if self._access.token is None:
            if _host(headers.get("host", "")) not in _LOOPBACK:
                return _no(
                    421, "this dashboard answers on loopback only; open it as http://127.0.0.1 and its port"
                )
        elif (answer := self._asked_for_token(scope, headers)) is not None:
            return answer
        if scope["method"] in _SAFE:
            return None
        if self._access.read_only:
            return _no(403, "the dashboard is read-only: it was started with --read-only")
        if not _own_origin(headers):
            return _no(403, "a page of another site asked for this; nothing was changed")
        length = headers.get("content-length", "")
        if not length.isdigit() or int(length) > _LONGEST:
            return _no(413, f"say how long the request is, at most {_LONGEST:,} bytes")
        return None

    def _asked_for_token(self, scope: Scope, headers: Headers) -> Response | None:
        token = self._access.token or ""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = dict(query).get("token")
        if given is not None and scope["method"] in _SAFE and _same(given, token):
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            path = "/" + scope["path"].lstrip("/\\")  # `//host` would lead away from here
            answer = RedirectResponse(f"{path}?{rest}" if rest else path, 303)
            # Lax: links of archived pages, which have no origin, still come with it; writes are looked at apart.
            answer.set_cookie(_COOKIE, token, httponly=True, samesite="lax")
            return answer
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        if (scheme.lower() == "bearer" and _same(bearer, token)) or _same(_cookie(headers), token):
            return None
        return _no(
            401, "a token is wanted: open the address that `leadline serve` printed, or send it as a header"
        )


def _own_origin(headers: Headers) -> bool:
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return bool(urlsplit(origin).netloc) and urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:
        return False


def _host(named: str) -> str:
    try:
        return urlsplit(f"//{named}").hostname or ""
    except ValueError:
        return ""


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(_COOKIE)
    except CookieError:
        return ""
    return found.value if found is not None else ""


def _same(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode("utf-8", "replace"), token.encode())


def _no(status: int, sentence: str) -> Response:
    return JSONResponse({"error": sentence}, status)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _USUAL.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
