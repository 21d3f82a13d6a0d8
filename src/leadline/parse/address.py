"""Links made absolute, quickly.

`leadline.model.url.join` parses each URL by the standard, which costs more than everything else we do for a
link. Most links on real pages are already in canonical form but for the part they leave out, and only
those take the short way here; what it answers must be what `join` answers, and a test holds it to that.
"""

import re
from functools import lru_cache

from leadline.model.url import canonical, join, site_of_host

# Possessive, since no part can match what the next one begins with: a third less time.
_PATH = r"(?:/[\w\-~!$&()*+,;=:@][\w\-.~!$&()*+,;=:@]*+)*+/?+"
_QUERY = r"(?:\?[\w\-.~!$&()*+,;=:@/?%\[\]|]*+)?+"
_ROOTED = re.compile(rf"({_PATH}{_QUERY})(?:\#.*)?", re.ASCII | re.DOTALL).fullmatch
_ABSOLUTE = re.compile(
    rf"(https?://((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{{2,}})(?=/){_PATH}{_QUERY})(?:\#.*)?",
    re.ASCII | re.DOTALL,
).fullmatch
_SHORT = 256
"""Longer ones are few and go the long way: what is remembered of them would be anybody's to fill."""
_KEPT = 8_192
"""Pages of a site share most of their links: so many are not looked at again, whichever page they stand on."""

Found = tuple[str, bool] | None


class Addresses:
    """Makes what stands on one page absolute, and says what belongs to its site."""

    def __init__(self, page_url: str, base_url: str) -> None:
        self._base = base_url
        page = canonical(page_url)
        base = page if base_url == page_url else canonical(base_url)
        self.page = page
        """The page's own address, where it has one that can be fetched: not if it came from a file."""
        self._site = site_of_host(_host_of(page)) if page else ""
        own = base is not None and (base == page or site_of_host(_host_of(base)) == self._site)
        self._own_root = base[: base.find("/", _AUTHORITY)] if base is not None and own else ""
        self._known: dict[str, Found] = {}

    def find(self, href: str) -> Found:
        """The canonical URL and whether it is on the page's site; None if it leads nowhere fetchable."""
        if len(href) < _SHORT:
            if href[:1] == "/" and self._own_root:
                if (rooted := _rooted(self._own_root, href)) is not None:
                    return rooted
            elif href[:4] == "http" and (absolute := _absolute(href)) is not None:
                return absolute[0], absolute[1] == self._site
        known = self._known
        if href not in known:
            url = join(self._base, href)
            known[href] = None if url is None else (url, site_of_host(_host_of(url)) == self._site)
        return known[href]

    def url(self, href: str) -> str | None:
        found = self.find(href)
        return found[0] if found else None


@lru_cache(maxsize=_KEPT)
def _rooted(root: str, href: str) -> Found:
    match = _ROOTED(href)
    return (root + match[1], True) if match else None


@lru_cache(maxsize=_KEPT)
def _absolute(href: str) -> tuple[str, str] | None:
    """The URL and its site."""
    match = _ABSOLUTE(href)
    return (match[1], site_of_host(match[2])) if match and "xn--" not in match[2] else None


_AUTHORITY = len("https://")
"""A host has one letter at least, so this is not past the end of `http://a/` either."""


def _host_of(url: str) -> str:
    """The host of a canonical URL by cutting: `parts_of` would parse it a second time."""
    start = url.find("//") + 2
    authority = url[start : url.find("/", start)].rpartition("@")[2]
    host, colon, port = authority.rpartition(":")
    return host if colon and port.isdigit() else authority
