"""Cookies, one jar a site: a session lives on its site and nowhere else.

Kept per registrable domain, so that no site sets cookies for another, whatever its Domain attribute says.
"""

import time
from collections import OrderedDict
from http.cookiejar import LoadError, MozillaCookieJar
from http.cookies import CookieError, Morsel, SimpleCookie
from pathlib import Path

import aiohttp
from yarl import URL

from leadline.errors import BadConfiguration
from leadline.model.page import Headers
from leadline.model.url import site_of, site_of_host

_SITES = 20_000
_PER_SITE = 100
_LONGEST = 8_192


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
        jar = self._jar(site_of(url))
        if len(jar) < _PER_SITE:
            jar.update_cookies(parsed, URL(url, encoded=True))

    def _jar(self, site: str) -> aiohttp.CookieJar:
        jar = self._jars.get(site)
        if jar is None:
            jar = self._jars[site] = aiohttp.CookieJar(unsafe=True)
            if len(self._jars) > _SITES:
                self._jars.popitem(last=False)
        self._jars.move_to_end(site)
        return jar

    def load(self, file: Path) -> None:
        """Add the cookies of a file in Netscape format, as browsers' extensions and curl write it."""
        source = MozillaCookieJar(str(file))
        try:
            source.load(ignore_discard=True, ignore_expires=True)
        except (LoadError, OSError, UnicodeDecodeError, ValueError) as error:
            raise BadConfiguration(
                f"cannot read cookies from {file}: {error}; it has to be in Netscape format ('# Netscape HTTP "
                "Cookie File' in its first line), which curl and browser extensions write"
            ) from error
        for cookie in source:
            if cookie.expires is not None and cookie.expires and cookie.expires < time.time():
                continue
            morsel: Morsel[str] = Morsel()
            morsel.set(cookie.name, cookie.value or "", cookie.value or "")
            host = cookie.domain.lstrip(".")
            if cookie.domain.startswith("."):
                morsel["domain"] = host
            morsel["path"] = cookie.path
            scheme = "https" if cookie.secure else "http"
            if cookie.secure:
                morsel["secure"] = True
            self._jar(site_of_host(host)).update_cookies([(cookie.name, morsel)], URL(f"{scheme}://{host}/"))
