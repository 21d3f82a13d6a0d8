"""Cookies, one jar a site: a session lives on its site and nowhere else.

Kept per registrable domain, so that no site sets cookies for another, whatever its Domain attribute says.
What one site may make us keep and send is bounded; within the bound the cookies it set first stay.
"""

import time
import warnings
from collections import OrderedDict
from collections.abc import Collection, Iterable
from http.cookiejar import Cookie, LoadError, MozillaCookieJar
from http.cookies import CookieError, Morsel, SimpleCookie
from pathlib import Path

import aiohttp
from yarl import URL

from leadline.errors import BadConfiguration
from leadline.model.page import Headers
from leadline.model.url import site_of, site_of_host

_SITES = 20_000
_PER_SITE = 100
_LONGEST = 4_096
"""Of one Set-Cookie header, as in browsers (RFC 6265 section 6.1)."""
_SITE_BYTES = 8_192
"""Of all cookies of a site. Servers refuse requests with longer headers, so more would lock us out."""


class Cookies:
    """Needs a running event loop, as aiohttp's jar does."""

    def __init__(self) -> None:
        self._jars: OrderedDict[str, aiohttp.CookieJar] = OrderedDict()

    def header_for(self, url: str) -> str | None:
        """The Cookie header for a request, or None."""
        jar = self._jars.get(site_of(url))
        if jar is None:
            return None
        found = jar.filter_cookies(URL(url, encoded=True))
        return "; ".join(f"{m.key}={m.coded_value}" for m in found.values()) or None

    def take(self, url: str, headers: Headers) -> None:
        """Keep what an answer sets."""
        for name, value in headers:
            if name.lower() == "set-cookie" and len(value) <= _LONGEST:
                self._keep(url, value)

    def _keep(self, url: str, value: str) -> None:
        try:
            parsed = SimpleCookie(value)
        except CookieError:  # a cookie no browser would keep either
            return
        if not parsed or not _sendable(parsed.values()):
            return
        jar = self._jar(site_of(url))
        kept = {morsel.key: _weight(morsel) for morsel in jar}
        kept.update((name, _weight(morsel)) for name, morsel in parsed.items())
        if len(kept) <= _PER_SITE and sum(kept.values()) <= _SITE_BYTES:
            jar.update_cookies(parsed, URL(url, encoded=True))

    def _jar(self, site: str) -> aiohttp.CookieJar:
        jar = self._jars.get(site)
        if jar is None:
            jar = self._jars[site] = aiohttp.CookieJar(unsafe=True)
            if len(self._jars) > _SITES:
                self._jars.popitem(last=False)
        self._jars.move_to_end(site)
        return jar

    def load(self, file: Path, sites: Collection[str]) -> None:
        """Add the cookies of a file in Netscape format, as browsers' extensions and curl write it: only those of
        the `sites` the user named, since a form or a redirect may lead to any other the user is logged in to."""
        source = MozillaCookieJar(str(file))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it calls a bad line a bug of its own, with a traceback
                source.load(ignore_discard=True, ignore_expires=True)
            for cookie in source:
                # 0 marks a session's cookie, which lives as long as we do.
                lives = not cookie.expires or cookie.expires > time.time()
                _check_host(cookie.domain)
                if lives and site_of_host(cookie.domain.lstrip(".").lower()) in sites:
                    self._add(cookie)
        except (LoadError, OSError, ValueError) as error:
            raise BadConfiguration(
                f"cannot read cookies from {file}: {error}; it has to be in Netscape format ('# Netscape HTTP "
                "Cookie File' in its first line), which curl and browser extensions write"
            ) from error

    def _add(self, cookie: Cookie) -> None:
        morsel: Morsel[str] = Morsel()
        # Morsel.set refuses names that browsers accept and export; restoring one as pickle does takes them.
        state = {"key": cookie.name, "value": cookie.value or "", "coded_value": cookie.value or ""}
        morsel.__setstate__(state)  # type: ignore[attr-defined]  # typeshed leaves it out
        host = cookie.domain.strip(".").lower()  # a dot at the end is the full name of the same host
        if cookie.domain.startswith("."):
            morsel["domain"] = host
        morsel["path"] = cookie.path
        scheme = "https" if cookie.secure else "http"
        if cookie.secure:
            morsel["secure"] = True
        self._jar(site_of_host(host)).update_cookies([(cookie.name, morsel)], URL(f"{scheme}://{host}/"))


def _check_host(domain: str) -> None:
    """Raise ValueError for what is no host: a file that holds one line of nonsense may hold more."""
    URL(f"http://{domain.lstrip('.').lower()}/")


def _weight(morsel: Morsel[str]) -> int:
    return len(morsel.key) + len(morsel.coded_value) + len(morsel["path"]) + len(morsel["domain"])


def _sendable(morsels: Iterable[Morsel[str]]) -> bool:
    """No control characters: they would break the header that sends the cookie back."""
    return all(morsel.key.isprintable() and morsel.coded_value.isprintable() for morsel in morsels)
